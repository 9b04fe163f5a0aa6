"""The JSON bodies of HTTP calls by which people come to a table."""

from msgspec import Struct

from skerry.server.protocol.messages import Sitter
from skerry.server.protocol.table_settings import TableSettings

INVITATION_HEADER = "Skerry-Invitation"  # the secret of the link; addresses end up in logs


class Invitation(TableSettings, frozen=True):
    """GET /api/tables/{id}/invitation: what one is invited to, before one sits down."""

    id: str
    game: str
    title: str
    tagline: str
    minutes: str
    guided: bool  # whether the game can be learned in two minutes
    host: str  # the name; empty if nobody is
    seats: list[Sitter]
    options: dict[str, str]  # by title, those that are not as usual
    terms: list[str]  # its settings in words
    begun: bool
    problem: str  # why one cannot sit down, in words; empty if one can


class JoinCode(Struct, frozen=True):
    """GET /api/join/{code}: the table with this code."""

    id: str
    invitation: str


class ReachableAddress(Struct, frozen=True):
    origin: str  # as a browser has it, http://192.168.1.20:8470
    words: str  # whom it reaches, in a sentence


class Reach(Struct, frozen=True):
    """GET /api/reach: under which addresses others reach this server; all but the first only on its own computer."""

    here: str  # whom the address reaches that was asked under, in a sentence
    addresses: list[ReachableAddress]  # the best first
    advice: str  # what to do if there is none
    command: str  # to be typed for that
