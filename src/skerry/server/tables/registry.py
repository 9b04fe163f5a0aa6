"""All tables of the server."""

import asyncio
import time
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from skerry.server.bots.thinking import Thinking
from skerry.server.errors import DELETED, HARMED, SIGNED_OUT, Damaged, Denied, NotFound, TableError
from skerry.server.runtime.wake_ups import WakeUps
from skerry.server.store.contacts import blocked_by
from skerry.server.store.seats import seats_of
from skerry.server.store.shared_uptime import uptime_of
from skerry.server.store.store import Store, durable
from skerry.server.tables.following import catch_up, retrying
from skerry.server.tables.stored import StoredTable, read_table
from skerry.server.tables.table import LiveTable
from skerry.server.tables.uploads import Uploads

NO_TABLE = "There is no game at this address. Check the link, or start a new game."
MAX_IDLE = 500  # tables kept in memory though nobody is there
MAX_ENTRIES_HELD = 500_000  # of all their logs together


class Tables:
    """All tables of the server; those where somebody is are in memory."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self.uptime = uptime_of(store)
        self.uploads = Uploads()
        self.news = WakeUps()
        self.live: dict[str, LiveTable] = {}
        self.check_open: Callable[[str], None] = lambda id_: None  # Ended if the operator has ended it
        self.leads = not store.is_shared  # does this process look after clocks and the like, for all?
        self.orphaned = asyncio.Event()  # there may be tables that no process looks after
        self.orphaned.set()

    async def open(self, id_: str) -> LiveTable:
        """Join it before anything else is awaited: an idle table may be put away."""
        self.check_open(id_)
        while id_ in self.live and self.store.is_shared:
            table = self.live[id_]
            async with table.lock:
                await catch_up(table)
            if self.live.get(id_) is table:
                break
        if id_ not in self.live:
            try:
                known = await asyncio.to_thread(self.read, id_)
                self.drop_idle()
                self.live.setdefault(id_, LiveTable(known, self.store, self.thinking, self.uptime, self.news))
            except msgspec.MsgspecError as error:
                raise Damaged(HARMED) from error
        table = self.live[id_]
        table.used = time.monotonic()
        return table

    def read(self, id_: str) -> StoredTable:
        known = read_table(self.store, id_)
        if known is None:
            raise NotFound(DELETED if self.store.is_deleted(id_) else NO_TABLE)
        return known

    async def delete(self, guest: str | None, id_: str) -> None:
        """Only the guest who made it can delete it, and not while it is somebody else's, too."""
        record = await asyncio.to_thread(self.store.record, id_)
        if record is None:
            raise NotFound(NO_TABLE)
        if guest is not None and await self.withdraw(guest, id_):
            return
        if guest != record.owner:
            raise Denied("Only the person who started this game can delete it.")
        try:
            table = await self.open(id_)
        except Damaged:  # nobody plays there
            await durable(self.store.delete(record))
            return
        async with table.lock:
            await retrying(table, lambda: self.delete_once(guest, table))

    async def delete_once(self, guest: str | None, table: LiveTable) -> None:
        if guest != table.record.owner:
            raise Denied("Only the person who started this game can delete it.")
        await durable(self.store.delete(table.record))
        self.forget(table.id)
        self.store.tell(f"deleted {table.id}")

    def forget(self, id_: str) -> None:
        """It was deleted."""
        if table := self.live.pop(id_, None):
            table.close(DELETED)

    async def withdraw(self, person: str, id_: str) -> bool:
        """A game that others have played, too, stays theirs: it only leaves this person's list."""
        try:
            table = await self.open(id_)
        except Damaged:
            return False
        async with table.lock:
            return await retrying(table, lambda: self.withdraw_once(person, table))

    async def withdraw_once(self, person: str, table: LiveTable) -> bool:
        mine = seats_of(table.places, person)
        others = [place.person for place in table.places if place.person not in (None, person)]
        if not mine or not others or table.lobby is None or table.lobby.terms.begun is None:
            return False
        try:
            is_over = await table.lobby.is_over()
        except Damaged:  # nobody can look at it any more
            return False
        if not is_over:
            raise TableError("Others are still playing this game. Leave the table first.")
        places = [replace(place, person=None) if seat in mine else place for seat, place in enumerate(table.places)]
        owner = table.record.owner
        await table.seat(table.record.plans(), places, others[0] or "" if owner == person else owner)
        return True

    def end_sessions(self, sessions: list[str], farewell: str = SIGNED_OUT) -> None:
        for live in self.live.values():
            for socket in list(live.sockets):
                if socket.session in sessions:
                    socket.end(farewell)

    async def read_blocks(self, person: str) -> None:
        """The person has blocked somebody, or no longer: what is said from now on is shown accordingly."""
        blocked = await asyncio.to_thread(blocked_by, self.store, person)
        for live in self.live.values():
            for socket in live.sockets:
                if socket.person == person:
                    socket.blocked = blocked

    def drop_idle(self) -> None:
        """Make space for one more table: forget those where nobody has been for longest."""
        idle = [live for live in self.live.values() if live.idle]
        size = sum(live.size for live in idle)
        if len(idle) < MAX_IDLE and size <= MAX_ENTRIES_HELD:
            return
        idle.sort(key=lambda live: live.used, reverse=True)
        while idle and (len(idle) >= MAX_IDLE or size > MAX_ENTRIES_HELD):
            gone = idle.pop()
            size -= gone.size
            del self.live[gone.id]
            gone.put_away()

    async def close(self) -> None:
        self.uploads.pool.close()
        found = [task for live in self.live.values() for task in (live.bots.task, live.plans.task)]
        tasks = [task for task in found if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
