"""The JSON bodies of HTTP calls about games and tables; messages on the WebSocket are in `messages.py`."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from skerry.core.answers import Option, Paragraph
from skerry.match.picture import Picture
from skerry.match.series import Standing
from skerry.server.protocol.account_calls import Me
from skerry.server.protocol.messages import Name, Short, Whole
from skerry.server.protocol.people_calls import InvitedTo
from skerry.server.protocol.table_settings import SettingInfo, TableSettings
from skerry.teacher.lessons.courses import Term
from skerry.teacher.lessons.guide import Bit


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
    marks: list[int] = []  # colour and shape by seat
    last: str = ""  # what somebody did last, as anybody may know it
    pace: str = ""  # the clock in words, at a table for friends that has one
    late: str = ""  # the name of the player whose time is up
    paused: bool = False
    vacation: float | None = None  # the player to move is away until then (seconds since the epoch)


class OpenTable(TableSettings, frozen=True):
    """GET /api/home: a table that anybody may join before it starts."""

    id: str
    game: str
    title: str
    host: str
    players: list[str]  # who sits there already, bots included
    free: int
    options: dict[str, str]  # by title, those that are not as usual
    created: float
    terms: list[str]  # its settings in words


class Home(Struct, frozen=True):
    games: list[GameInfo]
    series: list[SeriesInfo]
    bots: list[str]
    settings: list[SettingInfo]  # of a table for friends
    tables: list[TableInfo]
    open: list[OpenTable]
    compiled: bool
    version: str
    me: Me
    ratings: bool  # whether this server has them
    leagues: bool  # likewise
    message: str = ""  # the host's to everybody
    uninvited: bool = False  # the server is by invitation, and this visitor has none
    invited: list[InvitedTo] = []  # tables to which people invite this one


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: a person at this screen, a bot, or one for a friend who has yet to come."""

    name: Name
    bot: Short | None = None
    open: bool = False


Marks = Annotated[list[Annotated[int, Meta(ge=0, lt=8)]], Meta(max_length=8)]


class NewTable(TableSettings, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables.  The settings count only with friends."""

    game: Short
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[Short, Short], Meta(max_length=20)] = field(default_factory=dict)
    typed_in: bool = False  # dice and draws are typed in by a person
    series: Short = ""  # the next game of this series, or the one that has begun
    anew: bool = False  # give up the series that is under way, and begin another
    marks: Marks = field(default_factory=list)  # colour and shape by seat; empty: in their order


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


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/seat: sit down at a friend's table."""

    invitation: Short  # empty at a table that is open to all
    name: Name
    seat: Whole | None = None  # the first that is free
    mark: Annotated[int, Meta(ge=0, lt=8)] | None = None  # colour and shape; those of the seat


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
    """POST /api/games/{name}/learn: begin the guided first game, or continue it, unless a new one is wanted."""

    name: Name
    anew: bool = False


class Rules(Struct, frozen=True):
    """GET /api/games/{name}/rules"""

    title: str
    paragraphs: list[Paragraph]
    terms: list[Term]  # words of the game, explained
