"""From message to handler.

To add a message, see "The way of a click" in docs/draw-a-board.md.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from skerry.match import MatchError, Refused
from skerry.server.errors import (
    BUG,
    IN_DOUBT,
    LOST,
    MOVED_ON,
    Conflict,
    Damaged,
    InDoubt,
    Refusal,
    Stale,
    StoreError,
    TableError,
    as_sentence,
)
from skerry.server.protocol.messages import Ask, Away, ClientMessage, Imagine, Look, Outline, Ping, Problem
from skerry.server.tables.following import retrying
from skerry.server.tables.messages import (
    chat,
    consent,
    deciding,
    hosting,
    looking,
    pausing,
    plans,
    screen,
    seats,
    what_if,
)
from skerry.server.tables.messages.rows import (
    ABOUT_LOBBY,
    ABOUT_MATCH,
    ABOUT_SEATS,
    HOST,
    SEATED,
    MessageCost,
    MessageRow,
    Scope,
)
from skerry.server.tables.socket import Rights, Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

ROWS = (
    *deciding.ROWS,
    *consent.ROWS,
    *looking.ROWS,
    *what_if.ROWS,
    *plans.ROWS,
    *screen.ROWS,
    *hosting.ROWS,
    *seats.ROWS,
    *pausing.ROWS,
    *chat.ROWS,
)
Answering = Callable[[MessageRow, "LiveTable", Socket, ClientMessage], Awaitable[None]]
ROW_OF = {row.message: row for row in ROWS}
READING = (Look, Outline, Ping, Away)  # what a program that only reads may send
HINTING = (Ask, Imagine)  # what programs do not get


def cost_of(message: ClientMessage) -> MessageCost:
    return ROW_OF[type(message)].cost


async def handle(table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """Do what the browser asks for, or send it the reason why not."""
    try:
        await perform(table, socket, message, answer_or_show_again)
    except Refused as error:
        socket.tell(Problem(error.reason.words, error.reason))
    except (Refusal, MatchError, Damaged) as error:
        socket.tell(Problem(as_sentence(error)))
    except StoreError as error:
        log.error("Table %s: %s", table.id, error)
        socket.tell(Problem(IN_DOUBT if isinstance(error, InDoubt) else LOST))
    except Exception:
        log.exception("Table %s: a %s failed.", table.id, type(message).__name__)
        socket.tell(Problem(BUG))


async def perform(
    table: "LiveTable", socket: Socket, message: ClientMessage, answer: "Answering | None" = None
) -> None:
    """Do what the message asks for.  Refusals are raised, unless `answer` handles them."""
    found = ROW_OF[type(message)]
    if found.scope in (ABOUT_LOBBY, ABOUT_SEATS) and table.lobby is None:
        raise TableError("That only works at a table with friends.")
    if not found.locks:
        await check_and_answer(found, table, socket, message)
        return
    table.store.check_load()
    async with table.lock:
        await (answer or answer_retrying)(found, table, socket, message)


async def answer_retrying(found: MessageRow, table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """Only under the lock."""
    await retrying(table, lambda: check_and_answer(found, table, socket, message))


async def answer_or_show_again(found: MessageRow, table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """If the table is not as the browser thought, it is shown to it.  Only under the lock."""
    before = table.record.rev
    try:
        await answer_retrying(found, table, socket, message)
    except (Stale, Conflict):
        socket.tell(Problem(MOVED_ON))
        if found.scope in (ABOUT_LOBBY, ABOUT_SEATS):
            show_lobby(table)
        elif table.begun and table.record.rev == before:  # else everybody has been shown what is new
            await table.show_again(socket)


async def check_and_answer(found: MessageRow, table: "LiveTable", socket: Socket, message: ClientMessage) -> None:
    """First check what it is about, then who sends it: a watcher of a game that has not started hears that first."""
    await check_scope(found.scope, table)
    check_rights(found, socket)
    check_sender(found, table, socket)
    await found.answer(table, socket, message)
    if found.scope in (ABOUT_LOBBY, ABOUT_SEATS):
        show_lobby(table)


async def check_scope(scope: Scope, table: "LiveTable") -> None:
    """Is there what the message is about?"""
    if scope is ABOUT_MATCH:
        await table.current()
    if scope is ABOUT_SEATS and table.lobby is not None and await table.lobby.is_over():
        raise TableError("The game is over, so everybody keeps their seat.")


def check_rights(found: MessageRow, socket: Socket) -> None:
    if socket.rights is Rights.READER and found.message not in READING:
        raise TableError("This token may only read.")
    if socket.is_replay and found.message not in READING:
        raise TableError("This link is for watching the replay only.")
    if socket.rights is Rights.PROGRAM and found.message in HINTING:
        raise TableError("Programs play without hints.")


def check_sender(found: MessageRow, table: "LiveTable", socket: Socket) -> None:
    if found.sender is HOST and (socket.person is None or socket.person != table.record.owner):
        raise TableError("Only the host can do that.")
    if found.sender is SEATED and not socket.seats:
        if found.scope is ABOUT_MATCH:
            raise TableError("You are watching. Only the players can make moves.")
        raise TableError("You are watching. Take a seat first.")


def show_lobby(table: "LiveTable") -> None:
    if table.lobby is not None:
        table.lobby.show()
