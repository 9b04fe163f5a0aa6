"""A row for each message that a browser may send: who may send it, what it is about, and which function answers it.

The rows stand beside their functions; `dispatch.py` puts them together.
"""

from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import Struct

from skerry.server.protocol.messages import ClientMessage
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.lobby import Lobby
    from skerry.server.tables.table import LiveTable

M = TypeVar("M", bound=ClientMessage)
Handler = Callable[["LiveTable", Socket, M], Awaitable[None]]


class Sender(Enum):
    """Who may send it."""

    ANYBODY = auto()  # everybody at the table, watchers as well; the functions check whose seat it is about
    SEATED = auto()  # those who have a seat
    HOST = auto()


class MessageCost(Enum):
    """Which rate limit it counts for, in addition to that on all messages."""

    MOVE = auto()  # no other
    TALK = auto()  # everybody hears of it, in the chat or the log
    LOOK = auto()  # moves are replayed for it: not refused, but slowed down
    HINT = auto()


class Scope(Enum):
    """What it is about.  That has to exist, and it is shown again when somebody else was faster."""

    TABLE = auto()
    MATCH = auto()  # it must have begun
    LOBBY = auto()  # of a table for friends
    SEATS = auto()  # of a table for friends, until the game is over


class MessageRow(NamedTuple):
    message: type[Struct]
    sender: Sender
    scope: Scope
    locks: bool  # answered under the table's lock; if not, its function takes the lock for as long as it needs it
    cost: MessageCost
    answer: Handler[Any]


def in_lobby(answer: "Callable[[Lobby, Socket, M], Awaitable[None]]") -> Handler[M]:
    """For messages that the lobby answers."""

    async def handler(table: "LiveTable", socket: Socket, message: M) -> None:
        assert table.lobby is not None
        await answer(table.lobby, socket, message)

    return handler


def row(
    message: type[M], sender: Sender, scope: Scope, locks: bool, cost: MessageCost, answer: Handler[M]
) -> MessageRow:
    """Make a row; the types ensure that its handler accepts this message."""
    return MessageRow(message, sender, scope, locks, cost, answer)


ANYBODY, SEATED, HOST = Sender
MOVE, TALK, LOOK, HINT = MessageCost
ABOUT_TABLE, ABOUT_MATCH, ABOUT_LOBBY, ABOUT_SEATS = Scope
LOCK, FREE = True, False
