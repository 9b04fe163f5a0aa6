"""`clear`: remove Forests, each for wood."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.steps.forests import remove_forest


@final
@mypyc_attr(acyclic=True)
class ClearEffect(Effect):
    """The owner may remove Forests, each for wood; this is not Deforest.  §card.clear"""

    def __init__(self) -> None:
        super().__init__()
        self.forests: i64 = 1
        self.wood: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.forests, self.wood = row.required_number("forests", 1, 4), row.required_number("wood")

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.players[seat].n_forests > 0:
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if p.forests_on(double) > 0:
                out[n] = A.DOUBLE + double
                n += 1
        out[n] = A.DONE
        return n + 1

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action == A.DONE:
            return
        if extra + 1 < self.forests and state.players[seat].n_forests > 1:
            self.ask(state, seat, card, extra + 1)  # below the questions that the removal may bring
        remove_forest(state, seat, action - A.DOUBLE, self.wood, card & 63)

    # ---- what is printed
    def words(self) -> str:
        said = f"you may remove up to {self.forests} of your Forests and gain {self.wood} wood for each"
        return f"{said} (this does not count as Deforest)"

    def gist(self) -> str:
        return f"Clear {self.forests}{{tree}}, {self.wood}{{wood}} each"

    def face(self) -> dict[str, Any]:
        return {"gain": {"wood": int(self.wood)}, "most": int(self.forests)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return f"which Forest do you remove to gain {self.wood} wood?"

    def question_kind(self) -> str:
        return "card_clear"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.DOUBLE + double for double in bits.members(state.kit.doubles)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "there is no Forest here")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return (0.5 * float(self.wood) - 1.0) * float(self.forests)
