"""The words `action`, `keep_share` and `plant`: board actions without a Worker, Shares, Forests."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import ISSUE, Effect
from skerry.games.nusfjord.effects.gain import Goods
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, carry_out


@final
@mypyc_attr(acyclic=True)
class Action(Effect):
    """The owner may carry out a board action at once, by all its rules and at its price.  §card.action"""

    def __init__(self) -> None:
        super().__init__()
        self.kind: i64 = 0
        self.twist: i64 = 0  # the argument of the action: a lower price, a limit
        self.otherwise: Goods = Goods()  # for an owner who does not

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if can_do(state, seat, self.kind, self.twist):
            self.ask(state, seat, card)
        else:
            self.otherwise.give(state, seat, card & 63, 1)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        if not can_do(state, seat, self.kind, self.twist):  # something else came in between
            out[0] = A.NO
            return 1
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.YES:
            carry_out(state, seat, self.kind, self.twist)
        else:
            self.otherwise.give(state, seat, card & 63, 1)


@final
@mypyc_attr(acyclic=True)
class KeepShare(Effect):
    """An unissued Share is turned and stays with its owner; this is not Issue a Share.  §card.keep_share

    As a reaction to Issue a Share: the issued one may be kept, for a price."""

    def __init__(self) -> None:
        super().__init__()
        self.price: i64 = 0  # gold
        self.otherwise: Goods = Goods()

    def can_take_back(self, state: Nusfjord, seat: i64) -> bool:
        return state.players[seat].gold >= self.price and state.market_of(seat) > 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if moment == ISSUE:
            if self.can_take_back(state, seat):
                self.ask(state, seat, card)
        elif state.players[seat].unissued > 0:
            state.keep_share(seat, card & 63)
        else:
            self.otherwise.give(state, seat, card & 63, 1)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        if not self.can_take_back(state, seat):
            out[0] = A.NO
            return 1
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.YES:
            state.pay(seat, 0, 0, self.price)
            state.take_back_share(seat, self.price)


@final
@mypyc_attr(acyclic=True)
class Plant(Effect):
    """Forests on double spaces that hold exactly one; this is not Reforest.  §card.plant"""

    def __init__(self) -> None:
        super().__init__()
        self.forests: i64 = 1
        self.optional: bool = False

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        self.go_on(state, seat, card, 0)

    def go_on(self, state: Nusfjord, seat: i64, card: i64, planted: i64) -> None:
        """Ask where the next Forest goes, if there is a choice."""
        p = state.players[seat]
        found: i64 = 0
        only: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) == 1:
                found += 1
                only = double
        if found == 1 and not self.optional:
            state.add_forests(seat, only, 1)
        elif found > 0:
            self.ask(state, seat, card, planted)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) == 1:
                out[n] = A.DOUBLE + double
                n += 1
        if self.optional:
            out[n] = A.DONE
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action != A.DONE:
            state.add_forests(seat, action - A.DOUBLE, 1)
            if extra + 1 < self.forests:
                self.go_on(state, seat, card, extra + 1)
