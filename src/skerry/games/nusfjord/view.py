"""What one seat may see: everything on the table, and its own hand."""

from msgspec import Struct

from skerry.core import bits
from skerry.core.state import seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import scoring
from skerry.games.nusfjord.state import LOT, TURN, Nusfjord, Player

LETTERS = ("A", "B", "C")
DECKS = ("Herring", "Mackerel", "Cod")
COLOURS = ("red", "blue", "yellow")


class CardView(Struct, frozen=True):
    """A Building."""

    id: str
    name: str
    letter: str
    category: str
    wood: int
    fish: int
    gold: int
    points: int  # printed
    star: bool  # a star is printed instead
    words: str
    source: str


class ElderView(Struct, frozen=True):
    id: str
    name: str
    words: str
    source: str
    fish: int = 0
    worker: bool = False


class WorkerView(Struct, frozen=True):
    seat: int
    colour: str | None  # in the solo game


class SpaceView(Struct, frozen=True):
    id: str
    name: str
    room: int
    workers: list[WorkerView]
    column: int | None
    rule: str


class StackView(Struct, frozen=True):
    top: ElderView | None
    below: ElderView | None  # an open Elder under the top one
    face_down: bool


class PlateView(Struct, frozen=True):
    price: int
    filled: bool


class ShipView(Struct, frozen=True):
    id: str
    name: str
    size: int
    wood: int
    fish: int
    gold: int
    gold_instead: int
    points: int
    stock: int


class CellView(Struct, frozen=True):
    """A cell of a Harbor board."""

    id: str
    kind: str  # reserve, free, forest, building, none
    card: CardView | None = None
    turned: bool = False


class ForestView(Struct, frozen=True):
    id: str  # of the double space: that of its left cell
    forests: int


class PlayerView(Struct, frozen=True):
    wood: int
    wood_limit: int
    fish: int
    gold: int
    reserve_fish: int
    reserve_wood: int
    reserve_limit: int
    fish_on_shares: int
    haul: int
    covered: int
    ships: list[int]  # by type
    shares: list[int]  # held, by colour
    unissued: int
    elders: list[ElderView]
    harbor: list[CellView]
    forests: list[ForestView]
    n_forests: int
    free_spaces: int
    free_doubles: list[str]
    buildings: list[str]
    hand_size: int
    hand: list[CardView] | None  # only one's own
    workers_left: int
    leads: list[int]  # the rounds in which this player is First Player
    score: int


class View(Struct, frozen=True):
    round: int
    rounds: int
    first: int
    turn: int
    deck: str
    solo: str | None  # normal, advanced
    colour: str | None  # of the Workers in play, in the solo game
    spaces: list[SpaceView]
    plates: list[PlateView]
    ships: list[ShipView]
    track: list[int]  # haul by covered spaces
    elders: list[StackView]
    columns: int  # of a Harbor board
    council: int  # seats
    elder_fish: int  # so many on an Elder, and they leave him
    free_points: int  # of each free Building space
    unissued_points: int  # of each Share not issued
    good: list[int] | None  # from and to how many points a solo game is good
    display_a: list[CardView]
    display_b: list[CardView]
    display_c: list[CardView]
    piles: list[int]  # undrawn A, B, C that may still come
    market: list[int]  # Shares on the Action board, by colour
    share_cost: list[int]  # of Buy All Shares, by seat
    placing: CardView | None  # paid for, looking for its space
    players: list[PlayerView]


