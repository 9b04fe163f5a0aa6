"""`fetch`: goods from the Reserve to the supply."""

from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from skerry.core.numbers import smaller
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.estimates import ROUNDS_LEFT, occurrences
from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class FetchEffect(Effect):
    """Goods from the owner's Reserve to the supply, as many as there are.  §card.fetch"""

    def __init__(self) -> None:
        super().__init__()
        self.goods: Goods = Goods()

    def read(self, row: EffectFields) -> None:
        self.goods = Goods(row.number("wood"), row.number("fish"), row.number("gold"))

    def can_follow_others(self) -> bool:
        return True

    # ---- what it does
    def happen(self, state: Nusfjord, seat: i64, card: i64, moment: i64, amount: i64) -> None:
        p = state.players[seat]
        wood = smaller(self.goods.wood, smaller(p.reserve_wood, p.wood_limit - p.wood))  # none is moved to be lost
        fish = min(self.goods.fish, p.reserve_fish)
        gold = min(self.goods.gold, p.reserve_gold)
        if wood + fish + gold > 0:
            state.reserve_to_supply(seat, wood, fish, gold, card & 63)

    # ---- what is printed
    def words(self) -> str:
        return f"move up to {self.goods.words()} from your Reserve to your supply"

    def gist(self) -> str:
        return f"{self.goods.gist()} out of Reserve"

    def face(self) -> dict[str, Any]:
        return {"gain": self.goods.amounts()}

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        each = 0.15 * float(self.goods.fish) + 0.05 * float(self.goods.wood)
        return each * min(occurrences(card, self), ROUNDS_LEFT[card.letter])
