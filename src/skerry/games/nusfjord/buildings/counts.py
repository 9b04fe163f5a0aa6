"""What a card can count: the words behind `per`, `need` and `unless` in the rows of the Buildings."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import WHENEVER

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord, Player

OF_AMOUNT: Final = 0  # of the event: see the moments in card.py
OF_WOOD: Final = 1  # in the supply
OF_FISH: Final = 2
OF_GOLD: Final = 3
OF_RESERVE_FISH: Final = 4
OF_STORED_WOOD: Final = 5  # supply and Reserve together
OF_STORED_FISH: Final = 6
OF_HAUL: Final = 7
OF_SHIPS: Final = 8  # tiles; the catboat is none (R24)
OF_SLOOPS: Final = 9
OF_CUTTERS: Final = 10
OF_SCHOONERS: Final = 11
OF_SHIP_TYPES: Final = 12
OF_ELDERS: Final = 13
OF_FED_ELDERS: Final = 14  # with at least one fish
OF_ELDER_FISH: Final = 15
OF_FORESTS: Final = 16
OF_WOODLANDS: Final = 17  # double spaces with a Forest
OF_STACKS: Final = 18  # double spaces with two Forests or more
OF_FREE_SPACES: Final = 19
OF_BUILDINGS: Final = 20
OF_A_BUILDINGS: Final = 21
OF_B_BUILDINGS: Final = 22
OF_WHENEVER_BUILDINGS: Final = 23
OF_FULL_ROWS: Final = 24  # without a free Building space
OF_BUILT_ROWS: Final = 25  # every Building space holds a Building
OF_FREE_IN_ROW: Final = 26  # free Building spaces in the row of this card
OF_IN_LINE: Final = 27  # other Buildings in the row or column of this card
OF_SHARES: Final = 28  # issued ones one holds, of any colour
OF_SHARES_AWAY: Final = 29  # own Shares on the Action board and with others
OF_UNISSUED: Final = 30
OF_LOSSES: Final = 31  # free Building spaces and unissued Shares
OF_PLATES: Final = 32  # filled

COUNT_NAMES: Final = [
    "amount", "wood", "fish", "gold", "reserve_fish", "stored_wood", "stored_fish", "haul", "ships", "sloops",
    "cutters", "schooners", "ship_types", "elders", "fed_elders", "elder_fish", "forests", "woodlands", "stacks",
    "free_spaces", "buildings", "a_buildings", "b_buildings", "whenever_buildings", "full_rows", "built_rows",
    "free_in_row", "in_line", "shares", "shares_away", "unissued", "losses", "plates",
]  # fmt: skip


def count_of(state: "Nusfjord", seat: i64, slot: i64, amount: i64, what: i64) -> i64:
    """How many there are now."""
    p = state.players[seat]
    if what <= OF_STORED_FISH:
        return goods_count(p, amount, what)
    if what <= OF_SHIP_TYPES:
        return fleet_count(state, p, what)
    if what == OF_ELDERS:
        return p.n_elders
    if what <= OF_ELDER_FISH:
        return fish_on_elders(p, what)
    if what == OF_FORESTS:
        return p.n_forests
    if what <= OF_STACKS:
        least: i64 = 1 if what == OF_WOODLANDS else 2
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) >= least:
                n += 1
        return n
    if what <= OF_IN_LINE:
        return harbor_count(state, p, slot, what)
    if what == OF_SHARES:
        return p.n_shares
    if what == OF_SHARES_AWAY:
        return state.own_shares_away(seat)
    if what == OF_UNISSUED:
        return p.unissued
    if what == OF_LOSSES:
        return p.unissued + p.n_free
    return state.plates


def goods_count(p: "Player", amount: i64, what: i64) -> i64:
    if what == OF_AMOUNT:
        return amount
    if what == OF_WOOD:
        return p.wood
    if what == OF_FISH:
        return p.fish
    if what == OF_GOLD:
        return p.gold
    if what == OF_RESERVE_FISH:
        return p.reserve_fish
    if what == OF_STORED_WOOD:
        return p.wood + p.reserve_wood
    return p.fish + p.reserve_fish


def fleet_count(state: "Nusfjord", p: "Player", what: i64) -> i64:
    if what == OF_HAUL:
        return state.haul(p)
    if what == OF_SHIPS:
        return p.n_ships
    if what < OF_SHIP_TYPES:
        return p.ships_of(what - OF_SLOOPS)
    types: i64 = 0
    for ship in range(i64(A.N_SHIPS)):
        if p.ships_of(ship) > 0:
            types += 1
    return types


def fish_on_elders(p: "Player", what: i64) -> i64:
    n: i64 = 0
    mask = p.elders
    while mask != 0:
        elder = bits.lowest(mask)
        mask &= mask - 1
        fish = p.elder_fish(elder)
        if what == OF_ELDER_FISH:
            n += fish
        elif fish > 0:
            n += 1
    return n


def harbor_count(state: "Nusfjord", p: "Player", slot: i64, what: i64) -> i64:
    if what == OF_FREE_SPACES:
        return p.n_free
    if what == OF_BUILDINGS:
        return p.n_built
    if what == OF_A_BUILDINGS:
        return bits.count(p.built & A.A_CARDS)
    if what == OF_B_BUILDINGS:
        return bits.count(p.built & A.B_CARDS)
    if what == OF_WHENEVER_BUILDINGS:
        return of_category(state, p, WHENEVER)
    if OF_FULL_ROWS <= what <= OF_BUILT_ROWS:
        return rows(state, p, what)
    cell = p.cell_of(slot)
    if what == OF_FREE_IN_ROW:
        return bits.count(p.free & state.kit.row[cell >> 2])
    n: i64 = -2  # the card itself is in its row and in its column
    for k in range(i64(4)):
        if p.building_at((cell & ~3) + k) >= 0:
            n += 1
    for k in range(i64(3)):
        if p.building_at((cell & 3) + 4 * k) >= 0:
            n += 1
    return n


def of_category(state: "Nusfjord", p: "Player", category: i64) -> i64:
    n: i64 = 0
    mask = p.built
    while mask != 0:
        if state.deck.cards[bits.lowest(mask)].category == category:
            n += 1
        mask &= mask - 1
    return n


def rows(state: "Nusfjord", p: "Player", what: i64) -> i64:
    """Rows of the harbor without a free space, or with Buildings only; the Reserve is no Building space."""
    n: i64 = 0
    for row in range(i64(3)):
        spaces = state.kit.row[row]
        if p.free & spaces == 0 and (what == OF_FULL_ROWS or are_built(p, spaces)):
            n += 1
    return n


def are_built(p: "Player", cells: i64) -> bool:
    while cells != 0:
        if p.building_at(bits.lowest(cells)) < 0:
            return False
        cells &= cells - 1
    return True


def sets(state: "Nusfjord", seat: i64, slot: i64, amount: i64, per: vec[i64]) -> i64:
    """How many complete sets there are; `per` is (what, number) one after the other.  None named: one."""
    if len(per) == 0:
        return 1
    n = count_of(state, seat, slot, amount, per[0]) // per[1]
    i: i64 = 2
    while i < len(per):
        other = count_of(state, seat, slot, amount, per[i]) // per[i + 1]
        if other < n:
            n = other
        i += 2
    return n


def are_met(state: "Nusfjord", seat: i64, slot: i64, amount: i64, need: vec[i64], unless: vec[i64]) -> bool:
    """There is at least what `need` says, and not as much of anything as `unless` says."""
    i: i64 = 0
    while i < len(need):
        if count_of(state, seat, slot, amount, need[i]) < need[i + 1]:
            return False
        i += 2
    i = 0
    while i < len(unless):
        if count_of(state, seat, slot, amount, unless[i]) >= unless[i + 1]:
            return False
        i += 2
    return True
