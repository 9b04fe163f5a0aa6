"""GET /api/operator, with the operator's token: how the server is doing.  Nothing of any position."""

from msgspec import Struct

from skerry.server.protocol.notice_calls import ChannelKind


class FigureSample(Struct, frozen=True):
    """What happened in the seconds since the sample before, and what there is now."""

    at: float  # seconds since 1970
    moves: float  # a second
    durable: float  # milliseconds until a write was on the disk, on average
    sockets: int
    tables: int
    bots: int  # that wait for a process to think in
    errors: int


class OperatorProblem(Struct, frozen=True):
    at: float
    level: str
    words: str


class OperatorTable(Struct, frozen=True):
    id: str
    game: str
    names: str
    entries: int
    changed: float
    state: str
    sockets: int  # of this process


class OperatorNotices(Struct, frozen=True):
    """Of one kind of channel: what became of its notices within a week.  Nobody's address."""

    kind: ChannelKind
    channels: int
    dropped: int  # nothing more is sent there, because it failed too often
    sent: int
    failed: int
    waiting: int


class OperatorNow(Struct, frozen=True):
    version: str
    process: int
    started: float  # seconds since 1970
    games: int
    bytes: int  # of the database
    free: int | None  # bytes beside it, if that is known
    connections: int
    bots_thinking: int
    moves: dict[str, int]  # since the start, by game
    bans: int
    invite_only: bool
    message: str
    every: float  # seconds between two samples
    samples: list[FigureSample]
    problems: list[OperatorProblem]  # the newest first
    tables: list[OperatorTable]  # likewise
    notices: list[OperatorNotices]
