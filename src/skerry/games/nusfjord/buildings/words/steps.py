"""`steps`: points at the end by the highest step reached."""

from typing import TYPE_CHECKING, Any, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.buildings.card import NO_COUNTS, Building, Effect
from skerry.games.nusfjord.buildings.things import THINGS
from skerry.games.nusfjord.estimates import AT_END, average
from skerry.games.nusfjord.text.words import listed

if TYPE_CHECKING:
    from skerry.games.nusfjord.buildings.fields import EffectFields
    from skerry.games.nusfjord.state import Nusfjord


@final
@mypyc_attr(acyclic=True)
class StepsEffect(Effect):
    """Points by the highest step reached.  §card.steps"""

    def __init__(self) -> None:
        super().__init__()
        self.of: i64 = 0
        self.reach: vec[i64] = NO_COUNTS  # ascending
        self.vp: vec[i64] = NO_COUNTS

    def read(self, row: "EffectFields") -> None:
        self.of = row.required_thing("of")
        self.reach, self.vp = row.numbers("reach", 1, 20), row.numbers("vp", -10, 20)
        reach = [int(n) for n in self.reach]
        if len(reach) != len(self.vp) or not reach or reach != sorted(set(reach)):
            row.fail("steps: `reach` must rise and have as many numbers as `vp`")

    def is_scoring(self) -> bool:
        return True

    # ---- what it does
    def points(self, state: "Nusfjord", seat: i64, card: i64) -> i64:
        n = counts.count_of(state, seat, card & 63, 0, self.of)
        i = i64(len(self.reach)) - 1
        while i >= 0:
            if n >= self.reach[i]:
                return self.vp[i]
            i -= 1
        return 0

    # ---- what is printed
    def thing(self) -> str:
        return counts.COUNT_NAMES[self.of]

    def words(self) -> str:
        vp, reach = listed([str(n) for n in self.vp], "or"), listed([str(n) for n in self.reach], "or")
        if self.of == counts.OF_HAUL:
            return f"{vp} points for a haul of at least {reach}"
        return f"{vp} points for at least {reach} {THINGS[self.thing()].words(2)}"

    def gist(self) -> str:
        vp, reach = ", ".join([str(n) for n in self.vp]), ", ".join([str(n) for n in self.reach])
        if len(self.vp) > 3:
            vp, reach = f"{self.vp[0]} to {self.vp[-1]}", f"{self.reach[0]} to {self.reach[-1]}"
        return f"{vp}{{points}} for {reach} {THINGS[self.thing()].gist.replace('kind ', 'kinds ')}"

    def face(self) -> dict[str, Any]:
        steps = [(int(self.reach[i]), int(self.vp[i])) for i in range(len(self.vp))]
        return {"per": {self.thing(): 1}, "steps": tuple(steps)}

    # ---- what it is worth
    def worth(self, card: Building) -> float:
        """The step that an average game reaches, and a part of the next one."""
        there = average(self.thing(), AT_END)
        last: float = 0.0
        for i in range(len(self.vp)):
            if float(self.reach[i]) > there:
                return last + 0.2 * (float(self.vp[i]) - last)
            last = float(self.vp[i])
        return last
