"""The island in a view: regions, the spirits and their altars, the Forest."""

from msgspec import Struct

from skerry.core import bits
from skerry.core.state import SPECTATOR
from skerry.games.buru import actions as A
from skerry.games.buru.kit.rows import REGIONS, SPIRITS
from skerry.games.buru.observe import seen_explorers
from skerry.games.buru.payments import tribute_gains, tribute_missing
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.lake import has_discount
from skerry.games.buru.view.ids import decree_ids, item, items


class StackView(Struct, frozen=True):
    """The Explorers of one player in a region; everyone has one, even if it is empty."""

    player: int
    explorers: int
    shown: list[str] | None  # which: one's own, or once they are revealed
    total: int | None  # of those shown
    low: int  # the smallest and the largest total possible, by what everybody knows
    high: int


class TieView(Struct, frozen=True):
    players: list[int]  # in the order in which they act
    total: int
    why: str  # emissary: the first of them is the Emissary; clockwise: the nearest clockwise from the Emissary


class SpaceView(Struct, frozen=True):
    id: str
    player: int | None  # who stands there


class RegionView(Struct, frozen=True):
    id: str
    revealed: bool
    stacks: list[StackView]  # by player
    order: list[int]  # who acts here, first to last; from the reveal until Dusk
    triumphant: int | None
    ties: list[TieView]
    decrees: list[str]  # lying here
    won: list[str]  # Decrees that the Triumphant collected here this round
    spaces: list[SpaceView]


class Offer(Struct, frozen=True):
    """A tribute as this seat could pay it now."""

    saves: int  # tokens that a Priest saves
    missing: dict[str, int]  # goods; of the tokens, those a Priest does not save
    gives: dict[str, int]  # goods that come at once


class SpiritView(Struct, frozen=True):
    id: str
    holder: int | None  # of the totem
    decrees: list[str]  # at this altar, those for all altars included
    offer: Offer | None  # for the seat that looks


class ForestView(Struct, frozen=True):
    """A place in the Forest; it keeps its card until Dusk."""

    card: str
    player: int | None  # who has taken it this round


def standing(state: Buru, region: int) -> tuple[list[int], list[TieView]]:
    """The order of a region that is revealed, and its ties.  §region.2"""
    first = state.first_of_equals()
    totals = {
        number: int(state.kit.power_of[p.explorers_in(region)])
        for number, p in enumerate(state.players)
        if p.how_many_in(region)
    }
    order = sorted(totals, key=lambda number: (-totals[number], (number - first) % state.n))
    ties = []
    for total in sorted(set(totals.values()), reverse=True):
        level = [number for number in order if totals[number] == total]
        if len(level) > 1:
            why = "emissary" if level[0] == state.ties_from and not state.kit.emissary_last else "clockwise"
            ties.append(TieView(level, total, why))
    return order, ties


def is_revealed(state: Buru, region: int) -> bool:
    """A Lawan's Explorers are turned up one after another."""
    everybody = all(bits.count(p.explorers_in(region)) == p.how_many_in(region) for p in state.players)
    return bool(state.flipped >> region & 1) and everybody


def region_view(state: Buru, region: int, seat: int) -> RegionView:
    kit = state.kit
    revealed = is_revealed(state, region)
    order, ties = standing(state, region) if revealed else ([], [])
    return RegionView(
        id=REGIONS[region],
        revealed=revealed,
        stacks=[stack_view(state, number, region, seat) for number in range(state.n)],
        order=order,
        triumphant=order[0] if order else None,
        ties=ties,
        decrees=decree_ids(state.decrees & kit.decrees_at[region]),
        won=decree_ids(state.decrees_won & kit.decrees_at[region]),
        spaces=[space_view(state, space) for space in bits.members(kit.spaces_at[region])],
    )


def stack_view(state: Buru, number: int, region: int, seat: int) -> StackView:
    p = state.players[number]
    count, there = p.how_many_in(region), p.explorers_in(region)
    flipped = state.flipped >> region & 1
    known = bits.count(there) == count if state.is_lawan(number) else flipped or number == seat
    open_ = there if flipped else 0
    hidden = sorted(powers(state, ~seen_explorers(state, p) & 31))
    face_down = count - bits.count(open_)
    total = int(state.kit.power_of[open_])
    return StackView(
        player=number,
        explorers=count,
        shown=items(A.LAY, there) if known else None,
        total=int(state.kit.power_of[there]) if known and count else None,
        low=total + sum(hidden[:face_down]),
        high=total + sum(hidden[len(hidden) - face_down :]),
    )


def powers(state: Buru, explorers: int) -> list[int]:
    return [int(state.kit.power[explorer]) for explorer in bits.members(explorers)]


def space_view(state: Buru, space: int) -> SpaceView:
    player = state.who_stands_on(space)
    return SpaceView(item(A.SPACE, space), player if player != NONE else None)


def spirit_view(state: Buru, spirit: int, seat: int) -> SpiritView:
    holder = state.totems[spirit]
    return SpiritView(
        id=SPIRITS[spirit],
        holder=holder if holder != NONE else None,
        decrees=decree_ids(state.decrees & state.kit.altar_decrees[spirit]),
        offer=None if seat == SPECTATOR else offer(state, spirit, seat),
    )


def offer(state: Buru, spirit: int, seat: int) -> Offer:
    saves = int(has_discount(state, state.players[seat], spirit))
    return Offer(saves, tribute_missing(state, seat, spirit), tribute_gains(state, seat, spirit))


def forest_view(state: Buru) -> list[ForestView]:
    """Places stay where they are for the round, also when their card is gone."""
    row = state.forest_dealt if state.forest_takers else state.forest
    taken = sum(state.forest_takers >> (4 * place) & 15 != 0 for place in range(8))
    takers = [(state.forest_takers >> (4 * place) & 15) - 1 for place in range(state.n_forest + taken)]
    return [
        ForestView(item(A.TAKE, row >> (4 * place) & 15), taker if taker != NONE else None)
        for place, taker in enumerate(takers)
    ]
