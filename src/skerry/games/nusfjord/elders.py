"""The Elders' actions: a board action with a twist, or something of their own."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.box import Elder
from skerry.games.nusfjord.state import (
    DO_BUILD,
    DO_FOREST,
    ELDER_DO,
    GROW,
    NOTE_TRADE,
    THEN_MAY,
    UPGRADE,
    Nusfjord,
    pack_goods,
)
from skerry.games.nusfjord.steps.actions import can_do, carry_out
from skerry.games.nusfjord.steps.forests import NOT_DEFOREST, can_grow
from skerry.games.nusfjord.steps.ships import can_pay_upgrade


@final
@mypyc_attr(acyclic=True)
class ElderAction(Elder):
    """A board action with a twist (see steps/actions.py); kit/elders.py says whose."""

    def __init__(self, kind: i64 = 0, twist: i64 = 0) -> None:
        self.kind: i64 = kind
        self.twist: i64 = twist

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        return can_do(state, seat, self.kind, self.twist)

    def act(self, state: Nusfjord, seat: i64) -> None:
        carry_out(state, seat, self.kind, self.twist)


@final
@mypyc_attr(acyclic=True)
class ElderGain(Elder):
    """Take goods.  §elders.9, §elders.16"""

    def __init__(self, wood: i64 = 0, fish: i64 = 0, gold: i64 = 0) -> None:
        self.wood: i64 = wood
        self.fish: i64 = fish
        self.gold: i64 = gold

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        p = state.players[seat]
        return self.fish + self.gold > 0 or (self.wood > 0 and p.wood < p.wood_limit)

    def act(self, state: Nusfjord, seat: i64) -> None:
        if self.wood > 0:
            state.gain_wood(seat, self.wood)
        state.gain_fish(seat, self.fish)
        state.gain_gold(seat, self.gold)


@final
@mypyc_attr(acyclic=True)
class ElderExchange(Elder):
    """Pay goods, take goods.  §elders.14, §elders.15"""

    def __init__(
        self,
        wood: i64 = 0,
        fish: i64 = 0,
        gold: i64 = 0,
        pay_wood: i64 = 0,
        pay_fish: i64 = 0,
        pay_gold: i64 = 0,
    ) -> None:
        self.wood: i64 = wood
        self.fish: i64 = fish
        self.gold: i64 = gold
        self.pay_wood: i64 = pay_wood
        self.pay_fish: i64 = pay_fish
        self.pay_gold: i64 = pay_gold

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        p = state.players[seat]
        return p.wood >= self.pay_wood and p.fish >= self.pay_fish and p.gold >= self.pay_gold

    def act(self, state: Nusfjord, seat: i64) -> None:
        state.pay(seat, self.pay_wood, self.pay_fish, self.pay_gold)
        if state.noting:
            state.note(NOTE_TRADE, seat, 0, pack_goods(self.pay_wood, self.pay_fish, self.pay_gold) << 8)
        if self.wood > 0:
            state.gain_wood(seat, self.wood)
        state.gain_fish(seat, self.fish)
        state.gain_gold(seat, self.gold)


@final
@mypyc_attr(acyclic=True)
class ShipOrBuilding(Elder):
    """Build a Ship or Build a Building.  §elders.1"""

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        return can_do(state, seat, A.K_SHIP) or can_do(state, seat, A.K_BUILDING)

    def act(self, state: Nusfjord, seat: i64) -> None:
        if not can_do(state, seat, A.K_SHIP):
            carry_out(state, seat, A.K_BUILDING)
        elif not can_do(state, seat, A.K_BUILDING):
            carry_out(state, seat, A.K_SHIP)
        else:
            state.ask(ELDER_DO, seat, DO_BUILD)


@final
@mypyc_attr(acyclic=True)
class ThinOutOrReforest(Elder):
    """Thin Out, or Reforest, each with more wood.  §elders.3"""

    def __init__(self, wood: i64 = 0, more: i64 = 0) -> None:
        self.wood: i64 = wood  # with Thin Out
        self.more: i64 = more  # with Reforest

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        return can_do(state, seat, A.K_THIN_OUT) or can_do(state, seat, A.K_REFOREST)

    def act(self, state: Nusfjord, seat: i64) -> None:
        if not can_do(state, seat, A.K_REFOREST):
            carry_out(state, seat, A.K_THIN_OUT, self.wood)
        elif not can_do(state, seat, A.K_THIN_OUT):
            carry_out(state, seat, A.K_REFOREST, self.more)
        else:
            state.ask(ELDER_DO, seat, DO_FOREST | self.wood << 4 | self.more << 8)


@final
class ElderDo(Step[Nusfjord]):
    """Which of the two actions?  §elders.1, §elders.3"""

    def legal_into(self, state: Nusfjord, ask: i64, out: vec[i64]) -> i64:
        if arg_of(ask) & 15 == DO_BUILD:
            out[0] = A.DO + A.K_BUILDING
            out[1] = A.DO + A.K_SHIP
        else:
            out[0] = A.DO + A.K_REFOREST
            out[1] = A.DO + A.K_THIN_OUT
        return 2

    def apply(self, state: Nusfjord, ask: i64, action: i64) -> None:
        kind = action - A.DO
        twist: i64 = 0
        if kind == A.K_THIN_OUT:
            twist = (arg_of(ask) >> 4) & 15
        elif kind == A.K_REFOREST:
            twist = (arg_of(ask) >> 8) & 15
        carry_out(state, seat_of(ask), kind, twist)


@final
@mypyc_attr(acyclic=True)
class UpgradeShip(Elder):
    """Exchange a Ship for the next larger one.  §elders.2"""

    def __init__(self, pay_wood: i64 = 0, pay_gold: i64 = 0) -> None:
        self.prices: i64 = pay_wood | pay_gold << 4  # of a cutter in wood, of a schooner in gold

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        p = state.players[seat]
        return can_pay_upgrade(state, p, A.SLOOP, self.prices) or can_pay_upgrade(state, p, A.CUTTER, self.prices)

    def act(self, state: Nusfjord, seat: i64) -> None:
        state.ask(UPGRADE, seat, self.prices)


@final
@mypyc_attr(acyclic=True)
class GrowAndThinOut(Elder):
    """A Forest on top of another, then Thin Out.  §elders.13"""

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        return can_grow(state, state.players[seat])

    def act(self, state: Nusfjord, seat: i64) -> None:
        state.ask(GROW, seat)


@final
@mypyc_attr(acyclic=True)
class ClearAndBuild(Elder):
    """Remove a Forest for wood, then you may Build a Building.  §elders.18"""

    def __init__(self, wood: i64 = 0) -> None:
        self.wood: i64 = wood

    def can_act(self, state: Nusfjord, seat: i64) -> bool:
        return state.players[seat].n_forests > 0

    def act(self, state: Nusfjord, seat: i64) -> None:
        state.then(THEN_MAY, seat | A.K_BUILDING << 4)
        carry_out(state, seat, A.K_DEFOREST, self.wood << 4 | NOT_DEFOREST)
