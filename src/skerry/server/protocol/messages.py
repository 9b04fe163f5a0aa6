"""The messages on a WebSocket; `web/src/protocol.ts` is generated from these and from the calls."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from skerry.core.answers import Reason, Section
from skerry.match.match import SeatPlan
from skerry.match.names import MAX_NAME_BYTES
from skerry.match.picture import Line, Now, Points
from skerry.match.planning import Condition
from skerry.match.series import Standing
from skerry.match.story import Recap
from skerry.server.protocol.pace import Clock
from skerry.server.protocol.table_settings import TableSettings, with_changes
from skerry.teacher.hints.model import Hint
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
    replay: Short = ""  # the secret of a link to the replay of a finished game


class Numbered(Struct, frozen=True, kw_only=True):
    """A message that changes something.  The page numbers them, and the server says which number it has dealt with.

    The page sends a message again under the same number if the connection broke before the answer.
    """

    n: Annotated[int, Meta(ge=0, lt=2**53)] = 0  # 0: nobody waits for the answer


class Play(Numbered, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Decide.  `version` is the table's that the browser shows: a click on an old picture changes nothing."""

    seat: Whole
    version: Whole
    text: Short
    hold: bool = False  # if this ends my turn, let nobody go on before I confirm it …
    briefly: bool = False  # … or only for a moment, unless it matters


class Undo(Numbered, frozen=True, forbid_unknown_fields=True, tag="undo"):
    seat: Whole
    version: Whole


class Confirm(Numbered, frozen=True, forbid_unknown_fields=True, tag="confirm"):
    """My turn is done: bots and the next person may go on."""

    seat: Whole
    version: Whole


class Look(Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Show me the table as it was after this number of moves, as a seat sees it (-1: as a spectator does)."""

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
    skips: bool = False  # the moves are mine alone: until I am asked, the others decide something or other


class MakePlan(Numbered, frozen=True, forbid_unknown_fields=True, tag="make_plan"):
    """Decide so for me, as soon as I am asked.  It replaces the plan I had; nobody else learns of it.

    `moves` and `skips` are as in Imagine: the decisions were tried out there, and mine among them are the plan.
    """

    seat: Whole
    version: Whole
    moves: Annotated[list[Short], Meta(max_length=60)]
    skips: bool = False
    only_if: Annotated[list[Condition], Meta(max_length=4)] = []
    past_news: bool = False  # go on even if one of my decisions reveals something
    stands: bool = False  # the only decision passes: make it again and again until the round ends


class DropPlan(Numbered, frozen=True, forbid_unknown_fields=True, tag="drop_plan"):
    """I have no plan any more; or I have seen why it was dropped."""

    seat: Whole


if TYPE_CHECKING:  # the fields follow from the rows of TableSettings
    SettingChanges = Numbered
else:
    SettingChanges = with_changes(Numbered)


class Agree(SettingChanges, frozen=True, forbid_unknown_fields=True, tag="agree"):
    """By the host: change settings of the table.  What is left out stays as it is."""


class Ready(Numbered, frozen=True, forbid_unknown_fields=True, tag="ready"):
    """In the waiting room: I am ready, or not any more.  The game starts when everybody is."""

    ready: bool


class Mark(Numbered, frozen=True, forbid_unknown_fields=True, tag="mark"):
    """My colour and shape."""

    mark: Annotated[int, Meta(ge=0, lt=8)]


class Seating(Numbered, frozen=True, forbid_unknown_fields=True, tag="seating"):
    """By the host: this seat is a bot's, or open (null).  A person who sits there loses the seat."""

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


class PauseGame(Numbered, frozen=True, forbid_unknown_fields=True, tag="pause"):
    """Stop all clocks and moves, or continue.  Who may do so, `tables/pause_rights.py` says."""

    paused: bool


class Say(Numbered, frozen=True, forbid_unknown_fields=True, tag="say"):
    words: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Numbered, frozen=True, forbid_unknown_fields=True, tag="react"):
    reaction: Literal["hello", "nice", "well played", "take your time", "let me think"]


class Away(Struct, frozen=True, forbid_unknown_fields=True, tag="away"):
    """I look at something else, or at the table again."""

    away: bool


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Are you still there?"""


Act = Play | Undo | Confirm | AskBack | AskEnd | Answer | Resign
LobbyMessage = Ready | Mark | Seating | StandIn | Leave | Renew | Agree | PauseGame | Say | React | Away
PlanMessage = MakePlan | DropPlan
ClientMessage = Act | PlanMessage | Look | Imagine | Ask | Rename | Outline | Ping | LobbyMessage


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
    marks: list[int] = []  # colour and shape by seat, as chosen; those of a table for friends are in Friends as well


class Tail(Struct, frozen=True):
    """The end of a log: the lines of moves from `kept` on are to be forgotten, and these come after the others."""

    log: int
    kept: int
    lines: list[Line]
    recaps: list[Recap]  # the turns of these lines, each whole: they replace the same and all later ones


class UndoneMove(Struct, frozen=True):
    """A decision that a take-back would undo.  What it was is in the log, as far as one may read it there."""

    move: int
    seat: int


class Asked(Struct, frozen=True):
    """Somebody asks for something that needs everybody's yes.  It lapses when somebody moves."""

    kind: Literal["back", "end"]
    seat: int  # who asks
    move: int  # to take back: the number of the decision
    revealed: bool  # something has come to light since, or chance has spoken
    yes: list[int]
    open: list[int]  # the seats that have yet to answer
    undoes: list[UndoneMove] = []  # every decision that would be taken back, the first one first


