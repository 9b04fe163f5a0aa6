"""`points`: points at the end beside the printed ones, once or for each set counted."""

from typing import TYPE_CHECKING, Any, final

from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.buildings.card import UNLIMITED, Building, Effect
from skerry.games.nusfjord.buildings.things import amounts, per_gist, per_words
from skerry.games.nusfjord.estimates import AT_END, average_sets
from skerry.games.nusfjord.text.words import many

if TYPE_CHECKING:
    from skerry.games.nusfjord.buildings.fields import EffectFields
    from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class PointsEffect(Effect):
    """Points for each set counted.  Nothing is paid; a thing may count for several cards.  §card.points"""

    def __init__(self) -> None:
        super().__init__()
        self.vp: i64 = 0
        self.most: i64 = UNLIMITED

    def read(self, row: "EffectFields") -> None:
        self.vp = row.required_number("vp", -10, 10)
        self.per = row.counts("per")
        self.most = row.number("most", 1, 20, UNLIMITED)
        self.need, self.unless = row.counts("need"), row.counts("unless")

    def is_scoring(self) -> bool:
        return True

    # ---- what it does
    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        slot = card & 63
        if not counts.are_met(state, seat, slot, 0, self.need, self.unless):
            return 0
        return self.vp * min(self.most, counts.sets(state, seat, slot, 0, self.per))

    # ---- what is printed
    def words(self) -> str:
        limit = f" (at most {self.vp * self.most})" if self.most < UNLIMITED else ""
        return f"{many(self.vp, 'point')}{per_words(self.per)}{limit}"

    def added_words(self, condition: str) -> str:
        if len(self.per) > 0:
            return super().added_words(condition)
        return f"{many(self.vp, 'more point')} {condition}"

    def gist(self) -> str:
        said = f"{self.vp}{{points}}{per_gist(self.per)}"
        return f"{said}, max {self.vp * self.most}" if self.most < UNLIMITED and len(self.per) > 0 else said

    def face(self) -> dict[str, Any]:
        return {
            "points": int(self.vp),
            "per": amounts(self.per),
            "most": int(self.most) if self.most < UNLIMITED else 0,
            "need": amounts(self.need),
            "unless": amounts(self.unless),
        }

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        need = amounts(self.need)
        likely = 0.5 if need else 1.0
        if "unissued" in amounts(self.unless):
            likely = 0.85
        elif "unissued" in need:
            likely = 0.15
        return likely * float(self.vp) * average_sets(self.per, AT_END, 0, self.most)