def view(state: Nusfjord, seat: int) -> View:
    kit = state.kit
    seats = range(state.seats)
    solo = None if state.seats > 1 else "normal" if state.colours == 2 else "advanced"
    ask = state.ask_now() if state.depth and not state.over else 0
    return View(
        round=state.round,
        rounds=kit.rounds,
        first=state.first,
        turn=state.turn,
        deck="Mixed" if state.deck.mixed else DECKS[state.deck.ids[0] // A.DECK_SIZE],
        solo=solo,
        colour=COLOURS[state.colour()] if solo and state.round else None,
        spaces=[space_view(state, space) for space in range(A.N_SPACES) if state.caps[space]],
        plates=[PlateView(kit.plates[plate], plate < state.plates) for plate in range(kit.n_plates)],
        ships=[ship_view(state, ship) for ship in range(A.N_SHIPS)],
        track=[kit.haul[covered] for covered in range(kit.track + 1)],
        elders=[stack_view(state, stack) for stack in range(A.N_STACKS)],
        columns=A.N_CELLS // 3,
        council=kit.council_seats,
        elder_fish=kit.elder_fish,
        free_points=scoring.FREE_SPACE,
        unissued_points=scoring.UNISSUED,
        good=list(scoring.GOOD) if solo else None,
        display_a=card_views(state, state.display & A.A_CARDS),
        display_b=card_views(state, state.display & A.B_CARDS),
        display_c=card_views(state, state.display & A.C_CARDS),
        piles=piles(state),
        market=[state.market_of(colour) for colour in seats],
        share_cost=[state.share_cost(number, 0) for number in seats],
        placing=card_view(state, ask >> 12) if ask and step_of(ask) == LOT else None,
        players=[player_view(state, number, number == seat) for number in seats],
    )


def double_id(double: int) -> str:
    return f"r{double // 3}c{double % 3}"


def piles(state: Nusfjord) -> list[int]:
    """With one or two players the rest of A and B is in the box."""
    kit = state.kit
    counts = [bits.count(state.pile_a), bits.count(state.pile_b), bits.count(state.pile_c)]
    if not kit.add_a[state.seats]:
        counts[0] = 0
    if not kit.add_b[state.seats]:
        counts[1] = 0
    return counts


def card_views(state: Nusfjord, mask: int) -> list[CardView]:
    """By number, whatever slots they have."""
    slots = sorted(bits.members(mask), key=lambda slot: state.deck.ids[slot])
    return [card_view(state, slot) for slot in slots]


def card_view(state: Nusfjord, slot: int) -> CardView:
    kit, card, number = state.kit, state.deck.cards[slot], state.deck.ids[slot]
    return CardView(
        id=kit.card_ids[number],
        name=kit.card_names[number],
        letter=LETTERS[card.letter],
        category=kit.card_categories[number],
        wood=card.wood,
        fish=card.fish,
        gold=card.gold,
        points=card.points,
        star=card.star,
        words=kit.card_words[number] if kit.card_words else "",
        source=kit.card_sources[number],
    )


def elder_view(state: Nusfjord, elder: int, p: Player | None = None) -> ElderView:
    kit = state.kit
    return ElderView(
        id=f"elder_{elder + 1}",
        name=kit.elder_names[elder],
        words=kit.elder_words[elder],
        source=kit.elder_sources[elder],
        fish=p.elder_fish(elder) if p else 0,
        worker=bool(p and p.elder_workers >> elder & 1),
    )


def stack_view(state: Nusfjord, stack: int) -> StackView:
    top = state.top_elder(stack)
    below = top - A.N_STACKS if A.N_STACKS <= top < 2 * A.N_STACKS else -1
    return StackView(
        top=elder_view(state, top) if top >= 0 else None,
        below=elder_view(state, below) if below >= 0 else None,
        face_down=bool(state.face_down >> stack & 1),
    )


def space_view(state: Nusfjord, space: int) -> SpaceView:
    standing = []
    for seat, p in enumerate(state.players):
        for worker in range(state.colours * state.kit.workers):
            if p.worker_at(worker) == space + 1:
                colour = COLOURS[worker // state.kit.workers] if state.colours > 1 else None
                standing.append(WorkerView(seat, colour))
    column = state.kit.column[space]
    return SpaceView(
        id=SPACE_IDS[space],
        name=state.kit.space_names[space],
        room=state.caps[space],
        workers=standing,
        column=column if column < 3 else None,
        rule=SPACE_RULES[space],
    )


def ship_view(state: Nusfjord, ship: int) -> ShipView:
    kit = state.kit
    return ShipView(
        id=("sloop", "cutter", "schooner")[ship],
        name=kit.ship_names[ship],
        size=kit.ship_size[ship],
        wood=kit.ship_wood[ship],
        fish=kit.ship_fish[ship],
        gold=kit.ship_gold[ship],
        gold_instead=kit.ship_gold[A.SCHOONER_FOR_GOLD] if ship == A.SCHOONER else 0,
        points=kit.ship_points[ship],
        stock=state.stock_of(ship),
    )


def cell_view(state: Nusfjord, p: Player, cell: int) -> CellView:
    id_ = state.kit.cell_names[cell]
    slot = p.building_at(cell)
    if slot >= 0:
        return CellView(id_, "building", card_view(state, slot), bool(p.turned >> slot & 1))
    if p.free >> cell & 1:
        return CellView(id_, "free")
    if state.kit.spaces >> cell & 1:
        return CellView(id_, "forest")
    return CellView(id_, "reserve" if cell == state.kit.reserve_cell else "none")


def player_view(state: Nusfjord, seat: int, own: bool) -> PlayerView:
    p = state.players[seat]
    order = sorted(bits.members(p.built), key=lambda slot: state.deck.ids[slot])
    return PlayerView(
        wood=p.wood,
        wood_limit=p.wood_limit,
        fish=p.fish,
        gold=p.gold,
        reserve_fish=p.reserve_fish,
        reserve_wood=p.reserve_wood,
        reserve_limit=p.reserve_limit,
        fish_on_shares=p.dividend,
        haul=state.haul(p),
        covered=p.track,
        ships=[p.ships_of(ship) for ship in range(A.N_SHIPS)],
        shares=[p.shares_of(colour) for colour in range(state.seats)],
        unissued=p.unissued,
        elders=[elder_view(state, elder, p) for elder in bits.members(p.elders)],
        harbor=[cell_view(state, p, cell) for cell in range(A.N_CELLS)],
        forests=[ForestView(double_id(d), p.forests_on(d)) for d in range(A.N_DOUBLES) if p.forests_on(d)],
        n_forests=p.n_forests,
        free_spaces=p.n_free,
        free_doubles=[double_id(d) for d in bits.members(state.kit.doubles) if not state.kit.pair[d] & ~p.free],
        buildings=[state.kit.card_ids[state.deck.ids[slot]] for slot in order],
        hand_size=bits.count(p.hand),
        hand=card_views(state, p.hand) if own else None,
        workers_left=workers_left(state, seat),
        leads=leads(state, seat),
        score=state.score(seat),
    )


def workers_left(state: Nusfjord, seat: int) -> int:
    """The Worker of a passed turn is lost for the round.  §work.6"""
    begun = (state.turn + state.seats - 1 - (seat - state.first) % state.seats) // state.seats
    asked = any(step_of(ask) == TURN and seat_of(ask) == seat for ask in state.asks[: state.depth])
    return state.kit.workers - max(begun - asked, state.players[seat].n_placed)


def leads(state: Nusfjord, seat: int) -> list[int]:
    """The First Player ship goes round to the right, one seat each round.  §home.2, R40"""
    if not state.round:
        return []
    starter = (state.first + state.round - 1) % state.seats
    return [number for number in range(1, state.kit.rounds + 1) if (starter - number + 1 - seat) % state.seats == 0]


SPACE_IDS = (
    "gold",
    "transfer_reserve",
    "serve_fish",
    "build",
    "build_second",
    "issue_share",
    "buy_shares",
    "deforest",
    "reforest",
    "thin_out",
    "build_ship",
    "take_elder",
    "copy",
    "copy_left",
    "copy_middle",
    "copy_right",
)
# Where the rules speak of each.
SPACE_RULES = (
    "gold.1",
    "transfer.1",
    "serve.1",
    "building.1",
    "building.1",
    "issue.1",
    "buy.1",
    "deforest.1",
    "reforest.1",
    "thin_out.1",
    "ship.1",
    "elder.1",
    "copy.1",
    "copy.2",
    "copy.2",
    "copy.2",
)
