"""The JSON bodies of HTTP calls about ratings and leagues."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from skerry.server.protocol.messages import Name, Short

MOST_IN_LEAGUE = 64  # in one league
MAX_ROUNDS = 12


# ---- ratings


class RatingShown(Struct, frozen=True):
    """A rating as people read it: everybody starts at 1000, and the true strength is most likely within ± of it."""

    number: int
    spread: int
    games: int
    unsure: bool  # too few games to say much


class LeaderShown(Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    name: str
    bot: bool
    mine: bool
    rating: RatingShown


class RatingAt(Struct, frozen=True):
    """My rating after a game."""

    match: str
    at: float
    number: int
    spread: int


class PoolShown(Struct, frozen=True):
    """A game with one number of players: its leaderboard, and where I stand."""

    game: str
    title: str
    players: int
    leaders: list[LeaderShown]
    mine: RatingShown | None
    curve: list[RatingAt]  # mine, the oldest first


class RatingsNow(Struct, frozen=True):
    """GET /api/ratings"""

    pools: list[PoolShown]
    least: int  # games until somebody is listed


# ---- leagues


class LeaguePlan(Struct, frozen=True, kw_only=True):
    """What is played in a league, and on which terms."""

    game: Short
    players: Annotated[int, Meta(ge=2, le=8)]  # at a table
    options: Annotated[dict[Short, Short], Meta(max_length=20)] = field(default_factory=dict)
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 3
    turn_days: Annotated[int, Meta(ge=1, le=14)] = 2  # for each turn; then a bot gets the seat
    round_days: Annotated[int, Meta(ge=1, le=60)] = 14  # until a round ends
    late: Literal["bot", "forfeit"] = "bot"  # at the end of a round: bots finish the game, or the one to move loses
    least: Annotated[int, Meta(ge=2, le=MOST_IN_LEAGUE)] = 4  # entries it takes to start
    most: Annotated[int, Meta(ge=2, le=MOST_IN_LEAGUE)] = 16
    rated: bool = False


class NewLeague(LeaguePlan, frozen=True, forbid_unknown_fields=True):
    """POST /api/leagues"""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    by_code: bool = False  # only those who have the link may enter


class EnterLeague(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/leagues/{id}/enter.  POST to /withdraw, /start and /cancel takes an empty body."""

    name: Name
    code: Short = ""  # from the link


LeagueState = Literal["open", "running", "over"]


class LeagueInfo(Struct, frozen=True):
    """GET /api/leagues: a league in the list."""

    id: str
    name: str
    title: str  # of the game
    plan: LeaguePlan
    terms: list[str]  # in words
    state: LeagueState
    entries: int
    round: int  # 0 before the first
    entered: bool
    hosting: bool
    by_code: bool
    created: float


class LeaguesNow(Struct, frozen=True):
    """GET /api/leagues"""

    leagues: list[LeagueInfo]
    problem: str  # why this person cannot make another one, or nothing
    ratings: bool  # a league here may be rated


class LeagueStanding(Struct, frozen=True):
    """A line of the standings."""

    place: int
    name: str
    mine: bool
    points: float
    wins: int
    strength: float  # the points of all opponents together
    games: int
    withdrew: bool


class LeagueSeat(Struct, frozen=True):
    name: str
    mine: bool
    bot: bool = False
    place: int | None = None  # in its game, once that is over
    game_points: int | None = None


class LeagueTable(Struct, frozen=True):
    number: int
    match: str | None  # null while it is being set up
    over: bool
    void: bool  # its game is gone, and nobody knows the result
    seats: list[LeagueSeat]


class LeagueRound(Struct, frozen=True):
    number: int
    began: float
    deadline: float
    over: bool
    tables: list[LeagueTable]
    byes: list[LeagueSeat]


class LeagueShown(Struct, frozen=True):
    """GET /api/leagues/{id}, and the answer to whatever changes it."""

    info: LeagueInfo
    names: list[str]  # of all entries, in the order in which they came
    standings: list[LeagueStanding]
    rounds: list[LeagueRound]  # the newest first
    next: str | None  # the game that I have to play now
    code: str  # of the link, for those who may pass it on
    missing: str  # why it has not started yet, in words
    may_start: bool
    may_withdraw: bool
