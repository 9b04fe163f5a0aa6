"""`gain`: goods from the general supply, at once, whenever something happens, or by a single later use."""

from typing import TYPE_CHECKING, Any, final

from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.buildings.card import UNLIMITED, Building, Effect
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.buildings.things import amounts, none_counted, per_gist, per_words
from skerry.games.nusfjord.estimates import ROUNDS_LEFT, average_sets, goods_value, occurrences
from skerry.games.nusfjord.text.shortage import wood_full
from skerry.games.nusfjord.text.words import at_most

if TYPE_CHECKING:
    from skerry.games.nusfjord.buildings.fields import EffectFields
    from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class GainEffect(Effect):
    """Goods, once or for each set counted, within limits.  §card.gain"""

    def __init__(self) -> None:
        super().__init__()
        self.goods: Goods = Goods()
        self.least: i64 = 0  # sets counted
        self.most: i64 = UNLIMITED
        self.per_round: i64 = 0  # 0: as often as it happens

    def read(self, row: "EffectFields") -> None:
        self.goods = row.own_goods()
        self.per = row.counts("per")
        self.least = row.number("least")
        self.most = row.number("most", 1, 20, UNLIMITED)
        self.need, self.unless = row.counts("need"), row.counts("unless")
        self.per_round = row.limit

    def is_usable(self) -> bool:
        return True

    def can_follow_others(self) -> bool:
        return True

    def can_be_limited(self) -> bool:
        return True

    # ---- what it does
    def happen(self, state: "Nusfjord", seat: i64, card: i64, moment: i64, amount: i64) -> None:
        slot = card & 63
        if not counts.are_met(state, seat, slot, amount, self.need, self.unless):
            return
        if self.per_round > 0:
            p = state.players[seat]
            if p.uses(slot) >= self.per_round:
                return
            p.add_use(slot)
        self.goods.give(state, seat, slot, self.times(state, seat, slot, amount))

    def times(self, state: "Nusfjord", seat: i64, slot: i64, amount: i64) -> i64:
        times = counts.sets(state, seat, slot, amount, self.per)
        if times < self.least:
            times = self.least
        return times if times < self.most else self.most

    def can_use(self, state: "Nusfjord", seat: i64, card: i64) -> bool:
        return self.times(state, seat, card & 63, 0) > 0 and self.goods.is_useful(state, seat)

    # ---- what is printed
    def words(self) -> str:
        goods = self.goods.amounts()
        limits = [f"at least {self.least}"] if self.least else []
        if self.most < UNLIMITED:
            limits.append(f"at most {self.most}")
        if amounts(self.per) == {"reserve_fish": 1} and goods == {"reserve_fish": 1}:
            return f"put as many fish into your Reserve as are already there ({', '.join(limits)})"
        if amounts(self.per) == {"haul": 1} and goods == {"fish": 1}:
            return f"gain as many fish as your haul{f' ({limits[-1]})' if limits else ''}"
        each = list(goods.values())
        limits = [f"at least {each[0] * self.least}"] if self.least else []
        if self.most < UNLIMITED:
            limits.append(f"at most {each[0] * self.most}" if len(each) == 1 else f"at most {at_most(self.most)}")
        said = self.goods.gain_words() + per_words(self.per)
        return f"{said} ({', '.join(limits)})" if limits else said

    def gist(self) -> str:
        stored = self.goods.reserve_gist()
        parts = [part for part in (self.goods.supply_gist(), f"{stored} to Reserve" if stored else "") if part]
        said = ", ".join(parts) + per_gist(self.per)
        if self.most == UNLIMITED:
            return said
        each = max(self.goods.amounts().values(), default=0)
        return f"{said}, {each * self.least} to {each * self.most}" if self.least else f"{said}, max {each * self.most}"

    def face(self) -> dict[str, Any]:
        return {
            "gain": self.goods.amounts(),
            "per": amounts(self.per),
            "least": int(self.least),
            "most": int(self.most) if self.most < UNLIMITED else 0,
            "need": amounts(self.need),
            "unless": amounts(self.unless),
        }

    # ---- use
    def way_words(self) -> str:
        return "gain goods"

    def notes_name_card(self) -> bool:
        return True

    def use_refusal(self, state: "Nusfjord", seat: i64, slot: i64) -> Reason:
        lacking = none_counted(self.rule(), state, seat, slot, self.per)
        return lacking or wood_full(self.rule(), state.players[seat].wood)

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        each = goods_value(self.goods) * average_sets(self.per, card.letter, self.least, self.most)
        limit = float(card.uses) * ROUNDS_LEFT[card.letter] * 0.6 if card.uses else 99.0
        gained = each * min(occurrences(card, self), limit)
        return gained - 3.0 if "pass" in self.when else gained  # a turn passed is an action not taken
