"""What one seat may see."""

from msgspec import Struct

from skerry.core import bits
from skerry.games.buru import actions as A
from skerry.games.buru.cards import CLAY, EBONY, ESTEEM, FISH, PALM
from skerry.games.buru.kit import ACTIONS
from skerry.games.buru.kit_rows import LEVELS, REGIONS, ROLES, SPIRITS
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru

PHASES = ("Setup", "Dawn", "Morning", "Noon", "Afternoon", "Dusk")


class CardView(Struct, frozen=True):
    id: str
    words: str


class IslanderView(Struct, frozen=True):
    id: str
    name: str
    role: str
    price: int
    words: str
    tasked: bool


class ElderView(Struct, frozen=True):
    id: str
    name: str
    words: str
    worth: int  # as things stand


class StackView(Struct, frozen=True):
    """The Explorers of one player in a region."""

    player: int
    explorers: int
    powers: list[int] | None  # one's own, or when they are flipped
    total: int | None


class SpaceView(Struct, frozen=True):
    id: str
    words: str
    player: int | None  # who stands there


class RegionView(Struct, frozen=True):
    id: str
    name: str
    totem: str | None  # of which spirit, whoever holds it
    flipped: bool
    stacks: list[StackView]
    decrees: list[CardView]
    spaces: list[SpaceView]


class SpiritView(Struct, frozen=True):
    id: str
    name: str
    cost: str
    esteem: int
    totem_holder: int | None
    decrees: list[CardView]  # at this altar, those for all altars included


class PlayerView(Struct, frozen=True):
    lawan: str | None  # "Lawan A"; None for a person, whose name is the seat's
    emissary: bool
    fish: int
    palm: int
    clay: int
    ebony: int
    esteem: int  # gained so far
    score: int  # with tribute cards; with Elders at the end
    tributes: list[int]  # by spirit
    totems: list[str]
    islanders: list[IslanderView]
    decrees: list[CardView]
    elder_count: int
    elders: list[ElderView] | None  # one's own, and all at the end
    elders_discarded: list[str] | None  # one's own that are still in the pile
    mat: list[int] | None  # Powers on one's own mat
    mat_count: int
    kept: int | None  # Power shown at Noon
    plot: CardView | None  # of a Lawan, from Noon on


class View(Struct, frozen=True):
    round: int
    rounds: int
    phase: str
    emissary: int
    level: str | None  # of the Lawan
    region: str | None  # being resolved
    order: list[int]  # who acts there, first to last
    regions: list[RegionView]  # in the order of the Afternoon
    spirits: list[SpiritView]
    forest: list[CardView]
    forest_deck: int
    forest_discards: int
    row: list[IslanderView]
    islander_deck: int
    islander_discards: int
    elder_deck: int
    elder_discards: int
    decree_deck: int
    plot_deck: int | None
    players: list[PlayerView]
    reconstructed: list[str]  # which components are not the printed ones


def lawan_name(state: Buru, number: int) -> str:
    return f"Lawan {'AB'[number - state.seats]}"


def view(state: Buru, seat: int) -> View:
    kit = state.kit
    with_lawan = state.n > state.seats
    return View(
        round=state.round,
        rounds=kit.rounds,
        phase=PHASES[state.phase],
        emissary=state.emissary,
        level=LEVELS[state.level] if with_lawan else None,
        region=REGIONS[state.region] if state.region != NONE else None,
        order=acting_order(state),
        regions=[region_view(state, region, seat) for region in kit.region_order],
        spirits=[spirit_view(state, spirit) for spirit in range(A.N_SPIRITS)],
        forest=[card(A.TAKE, kit.words.forest, state.forest_card(place)) for place in range(state.n_forest)],
        forest_deck=copies(state.forest_deck),
        forest_discards=copies(state.forest_gone),
        row=[islander_view(state, state.row_card(place)) for place in range(state.n_row)],
        islander_deck=bits.count(state.islander_deck),
        islander_discards=bits.count(state.islanders_gone),
        elder_deck=state.elders_left(),
        elder_discards=bits.count(state.elders_discarded()),
        decree_deck=bits.count(state.decree_deck),
        plot_deck=bits.count(state.plot_deck) if with_lawan else None,
        players=[player_view(state, number, seat) for number in range(state.n)],
        reconstructed=kit.words.reconstructed,
    )


def acting_order(state: Buru) -> list[int]:
    return [(state.order >> (4 * place) & 15) - 1 for place in range(state.n) if state.order >> (4 * place) & 15]


def copies(packed: int) -> int:
    return sum(packed >> (4 * row) & 15 for row in range(A.N_FOREST))


