"""The messages between browser and server; `web/src/protocol.ts` is generated from them."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from skerry.core.game import Option, Paragraph, Reason, Section
from skerry.match.match import SeatPlan
from skerry.match.names import MAX_NAME_BYTES
from skerry.match.picture import Line, Now, Picture, Points
from skerry.match.series import Standing
from skerry.server.clock import NO_CLOCK, Clock, Pace
from skerry.server.seats import Said
from skerry.teacher.account import Review
from skerry.teacher.guide import Bit, Guided
from skerry.teacher.hints import Hint
from skerry.teacher.lessons import Term
from skerry.teacher.puzzles import Weight
from skerry.teacher.words import Told

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_BYTES)]  # whether it is a good one, names.py knows
Short = Annotated[str, Meta(max_length=100)]


# ---- HTTP, JSON


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
    problem: str = ""  # why it cannot be continued here; its file can still be downloaded
    gathering: bool = False  # a table for friends that has not started
    waits_for: str = ""  # the name of the player to move, if that is somebody else
    mine: bool = True  # whether this person may delete it
    due: float | None = None  # seconds since the epoch: when the player to move is late
    guided: bool = False


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


class Me(Struct, frozen=True):
    """GET /api/home: who the server takes this browser for."""

    name: str
    account: str | None  # the name to sign in with; null for guests
    accounts: bool  # whether this server has them


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
    """GET /api/me/results, a list: what this person has reached in a game that is over."""

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
    told: Told | None


class PlayFrom(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/from: play on from where a finished game stood after so many moves, as this seat."""

    move: int
    seat: int
    bot: Short = ""  # who plays for people who were there


class DailyScore(Struct, frozen=True):
    """Somebody's result of a day's deal."""

    name: str
    points: int
    margin: int | None  # ahead of the best rival; null where there is none
    won: bool
    mine: bool


class Par(Struct, frozen=True):
    """What our bots reach on a deal, on average."""

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
    table: str | None  # mine, if I have begun
    over: bool
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
    seat: int | None = None  # the first that is free


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/pass makes one, POST /api/me/move uses it: the secret of a link to another device."""

    secret: Short


class Account(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/account and /api/me/sign-in"""

    name: Name
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/sign-out"""

    everywhere: bool = False


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


class Problem(Struct, frozen=True, tag="problem"):
    """What went wrong and what to do; the body of every HTTP error, and a message on the socket."""

    words: str
    reason: Reason | None = None


# ---- WebSocket /ws/{table}?join=…, JSON, from the browser


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """In the address: what a browser that comes back has already, and whether it wants the outline."""

    names: Annotated[list[Name], Meta(max_length=8)] = []  # the players' as it knows them: they are in every line
    logs: Annotated[dict[int, int], Meta(max_length=10)] = {}  # for each log, the version up to which it has the lines
    outline: bool = False
    invitation: Short = ""  # from the link, until one has a seat


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Decide.  `version` is the table's that the browser shows: a click on an old picture changes nothing."""

    seat: int
    version: int
    text: Short
    hold: bool = False  # if this ends my turn, let nobody go on before I confirm it


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    seat: int
    version: int


class Confirm(Struct, frozen=True, forbid_unknown_fields=True, tag="confirm"):
    """My turn is done: bots and the next person may go on."""

    seat: int
    version: int


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Show me the table as it was after so many moves, through the eyes of a seat (-1: a spectator's)."""

    seat: int
    move: int


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag="ask"):
    """What could I do here, and why?"""

    seat: int
    version: int


