"""From message to handler: one row for each message that a browser may send.

A new message is a struct in `protocol/messages.py`, a row here, and the function that answers it.
"""

import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import Struct

from skerry.match import MatchError, Refused
from skerry.server.errors import BUG, LOST, MOVED_ON, Conflict, Damaged, Refusal, Stale, StoreError, TableError
from skerry.server.protocol.messages import (
    Agree,
    Answer,
    Ask,
    AskBack,
    AskEnd,
    Away,
    ClientMessage,
    Confirm,
    Imagine,
    Leave,
    Look,
    Mark,
    Outline,
    Play,
    Problem,
    React,
    Ready,
    Rename,
    Renew,
    Resign,
    Say,
    Seating,
    StandIn,
    Undo,
)
from skerry.server.tables import consent, deciding, history, what_if, wishes
from skerry.server.tables.deciding import decision, logged
from skerry.server.tables.lobby import Room
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

M = TypeVar("M", bound=ClientMessage)
Handler = Callable[["LiveTable", Socket, M], Awaitable[None]]


class Sender(Enum):
    """Who may send it."""

    ANYBODY = auto()  # who is here, if only to watch; the functions check themselves whose seat it is about
    SEATED = auto()  # who has a seat
    HOST = auto()


class Cost(Enum):
    """Which rate limit it counts for, besides that on all messages."""

    MOVE = auto()  # no other
    TALK = auto()  # everybody is told of it, in the chat or the log
    LOOK = auto()  # moves are replayed for it: not refused, but slowed down
    HINT = auto()


class Scope(Enum):
    """What it is about.  That has to be there, and it is shown again when somebody else was faster."""

    TABLE = auto()
    MATCH = auto()  # it must have begun
    ROOM = auto()  # around a table for friends
    SEATS = auto()  # who sits around a table for friends, until the game is over


class Row(NamedTuple):
    message: type[Struct]
    sender: Sender
    scope: Scope
    locks: bool  # answered under the table's lock; if not, its function takes the lock for as long as it needs it
    cost: Cost
    answer: Handler[Any]


def row(message: type[M], sender: Sender, scope: Scope, locks: bool, cost: Cost, answer: Handler[M]) -> Row:
    """A row whose function takes this very message: mypy sees to that."""
    return Row(message, sender, scope, locks, cost, answer)


def in_room(answer: Callable[[Room, Socket, M], Awaitable[None]]) -> Handler[M]:
    """For what the room answers."""

    async def handler(table: "LiveTable", socket: Socket, message: M) -> None:
        assert table.room is not None
        await answer(table.room, socket, message)

    return handler


ANYBODY, SEATED, HOST = Sender
MOVE, TALK, LOOK, HINT = Cost
TABLE, MATCH, ROOM, SEATS = Scope
LOCK, FREE = True, False

ROWS = (
    row(Play, SEATED, MATCH, LOCK, MOVE, decision(deciding.play, is_move=True, checks_seat=False)),
    row(Undo, SEATED, MATCH, LOCK, MOVE, decision(logged(deciding.undo), is_move=True)),
    row(Confirm, SEATED, MATCH, LOCK, MOVE, decision(deciding.confirm)),
    row(AskBack, SEATED, MATCH, LOCK, TALK, decision(logged(consent.ask_back))),
    row(AskEnd, SEATED, MATCH, LOCK, TALK, decision(logged(consent.ask_end))),
    row(Answer, SEATED, MATCH, LOCK, MOVE, decision(logged(consent.answer))),
    row(Resign, SEATED, MATCH, LOCK, MOVE, decision(consent.resign)),
    row(Look, ANYBODY, TABLE, FREE, LOOK, history.look),
    row(Imagine, ANYBODY, TABLE, FREE, LOOK, what_if.dream),
    row(Ask, ANYBODY, TABLE, FREE, HINT, wishes.hint),
    row(Rename, ANYBODY, TABLE, LOCK, TALK, wishes.rename),
    row(Outline, ANYBODY, TABLE, LOCK, MOVE, wishes.outline),
    row(Ready, SEATED, ROOM, LOCK, MOVE, in_room(Room.ready)),
    row(Mark, SEATED, ROOM, LOCK, MOVE, in_room(Room.choose_mark)),
    row(Seating, HOST, SEATS, LOCK, TALK, in_room(Room.seat_bot)),
    row(StandIn, SEATED, SEATS, LOCK, TALK, in_room(Room.stand_in)),
    row(Leave, SEATED, SEATS, LOCK, MOVE, in_room(Room.leave)),
    row(Renew, HOST, ROOM, LOCK, TALK, in_room(Room.renew)),
    row(Agree, HOST, ROOM, LOCK, MOVE, in_room(Room.change_terms)),
    row(Say, SEATED, ROOM, LOCK, TALK, in_room(Room.say)),
    row(React, SEATED, ROOM, LOCK, TALK, in_room(Room.react)),
    row(Away, ANYBODY, ROOM, LOCK, MOVE, in_room(Room.look_away)),
)
ROW_OF = {row.message: row for row in ROWS}


def cost_of(message: ClientMessage) -> Cost:
    return ROW_OF[type(message)].cost


async def handle(table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """Do as the browser asks, or tell it why not."""
    try:
        found = ROW_OF[type(message)]
        if found.scope in (ROOM, SEATS) and table.room is None:
            raise TableError("You play this game alone.")
        if found.locks:
            async with table.lock:
                await answer_or_show_again(found, table, socket, message)
        else:
            await answer(found, table, socket, message)
    except Refused as error:
        socket.tell(Problem(error.reason.words, error.reason))
    except (Refusal, MatchError, Damaged) as error:
        socket.tell(Problem(str(error)))
    except StoreError as error:
        log.error("table %s: %s", table.id, error)
        socket.tell(Problem(LOST))
    except Exception:
        log.exception("table %s: %r", table.id, message)
        socket.tell(Problem(BUG))


async def answer_or_show_again(found: Row, table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """If the table is not as the browser thought, it is shown to it.  Only under the lock."""
    try:
        await answer(found, table, socket, message)
    except (Stale, Conflict):
        socket.tell(Problem(MOVED_ON))
        if found.scope in (ROOM, SEATS):
            show_room(table)
        elif table.begun:
            await table.show_again(socket)


async def answer(found: Row, table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """First what it is about, then who sends it: those who watch a game that has not started are told that."""
    await check_scope(found.scope, table)
    check_sender(found, table, socket)
    await found.answer(table, socket, message)
    if found.scope in (ROOM, SEATS):
        show_room(table)


async def check_scope(scope: Scope, table: "LiveTable") -> None:
    """Is there what the message is about?"""
    if scope is MATCH:
        await table.current()
    if scope is SEATS and table.room is not None and await table.room.is_over():
        raise TableError("The game is over, and everybody keeps their seat.")


def check_sender(found: Row, table: "LiveTable", socket: Socket) -> None:
    if found.sender is HOST and (socket.person is None or socket.person != table.record.owner):
        raise TableError("Only the host can do that.")
    if found.sender is SEATED and not socket.seats:
        what_then = "Only the players can make moves." if found.scope is MATCH else "Take a seat first."
        raise TableError(f"You are watching. {what_then}")


def show_room(table: "LiveTable") -> None:
    if table.room is not None:
        table.room.show()
