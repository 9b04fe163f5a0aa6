"""Serve Fish: the Banquet Table."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.numbers import positive
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as C
from skerry.games.nusfjord.buildings.card import happen, happen_to_others
from skerry.games.nusfjord.player import SERVE_FROM_RESERVE, Player
from skerry.games.nusfjord.state import Nusfjord


def plate_price(state: Nusfjord, p: Player, plate: i64, twist: i64) -> i64:
    """The twist: wood per plate, fish off, fixed price, most plates (4 bits each).  §serve.2, R36"""
    fixed = (twist >> 8) & 15
    if fixed > 0:
        return fixed
    return 1 + positive(state.kit.plates[plate] - p.plate_off - ((twist >> 4) & 15) - 1)


def fish_to_serve(p: Player) -> i64:
    return p.fish + p.reserve_fish if p.abilities & SERVE_FROM_RESERVE else p.fish


def can_serve(state: Nusfjord, p: Player, twist: i64 = 0) -> bool:
    """§serve.3"""
    return state.plates < state.kit.n_plates and fish_to_serve(p) >= plate_price(state, p, state.plates, twist)


@final
class ServeFish(Step[Nusfjord]):
    """How many plates?  §serve.1 to §serve.3, R9"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        twist = arg_of(ask)
        most = (twist >> 12) & 15
        fish = fish_to_serve(p)
        n: i64 = 0
        for plate in range(state.plates, state.kit.n_plates):
            fish -= plate_price(state, p, plate, twist)
            if fish < 0 or (most > 0 and n == most):
                break
            out[n] = A.SERVE + n
            n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        twist = arg_of(ask)
        count = action - A.SERVE + 1
        fish: i64 = 0
        for plate in range(state.plates, state.plates + count):
            fish += plate_price(state, p, plate, twist)
        state.pay(seat, 0, fish, 0)
        state.plates += count
        p.gold += count * state.kit.serve_gold
        if twist & 15:
            state.gain_wood(seat, count * (twist & 15))
        happen(state, seat, C.ON_SERVE, count)
        happen_to_others(state, seat, C.ON_OTHER_SERVE, count)
