"""What browser and server send each other as the JSON bodies of HTTP calls; live lines are in `protocol.py`."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from skerry.core.game import Option, Paragraph
from skerry.match.match import SeatPlan
from skerry.match.picture import Picture
from skerry.match.series import Standing
from skerry.server.protocol.messages import Name, Short, Whole
from skerry.server.protocol.pace import NO_CLOCK, Pace
from skerry.teacher.lessons.courses import Term
from skerry.teacher.lessons.guide import Bit
from skerry.teacher.puzzles import Weight
from skerry.teacher.review.model import Review
from skerry.teacher.review.words import ReviewWords


class GameInfo(Struct, frozen=True):
    """GET /api/home: a game one can start."""

    name: str
    title: str
    tagline: str
    makers: str
    minutes: str
    weight: int
    least: int
    most: int
    options: list[Option]
    guided: bool  # whether there is a guided first game
    sample: bool  # a small game that is there to be copied


class SeriesInfo(Struct, frozen=True):
    """GET /api/home: games that belong together, and where this guest stands in them."""

    game: str
    kind: str
    title: str
    words: str
    seats: int
    options: dict[str, str] | None  # that the next game is played with; None between two series
    standing: Standing
    table: str | None  # the next game, if it has begun


class TableInfo(Struct, frozen=True):
    """GET /api/home: a match that this person made or has a seat in."""

    id: str
    game: str
    title: str
    players: list[str]
    series: str  # which game of which series it is; empty if it stands alone
    over: bool
    your_turn: bool
    changed: float  # seconds since the epoch
    problem: str = ""  # why it cannot be continued here
    file: bool = False  # with a problem: it can still be downloaded, for it is nobody else's secret
    gathering: bool = False  # a table for friends that has not started
    waits_for: str = ""  # the name of the player to move, if that is somebody else
    mine: bool = True  # whether this person may delete it, or take it off the list if others have played it, too
    due: float | None = None  # seconds since the epoch: when the player to move is late
    guided: bool = False
    round: int = 0  # 0 if that is not known, or in a game without rounds
    rounds: int = 0  # of how many; 0 if nobody can know
    points: list[int] = []  # by seat, as far as anybody may know them; empty if they are not known


class OpenTable(Struct, frozen=True):
    """GET /api/home: a table that anybody may join before it starts."""

    id: str
    game: str
    title: str
    host: str
    players: list[str]  # who sits there already, bots included
    free: int
    options: dict[str, str]  # by title, those that are not as usual
    pace: Pace
    hints: bool
    created: float


class Somebody(Struct, frozen=True):
    """A person, as the page can name them to the server: `who` tells nobody anything."""

    who: str
    name: str
    games: int


class Me(Struct, frozen=True):
    """GET /api/home: who the server takes this browser for."""

    name: str
    account: str | None  # the name to sign in with; null for guests
    accounts: bool  # whether this server has them
    browsers: int = 1  # signed in as this person
    earlier: list[Somebody] = []  # guests who played in this browser before
    moved: int = 0  # games that somebody here has moved to another person, and may take back


class Home(Struct, frozen=True):
    games: list[GameInfo]
    series: list[SeriesInfo]
    bots: list[str]
    tables: list[TableInfo]
    open: list[OpenTable]
    compiled: bool
    version: str
    me: Me


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: a person at this screen, a bot, or one for a friend who has yet to come."""

    name: Name
    bot: Short | None = None
    open: bool = False


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables"""

    game: Short
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[Short, Short], Meta(max_length=20)] = {}
    typed_in: bool = False  # dice and draws are typed in by a person
    series: Short = ""  # the next game of this series, or the one that has begun
    anew: bool = False  # give up the series that is under way, and begin another
    watching: bool = True  # with friends: may others watch?
    hints: bool = True  # with friends: may players ask for hints?
    listed: bool = False  # with friends: may anybody join?
    pace: Pace = NO_CLOCK  # with friends: the clock


class Created(Struct, frozen=True):
    """The answer to POST /api/tables, and to POST /api/matches, which takes a saved game as its file has it."""

    id: str
    over: bool = False


class Curve(Struct, frozen=True):
    """GET /api/tables/{id}/curve, once the game is over: points by seat at the start and after each round."""

    rounds: list[list[int]]


class Result(Struct, frozen=True):
    """GET /api/me/results, a list: how this person did in a finished game."""

    match: str
    game: str
    players: int
    level: str  # of the bots; empty without
    points: int
    won: bool
    parts: dict[str, int]  # points by category
    at: float


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


class ReviewBoard(Struct, frozen=True):
    """GET /api/tables/{id}/review/board: the end of the game, to draw the pieces of its turning points from."""

    picture: Picture
    catalogue: Any


class PlayFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/from: play on from where a finished game stood after so many moves, as this seat."""

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


