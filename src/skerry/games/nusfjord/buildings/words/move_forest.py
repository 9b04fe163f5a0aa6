"""`move_forest`: move a Forest, or remove it for wood."""

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
from skerry.games.nusfjord.text.words import double_name


@final
@mypyc_attr(acyclic=True)
class MoveForestEffect(Effect):
    """A Forest moves to another double space that is free or holds exactly one, or leaves for wood.
    §card.move_forest"""

    def __init__(self) -> None:
        super().__init__()
        self.wood: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.wood = row.required_number("wood")

    def is_usable(self) -> bool:
        return True

    # ---- what it does
    def can_use(self, state: Nusfjord, seat: i64, card: i64) -> bool:
        return state.players[seat].n_forests > 0

    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        """`extra` is 0 for the Forest to move, then its double space + 1."""
        p = state.players[seat]
        n: i64 = 0
        for double in range(i64(A.N_DOUBLES)):
            if extra == 0:
                possible = p.forests_on(double) > 0
            else:
                possible = state.can_move_forest(p, extra - 1, double)
            if possible:
                out[n] = A.DOUBLE + double
                n += 1
        if extra > 0:
            out[n] = A.DONE
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if extra == 0:
            self.ask(state, seat, card, action - A.DOUBLE + 1)
        elif action == A.DONE:
            remove_forest(state, seat, extra - 1, self.wood, card & 63)
        else:
            state.move_forest(seat, extra - 1, action - A.DOUBLE)

    # ---- what is printed
    def words(self) -> str:
        move = "move 1 Forest to another double space that is free or holds exactly 1"
        return f"{move}, or remove 1 Forest and gain {self.wood} wood (this does not count as Deforest)"

    def gist(self) -> str:
        return f"move a {{tree}}, or clear it for {self.wood}{{wood}}"

    def face(self) -> dict[str, Any]:
        return {"instead": {"wood": int(self.wood)}}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "where does the Forest go?" if extra else "which Forest do you move or remove?"

    def question_kind(self) -> str:
        return "card_forest"

    def option_words(self, state: Nusfjord, verb: str, n: i64) -> str:
        return f"remove it and gain {self.wood} wood" if verb == "done" else ""

    def way_words(self) -> str:
        return "move or remove a Forest"

    def log_line(self, state: Nusfjord, seat: i64, name: str, verb: str, n: i64, extra: i64) -> str:
        return f"{{{seat}}} picks the Forest in {double_name(n)}" if verb == "double" and extra == 0 else ""

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.DOUBLE + double for double in bits.members(state.kit.doubles)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        if extra == 0:
            return Reason(self.rule(), "there is no Forest here")
        return Reason(self.rule(), "a Forest moves to another double space that is free or holds exactly 1 Forest")

    def use_refusal(self, state: Nusfjord, seat: i64, slot: i64) -> Reason:
        return Reason(self.rule(), "you have no Forest")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 2.0
