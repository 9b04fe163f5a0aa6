"""The parts of a hint, as data."""

from msgspec import Struct

from skerry.teacher.hints.sums import PointsPart
from skerry.teacher.pairs import MeanEstimate


class Weighed(Struct, frozen=True):
    """Another option: how far it is behind the one that the hint prefers, as it may be told (see shrink.py)."""

    text: str
    label: str
    behind: MeanEstimate  # points at the end
    behind_win: MeanEstimate  # chance to win


class Stated(Struct, frozen=True):
    """The number that a hint states, of points at the end or of games in ten."""

    against: str  # text of the option it is compared with
    kind: str  # `points` or `games`
    number: float  # as it is told
    low: float  # with 90 % it lies between these
    high: float
    parts: tuple[PointsPart, ...]  # of points: they add up to the number


class Hint(Struct, frozen=True):
    """Three depths: a nudge, the move, the reasons."""

    best: tuple[str, ...]  # texts of the options that are as good as each other; the first is the bot's own choice
    line: tuple[str, ...]  # texts of the rest of the turn after the first of them
    look: tuple[str, ...]  # pieces that the nudge points at
    certainty: int  # 3 quite sure, 2 fairly sure, 1 probably, 0 too close to call
    nudge: str
    move: str
    why: str
    options: tuple[Weighed, ...]
    pairs: int  # of games that were played to their end after the options
    stated: Stated | None = None  # nothing, where too little is known for a number
    thinking: bool = False  # a better answer will follow