class Rename(Struct, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """Call me by another name at this table."""

    seat: int
    name: Name


class Outline(Struct, frozen=True, forbid_unknown_fields=True, tag="outline"):
    """Show me the table in words, too; or no longer."""

    wanted: bool


class AskBack(Struct, frozen=True, forbid_unknown_fields=True, tag="ask_back"):
    """Ask the others to let me take back my last decision, though it is too late to undo it."""

    seat: int
    version: int


class AskEnd(Struct, frozen=True, forbid_unknown_fields=True, tag="ask_end"):
    """Suggest to the others that we end the game here, where the rules allow it."""

    seat: int
    version: int


class Answer(Struct, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """To what somebody asks of all."""

    seat: int
    version: int
    yes: bool


class Resign(Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """I give up, and cannot win any more.  If others play on, a bot of this level takes my place."""

    seat: int
    version: int
    bot: Short


class Imagine(Struct, frozen=True, forbid_unknown_fields=True, tag="imagine"):
    """What if?  Show me the table after these decisions, mine and others', as it might be; nothing of it happens."""

    seat: int
    version: int
    moves: Annotated[list[Short], Meta(max_length=60)]


class Agree(Struct, frozen=True, forbid_unknown_fields=True, tag="agree"):
    """By the host, before the game starts: who may come, and what is allowed."""

    listed: bool
    watching: bool
    hints: bool


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """In the waiting room: I am, or not any more.  The game starts when everybody is."""

    ready: bool


class Mark(Struct, frozen=True, forbid_unknown_fields=True, tag="mark"):
    """My colour and shape."""

    mark: Annotated[int, Meta(ge=0, lt=8)]


class Seating(Struct, frozen=True, forbid_unknown_fields=True, tag="seating"):
    """By the host: this seat is a bot's, or open (null).  Whoever sits there loses it."""

    seat: int
    bot: Short | None


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """Let a bot play for me until I am back; null: I am back."""

    bot: Short | None


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Give up my seat.  If the game has started, a bot of this level finishes it."""

    bot: Short


class Renew(Struct, frozen=True, forbid_unknown_fields=True, tag="renew"):
    """By the host: a new invitation, which ends the old one."""


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    words: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Struct, frozen=True, forbid_unknown_fields=True, tag="react"):
    reaction: Literal["hello", "nice", "well played", "take your time", "let me think"]


class Away(Struct, frozen=True, forbid_unknown_fields=True, tag="away"):
    """I look at something else, or at the table again."""

    away: bool


Act = Play | Undo | Confirm | AskBack | AskEnd | Answer | Resign
RoomMessage = Ready | Mark | Seating | StandIn | Leave | Renew | Agree | Say | React | Away
ClientMessage = Act | Look | Imagine | Ask | Rename | Outline | RoomMessage


# ---- WebSocket, from the server


WHOLE_STORY = -2  # the log of a match that is over, with everything that was hidden; other logs are a seat's, or -1


class Welcome(Struct, frozen=True, tag="welcome"):
    """Once, on joining: what never changes."""

    game: str
    title: str
    options: dict[str, str]
    typed_in: bool  # dice and draws are typed in
    commitment: str
    warnings: list[str]
    catalogue: Any  # what is printed on the components, by id; the game's own, null if it has none


class Tail(Struct, frozen=True):
    """The end of a log: the lines of moves from `kept` on are to be forgotten, and these come after the others."""

    log: int
    kept: int
    lines: list[Line]


class Asked(Struct, frozen=True):
    """Somebody asks for something that needs everybody's yes.  It lapses when somebody moves."""

    kind: Literal["back", "end"]
    seat: int  # who asks
    move: int  # to take back: the number of the decision
    revealed: bool  # something has come to light since, or chance has spoken
    yes: list[int]
    open: list[int]  # the seats that have yet to answer


class Push(Struct, frozen=True, omit_defaults=True, tag="push"):
    """The table now.  What is left out of players, points and standing is as it was."""

    now: Now
    seats: list[int]  # the seats at this screen
    logs: list[Tail]
    thinking: int | None = None  # the seat of a bot that is thinking
    waiting: int | None = None  # the seat that looks over its turn before anybody goes on
    players: list[SeatPlan] | None = None
    points: Points | None = None
    standing: Standing | None = None  # of the series this match belongs to: before it, and with it when it is over
    outline: list[Section] | None = None  # for those who want it
    asked: Asked | None = None
    may_end: str = ""  # why the players may agree to end the game now, in words
    guide: Guided | None = None  # in a guided game
    hurried: bool = False  # bots look less far ahead than their level promises: the engine is not compiled (yet)
    resigned: list[int] = []  # seats that have given up
    clock: Clock | None = None  # at a table for friends


class Past(Struct, frozen=True, omit_defaults=True, tag="past"):
    """The answer to Look; `now.move` says how far."""

    now: Now
    points: Points
    log: int  # which log has the lines; a Push brings it
    moves: int  # how many there are
    outline: list[Section] | None = None


class Dream(Struct, frozen=True, tag="dream"):
    """The answer to Imagine.  Hidden cards and rolls are made up; `now.choices` are those of whoever would decide."""

    version: int  # of the table it began with
    steps: int  # how many of the decisions were possible
    now: Now
    points: Points
    lines: list[Line]  # what would have happened


class Advice(Struct, frozen=True, tag="advice"):
    """The answer to Ask, for the table of this version."""

    version: int
    hint: Hint


class Sitter(Struct, frozen=True):
    """A seat at a table for friends."""

    name: str
    bot: str | None  # the level of the bot that plays there now
    person: bool  # it is somebody's; with a bot, that only sits in
    mine: bool
    host: bool
    mark: int  # colour and shape
    ready: bool
    presence: Literal["here", "away", "gone", ""]


class Friends(Struct, frozen=True, tag="friends"):
    """Around a table for friends: who is there, who sits where.  Sent whole, to the newest."""

    game: str
    title: str
    options: dict[str, str]  # by title, those that are not as usual
    begun: bool
    hosting: bool  # whether this is the host's screen
    seats: list[Sitter]
    watchers: int
    watching: bool  # whether that is allowed
    hints: bool
    listed: bool  # on the front page, for anybody to join
    pace: Pace
    invitation: str  # for the host, and for whoever came with it
    missing: str  # why the game has not started, in words
    next: str | None  # the rematch


class Talk(Struct, frozen=True, tag="talk"):
    """What was said that this browser has not heard yet."""

    said: list[Said]


ServerMessage = Welcome | Push | Past | Dream | Advice | Friends | Talk | Problem

MAX_MESSAGE = 2_000  # bytes a browser may send at once
MAX_BODY = 100_000  # bytes of an HTTP body
