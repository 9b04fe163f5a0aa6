"""Who is at a table: at this process, and at others that share the database."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Literal

import msgspec

from skerry.server.runtime import machine_clock
from skerry.server.store.processes import WATCHERS, read_presence, write_presence

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

Presence = Literal["here", "away", "gone", ""]


class SharedPresence:
    """Who is at one table for friends, kept in step with the other processes that serve it."""

    def __init__(self, table: "LiveTable") -> None:
        self.table = table
        self.published: dict[str, str] = {}  # what the others know of those here
        self.elsewhere: dict[str, Presence] = {}
        self.names_elsewhere: list[str] = []  # of those who watch

    @property
    def people(self) -> dict[str, Presence]:
        """Everybody who is connected: away if all their screens are."""
        found = dict(self.elsewhere)
        for socket in self.table.sockets:
            if socket.person is not None and found.get(socket.person) != "here":
                found[socket.person] = "away" if socket.is_away else "here"
        return found

    @property
    def watchers(self) -> int:
        return len(self.watching)

    @property
    def watching(self) -> list[str]:
        """The names of those who watch."""
        return sorted([*self.watching_here, *self.names_elsewhere])

    @property
    def watching_here(self) -> list[str]:
        return sorted(socket.name for socket in self.table.sockets if not socket.seats and not socket.is_replay)

    def tell(self, anew: bool = False) -> None:
        """Pass on to the other processes what has changed here; with `anew`, all of it."""
        store, id_ = self.table.store, self.table.id
        if not store.is_shared:
            return
        now = states_of(self.table)
        if now == self.published and not (anew and now):
            return
        self.published = now

        def tell(written: "Future[None]") -> None:
            if written.exception() is None:
                store.tell(f"presence {id_}")
            else:
                log.warning("Table %s: who is here could not be passed on to other processes.", id_)

        process = store.engine.process
        store.put(lambda db: write_presence(db, id_, process, now)).add_done_callback(tell)

    async def hear(self) -> None:
        """Take over who is at the other processes."""
        table = self.table
        rows = await asyncio.to_thread(read_presence, table.store, table.id, machine_clock.wall())
        elsewhere = people_of(rows)
        names = [name for person, state in rows if person == WATCHERS for name in names_in(state)]
        if (elsewhere, names) != (self.elsewhere, self.names_elsewhere):
            self.elsewhere, self.names_elsewhere = elsewhere, names
            if table.lobby is not None:
                table.lobby.show()


def states_of(table: "LiveTable") -> dict[str, str]:
    """Those at this process, as the database keeps it."""
    found: dict[str, str] = {}
    for socket in table.sockets:
        if socket.person is not None and found.get(socket.person) != "here":
            found[socket.person] = "away" if socket.is_away else "here"
    names = table.presence.watching_here
    return found | ({WATCHERS: msgspec.json.encode(names).decode()} if names else {})


def names_in(state: str) -> list[str]:
    """Of those who watch at another process; older ones only say how many they are."""
    found = msgspec.json.decode(state, type=list[str] | int)
    return [""] * found if isinstance(found, int) else found


def people_of(rows: Sequence[tuple[str, str]]) -> dict[str, Presence]:
    found: dict[str, Presence] = {}
    for person, state in rows:
        if person != WATCHERS and found.get(person) != "here":
            found[person] = "here" if state == "here" else "away"
    return found
