"""`take_plates`: fish from the Banquet Table."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class TakePlatesEffect(Effect):
    """Fish from the Banquet Table, largest plates first (R9).  §card.take_plates"""

    def __init__(self) -> None:
        super().__init__()
        self.fish: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.fish = row.required_number("fish", 1)

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.plates > 0:
            self.ask(state, seat, card)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        most = min(self.fish, state.plates)
        for fish in range(most + 1):
            out[fish] = A.AMOUNT + fish
        return most + 1

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action > A.AMOUNT:
            state.take_plate_fish(seat, action - A.AMOUNT, card & 63)

    # ---- what is printed
    def words(self) -> str:
        return f"you may take up to {self.fish} fish off the Banquet Table, largest plates first"

    def gist(self) -> str:
        return f"up to {self.fish}{{fish}} off the table"

    def face(self) -> dict[str, Any]:
        return {"gain": {"fish": int(self.fish)}}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return "how many fish do you take off the Banquet Table?"

    def question_kind(self) -> str:
        return "card_plates"

    def option_words(self, state: Nusfjord, verb: str, n: i64) -> str:
        return f"{n} fish" if n else "none"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.AMOUNT + fish for fish in range(int(self.fish) + 1)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        plates = int(state.plates)
        words = f"only {plates} fish {'is' if plates == 1 else 'are'} on the Banquet Table"
        return Reason(self.rule(), words, {"plates": plates})

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 0.25 * float(self.fish)
