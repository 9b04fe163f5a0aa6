"""One player as everybody sees them: goods, Shares, Ships, Elders, Workers and the Harbor board."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

from msgspec import Struct

from skerry.core import bits
from skerry.core.state import seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.kit.load import DOUBLE_IDS
from skerry.games.nusfjord.state import Nusfjord, Player
from skerry.games.nusfjord.text.board import WORKER_COLOURS

T = TypeVar("T")
CACHE: dict[tuple[object, ...], object] = {}
MOST_CACHED = 1000  # of all matches


class ElderView(Struct, frozen=True, omit_defaults=True):
    id: str
    fish: int = 0
    worker: str | None = None  # the colour in the solo game, else "own"


class CellView(Struct, frozen=True, omit_defaults=True):
    """A cell of a Harbor board."""

    id: str
    kind: str  # reserve, free, forest, building, none
    card: str | None = None
    turned: bool = False  # a Once card that is used up
    used: int = 0  # uses of an Anytime card in this round


class PlayerView(Struct, frozen=True):
    wood: int
    wood_limit: int
    fish: int
    gold: int
    reserve_fish: int
    reserve_wood: int
    reserve_gold: int
    reserve_limit: int
    fish_on_shares: int
    haul: int
    covered: int  # spaces of the Fishing track
    ships: list[str]  # in the order built
    shares: list[int]  # held, by colour
    unissued: int
    elders: list[ElderView]
    harbor: list[CellView]
    forests: dict[str, int]  # by double space, whose id is that of its left cell
    free_doubles: list[str]
    hand_size: int
    hand: list[str] | None  # only one's own
    workers_left: int
    leads: list[int]  # the rounds in which this player is First Player
    score: int


def cached(seen: tuple[object, ...], make: Callable[[], T]) -> T:
    """Parts that seldom change are rebuilt only when what is `seen` in them does: they are most of a view's cost."""
    part = CACHE.get(seen)
    if part is None:
        if len(CACHE) >= MOST_CACHED:
            CACHE.clear()
        part = CACHE[seen] = make()
    return cast(T, part)


def card_id(state: Nusfjord, slot: int) -> str:
    return state.kit.card_ids[state.deck.ids[slot]]


def worker_colour(state: Nusfjord, worker: int) -> str | None:
    return WORKER_COLOURS[worker // state.kit.workers] if state.colours > 1 else None


def player_view(state: Nusfjord, seat: int) -> PlayerView:
    p, kit = state.players[seat], state.kit
    return PlayerView(
        wood=p.wood,
        wood_limit=p.wood_limit,
        fish=p.fish,
        gold=p.gold,
        reserve_fish=p.reserve_fish,
        reserve_wood=p.reserve_wood,
        reserve_gold=p.reserve_gold,
        reserve_limit=p.reserve_limit,
        fish_on_shares=p.dividend,
        haul=state.haul(p),
        covered=p.track,
        ships=[A.SHIP_IDS[(p.fleet >> 2 * ship & 3) - 1] for ship in range(p.n_ships)],
        shares=[p.shares_of(colour) for colour in range(state.seats)],
        unissued=p.unissued,
        elders=[elder_view(state, p, elder) for elder in bits.members(p.elders)],
        harbor=harbor(state, p),
        forests={DOUBLE_IDS[double]: count for double in range(A.N_DOUBLES) if (count := p.forests_on(double))},
        free_doubles=[DOUBLE_IDS[double] for double in bits.members(kit.doubles) if not kit.pair[double] & ~p.free],
        hand_size=bits.count(p.hand),
        hand=None,
        workers_left=count_workers_left(state, seat),
        leads=leads(state, seat),
        score=state.score(seat),
    )


def elder_view(state: Nusfjord, p: Player, elder: int) -> ElderView:
    worker = None
    for number in range(state.colours * state.kit.workers):
        if p.worker_at(number) == elder + A.N_SPACES + 1:
            worker = worker_colour(state, number) or "own"
    return ElderView(f"elder_{elder + 1}", p.elder_fish(elder), worker)


def harbor(state: Nusfjord, p: Player) -> list[CellView]:
    lots = p.free, p.lots_low, p.lots_high, p.turned, p.used_low, p.used_high
    return cached(("harbor", state.kit, state.deck, *lots), lambda: new_harbor(state, p))


def new_harbor(state: Nusfjord, p: Player) -> list[CellView]:
    return [cell_view(state, p, cell) for cell in range(A.N_CELLS)]


def cell_view(state: Nusfjord, p: Player, cell: int) -> CellView:
    id_ = state.kit.cell_names[cell]
    slot = p.building_at(cell)
    if slot >= 0:
        return CellView(id_, "building", card_id(state, slot), bool(p.turned >> slot & 1), p.uses(slot))
    if p.free >> cell & 1:
        return empty_cell(id_, "free")
    if state.kit.spaces >> cell & 1:
        return empty_cell(id_, "forest")
    return empty_cell(id_, "reserve" if cell == state.kit.reserve_cell else "none")


@cache
def empty_cell(id_: str, kind: str) -> CellView:
    return CellView(id_, kind)


def count_workers_left(state: Nusfjord, seat: int) -> int:
    """The Worker of a passed turn is lost for the round.  §work.6"""
    begun = (state.turn + state.seats - 1 - (seat - state.first) % state.seats) // state.seats
    asked = any(step_of(ask) == S.TURN and seat_of(ask) == seat for ask in state.asks[: state.depth])
    return state.kit.workers - max(begun - asked, state.players[seat].n_placed)


def leads(state: Nusfjord, seat: int) -> list[int]:
    """The First Player ship goes round to the right, one seat each round.  §home.2, R40"""
    if not state.round:
        return []
    starter = (state.first + state.round - 1) % state.seats
    return [number for number in range(1, state.kit.rounds + 1) if (starter - number + 1 - seat) % state.seats == 0]