class Between(Struct, frozen=True):
    """The table as it was after a turn that this browser has not seen, on the way to what it is now."""

    now: Now
    points: Points


class PlanStep(Struct, frozen=True, omit_defaults=True):
    """A decision that was planned."""

    text: str
    label: str
    at: tuple[str, ...] = ()


class PlanNow(Struct, frozen=True, omit_defaults=True):
    """The plan of the seat at this screen, as far as it has not been carried out."""

    steps: list[PlanStep]
    only_if: list[Condition] = []
    past_news: bool = False
    stands: bool = False  # until the round ends
    playing: bool = False  # the seat is asked, and the next decision is about to be made
    dropped: str = ""  # why it will not be carried out any more; empty while it waits


class Push(Struct, frozen=True, omit_defaults=True, tag="push"):
    """The table now.  What is left out of players, points and standing is as it was."""

    # Raw: parts that were encoded once, for all screens that show the same.
    now: Now | Raw
    seats: list[int]  # the seats at this screen
    logs: list[Tail | Raw]
    thinking: int | None = None  # the seat of a bot that is thinking
    waiting: int | None = None  # the seat that looks over its turn before anybody goes on
    waiting_for: float | None = None  # seconds until they go on all the same; None: when it is confirmed
    players: list[SeatPlan] | None = None
    points: Points | Raw | None = None
    standing: Standing | None = None  # of the series this match belongs to: before it, and with it when it is over
    outline: list[Section] | Raw | None = None  # for those who want it
    asked: Asked | None = None
    may_end: str = ""  # why the players may agree to end the game now, in words
    guide: Guided | None = None  # in a guided game
    hurried: bool = False  # bots look less far ahead than their level promises: the engine is not compiled (yet)
    resigned: list[int] = []  # seats that have given up
    clock: Clock | None = None  # at a table for friends
    steps: list[Between] = []  # what lies between what this browser has shown and now, if several turns do
    plan: PlanNow | None = None  # what this seat has decided in advance
    together: bool = False  # everybody decides in secret now: this seat need not wait until it is asked
    done: int | None = None  # the number of this browser's message that has been dealt with, as in Done


class Done(Struct, frozen=True, tag="done"):
    """Everything up to the message of this number has been dealt with; problems were sent before."""

    n: int


class Past(Struct, frozen=True, omit_defaults=True, tag="past"):
    """The answer to Look; `now.move` says how far."""

    now: Now
    points: Points
    log: int  # which log has the lines; a Push brings it
    moves: int  # how many there are
    outline: list[Section] | None = None


class ImaginedTable(Struct, frozen=True, tag="imagined"):
    """The answer to Imagine.  Hidden cards and rolls are made up; `now.choices` are those of the next seat."""

    version: int  # of the table it began with
    steps: int  # how many of the decisions were possible
    now: Now
    points: Points
    lines: list[Line]  # what would have happened


class Advice(Struct, frozen=True, tag="advice"):
    """The answer to Ask, for the table of this version."""

    version: int
    hint: Hint


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to Ping."""


class Sitter(Struct, frozen=True):
    """A seat at a table for friends."""

    name: str
    bot: str | None  # the level of the bot that plays there now
    person: bool  # it is somebody's; with a bot, that only sits in
    program: bool  # the somebody is a program
    mine: bool
    host: bool
    mark: int  # colour and shape
    ready: bool
    presence: Literal["here", "away", "gone", ""]
    vacation: float | None = None  # seconds since the epoch: until then, no time passes for this person here


class PauseInfo(Struct, frozen=True):
    """The game is paused."""

    by: str  # the name of who did it
    since: float  # seconds since the epoch
    mine: bool  # this screen may continue it


class RematchRequest(Struct, frozen=True):
    """Who wants another game with the same people.  Bots always do."""

    by: int  # the seat that asks
    yes: list[int]
    no: list[int]


class Friends(TableSettings, frozen=True, tag="friends"):
    """The lobby of a table for friends: who is there, who sits where.  Always sent whole."""

    game: str
    title: str
    options: dict[str, str]  # by title, those that are not as usual
    begun: bool
    hosting: bool  # whether this is the host's screen
    seats: list[Sitter]
    watchers: int
    terms: list[str]  # its settings in words
    invitation: str  # for the host, and for those who came with it
    missing: str  # why the game has not started, in words
    next: str | None  # the rematch, once it has been made
    rematch: RematchRequest | None = None  # asked for at the end
    code: str = ""  # to be typed on the front page, for those who know the invitation
    paused: PauseInfo | None = None
    may_pause: bool = False  # this screen may do it


class Said(Struct, frozen=True, omit_defaults=True):
    """A message in the chat, a reaction, or something that happened at the table."""

    seq: int
    at: float
    seat: int | None  # None: somebody who watches
    name: str
    kind: str  # "words", "reaction" or "event"
    words: str
    n: int = 0  # the number under which the page sent it: what comes twice is said once


class GallerySaid(Struct, frozen=True, omit_defaults=True):
    """What somebody who watches says to the others who do."""

    seq: int
    at: float
    name: str
    words: str
    n: int = 0


class Gallery(Struct, frozen=True, tag="gallery"):
    """To those who watch; to the players once the game is over.  What was said is what this browser lacks."""

    names: list[str]  # who watches now
    said: list[GallerySaid]


class Talk(Struct, frozen=True, tag="talk"):
    """What was said that this browser has not heard yet."""

    said: list[Said]


ServerMessage = Welcome | Push | Done | Past | ImaginedTable | Advice | Pong | Friends | Talk | Gallery | Problem

MAX_MESSAGE = 2_000  # bytes of one message from a browser
MAX_BODY = 100_000  # bytes of an HTTP body
