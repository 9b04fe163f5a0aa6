"""The JSON bodies of HTTP calls about reviews, daily deals and puzzles."""

from typing import Any

from msgspec import Struct

from skerry.match.match import SeatPlan
from skerry.match.picture import Picture
from skerry.server.protocol.messages import Name, Short, Whole
from skerry.teacher.puzzles import Weight
from skerry.teacher.review.model import Review
from skerry.teacher.review.words import ReviewWords


class AskReview(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/review: make it, in the background."""

    deep: bool = False


class ReviewNow(Struct, frozen=True):
    """GET /api/tables/{id}/review, once the game is over: how far the review has come, and the last one there is."""

    working: bool
    deep: bool  # the one that is being made
    what: str  # what is being done, in words
    share: float  # how much of it is done, 0 to 1
    problem: str  # why it failed
    game: str
    title: str
    seats: list[SeatPlan]
    me: int | None  # the reader's seat, if it is one
    plays_on: bool  # whether one can play on from its positions
    review: Review | None
    words: ReviewWords | None
    marks: list[int] = []  # colour and shape by seat


class SavedReview(Struct, frozen=True):
    """The data inside a review that is saved as one file."""

    title: str
    seats: list[SeatPlan]
    me: int | None
    review: Review
    words: ReviewWords
    marks: list[int] = []


class ReviewBoard(Struct, frozen=True):
    """GET /api/tables/{id}/review/board: the end of the game, to draw the pieces of its turning points from."""

    picture: Picture
    catalogue: Any


class PlayFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/from: play on from a finished game after this number of moves, as this seat."""

    move: Whole
    seat: Whole
    bot: Short = ""  # who plays for people who were there


class DailyScore(Struct, frozen=True):
    """Somebody's result of a day's deal."""

    name: str
    points: int
    margin: int | None  # ahead of the best rival; null where there is none
    won: bool
    mine: bool


class BotScore(Struct, frozen=True):
    """What our bots score on a deal, on average."""

    points: int
    margin: int | None  # as in DailyScore
    games: int


class DailyDay(Struct, frozen=True):
    day: str  # as 2027-03-14
    scores: list[DailyScore]
    bots: BotScore | None


class DailyGame(Struct, frozen=True):
    """Today's deal of a game, and how people did."""

    game: str
    title: str
    words: str
    table: str | None  # mine, if I have begun and not deleted it
    over: bool  # for me: I have finished it, or deleted it
    scores: list[DailyScore]
    bots: BotScore | None  # sent only to those who have finished; null until it is worked out
    past: list[DailyDay]


class PuzzleInfo(Struct, frozen=True):
    id: str
    game: str
    title: str
    question: str
    level: str  # easy, medium or hard, by how many easy bots find it; empty for a turn of one's own
    next: str = ""  # of one's own turns, the one to look at after this


class PracticeNow(Struct, frozen=True):
    """GET /api/practice"""

    day: str
    daily: list[DailyGame]
    puzzles: list[PuzzleInfo]


class PlayDaily(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/daily: my table with today's deal."""

    game: Short
    name: Name


class PuzzleShown(Struct, frozen=True):
    """GET /api/puzzles/{id}: the position as its player sees it."""

    info: PuzzleInfo
    picture: Picture
    catalogue: Any


class TryPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/puzzles/{id}"""

    text: Short


class PuzzleSolved(Struct, frozen=True):
    """The answer to it: whether this was it, what is, and why."""

    right: bool
    answer: list[str]
    explanation: str
    weights: list[Weight]
