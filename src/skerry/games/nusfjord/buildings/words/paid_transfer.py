"""`paid_transfer`: Transfer Reserve at once, and gold for the fish moved."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, carry_out


@final
@mypyc_attr(acyclic=True)
class PaidTransferEffect(Effect):
    """The owner may Transfer Reserve at once and takes gold for the fish moved.  §card.paid_transfer"""

    def __init__(self) -> None:
        super().__init__()
        self.fish: i64 = 1  # for one gold
        self.most: i64 = 0  # gold

    def read(self, row: EffectFields) -> None:
        self.fish, self.most = row.required_number("fish", 1), row.required_number("most", 1)

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if can_do(state, seat, A.K_TRANSFER, 0):
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        out[0] = A.YES
        out[1] = A.NO
        return 2

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.YES:
            gold = min(self.most, state.players[seat].reserve_fish // self.fish)
            carry_out(state, seat, A.K_TRANSFER, 0)
            if gold > 0:
                state.gain_gold(seat, gold, card & 63)

    # ---- what is printed
    def words(self) -> str:
        return (
            f"you may Transfer Reserve at once and gain 1 gold for every {self.fish} fish moved (at most {self.most})"
        )

    def gist(self) -> str:
        return f"Transfer, 1{{gold}} per {self.fish}{{fish}}, max {self.most}"

    def face(self) -> dict[str, Any]:
        return {"gain": {"gold": 1}, "per": {"reserve_fish": int(self.fish)}, "most": int(self.most)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "do you want to Transfer Reserve now?"

    def question_kind(self) -> str:
        return "card_transfer"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.YES, A.NO]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "your Reserve is empty")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 1.0 + 0.75 * float(self.most)
