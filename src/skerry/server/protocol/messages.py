"""The messages between browser and server on a live line; `web/src/protocol.ts` is made of these and `calls.py`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from skerry.core.game import Reason, Section
from skerry.match.match import SeatPlan
from skerry.match.names import MAX_NAME_BYTES
from skerry.match.picture import Line, Now, Points
from skerry.match.series import Standing
from skerry.server.protocol.pace import Clock, Pace
from skerry.teacher.hints.hint import Hint
from skerry.teacher.lessons.guide import Guided

Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_BYTES)]  # whether it is a good one, names.py knows
Short = Annotated[str, Meta(max_length=100)]
Whole = Annotated[int, Meta(ge=-(2**31), lt=2**31)]  # numbers of thousands of digits take long to read and to print
Versions = Annotated[dict[Whole, Whole], Meta(max_length=10)]


class Problem(Struct, frozen=True, tag="problem"):
    """What went wrong and what to do; the body of every HTTP error, and a message on the socket."""

    words: str
    reason: Reason | None = None


# ---- WebSocket /ws/{table}, JSON, from the browser: Join, then anything of ClientMessage


class Join(Struct, frozen=True, forbid_unknown_fields=True, tag="join"):
    """The first message: what a browser that comes back has already, and whether it wants the outline.

    It is not in the address, because addresses end up in the logs of servers in between, and an invitation is a secret.
    """

    names: Annotated[list[Name], Meta(max_length=8)] = []  # the players' as it knows them: they are in every line
    logs: Versions = {}  # for each log, the version up to which it has the lines
    outline: bool = False
    invitation: Short = ""  # from the link, until one has a seat


class Numbered(Struct, frozen=True, kw_only=True):
    """Whatever changes something.  The page counts, and is told by that number when it has been dealt with.

    What is not answered because a connection broke, the page sends again under the same number.
    """

    n: Annotated[int, Meta(ge=0, lt=2**53)] = 0  # 0: nobody waits for the answer


class Play(Numbered, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Decide.  `version` is the table's that the browser shows: a click on an old picture changes nothing."""

    seat: Whole
    version: Whole
    text: Short
    hold: bool = False  # if this ends my turn, let nobody go on before I confirm it


class Undo(Numbered, frozen=True, forbid_unknown_fields=True, tag="undo"):
    seat: Whole
    version: Whole


class Confirm(Numbered, frozen=True, forbid_unknown_fields=True, tag="confirm"):
    """My turn is done: bots and the next person may go on."""

    seat: Whole
    version: Whole


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Show me the table as it was after so many moves, through the eyes of a seat (-1: a spectator's)."""

    seat: Whole
    move: Whole


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag="ask"):
    """What could I do here, and why?"""

    seat: Whole
    version: Whole


class Rename(Numbered, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """Call me by another name at this table."""

    seat: Whole
    name: Name


class Outline(Struct, frozen=True, forbid_unknown_fields=True, tag="outline"):
    """Show me the table in words, too; or no longer."""

    wanted: bool


class AskBack(Numbered, frozen=True, forbid_unknown_fields=True, tag="ask_back"):
    """Ask the others to let me take back my last decision, though it is too late to undo it."""

    seat: Whole
    version: Whole


class AskEnd(Numbered, frozen=True, forbid_unknown_fields=True, tag="ask_end"):
    """Suggest to the others that we end the game here, where the rules allow it."""

    seat: Whole
    version: Whole


class Answer(Numbered, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """To what somebody asks of all."""

    seat: Whole
    version: Whole
    yes: bool


class Resign(Numbered, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """I give up, and cannot win any more.  If others play on, a bot of this level takes my place."""

    seat: Whole
    version: Whole
    bot: Short


class Imagine(Struct, frozen=True, forbid_unknown_fields=True, tag="imagine"):
    """What if?  Show me the table after these decisions, mine and others', as it might be; nothing of it happens."""

    seat: Whole
    version: Whole
    moves: Annotated[list[Short], Meta(max_length=60)]


class Agree(Numbered, frozen=True, forbid_unknown_fields=True, tag="agree"):
    """By the host, before the game starts: who may come, and what is allowed."""

    listed: bool
    watching: bool
    hints: bool


class Ready(Numbered, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """In the waiting room: I am, or not any more.  The game starts when everybody is."""

    ready: bool


class Mark(Numbered, frozen=True, forbid_unknown_fields=True, tag="mark"):
    """My colour and shape."""

    mark: Annotated[int, Meta(ge=0, lt=8)]


class Seating(Numbered, frozen=True, forbid_unknown_fields=True, tag="seating"):
    """By the host: this seat is a bot's, or open (null).  Whoever sits there loses it."""

    seat: Whole
    bot: Short | None


class StandIn(Numbered, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """Let a bot play for me until I am back; null: I am back."""

    bot: Short | None


class Leave(Numbered, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Give up my seat.  If the game has started, a bot of this level finishes it."""

    bot: Short


class Renew(Numbered, frozen=True, forbid_unknown_fields=True, tag="renew"):
    """By the host: a new invitation, which ends the old one."""


class Say(Numbered, frozen=True, forbid_unknown_fields=True, tag="say"):
    words: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Numbered, frozen=True, forbid_unknown_fields=True, tag="react"):
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
    done: int | None = None  # the number of this browser's message that has been dealt with, as in Done


class Done(Struct, frozen=True, tag="done"):
    """Everything up to the message of this number has been dealt with; what went wrong was told before."""

    n: int


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


class Said(Struct, frozen=True, omit_defaults=True):
    """A message in the chat, a reaction, or something that happened at the table."""

    seq: int
    at: float
    seat: int | None  # None: somebody who watches
    name: str
    kind: str  # "words", "reaction" or "event"
    words: str
    n: int = 0  # the number under which the page sent it: what comes twice is said once


class Talk(Struct, frozen=True, tag="talk"):
    """What was said that this browser has not heard yet."""

    said: list[Said]


ServerMessage = Welcome | Push | Done | Past | Dream | Advice | Friends | Talk | Problem

MAX_MESSAGE = 2_000  # bytes a browser may send at once
MAX_BODY = 100_000  # bytes of an HTTP body
