"""`keep_share`: an unissued Share becomes an issued one of its owner; after Issue a Share, that Share for gold."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_ISSUE, Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.estimates import occurrences
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class KeepShareEffect(Effect):
    """An unissued Share is turned and stays with its owner; this is not Issue a Share.  §card.keep_share

    As a reaction to Issue a Share: the issued one may be kept, for a price."""

    def __init__(self) -> None:
        super().__init__()
        self.price: i64 = 0  # gold
        self.otherwise: Goods = Goods()

    def read(self, row: EffectFields) -> None:
        self.price = row.number("pay_gold")
        self.otherwise = row.goods("otherwise")

    # ---- what it does
    def can_take_back(self, state: Nusfjord, seat: i64) -> bool:
        return state.players[seat].gold >= self.price and state.market_of(seat) > 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if moment == ON_ISSUE:
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

    # ---- what is printed
    def words(self) -> str:
        if self.when:
            return f"you may pay {self.price} gold to keep it as an issued Share"
        other = self.otherwise.gain_words()
        said = "turn over one of your unissued Shares and keep it as an issued Share"
        return f"{said}; if you have none, {other}" if other else said

    def gist(self) -> str:
        if self.when:
            return f"{self.price}{{gold}} to keep it"
        other = self.otherwise.gist()
        return f"Keep a new {{share}} or {other}" if other else "Keep a new {share}"

    def face(self) -> dict[str, Any]:
        return {"pay": Goods(0, 0, self.price).amounts(), "instead": self.otherwise.amounts()}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return f"pay {self.price} gold to keep the Share?"

    def question_kind(self) -> str:
        return "card_keep"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.YES, A.NO]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "you cannot pay for it, or the Share is gone")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return occurrences(card, self) if self.when else 2.4
