"""Deforest, Reforest, Thin Out."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as C
from skerry.games.nusfjord.buildings.card import happen
from skerry.games.nusfjord.player import STACK_FORESTS, Player
from skerry.games.nusfjord.state import Nusfjord

NOT_DEFOREST: Final = 256  # bit of a Deforest twist: a Forest is removed, but this is not the action Deforest


def remove_forest(state: Nusfjord, seat: i64, double: i64, wood: i64, slot: i64 = -1) -> None:
    """Take a Forest off the board for wood; then cards may react.  §deforest.3, R27"""
    state.take_forest(seat, double, slot)
    state.gain_wood(seat, wood, slot)
    happen(state, seat, C.ON_FOREST_REMOVED, state.players[seat].forests_on(double))


@final
class Deforest(Step[Nusfjord]):
    """From which double space?  The argument: extra fish, wood instead of the printed (4 bits each), not Deforest.
    §deforest.1 to §deforest.3"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) > 0:
                out[n] = A.DOUBLE + double
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        twist = arg_of(ask)
        wood = (twist >> 4) & 15
        remove_forest(state, seat, action - A.DOUBLE, wood if wood > 0 else state.kit.deforest_wood)
        state.gain_fish(seat, twist & 15)
        if twist & NOT_DEFOREST == 0:
            happen(state, seat, C.ON_DEFOREST)


def can_reforest_on(state: Nusfjord, p: Player, double: i64) -> bool:
    """A free double space, or with an ability one that holds one or two Forests.  §reforest.1, R28, R29"""
    if (state.kit.doubles >> double) & 1 == 0:
        return False
    pair = state.kit.pair[double]
    if p.free & pair == pair:
        return True
    return p.abilities & STACK_FORESTS != 0 and 1 <= p.forests_on(double) <= 2


def can_reforest(state: Nusfjord, p: Player) -> bool:
    """§reforest.2"""
    if p.free & (p.free >> 1) & state.kit.left_cells:
        return True
    if p.abilities & STACK_FORESTS == 0:
        return False
    for double in range(i64(A.N_DOUBLES)):
        if can_reforest_on(state, p, double):
            return True
    return False


@final
class Reforest(Step[Nusfjord]):
    """On which double space?  The argument is extra wood.  §reforest.1"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if can_reforest_on(state, p, double):
                out[n] = A.DOUBLE + double
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        state.add_forests(seat, action - A.DOUBLE, state.kit.reforest_forests)
        if arg_of(ask) > 0:
            state.gain_wood(seat, arg_of(ask))
        happen(state, seat, C.ON_REFOREST)


def can_thin_out(p: Player) -> bool:
    """§thin_out.2, R12"""
    return p.n_forests > 0 and p.wood < p.wood_limit


def thin_out(state: Nusfjord, seat: i64, extra: i64) -> None:
    """§thin_out.1"""
    state.gain_wood(seat, state.players[seat].n_forests + extra)
    happen(state, seat, C.ON_THIN_OUT)


@final
class Grow(Step[Nusfjord]):
    """An Elder puts a Forest on a double space that holds one already, then you Thin Out.  The limit of a stack is our
    addition.  §elders.13, §reforest.1"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if 1 <= p.forests_on(double) < state.kit.stack_limit:
                out[n] = A.DOUBLE + double
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        state.add_forests(seat, action - A.DOUBLE, 1)
        if can_thin_out(state.players[seat]):
            thin_out(state, seat, 0)


def can_grow(state: Nusfjord, p: Player) -> bool:
    for double in range(i64(A.N_DOUBLES)):
        if 1 <= p.forests_on(double) < state.kit.stack_limit:
            return True
    return False
