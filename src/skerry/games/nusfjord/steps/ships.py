"""Build a Ship, and exchanging a Ship for a larger one."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.numbers import positive, smaller
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as C
from skerry.games.nusfjord.buildings.card import happen, happen_to_others
from skerry.games.nusfjord.player import FISH_FROM_RESERVE, Player
from skerry.games.nusfjord.state import NOTE_UPGRADE, Nusfjord, pack_goods

FOR_GOLD: Final = 1 << A.SCHOONER_FOR_GOLD  # as a set of ways


def ship_built(way: i64) -> i64:
    """The type of Ship that this way to pay builds."""
    return smaller(way, A.SCHOONER)


def ship_wood(state: Nusfjord, p: Player, way: i64, twist: i64) -> i64:
    """Wood to pay.  The twist: wood off, gold off the schooner for gold (4 bits each).  §ship.3, R36"""
    return positive(state.kit.ship_wood[way] - (twist & 15) - p.ship_wood_off)


def ship_gold(state: Nusfjord, way: i64, twist: i64) -> i64:
    gold = state.kit.ship_gold[way]
    if way == A.SCHOONER_FOR_GOLD:
        gold -= (twist >> 4) & 15
    return positive(gold)


def payable_ways(state: Nusfjord, p: Player, twist: i64) -> i64:
    """§ship.3, R36"""
    fish = p.fish + p.reserve_fish if p.abilities & FISH_FROM_RESERVE else p.fish
    wood = p.wood + (twist & 15) + p.ship_wood_off
    found = state.kit.ship_prices.payable(wood, fish, p.gold)
    if twist > 15:
        found |= state.kit.ship_prices.payable(wood, fish, p.gold + ((twist >> 4) & 15)) & FOR_GOLD
    return found


def possible_ways(state: Nusfjord, p: Player, twist: i64) -> i64:
    """Ways to build a Ship that is in stock, fits on the track and can be paid, as a set.  §ship.2"""
    ways = payable_ways(state, p, twist) & state.kit.fitting[p.track]
    if ways != 0:
        for way in range(i64(A.N_WAYS)):
            if state.stock_of(ship_built(way)) == 0:
                ways &= ~(1 << way)
    return ways


def can_build_ship(state: Nusfjord, p: Player, twist: i64 = 0) -> bool:
    """§ship.2"""
    return possible_ways(state, p, twist) != 0


@final
class BuildShip(Step[Nusfjord]):
    """Which Ship, and how is it paid?  §ship.1 to §ship.4, R25, R26"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        return bits.members_into(possible_ways(state, p, arg_of(ask)), A.SHIP, out, 0)

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        way = action - A.SHIP
        ship = ship_built(way)
        p = state.players[seat]
        wood = ship_wood(state, p, way, arg_of(ask))
        state.pay(seat, wood, state.kit.ship_fish[way], ship_gold(state, way, arg_of(ask)))
        happen(state, seat, C.ON_PAID, wood)
        p.add_ship(ship)
        p.track += state.kit.ship_size[ship]
        state.stock -= 1 << (4 * ship)
        p.n_builds += 1
        happen(state, seat, C.ON_SHIP, p.ships_of(ship))
        if p.n_builds == 2:
            happen(state, seat, C.ON_SECOND_BUILD)
        happen_to_others(state, seat, C.ON_OTHER_SHIP)


def can_upgrade(state: Nusfjord, p: Player, ship: i64) -> bool:
    """A Ship of this type, the next larger one in stock, and room on the track.  §elders.2"""
    kit = state.kit
    if ship >= A.SCHOONER or p.ships_of(ship) == 0 or state.stock_of(ship + 1) == 0:
        return False
    return p.track + kit.ship_size[ship + 1] - kit.ship_size[ship] <= kit.track


def upgrade(state: Nusfjord, seat: i64, ship: i64, paid: i64) -> None:
    """The old Ship returns to its stack; this is not Build a Ship.  The price has been paid, `paid` is for the log.
    §elders.2"""
    p = state.players[seat]
    p.enlarge_ship(ship)
    p.track += state.kit.ship_size[ship + 1] - state.kit.ship_size[ship]
    state.stock += (1 << (4 * ship)) - (1 << (4 * (ship + 1)))
    state.note(NOTE_UPGRADE, seat, ship + 1, paid)


def can_pay_upgrade(state: Nusfjord, p: Player, ship: i64, prices: i64) -> bool:
    """Prices: wood for a cutter, gold for a schooner (4 bits each).  §elders.2"""
    if not can_upgrade(state, p, ship):
        return False
    return p.wood >= prices & 15 if ship == A.SLOOP else p.gold >= (prices >> 4) & 15


@final
class Upgrade(Step[Nusfjord]):
    """Which larger Ship?  The argument holds the prices.  §elders.2"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for ship in range(i64(A.SCHOONER)):
            if can_pay_upgrade(state, p, ship, arg_of(ask)):
                out[n] = A.SHIP + ship + 1
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        ship = action - A.SHIP - 1
        wood: i64 = 0
        gold: i64 = 0
        if ship == A.SLOOP:
            wood = arg_of(ask) & 15
        else:
            gold = (arg_of(ask) >> 4) & 15
        state.pay(seat, wood, 0, gold)
        upgrade(state, seat, ship, pack_goods(wood, 0, gold))
