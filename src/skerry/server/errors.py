"""What may go wrong between a person and the server.  The words are for the person."""


class Refusal(Exception):
    """Something that cannot be done; the words are for the person who asked.  web/app.py answers with the status."""

    status = 409


class TableError(Refusal):
    """A request that makes no sense at this table now."""


class NotFound(TableError):
    """There is no such thing, or not for this person."""

    status = 404


class Stale(TableError):
    """A click on an old picture."""


class Denied(Refusal):
    """Something this person may not do."""

    status = 403


class TooMany(Refusal):
    """More than one person or address may ask for."""

    status = 429


class Busy(Refusal):
    """More than the server can do at the moment."""

    status = 503


class StoreError(Exception):
    """The disk failed; the words say what and where."""


class Conflict(StoreError):
    """Somebody else has written this place of the log, or these seats, first."""


class Damaged(StoreError):
    """A match that cannot be continued.  It is left as it is."""


# What a person is told when the cause is none of theirs to know; details are in the server's log.
BUG = "Something went wrong on the server. Reload the page to continue; the server's log has the details."
DISK = "The server cannot use its disk at the moment. Please try again later; the server's log has the details."
LOST = "Your move could not be saved, so it does not count. Please try again; the server's log has the details."
BOT_LOST = "A bot's move could not be saved, so it does not count. It will try again in a moment."
HARMED = "This game is damaged: part of it has changed on the server's disk. The host may have it in a backup."
MOVED_ON = "The game has moved on. Take another look."
SIGNED_OUT = "You have signed out."
DELETED = "This game was deleted."
TOO_MANY = "Too many requests. Please wait a moment."
UNREADABLE = "The server could not read this."
FULL = "This server has no room for another game. Old games that are deleted make room."
