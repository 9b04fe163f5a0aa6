"""What can go wrong between a person and the server, and the words for it."""


class Refusal(Exception):
    """Something that cannot be done.  The words are for the person who asked; the status is that of the HTTP answer."""

    status = 409


class TableError(Refusal):
    """A request that makes no sense at this table now."""


class BadRequest(Refusal):
    """A request that is not as it should be."""

    status = 400


class NotJson(Refusal):
    """A body of another type."""

    status = 415


class TooLong(Refusal):
    """A body longer than anything that belongs there."""

    status = 413


class UnknownToken(Refusal):
    """A program without a token, or with one that does not exist."""

    status = 401


class NotFound(TableError):
    """There is no such thing, or not for this person."""

    status = 404


class Stale(TableError):
    """A click on an old picture."""


class Denied(Refusal):
    """Something this person may not do."""

    status = 403


class Ended(Denied):
    """A table that the operator has ended."""


class TooMany(Refusal):
    """More than one person or address may ask for."""

    status = 429


class Busy(Refusal):
    """More than the server can do at the moment."""

    status = 503


class NoSpace(Refusal):
    """No space for another game."""

    status = 507


class StoreError(Exception):
    """The disk failed; the words say what and where."""


class Conflict(StoreError):
    """Somebody else has written this place of the log, or these seats, first."""


class InDoubt(StoreError):
    """The database was gone before it said whether it had written this, and stayed away."""


class Damaged(StoreError):
    """A match that cannot be continued.  It is left as it is."""


def as_sentence(error: object) -> str:
    """What the engine says, as people read it here: a capital letter first, a full stop last."""
    words = str(error).strip()
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


# For causes that are none of the person's business; details are in the server's log.
BUG = "Something went wrong on the server. Reload the page to continue. The server's log has the details."
DISK = "The server cannot use its disk at the moment. Please try again later. The server's log has the details."
LOST = "Your move could not be saved, so it does not count. Please try again. The server's log has the details."
IN_DOUBT = (
    "The server has lost its database and cannot tell whether your move was saved. "
    "Take another look in a moment, before you make it again."
)
BOT_LOST = "A bot's move could not be saved, so it does not count. It will try again in a moment."
HARMED = "This game is damaged: part of it has changed on the server's disk. The host may have a backup."
MOVED_ON = "The game has moved on. Take another look."
SIGNED_OUT = "You have signed out."
DELETED = "This game was deleted."
TOO_MANY = "Too many requests. Please wait a moment."
UNREADABLE = "The server did not understand this request. Please reload the page."
CANNOT_CONTINUE = "This game cannot be continued. The server's log has the details."
OVERLOADED = (
    "The server has more to do than it can at the moment, so this was not done. Please try again in a few seconds."
)
NO_SPACE = "This server has no space for another game. Deleting old games makes space."
OTHER_SITE = "This request came from another website and was blocked."
OTHER_HOST = "This server does not accept requests for this host name. Its host can allow it with --allow-host."
