"""`fill_plate`: a fish on the smallest empty plate for gold; other goods if no plate is empty."""

from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class FillPlateEffect(Effect):
    """A fish from the general supply on the smallest empty plate, for gold; without an empty plate, fish.
    This is not Serve Fish.  §card.fill_plate"""

    def __init__(self) -> None:
        super().__init__()
        self.gold: i64 = 0
        self.otherwise: Goods = Goods()

    def read(self, row: EffectFields) -> None:
        self.gold = row.required_number("gold")
        self.otherwise = row.required_goods("otherwise")

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        if state.plates < state.kit.n_plates:
            state.fill_plates(seat, 1, card & 63)
            state.gain_gold(seat, self.gold, card & 63)
        else:
            self.otherwise.give(state, seat, card & 63, 1)

    # ---- what is printed
    def words(self) -> str:
        said = f"put 1 fish from the general supply on the smallest empty plate and gain {self.gold} gold"
        return f"{said}; if no plate is empty, {self.otherwise.gain_words()}"

    def gist(self) -> str:
        return f"Fill a {{plate}}, gain {self.gold}{{gold}}"

    def face(self) -> dict[str, Any]:
        return {"gain": {"gold": int(self.gold)}, "instead": self.otherwise.amounts()}

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        return float(self.gold) + 0.3
