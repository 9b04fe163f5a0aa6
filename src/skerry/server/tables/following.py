"""A table that other processes write to as well: what they have written is taken over, and what failed is tried again.

With SQLite there are no others, and a conflict means that somebody has changed the file.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from skerry.match import Match, MatchError
from skerry.server.errors import DELETED, Conflict, NotFound
from skerry.server.tables.stored import News, read_news

if TYPE_CHECKING:
    from skerry.server.tables.socket import Socket
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

WRITE_TRIES = 10  # of one write
DELAY = 0.004  # seconds before another try, at most and times their number: the others go on, too

T = TypeVar("T")


async def retrying(table: "LiveTable", act: Callable[[], Awaitable[T]]) -> T:
    """Do it; if another process was faster, decide again from what that has written.  Only under the lock.

    `act` is called again from its beginning, so it looks at the table anew, and writes once.
    """
    for number in range(1, WRITE_TRIES):
        try:
            return await act()
        except Conflict:
            await asyncio.sleep(DELAY * number * random.random())
            await refresh(table)
    return await act()


async def catch_up(table: "LiveTable", but: "Socket | None" = None) -> None:
    """Take over what others have written, if they have.  Only under the lock."""
    if await asyncio.to_thread(table.store.rev, table.id) != table.record.rev:
        await refresh(table, but)


async def refresh(table: "LiveTable", but: "Socket | None" = None) -> None:
    """Take over what others have written, and show it.  Only under the lock.

    All is read before anything is changed: the database may go away in between.
    """
    match, lobby = table.match, table.lobby
    length = None if match is None else len(match.log)
    said = -1 if lobby is None else lobby.last_said
    news = await asyncio.to_thread(read_news, table.store, table.id, length, said)
    if news is None:
        table.close(DELETED)
        raise NotFound(DELETED)
    table.time_off = news.table.time_off
    had_begun, invitation = table.begun, "" if lobby is None else lobby.terms.invitation
    table.sit(news.table.record, news.table.places, news.table.terms)
    if match is not None and not replayed(table, match, news):
        table.match = None
    if table.match is not None:
        table.checking.follow(table.match)
    if lobby is not None:
        lobby.votes = list(news.table.votes)
        lobby.pass_on_invitation(invitation)
        lobby.show_said(news.table.chat)
        lobby.send_away("You no longer have a seat in this game.")
    if table.begun:
        await table.plans.load()
    await show_news(table, had_begun, but)


def replayed(table: "LiveTable", match: Match, news: News) -> bool:
    """False if the match must be read again."""
    match.seats = news.table.record.plans()
    try:
        for entry in news.entries:
            match.replay(entry)
    except MatchError:
        log.exception("Table %s cannot follow, and is read again.", table.id)
        return False
    if table.timer is not None:
        if news.began is None or news.grace is None:
            return False
        table.timer.follow(match, news.spent, news.began, news.grace)
    return True


async def show_news(table: "LiveTable", had_begun: bool, but: "Socket | None") -> None:
    if table.begun and table.sockets:
        match = await table.current()
        if not match.over:
            table.end_replays()
        if not had_begun:
            greeting = table.welcome(match)
            for socket in table.sockets:
                socket.greet(greeting)
        table.show_all(match, but)
    if table.begun and table.match is not None:
        table.bots.wake(table.match)
    if table.lobby is not None:
        table.lobby.show()
