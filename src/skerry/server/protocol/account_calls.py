"""The JSON bodies of HTTP calls about oneself: other devices, earlier guests, accounts."""

from typing import Annotated

from msgspec import Meta, Struct

from skerry.server.protocol.messages import Name, Short


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
    player: str = ""  # the name at new tables; empty: never said
    mark: int | None = None  # colour and shape at new tables
    recovery: float | None = None  # when the recovery code was made (seconds since the epoch); null: there is none
    warn: bool = False  # games would be lost with this browser's data, and nobody has said so yet
    vacation: float | None = None  # away until then (seconds since the epoch)


class Pass(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link to another device.

    POST /api/me/pass makes one, /api/me/pass/look says whose it is, /api/me/move uses it.
    POST /api/me/invited takes that of an invitation to the server.
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
