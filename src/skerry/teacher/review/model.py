"""The parts of a review, as data."""

from msgspec import Struct

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
    """Where a seat's result came from; the columns add up."""

    start: float
    own: float  # own decisions; 0 if played as the bots would
    others: float  # what the others decided
    luck: float  # dice and draws
    end: float


class Missed(Struct, frozen=True):
    """A turn that could have begun better."""

    move: int
    seat: int
    round: int
    played: str
    better: str
    text: str  # of the better move
    gap: Gap


class Review(Struct, frozen=True):
    start: Spot
    spots: list[Spot]
    end: Ending
    points: list[Ledger]  # by seat
    win: list[Ledger]
    missed: list[Missed]  # largest first for each seat
    turning: list[int]  # places of the spots that moved a chance to win most
    best: list[int | None]  # by seat: the place of the turn that gained most over what the bots would have done
    playouts: int  # games played to their end
    looks: int  # a few turns ahead
    deep: bool = False
    hurried: bool = False  # the machine was so busy that little could be looked at
    broken_off: bool = False  # the end is then what could be expected when a player resigned