class Par(Struct, frozen=True):
    """What our bots score on a deal, on average."""

    points: int
    margin: int | None  # as in DailyScore
    games: int


class DailyDay(Struct, frozen=True):
    day: str  # as 2027-03-14
    scores: list[DailyScore]
    par: Par | None


class DailyGame(Struct, frozen=True):
    """Today's deal of a game, and how people did."""

    game: str
    title: str
    words: str
    table: str | None  # mine, if I have begun and not deleted it
    over: bool  # for me: I have finished it, or deleted it
    scores: list[DailyScore]
    par: Par | None  # told only to those who have finished; until it is worked out nobody knows it
    past: list[DailyDay]


class PuzzleInfo(Struct, frozen=True):
    id: str
    game: str
    title: str
    question: str
    level: str  # easy, medium or hard, by how many easy bots find it


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
    told: str
    weights: list[Weight]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/seat: sit down at a friend's table."""

    invitation: Short  # empty at a table that is open to all
    name: Name
    seat: Whole | None = None  # the first that is free


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link to another device.

    POST /api/me/pass makes one, /api/me/pass/look says whose it is, /api/me/move uses it.
    """

    secret: Short


class PassInfo(Struct, frozen=True):
    """The answer to POST /api/me/pass/look: as whom this browser would be signed in."""

    name: str
    account: str | None
    games: int
    made: float  # seconds since the epoch
    mine: bool  # it is who this browser is already
    here: Somebody | None  # who plays here now, if there is something to keep
    comes_back: bool  # it is a guest, who can go back without a password


class Bringable(Struct, frozen=True):
    """A game of a guest who played here before."""

    id: str
    title: str
    players: list[str]
    over: bool
    changed: float
    why_not: str  # why it cannot be moved, in words; empty if it can


class EarlierGuest(Struct, frozen=True):
    who: str
    name: str
    games: list[Bringable]


class MovedGame(Struct, frozen=True):
    """A game that was moved to another person, and can be taken back."""

    id: str
    title: str
    players: list[str]
    guest: str  # whose it was
    person: str  # whose it is
    until: float  # it can be taken back


class EarlierGames(Struct, frozen=True):
    """GET /api/me/earlier: what guests who played in this browser before have, and have given away."""

    me: Somebody
    guests: list[EarlierGuest]
    moved: list[MovedGame]


class Bring(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/bring: move these games of earlier guests to the person I am."""

    to: Short  # who that is, as the page has shown it
    games: Annotated[list[Short], Meta(max_length=200)]


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/take-back: what was moved is the guest's again."""

    games: Annotated[list[Short], Meta(max_length=200)]


class Changed(Struct, frozen=True):
    """The answer to both: the games that have changed hands."""

    games: list[str]


class GoBack(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/back: play as this guest again."""

    who: Short


class Account(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/account and /api/me/sign-in"""

    name: Name
    password: Annotated[str, Meta(min_length=8, max_length=200)]
    old: Annotated[str, Meta(max_length=200)] = ""  # to change an account: the password until now


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/sign-out"""

    everywhere: bool = False
    others: bool = False  # everywhere but here


class PageInfo(Struct, frozen=True):
    """A part of the game in two minutes."""

    title: str
    words: list[list[Bit]]
    pieces: list[str]  # to be drawn beside it


class Learn(Struct, frozen=True):
    """GET /api/games/{name}/learn: the game in two minutes, and the guided deal to draw its pictures from."""

    title: str
    pages: list[PageInfo]
    picture: Picture
    catalogue: Any


class Learner(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/games/{name}/learn: begin the guided first game; or take it up again, unless it is to begin anew."""

    name: Name
    anew: bool = False


class Rules(Struct, frozen=True):
    """GET /api/games/{name}/rules"""

    title: str
    paragraphs: list[Paragraph]
    terms: list[Term]  # words of the game, explained
