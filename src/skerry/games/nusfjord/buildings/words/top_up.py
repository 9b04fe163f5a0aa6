"""`top_up`: gold until the owner has a certain amount."""

from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class TopUpEffect(Effect):
    """Gold until the owner has a certain amount.  §card.top_up"""

    def __init__(self) -> None:
        super().__init__()
        self.gold: i64 = 0

    def read(self, row: EffectFields) -> None:
        self.gold = row.required_number("gold", 1)

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        missing = self.gold - state.players[seat].gold
        if missing > 0:
            state.gain_gold(seat, missing, card & 63)

    # ---- what is printed
    def words(self) -> str:
        return f"gain gold until you have {self.gold}"

    def gist(self) -> str:
        return f"Up to {self.gold}{{gold}} in all"

    def face(self) -> dict[str, Any]:
        return {"gain": {"gold": int(self.gold)}}

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return 0.75 * float(self.gold)
