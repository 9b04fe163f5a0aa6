"""`plant`: Forests on double spaces that hold exactly one."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.estimates import occurrences
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class PlantEffect(Effect):
    """Forests on double spaces that hold exactly one; this is not Reforest.  §card.plant"""

    def __init__(self) -> None:
        super().__init__()
        self.forests: i64 = 1
        self.optional: bool = False

    def read(self, row: EffectFields) -> None:
        self.forests = row.number("forests", 1, 4, 1)
        self.optional = row.flag("optional")

    # ---- what it does
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

    # ---- what is printed
    def words(self) -> str:
        may = "you may put" if self.optional else "put"
        if self.forests == 1:
            return f"{may} 1 Forest on a double space that holds exactly 1"
        return f"{may} 1 Forest on each of up to {self.forests} double spaces that hold exactly 1"

    def gist(self) -> str:
        return f"+{self.forests}{{tree}} on single ones"

    def face(self) -> dict[str, Any]:
        return {"most": int(self.forests)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "where do you plant a Forest?"

    def question_kind(self) -> str:
        return "card_plant"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.DOUBLE + double for double in bits.members(state.kit.doubles)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        forests = int(state.players[seat].forests_on(action - A.DOUBLE))
        words = f"this double space must hold exactly 1 Forest, but holds {forests or 'none'}"
        return Reason(self.rule(), words, {"forests": forests})

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 0.6 * float(self.forests) * occurrences(card, self)
