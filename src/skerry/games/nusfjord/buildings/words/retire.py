"""`retire`: Elders go home, each for gold.  Only in the rows of older matches: by the rulebook Elders never leave."""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class RetireEffect(Effect):
    """The owner may send Elders without a Worker home, each for gold; fish on them go to the supply.

    Only for matches that began with the first Retirement Home: by the rulebook nobody gets rid of Elders.
    §card.retire"""

    def __init__(self) -> None:
        super().__init__()
        self.elders: i64 = 1
        self.gold: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.elders, self.gold = row.required_number("elders", 1, 5), row.required_number("gold")

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        self.go_on(state, seat, card, 0)

    def go_on(self, state: Nusfjord, seat: i64, card: i64, gone: i64) -> None:
        p = state.players[seat]
        if gone < self.elders and p.elders & ~p.elder_workers != 0:
            self.ask(state, seat, card, gone)

    def options_into(self, state: Nusfjord, seat: i64, card: i64, extra: i64, out: vec[i64]) -> i64:
        p = state.players[seat]
        out[0] = A.DONE
        n: i64 = 1
        mask = p.elders & ~p.elder_workers
        while mask != 0:
            out[n] = A.ELDER + bits.lowest(mask)
            mask &= mask - 1
            n += 1
        return n

    def answer(self, state: Nusfjord, seat: i64, card: i64, extra: i64, action: i64) -> None:
        if action != A.DONE:
            state.remove_elder(seat, action - A.ELDER)
            state.gain_gold(seat, self.gold, card & 63)
            self.go_on(state, seat, card, extra + 1)

    # ---- what is printed
    def words(self) -> str:
        said = f"you may send up to {self.elders} Elders without a Worker home and gain {self.gold} gold for each"
        return f"{said}; fish on them go to your supply"

    def gist(self) -> str:
        return f"{self.elders} Elders leave, {self.gold}{{gold}} each"

    def face(self) -> dict[str, Any]:
        return {"gain": {"gold": int(self.gold)}, "most": int(self.elders)}

    # ---- what it asks
    def question(self, extra: i64) -> str:
        return f"which Elder goes home? You gain {self.gold} gold."

    def question_kind(self) -> str:
        return "card_retire"

    # ---- what is refused
    def candidates(self, state: Nusfjord, seat: i64, slot: i64, extra: i64) -> list[int]:
        return [A.ELDER + elder for elder in bits.members(state.players[seat].elders)]

    def refusal(self, state: Nusfjord, seat: i64, slot: i64, extra: i64, action: i64) -> Reason:
        return Reason(self.rule(), "this Elder has a Worker")

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 2.2 * float(self.gold)
