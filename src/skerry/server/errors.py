"""What may go wrong between a person and the server.  The words are for the person."""


class TableError(Exception):
    """A request that makes no sense at this table."""


class Stale(TableError):
    """A click on an old picture."""


class Denied(Exception):
    """Something this person may not do."""


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
UNREADABLE = "The server could not read this."
FULL = "This server has no room for another game. Old games that are deleted make room."
