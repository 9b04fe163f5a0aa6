"""The JSON bodies of the API for programs, /api/v1.  Fields may be added; those that are there stay as they are."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from skerry.core.answers import Question, Reason, Section
from skerry.match.match import SeatPlan
from skerry.match.picture import Choice, Line, Now, Points
from skerry.server.protocol.calls import GameInfo, NewTable
from skerry.server.protocol.messages import Asked, Friends, Name, Numbered, Short, Whole
from skerry.server.protocol.pace import Clock
from skerry.server.protocol.table_settings import SettingInfo

# ---- what a program sends


class ProgramTable(NewTable, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new table.  With open seats others can join it; without, the program plays all seats that are no bots'."""

    programs: bool = True


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat.  A table that is listed needs no invitation."""

    invitation: Short = ""  # the part of the link after #i=
    name: Name | None = None  # that of the token, unless another one is wanted
    seat: Whole | None = None  # the first that is free
    ready: bool = True  # the game starts as soon as everybody is ready


class StandUp(Struct, frozen=True, forbid_unknown_fields=True):
    """Give up the seat.  If the game has started, a bot of this level finishes it."""

    bot: Short = "easy"


class GetReady(Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool = True


class ProgramAct(Numbered, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something a seat does.

    `version` is that of the state it was decided on: if the game has moved on since, nothing happens (409, moved_on).
    Whoever repeats a call because its answer got lost sends the same `n`, any number but 0: it is not done twice.
    """

    version: Whole
    seat: Whole | None = None  # needed only by those who play several


class PlayMove(ProgramAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Decide: the `text` of one of the choices."""

    text: Short
    hold: bool = False  # if this ends the turn, nobody goes on until it is confirmed


class ResignSeat(ProgramAct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Give up.  If others play on, a bot of this level takes the seat."""

    bot: Short = "easy"


class SeatQuery(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Whole | None = None  # through whose eyes; -1 is a spectator's. Without it, those of one's own seat


class StateQuery(SeatQuery, frozen=True, forbid_unknown_fields=True):
    outline: bool = False  # the view in words, too


class LogQuery(SeatQuery, frozen=True, forbid_unknown_fields=True):
    since: Annotated[int, Meta(ge=0, lt=2**31)] = 0  # the version up to which the lines are known


class OpenQuery(Struct, frozen=True, forbid_unknown_fields=True):
    game: Short = ""  # this one only


# ---- what the server answers


class ApiProblem(Struct, frozen=True, omit_defaults=True):
    """Every answer that is not 2xx."""

    error: str  # in words
    code: str = ""  # where a program should know what to do: moved_on, refused, not_valid, not_allowed, too_many, …
    reason: Reason | None = None  # why the rules refuse a decision


class ProgramInfo(Struct, frozen=True):
    """Who the server takes this program for."""

    id: str  # of the token
    name: str
    scope: Literal["read", "play"]


class GamesOffered(Struct, frozen=True):
    games: list[GameInfo]
    bots: list[str]  # their levels
    settings: list[SettingInfo]  # of a table


class ViewSchema(Struct, frozen=True):
    """What `now.view` and the catalogue of a game look like, as JSON Schema."""

    game: str
    view: dict[str, Any]
    catalogue: dict[str, Any] | None  # None: it has none


class TableState(Struct, frozen=True):
    """A table as one seat sees it."""

    id: str
    game: str
    begun: bool
    seats: list[int]  # one's own; empty: one watches
    players: list[SeatPlan]
    now: Now | None = None  # None before the game begins
    points: Points | None = None
    waiting: int | None = None  # the seat that looks over its turn before anybody goes on
    thinking: int | None = None  # the seat of a bot that is thinking
    asked: Asked | None = None  # somebody asks for something that needs everybody's yes
    may_end: str = ""  # why the players may agree to end the game now, in words
    resigned: list[int] = []  # seats that have given up
    clock: Clock | None = None
    outline: list[Section] | None = None
    friends: Friends | None = None  # at a table with open seats: who is there, and its settings


class ChoicesNow(Struct, frozen=True):
    """What the seat can do now; empty unless it decides."""

    seat: int
    version: int
    to_move: int | None  # None: the game is over
    question: Question | None
    choices: list[Choice]  # only what is possible; those in the state also say what is not, and why


class LogSince(Struct, frozen=True):
    """Lines of moves from `kept` on are to be forgotten, for they were taken back; `lines` come after the others."""

    seat: int
    version: int
    kept: int
    lines: list[Line]


class CatalogueOf(Struct, frozen=True):
    """What is printed on the components of this game, by id."""

    game: str
    options: dict[str, str]
    catalogue: Any


class SeatTaken(Struct, frozen=True):
    seat: int
    state: TableState


# ---- events


class InvitedEvent(Struct, frozen=True, tag="invited", tag_field="event"):
    """A seat is yours at a table that has not started, and you are not ready: after a rematch, for example."""

    table: str
    game: str
    seat: int


class StartedEvent(Struct, frozen=True, tag="started", tag_field="event"):
    """A game of yours has started, or was running when you connected."""

    table: str
    game: str
    seats: list[int]


class TurnEvent(Struct, frozen=True, tag="turn", tag_field="event"):
    """The seat must decide, or confirm its turn.  It comes again for every decision."""

    table: str
    game: str
    seat: int
    version: int
    confirm: bool  # it is to be confirmed


class OverEvent(Struct, frozen=True, tag="over", tag_field="event"):
    """A game of yours is over, or is yours no longer."""

    table: str
    game: str
    points: list[int]  # by seat; empty if you have no seat there any more


ProgramEvent = InvitedEvent | StartedEvent | TurnEvent | OverEvent
