"""The parts of a review, as data."""

from msgspec import Struct

from skerry.teacher.hints.sums import PointsPart
from skerry.teacher.pairs import Ending, Gap, MeanEstimate

CHANCE_SEAT = -1  # the seat of dice and draws


class Spot(Struct, frozen=True):
    """A point of the curves: after a turn, or after dice and draws."""

    move: int  # how many moves had been made
    first: int  # the first of the moves that led here
    seat: int  # who decided; -1 for dice and draws
    round: int
    words: str  # what happened
    points: list[MeanEstimate]  # expected at the end, by seat
    win: list[MeanEstimate]
    changed: list[float]  # the chance to win, by seat, by this step alone
    gained: list[float]  # the points to expect, likewise


class Ledger(Struct, frozen=True):
    """Where a seat's result came from; the columns add up.  Decisions and luck are sums of what was measured step by
    step, all in the same way; what they leave over is not explained."""

    start: float
    own: float  # own decisions; 0 if played as the bots would
    others: float  # what the others decided
    luck: float  # dice and draws
    end: float
    unexplained: float = 0.0
    own_half: float = 0.0  # how far off the own decisions may be (90 %)
    luck_half: float = 0.0


class Missed(Struct, frozen=True):
    """A turn that could have begun better."""

    move: int
    seat: int
    round: int
    played: str  # the whole turn
    better: str
    text: str  # of the first move of the better turn
    gap: Gap  # as it may be told (hints/shrink.py)
    line: list[str] = []  # texts of the rest of the better turn
    parts: list[PointsPart] = []  # of the points that are told: they add up to them


class Turning(Struct, frozen=True):
    """A step that moved a chance to win: before and after it, measured in the same imagined games."""

    spot: int  # its place
    before: list[float]  # chances to win, by seat
    after: list[float]
    half: float  # how far off the change may be (90 %)


class Best(Struct, frozen=True):
    """The turn by which a seat gained most over what the bots would have done."""

    spot: int
    points: float
    win: float


class Review(Struct, frozen=True):
    start: Spot
    spots: list[Spot]
    end: Ending
    points: list[Ledger]  # by seat
    win: list[Ledger]
    missed: list[Missed]  # largest first for each seat
    turning: list[Turning]  # what moved a chance to win most, in the order of the game
    best: list[Best | None]  # by seat
    playouts: int  # games played to their end
    looks: int  # a few turns ahead
    deep: bool = False
    hurried: bool = False  # the machine was so busy that little could be looked at
    broken_off: bool = False  # the end is then what could be expected when a player resigned
