"""The words `exchange` and `upgrade`: goods for goods, and Ships for larger ones."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.cards import USE, Effect
from skerry.games.nusfjord.effects import counts
from skerry.games.nusfjord.effects.gain import NOTHING, Goods
from skerry.games.nusfjord.state import NOTE_TRADE, Nusfjord, goods
from skerry.games.nusfjord.steps.ships import can_upgrade, upgrade


def affordable(state: Nusfjord, seat: i64, price: Goods) -> i64:
    """How many times the player could pay this now; 99 if it is free."""
    p = state.players[seat]
    times: i64 = 99
    if price.wood > 0:
        times = min(times, p.wood // price.wood)
    if price.fish > 0:
        times = min(times, p.fish // price.fish)
    if price.gold > 0:
        times = min(times, p.gold // price.gold)
    if price.reserve_wood > 0:
        times = min(times, p.reserve_wood // price.reserve_wood)
    if price.reserve_fish > 0:
        times = min(times, p.reserve_fish // price.reserve_fish)
    if price.reserve_gold > 0:
        times = min(times, p.reserve_gold // price.reserve_gold)
    return times


@final
@mypyc_attr(acyclic=True)
class Exchange(Effect):
    """Full exchanges only; always the owner's choice.  §card.exchange"""

    def __init__(self) -> None:
        super().__init__()
        self.pay: Goods = Goods()
        self.take: Goods = Goods()
        self.times: i64 = 1  # at most, at one moment
        self.per: vec[i64] = NOTHING  # at most once for each of these

    def possible(self, state: Nusfjord, seat: i64, slot: i64) -> i64:
        """How many times in a row."""
        times = min(self.times, affordable(state, seat, self.pay))
        if len(self.per) > 0:
            times = min(times, counts.sets(state, seat, slot, 0, self.per))
        take = self.take
        if take.wood > 0 and take.fish + take.gold + take.stored() == 0:  # only as long as wood still arrives
            p = state.players[seat]
            times = min(times, (p.wood_limit - p.wood + take.wood - 1) // take.wood)
        return times

    def can_use(self, state: Nusfjord, seat: i64, card: i64) -> bool:
        return self.possible(state, seat, card & 63) > 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        most = self.possible(state, seat, card & 63)
        if moment == USE:
            if most == 1:
                self.trade(state, seat, card & 63, 1)
            else:
                self.ask(state, seat, card, 1)
        elif most > 0:
            self.ask(state, seat, card, 0)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """`extra` is the least number of exchanges."""
        most = self.possible(state, seat, card & 63)
        n: i64 = 0
        times = extra
        while times <= most:
            out[n] = A.AMOUNT + times
            n += 1
            times += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        self.trade(state, seat, card & 63, action - A.AMOUNT)

    def trade(self, state: Nusfjord, seat: i64, slot: i64, times: i64) -> None:
        if times == 0:
            return
        pay = self.pay
        state.pay(seat, pay.wood * times, pay.fish * times, pay.gold * times)
        p = state.players[seat]
        p.reserve_wood -= pay.reserve_wood * times
        p.reserve_fish -= pay.reserve_fish * times
        p.reserve_gold -= pay.reserve_gold * times
        if state.noting:
            paid = goods(pay.wood * times, pay.fish * times, pay.gold * times)
            stored = goods(pay.reserve_wood * times, pay.reserve_fish * times, pay.reserve_gold * times)
            state.note(NOTE_TRADE, seat, 0, (slot + 1) | paid << 8 | stored << 32)
        self.take.give(state, seat, slot, times)


@final
@mypyc_attr(acyclic=True)
class Upgrade(Effect):
    """A Ship makes room for the next larger type; this is not Build a Ship.  §card.upgrade"""

    def __init__(self) -> None:
        super().__init__()
        self.ships: i64 = 1
        self.sloop: Goods = Goods()  # the price of a cutter for a sloop
        self.cutter: Goods = Goods()  # the price of a schooner for a cutter

    def can_swap(self, state: Nusfjord, seat: i64, ship: i64) -> bool:
        price = self.sloop if ship == A.SLOOP else self.cutter
        return can_upgrade(state, state.players[seat], ship) and affordable(state, seat, price) > 0

    def can_use(self, state: Nusfjord, seat: i64, card: i64) -> bool:
        return self.can_swap(state, seat, A.SLOOP) or self.can_swap(state, seat, A.CUTTER)

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if self.can_use(state, seat, card):
            self.ask(state, seat, card, 1 if moment == USE else 0)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """`extra`: bit 0, the first swap must be done; the rest, swaps done."""
        n: i64 = 0
        for ship in range(i64(A.SCHOONER)):
            if self.can_swap(state, seat, ship):
                out[n] = A.SHIP + ship + 1  # the new type
                n += 1
        if extra != 1:
            out[n] = A.DONE
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.DONE:
            return
        ship = action - A.SHIP - 1
        price = self.sloop if ship == A.SLOOP else self.cutter
        if price.wood + price.fish + price.gold > 0:
            state.pay(seat, price.wood, price.fish, price.gold)
        upgrade(state, seat, ship, goods(price.wood, price.fish, price.gold))
        done = (extra >> 1) + 1
        if done < self.ships and self.can_use(state, seat, card):
            self.ask(state, seat, card, done << 1)
