"""The messages between browser and server; `web/src/protocol.ts` is generated from them."""

from typing import Annotated

from msgspec import Meta, Struct

from skerry.core.game import Option, Paragraph, Reason
from skerry.match.match import MAX_NAME
from skerry.match.table import Table

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Short = Annotated[str, Meta(max_length=100)]


# ---- HTTP, JSON


class GameInfo(Struct, frozen=True):
    """GET /api/home: a game one can start."""

    name: str
    title: str
    tagline: str
    least: int
    most: int
    options: list[Option]


class TableInfo(Struct, frozen=True):
    """GET /api/home: a match of this guest to go on with."""

    id: str
    game: str
    title: str
    players: list[str]
    over: bool
    your_turn: bool
    changed: float  # seconds since the epoch


class Home(Struct, frozen=True):
    games: list[GameInfo]
    bots: list[str]
    tables: list[TableInfo]
    compiled: bool
    version: str


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: a person at this screen, or a bot."""

    name: Name
    bot: Short | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables"""

    game: Short
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[Short, Short], Meta(max_length=20)] = {}
    table: bool = False  # dice and draws are typed in by a person


class Created(Struct, frozen=True):
    id: str


class Rules(Struct, frozen=True):
    """GET /api/games/{name}/rules"""

    title: str
    paragraphs: list[Paragraph]


class Problem(Struct, frozen=True, tag="problem"):
    """What went wrong and what to do; the body of every HTTP error, and a message on the socket."""

    words: str
    reason: Reason | None = None


# ---- WebSocket /ws/{table}, JSON, from the browser


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


Act = Play | Undo | Confirm
ClientMessage = Act


# ---- WebSocket, from the server


class Update(Struct, frozen=True, tag="update"):
    """The newest picture of the table; always whole."""

    table: Table
    seats: list[int]  # the seats at this screen
    thinking: int | None  # the seat of a bot that is thinking
    waiting: int | None  # the seat that looks over its turn before anybody goes on


ServerMessage = Update | Problem

MAX_MESSAGE = 2_000  # bytes a browser may send at once
MAX_BODY = 100_000  # bytes of an HTTP body
