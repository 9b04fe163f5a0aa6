"""`exchange`: pay goods and take others, up to a number of times."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.buildings.card import ON_USE, ONCE, Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.buildings.things import THINGS, amounts, none_counted, per_gist
from skerry.games.nusfjord.estimates import AT_END, ROUNDS_LEFT, UNIT_IDLE, average_sets, goods_value, occurrences
from skerry.games.nusfjord.state import NOTE_TRADE, Nusfjord, pack_goods
from skerry.games.nusfjord.text.shortage import wood_full
from skerry.games.nusfjord.text.words import at_most, up_to


@final
@mypyc_attr(acyclic=True)
class ExchangeEffect(Effect):
    """Full exchanges only; always the owner's choice.  With `per`, once for each set counted.  §card.exchange"""

    def __init__(self) -> None:
        super().__init__()
        self.pay: Goods = Goods()
        self.take: Goods = Goods()
        self.times: i64 = 1  # at most, at one moment

    def read(self, row: EffectFields) -> None:
        self.pay, self.take = row.required_goods("pay"), row.required_goods("take")
        self.times = row.number("times", 1, 20, 1)
        self.per = row.counts("per")

    def is_usable(self) -> bool:
        return True

    # ---- what it does
    def possible(self, state: Nusfjord, seat: i64, slot: i64) -> i64:
        """How many times in a row."""
        times = min(self.times, self.pay.payable(state, seat))
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
        if moment == ON_USE:
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
            paid = pack_goods(pay.wood * times, pay.fish * times, pay.gold * times)
            stored = pack_goods(pay.reserve_wood * times, pay.reserve_fish * times, pay.reserve_gold * times)
            state.note(NOTE_TRADE, seat, 0, (slot + 1) | paid << 8 | stored << 32)
        self.take.give(state, seat, slot, times)

    # ---- what is printed
    def trade_words(self, times: i64) -> str:
        return f"pay {self.pay.times(times).words()} to {self.take.times(times).gain_words()}"

    def words(self) -> str:
        said = self.trade_words(1)
        if len(self.per) > 0:
            each = " and ".join([f"of your {THINGS[name].words(2)}" for name in amounts(self.per)])
            return f"for each {each}, you may {said} (at most {at_most(self.times)})"
        if self.times == 1:
            return f"you may {said}" if self.when else said
        return f"you may {said}, {up_to(self.times)}"

    def gist(self) -> str:
        said = f"{self.pay.gist()} {{to}} {self.take.gist()}{per_gist(self.per)}"
        return f"{said}, max {self.times}×" if self.times > 1 else said

    def face(self) -> dict[str, Any]:
        pay, take = self.pay.amounts(), self.take.amounts()
        return {"pay": pay, "gain": take, "most": int(self.times), "per": amounts(self.per)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return f"how many times do you {self.trade_words(1)}?"

    def question_kind(self) -> str:
        return "card_trade"

    def option_words(self, state: Nusfjord, verb: str, n: i64) -> str:
        return self.trade_words(n) if n else "not at all"

    def way_words(self) -> str:
        return self.trade_words(1)

    def notes_name_card(self) -> bool:
        return True

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.AMOUNT + times for times in range(int(extra), int(self.times) + 1)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        lacking = self.pay.times(action - A.AMOUNT).shortage(self.rule(), state, seat)
        if lacking is not None:
            return lacking
        possible = int(self.possible(state, seat, slot))
        words = f"you can do this only {at_most(possible)} now" if possible else "you cannot do this now"
        return Reason(self.rule(), words, {"possible": possible})

    def use_refusal(self, state: Nusfjord, seat: i64, slot: i64) -> Reason:
        rule = self.rule()
        lacking = self.pay.shortage(rule, state, seat) or none_counted(rule, state, seat, slot, self.per)
        return lacking or wood_full(rule, state.players[seat].wood)

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        profit = max(goods_value(self.take) - goods_value(self.pay, UNIT_IDLE), 0.0)
        effects = float(len(card.effects))
        if card.uses:
            uses = (0.85, 1.6, 2.4)[card.uses - 1] * ROUNDS_LEFT[card.letter]
            return profit * uses / effects + 0.25 * (effects - 1.0)
        most = float(self.times)
        if len(self.per) > 0:
            most = min(most, average_sets(self.per, AT_END if card.category == ONCE else card.letter))
        return profit * most * (0.82 if self.times > 1 else 1.0) * occurrences(card, self)
