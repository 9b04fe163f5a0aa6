"""The actions of the Action board: what is possible, and doing it.

A twist is what an Elder or Building changes about an action, packed by 4 bits; 0 is the printed action:
  Serve Fish        wood per plate, fish off per plate, fixed price of a plate, most plates
  Build a Building  wood off, more wood off for a hand card
  Build a Ship      wood off, gold off the schooner for gold
  Issue a Share     gold instead of the printed
  Buy All Shares    gold off
  Deforest          extra fish, wood instead of the printed, 1 if it does not count as Deforest
  Reforest          extra wood
  Thin Out          extra wood
  Transfer Reserve  fish put into the Reserve before
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as C
from skerry.games.nusfjord.buildings.card import happen, happen_to_others
from skerry.games.nusfjord.state import (
    BUILDING,
    COPY,
    DEFOREST,
    MAY,
    REFOREST,
    SERVE,
    SHIP,
    TAKE,
    WHICH_ELDER,
    Nusfjord,
)
from skerry.games.nusfjord.steps.banquet import can_serve
from skerry.games.nusfjord.steps.building import can_build
from skerry.games.nusfjord.steps.elders import can_take, can_use_any
from skerry.games.nusfjord.steps.forests import can_reforest, can_thin_out, thin_out
from skerry.games.nusfjord.steps.shares import buy, can_buy, can_issue, issue
from skerry.games.nusfjord.steps.ships import can_build_ship


def can_do(state: Nusfjord, seat: i64, kind: i64, twist: i64 = 0) -> bool:
    """Would the action change something?  Where a Worker could stand is not looked at.  §work.5, R12"""
    p = state.players[seat]
    if kind == A.K_GOLD:
        return True
    if kind == A.K_TRANSFER:  # §transfer.2
        return p.stored() + twist > 0
    if kind == A.K_SERVE:
        return can_serve(state, p, twist)
    if kind == A.K_BUILDING:
        return can_build(state, p, twist)
    if kind == A.K_ISSUE:
        return can_issue(p)
    if kind == A.K_BUY:
        return can_buy(state, seat, twist)
    if kind == A.K_DEFOREST:  # §deforest.2
        return p.n_forests > 0
    if kind == A.K_REFOREST:
        return can_reforest(state, p)
    if kind == A.K_THIN_OUT:
        return can_thin_out(p)
    if kind == A.K_SHIP:
        return can_build_ship(state, p, twist)
    if kind == A.K_ELDER:
        return can_take(state, p)
    if kind == A.K_COPY_ANY:
        return to_copy(state, seat, 0) != 0
    return can_use_any(state, seat)


def possible_spaces(state: Nusfjord, seat: i64, among: i64) -> i64:
    """Those of these spaces of the Action board whose action would change something.  §work.5, R12

    Sets of spaces have 3 bits for each, as `workers` has, of which the lowest counts.  What is said here of the printed
    actions `can_do` says of those with a twist.
    """
    p = state.players[seat]
    found = among & A.AT_GOLD
    if among & A.AT_TRANSFER and p.stored() > 0:
        found |= A.AT_TRANSFER
    if among & A.AT_SERVE and can_serve(state, p):
        found |= A.AT_SERVE
    if among & A.AT_BUILD and can_build(state, p):
        found |= among & A.AT_BUILD
    if among & A.AT_ISSUE and can_issue(p):
        found |= A.AT_ISSUE
    if among & A.AT_BUY and can_buy(state, seat):
        found |= A.AT_BUY
    if among & A.AT_DEFOREST and p.n_forests > 0:
        found |= A.AT_DEFOREST
    if among & A.AT_REFOREST and can_reforest(state, p):
        found |= A.AT_REFOREST
    if among & A.AT_THIN_OUT and can_thin_out(p):
        found |= A.AT_THIN_OUT
    if among & A.AT_SHIP and can_build_ship(state, p):
        found |= A.AT_SHIP
    if among & A.AT_ELDER and can_take(state, p):
        found |= A.AT_ELDER
    return found


def carry_out(state: Nusfjord, seat: i64, kind: i64, twist: i64 = 0) -> None:
    """Do the action at once, or ask what it needs to know.  §work.4"""
    if kind == A.K_GOLD:  # §gold.1
        state.gain_gold(seat, state.kit.space_gold)
        happen(state, seat, C.ON_GOLD_SPACE)
    elif kind == A.K_TRANSFER:
        transfer(state, seat, twist)
    elif kind == A.K_SERVE:
        state.ask(SERVE, seat, twist)
    elif kind == A.K_BUILDING:
        state.ask(BUILDING, seat, twist)
    elif kind == A.K_ISSUE:
        issue(state, seat, twist)
    elif kind == A.K_BUY:
        buy(state, seat, twist)
    elif kind == A.K_DEFOREST:
        state.ask(DEFOREST, seat, twist)
    elif kind == A.K_REFOREST:
        state.ask(REFOREST, seat, twist)
    elif kind == A.K_THIN_OUT:
        thin_out(state, seat, twist)
    elif kind == A.K_SHIP:
        state.ask(SHIP, seat, twist)
    elif kind == A.K_ELDER:
        state.ask(TAKE, seat)
    elif kind == A.K_COPY_ANY:
        copy_into(state, seat, 0)
    else:
        state.ask(WHICH_ELDER, seat)


def transfer(state: Nusfjord, seat: i64, fish: i64) -> None:
    """Everything in the Reserve goes into the supply.  §transfer.1"""
    state.reserve_add_fish(seat, fish)
    p = state.players[seat]
    goods = p.stored()
    state.reserve_to_supply(seat, p.reserve_wood, p.reserve_fish, p.reserve_gold)
    happen(state, seat, C.ON_TRANSFER, goods)
    happen_to_others(state, seat, C.ON_OTHER_TRANSFER)


# ---- Copy an Action.  Column 0 is any, 1 to 3 left, middle, right.


def to_copy(state: Nusfjord, seat: i64, column: i64) -> i64:
    """The fully occupied spaces of the column whose action is possible.
    §copy.1, §copy.2, §copy.3, §copy.4, R15, R16, R17"""
    return possible_spaces(state, seat, state.blocked_spaces() & state.kit.columns[column])


def copy_into(state: Nusfjord, seat: i64, column: i64) -> None:
    state.ask(COPY, seat, column)


@final
class CopyAction(Step[Nusfjord]):
    """Which blocked space?  The argument is the column.  §copy.1, §copy.2"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        spaces = to_copy(state, seat_of(ask), arg_of(ask))
        n: i64 = 0
        for space in range(i64(A.N_BOARD)):
            if (spaces >> (3 * space)) & 1:
                out[n] = A.COPY + space
                n += 1
        return n

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        space = action - A.COPY
        carry_out(state, seat_of(ask), A.kind_of(space))


# ---- an action one may do


@final
class ThenMay(Step[Nusfjord]):
    """The argument: seat, kind of action (4 bits each), twist.  Asked only if the action is possible."""

    def run(self, state: Nusfjord, ask: i64) -> None:
        arg = arg_of(ask)
        if can_do(state, arg & 15, (arg >> 4) & 15, arg >> 8):
            state.ask(MAY, arg & 15, arg >> 4)


@final
class May(Step[Nusfjord]):
    """You may do this.  §elders.18"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        kind = arg_of(ask) & 15
        twist = arg_of(ask) >> 4
        if action == A.YES and can_do(state, seat_of(ask), kind, twist):  # something else may have come in between
            carry_out(state, seat_of(ask), kind, twist)
