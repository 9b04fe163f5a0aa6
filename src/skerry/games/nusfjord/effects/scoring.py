"""The words `points` and `steps`: what a card is worth at the end beside its printed points."""

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.cards import Effect
from skerry.games.nusfjord.effects import counts
from skerry.games.nusfjord.effects.gain import NOTHING

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class Points(Effect):
    """Points for each set counted.  Nothing is paid; a thing may count for several cards.  §card.points"""

    def __init__(self) -> None:
        super().__init__()
        self.vp: i64 = 0
        self.per: vec[i64] = NOTHING
        self.most: i64 = 99
        self.need: vec[i64] = NOTHING
        self.unless: vec[i64] = NOTHING

    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        slot = card & 63
        if not counts.are_met(state, seat, slot, 0, self.need, self.unless):
            return 0
        return self.vp * min(self.most, counts.sets(state, seat, slot, 0, self.per))


@final
@mypyc_attr(acyclic=True)
class Steps(Effect):
    """Points by the highest step reached.  §card.steps"""

    def __init__(self) -> None:
        super().__init__()
        self.of: i64 = 0
        self.reach: vec[i64] = NOTHING  # ascending
        self.vp: vec[i64] = NOTHING

    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        n = counts.count(state, seat, card & 63, 0, self.of)
        i = i64(len(self.reach)) - 1
        while i >= 0:
            if n >= self.reach[i]:
                return self.vp[i]
            i -= 1
        return 0
