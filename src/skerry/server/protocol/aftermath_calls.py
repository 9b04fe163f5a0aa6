"""The JSON bodies of HTTP calls about what goes with a game and what comes after it."""

from typing import Annotated

from msgspec import Meta, Struct

REPLAY_HEADER = "Skerry-Replay"  # the secret of a link to a replay; addresses end up in logs
REPLAY = "replay"  # stands for the id of the table in such a link
MAX_NOTE = 4_000  # characters


class RematchWish(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/rematch: I want another game, or not now.  The answer is that there is one, if there is."""

    yes: bool = True
    start: bool = False  # by the one who asked: begin with those who are in


class RematchMade(Struct, frozen=True):
    """The answer: the table of the rematch, null as long as others have yet to agree."""

    table: str | None


class PrivateNote(Struct, frozen=True, forbid_unknown_fields=True):
    """GET and POST /api/tables/{id}/note: what I have noted about this game; nobody else reads it."""

    words: Annotated[str, Meta(max_length=MAX_NOTE)]


class ReplayLink(Struct, frozen=True):
    """/api/tables/{id}/replay-link: GET shows it, POST makes it, DELETE revokes it.  Empty if there is none."""

    secret: str