def item(base: int, number: int) -> str:
    """The component's id, as in the action's text."""
    return ACTIONS.text(base + number).split(" ", 1)[1]


def card(base: int, words: list[str], number: int) -> CardView:
    return CardView(item(base, number), words[number])


def decree_cards(state: Buru, decrees: int) -> list[CardView]:
    return [card(A.DECREE, state.kit.words.decrees, decree) for decree in bits.members(decrees)]


def islander_view(state: Buru, number: int, tasked: int = 0) -> IslanderView:
    words = state.kit.words
    islander = state.kit.islanders[number]
    return IslanderView(
        id=item(A.RECRUIT, number),
        name=words.islander_names[number],
        role=ROLES[islander.role],
        price=islander.price,
        words=words.islanders[number],
        tasked=bool(tasked >> number & 1),
    )


def region_view(state: Buru, region: int, seat: int) -> RegionView:
    kit = state.kit
    flipped = bool(state.flipped >> region & 1)
    homes = [spirit for spirit in range(A.N_SPIRITS) if kit.totem_home[spirit] == region]
    return RegionView(
        id=REGIONS[region],
        name=kit.words.regions[region],
        totem=SPIRITS[homes[0]] if homes else None,
        flipped=flipped,
        stacks=[
            stack_view(state, number, region, flipped or number == seat)
            for number in range(state.n)
            if state.players[number].how_many_in(region)
        ],
        decrees=decree_cards(state, state.decrees & kit.decrees_at[region]),
        spaces=[space_view(state, space) for space in bits.members(kit.spaces_at[region])],
    )


def stack_view(state: Buru, number: int, region: int, open_: bool) -> StackView:
    p = state.players[number]
    count = p.how_many_in(region)
    shown = p.explorers_in(region)
    if not open_ or bits.count(shown) < count:  # a Lawan's are turned up one after another
        return StackView(number, count, None, None)
    return StackView(number, count, powers(state, shown), state.kit.power_of[shown])


def powers(state: Buru, explorers: int) -> list[int]:
    return [int(state.kit.power[explorer]) for explorer in bits.members(explorers)]


def space_view(state: Buru, space: int) -> SpaceView:
    player = state.who_stands_on(space)
    return SpaceView(
        item(A.SPACE, space),
        state.kit.words.spaces[space],
        player if player != NONE else None,
    )


def spirit_view(state: Buru, spirit: int) -> SpiritView:
    kit = state.kit
    holder = state.totems[spirit]
    return SpiritView(
        id=SPIRITS[spirit],
        name=kit.words.spirits[spirit],
        cost=kit.words.tributes[spirit],
        esteem=kit.tribute_esteem[spirit],
        totem_holder=holder if holder != NONE else None,
        decrees=decree_cards(state, state.decrees & kit.altar_decrees[spirit]),
    )


def player_view(state: Buru, number: int, seat: int) -> PlayerView:
    p = state.players[number]
    own = number == seat
    lawan = state.is_lawan(number)
    return PlayerView(
        lawan=lawan_name(state, number) if lawan else None,
        emissary=state.emissary == number,
        fish=p.goods[FISH],
        palm=p.goods[PALM],
        clay=p.goods[CLAY],
        ebony=p.goods[EBONY],
        esteem=p.goods[ESTEEM],
        score=state.score(number),
        tributes=[int(p.tributes[spirit]) for spirit in range(A.N_SPIRITS)],
        totems=[SPIRITS[spirit] for spirit in range(A.N_SPIRITS) if state.totems[spirit] == number],
        islanders=[islander_view(state, islander, p.tasked) for islander in bits.members(p.islanders)],
        decrees=decree_cards(state, p.decrees),
        elder_count=p.n_elders,
        elders=elders_view(state, number) if (own or state.over) and not lawan else None,
        elders_discarded=[item(A.DISCARD, elder) for elder in bits.members(p.elders_out)] if own else None,
        mat=powers(state, p.mat) if own else None,
        mat_count=A.N_EXPLORERS - p.how_many_placed() - (p.kept != NONE),
        kept=state.kit.power[p.kept] if p.kept != NONE else None,
        plot=card(A.PLOT, state.kit.words.plots, p.plot) if p.plot != NONE else None,
    )


def elders_view(state: Buru, number: int) -> list[ElderView]:
    words = state.kit.words
    return [
        ElderView(
            item(A.DISCARD, elder),
            words.elder_names[elder],
            words.elders[elder],
            state.kit.elders[elder].worth(state, number),
        )
        for elder in bits.members(state.players[number].elders)
    ]
