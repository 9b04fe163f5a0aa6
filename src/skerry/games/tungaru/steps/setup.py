"""Setup: Island tiles, Nomads, the starting player, boats and reservations."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of, zeros
from skerry.games.tungaru import actions as A
from skerry.games.tungaru.cards import TungaruKit
from skerry.games.tungaru.state import (
    BEGINNER,
    BOAT,
    BOATS,
    DRAW,
    LAY_TILE,
    MONUMENT,
    NONE,
    NOTE_TILE,
    RESERVE,
    ROUND,
    Player,
    Tungaru,
)

DRAW_FOR_MIGRATION: Final = 16  # a place to draw for: an island, or this + a Migration space
SECOND_LAY: Final = 16  # added to the island when its tile is the replacement
ALL_GOODS: Final = 15
SETUP_MONUMENT: Final = 31  # the reservation instead of an island


def new_state(kit: TungaruKit, seats: i64, tile_set: i64, deluxe: bool, stall: i64) -> Tungaru:
    """`tile_set`: the number of a set of Island tiles, or NONE.  §setup.1, §setup.2, §setup.3, §setup.10"""
    state = Tungaru(seats)
    state.kit = kit
    state.side = kit.small if seats <= 3 else kit.large
    state.stall = stall
    state.deluxe = deluxe
    for _ in range(seats):
        state.players = append(state.players, new_player(state))
    lay_out(state)
    for number in range(i64(len(kit.nomads))):
        tile = kit.nomads[number]
        if tile.players <= seats and (deluxe or not tile.deluxe):
            state.pile |= bits.bit(number)
    state.then(ROUND)
    state.then(BOATS)
    state.ask(BEGINNER, CHANCE)
    for back in range(i64(A.N_MIGRATION)):
        state.ask(DRAW, CHANCE, DRAW_FOR_MIGRATION + A.N_MIGRATION - 1 - back)
    for back in range(state.side.islands):
        state.ask(DRAW, CHANCE, state.side.islands - 1 - back)
    if tile_set != NONE:
        state.tiles = kit.tile_sets[tile_set]
        for back in range(state.side.islands):
            state.ask(LAY_TILE, CHANCE, state.side.islands - 1 - back)
    return state


def new_player(state: Tungaru) -> Player:
    """§setup.2"""
    p = Player()
    p.store = p.closed_space(state.kit.storage_spaces)
    p.goods = state.kit.start_goods
    p.put_goods(p.goods)
    p.reserve = state.kit.settlers
    for leader in range(i64(A.N_LEADERS)):
        p.hand |= 1 << (4 * leader)
    state.set_nomads(p)
    return p


def lay_out(state: Tungaru) -> None:
    """An empty board.  §setup.1"""
    state.migration = zeros(A.N_MIGRATION)
    state.nomad = zeros(A.MAX_ISLANDS)
    state.offer = zeros(A.MAX_ISLANDS)
    state.market = zeros(A.MAX_ISLANDS)
    state.dice = zeros(A.MAX_ISLANDS)
    for space in range(i64(A.N_MIGRATION)):
        state.migration[space] = NONE
    for island in range(i64(A.MAX_ISLANDS)):
        state.nomad[island] = NONE
        state.offer[island] = state.side.first_offer + island


@final
class LayTile(Step[Tungaru]):
    """A random tile of the set for the island in the argument.  §setup.8, §setup.9"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.tiles, A.LAY, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        tile = action - A.LAY
        island = arg_of(ask) & 15
        state.tiles &= ~bits.bit(tile)
        state.offer[island] = state.kit.first_tile + tile
        last = arg_of(ask) == state.side.islands - 1
        if last and state.seats <= 3 and state.tiles != 0 and harvestable_goods(state) != ALL_GOODS:  # §setup.9
            state.note(NOTE_TILE, 0, island)
            state.ask(LAY_TILE, CHANCE, SECOND_LAY + island)


def harvestable_goods(state: Tungaru) -> i64:
    """The kinds of goods that can be harvested somewhere."""
    found: i64 = 0
    for island in range(state.side.islands):
        found |= 1 << state.offer_at(island).good
    return found


@final
class Draw(Step[Tungaru]):
    """A Nomad from the pile for an island or a Migration space.  §setup.3, §recruit.5"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.pile, A.DRAW, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        nomad = action - A.DRAW
        place = arg_of(ask)
        state.pile &= ~bits.bit(nomad)
        if place >= DRAW_FOR_MIGRATION:
            state.migration[place - DRAW_FOR_MIGRATION] = nomad
        else:
            state.put_nomad(place, nomad)


@final
class Beginner(Step[Tungaru]):
    """§setup.4"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        for seat in range(state.seats):
            out[seat] = A.BEGIN + seat
        return state.seats

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.first = action - A.BEGIN


@final
class Boats(Step[Tungaru]):
    """From the right of the starting player on, counter-clockwise, the starting player last.  §setup.5"""

    def run(self, state: Tungaru, ask: i64) -> None:
        for k in range(state.seats):
            state.ask(BOAT, (state.first + k) % state.seats)


@final
class Boat(Step[Tungaru]):
    """An empty ground beside a Nomad that can be reserved.  §setup.5"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        side = state.side
        n: i64 = 0
        for ground in range(side.grounds):
            if state.boats_at(ground) == 0 and side.beside[ground] & ~state.reserved != 0:
                out[n] = A.BOAT + ground
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        state.put_boat(state.players[seat], action - A.BOAT)
        state.ask(RESERVE, seat)


@final
class Reserve(Step[Tungaru]):
    """One of the two Nomads beside the boat.  §setup.6"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        choice = state.side.beside[state.players[seat_of(ask)].ground] & ~state.reserved
        return bits.members_into(choice, A.RESERVE, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        island = action - A.RESERVE
        state.players[seat].reserved = island
        state.reserved |= 1 << island
        state.ask(MONUMENT, seat, SETUP_MONUMENT)
