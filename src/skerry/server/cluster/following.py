"""Live tables follow what other processes write."""

import asyncio
import logging

from skerry.server.errors import NotFound, StoreError
from skerry.server.store import seats
from skerry.server.store.processes import read_revs
from skerry.server.tables.following import catch_up
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.cluster")


class Follower:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.waiting: set[tuple[str, str]] = set()  # kinds of news and tables that will be looked at
        self.tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def hear(self, kind: str, id_: str, rev: str = "") -> None:
        """Only tables that somebody looks at follow at once; all others are brought up to date when they are opened."""
        table = self.tables.live.get(id_)
        if table is None or not table.sockets or (kind, id_) in self.waiting:
            return
        if kind == "table" and rev.isdecimal() and int(rev) <= table.record.rev:
            return
        self.waiting.add((kind, id_))
        task = asyncio.create_task(self.follow(kind, table), name=f"{kind} {id_}")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def follow(self, kind: str, table: LiveTable) -> None:
        try:
            async with table.lock:
                self.waiting.discard((kind, table.id))  # what is told from now on is looked at once more
                if kind == "presence":
                    await table.presence.hear()
                elif kind == "gallery":
                    await hear_gallery(table)
                elif kind == "replays":
                    table.end_replays()
                elif kind == "chat":
                    await hear_chat(table)
                elif kind == "plan":
                    await table.plans.hear()
                else:
                    await catch_up(table)
        except NotFound:
            self.tables.forget(table.id)
        except StoreError as error:  # the next look finds it
            log.warning("Table %s cannot follow: %s", table.id, error)
        except Exception:
            log.exception("Table %s cannot follow.", table.id)
        finally:
            self.waiting.discard((kind, table.id))

    async def look_at_all(self) -> None:
        """What no notice has told us; and bots whose process is gone."""
        tables = [table for table in self.tables.live.values() if table.sockets or table.bots.busy]
        revs = await asyncio.to_thread(read_revs, self.tables.store, [table.id for table in tables])
        for table in tables:
            if table.id not in revs:
                self.tables.forget(table.id)
                continue
            self.hear("table", table.id, str(revs[table.id]))
            if table.lobby is not None and table.sockets:
                table.presence.tell(anew=True)
                self.hear("presence", table.id)
                self.hear("chat", table.id)
                self.hear("gallery", table.id)
            if table.match is not None and not table.lock.locked():
                table.bots.wake(table.match)


async def hear_chat(table: LiveTable) -> None:
    if table.lobby is not None:
        said = await asyncio.to_thread(seats.read_chat, table.store, table.id, table.lobby.last_said)
        if said:
            table.lobby.show_said(said)


async def hear_gallery(table: LiveTable) -> None:
    if table.lobby is not None and await table.lobby.gallery.read():
        table.lobby.gallery.show()
