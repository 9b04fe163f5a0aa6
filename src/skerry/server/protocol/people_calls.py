"""The JSON bodies of HTTP calls about people: whom one has played with, invitations, blocks, vacation, one's name."""

from typing import Annotated

from msgspec import Meta, Struct

from skerry.server.protocol.competition_calls import RatingShown
from skerry.server.protocol.messages import Name, Short

MarkNumber = Annotated[int, Meta(ge=0, lt=8)]
MAX_VACATION = 60  # days at one time


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/preferences: what I am called, and my colour and shape, at new tables.  Null: as it was."""

    name: Name | None = None
    mark: MarkNumber | None = None


class RecoveryCode(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/recovery makes one and answers with it, DELETE revokes it.

    POST /api/me/recover signs this browser in with it.
    """

    code: Short


class VacationTable(Struct, frozen=True):
    """A game over days."""

    id: str
    title: str
    players: list[str]
    allowed: int  # days for each player
    left: float  # days that are left to me
    until: float | None  # my clock stands still until then (seconds since the epoch)


class VacationNow(Struct, frozen=True):
    """GET and POST /api/me/vacation"""

    until: float | None  # seconds since the epoch; null: I am here
    tables: list[VacationTable]


class NewVacation(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/vacation: away for so many days from now on; 0: I am back."""

    days: Annotated[int, Meta(ge=0, le=MAX_VACATION)]


class PersonInfo(Struct, frozen=True):
    """Somebody I have played with.  `who` names them to the server and tells nobody anything."""

    who: str
    name: str
    mark: int | None
    games: int  # that we have begun together
    last: float  # seconds since the epoch


class PeopleNow(Struct, frozen=True):
    """GET /api/people"""

    people: list[PersonInfo]  # the last met first
    blocked: list[PersonInfo]


class HeadToHead(Struct, frozen=True):
    """How two people have done against each other in one game."""

    game: str
    title: str
    played: int
    i_won: int
    they_won: int
    ahead: int  # how often I had more points
    behind: int


class GamePlayed(Struct, frozen=True):
    """A finished game of ours."""

    id: str  # empty if it is gone
    title: str
    at: float
    mine: int  # points
    theirs: int
    i_won: bool
    they_won: bool


class GameRecord(Struct, frozen=True):
    """How somebody has done in one game, against anybody."""

    title: str
    played: int
    won: int


class PersonRating(Struct, frozen=True):
    title: str
    players: int
    rating: RatingShown


class Profile(Struct, frozen=True):
    """GET /api/people/{who}: for those who have played with them."""

    person: PersonInfo
    blocked: bool
    games: list[GameRecord]
    ratings: list[PersonRating]  # empty if the host has none
    together: list[HeadToHead]
    last: list[GamePlayed]


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/{who}/block"""

    blocked: bool


class InvitePeople(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/invite: these get an invitation on their front page."""

    who: Annotated[list[Short], Meta(min_length=1, max_length=7)]


class Invitable(Struct, frozen=True):
    """GET and POST /api/tables/{id}/invite, a list: whom I could invite to this table, and whom I have invited."""

    person: PersonInfo
    invited: bool
    declined: bool


class InvitedTo(Struct, frozen=True):
    """GET /api/home: a table to which somebody I have played with invites me.

    POST /api/tables/{id}/decline says no.
    """

    id: str
    game: str
    title: str
    host: str
    players: list[str]
    free: int
    terms: list[str]
    at: float
    invitation: str  # the secret of the link
