"""Paying goods, and goods that do not fit into the storage."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import EQUAL, LESS
from skerry.games.tungaru.state import COST, OVERFLOW, SPEND, Tungaru

RECRUITING: Final = 1 << 32  # added to the cost of a Nomad


def charge(state: Tungaru, seat: i64, cost: i64) -> None:
    """Pay at once, or ask how if a benefit gives a choice.  §benefit.equal"""
    if cost == 0:  # an owner's file may say so
        return
    if state.players[seat].benefit == EQUAL:
        state.ask(COST, seat, cost)
    else:
        state.pay(state.players[seat], cost)


def charge_recruit(state: Tungaru, seat: i64, cost: i64) -> None:
    """§recruit.1, §benefit.less"""
    if state.players[seat].benefit == LESS:
        state.ask(COST, seat, cost | RECRUITING)
    else:
        charge(state, seat, cost)


@final
class CostChoice(Step[Tungaru]):
    """As printed, or with the Leader's benefit.  §benefit.less, §benefit.equal"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        cost = arg_of(ask) & ~RECRUITING
        n: i64 = 0
        if G.covers(p.goods, cost):
            out[n] = A.PAY
            n += 1
        if arg_of(ask) & RECRUITING:
            for good in range(i64(G.N_GOODS)):
                if G.amount_of(cost, good) > 0 and G.covers(p.goods, cost - G.one(good)):
                    out[n] = A.PAY_LESS + good
                    n += 1
        else:
            out[n] = A.PAY_ANY
            n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        cost = arg_of(ask) & ~RECRUITING
        if action == A.PAY_ANY:
            state.use_benefit(seat)
            state.ask(SPEND, seat, G.total(cost))
            return
        if action != A.PAY:
            state.use_benefit(seat)
            cost -= G.one(action - A.PAY_LESS)
        state.pay(state.players[seat], cost)


@final
class Spend(Step[Tungaru]):
    """Goods of any kind, one by one; the argument says how many are still owed.  §benefit.equal"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        goods = state.players[seat].goods
        n: i64 = 0
        for good in range(i64(G.N_GOODS)):
            if G.amount_of(goods, good) > 0:
                out[n] = A.SPEND + good
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.pay(state.players[seat_of(ask)], G.one(action - A.SPEND))
        if arg_of(ask) > 1:
            state.ask(SPEND, seat_of(ask), arg_of(ask) - 1)


@final
class Overflow(Step[Tungaru]):
    """Return goods to the supply, one by one, until the rest fits.  §storage.2, §storage.3"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        stored = p.goods - p.fisher_fish
        n: i64 = 0
        for good in range(i64(G.N_GOODS)):
            if G.amount_of(stored, good) > 0:
                out[n] = A.RETURN + good
                n += 1
        return n

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        p.goods -= G.one(action - A.RETURN)
        p.take_goods(G.one(action - A.RETURN))
        p.move_up()
        if p.stored() > p.capacity:
            state.ask(OVERFLOW, seat_of(ask))
