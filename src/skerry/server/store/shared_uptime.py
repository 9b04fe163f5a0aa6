"""How long any of the processes that share a database has run: the union of their times, not the sum.

Otherwise two processes that overlap would charge players twice.
"""

import asyncio

from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db
from skerry.server.store.processes import GONE
from skerry.server.store.store import Store, durable
from skerry.server.store.uptime import AFTER_RESTART, COMING_BACK, Uptime, ignore

SILENT = 2 * GONE  # seconds in which nobody noted anything: nobody ran
READ_EVERY = 2.0  # seconds


class SharedUptime(Uptime):
    """The clock of the database without the time in which nobody ran.  One process notes that somebody runs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.jumped = ignore  # a process that stood still is not missed while others run
        self.follow(*store.put(note_running).result())

    def follow(self, lost: float, resumed: float) -> None:
        self.lost, self.earliest = lost, resumed + AFTER_RESTART

    @property
    def seconds(self) -> float:
        return machine_clock.wall() - self.lost

    def notice(self) -> None:
        pass

    async def tick(self) -> None:
        while True:
            await asyncio.sleep(READ_EVERY)
            for lost, resumed in await asyncio.to_thread(self.store.read, "SELECT lost, resumed FROM uptime"):
                self.follow(lost, resumed)

    async def watch(self) -> None:
        await asyncio.Event().wait()  # there is nothing else to do

    async def note(self) -> None:
        self.follow(*await durable(self.store.put(note_running)))


def note_running(db: Db) -> tuple[float, float]:
    """Somebody runs now.  Return the time that was lost so far, and when somebody last began to run."""
    now = machine_clock.wall()
    db.execute("LOCK TABLE uptime IN EXCLUSIVE MODE")  # of PostgreSQL; there may be no row yet
    found = db.execute("SELECT seconds, seen, lost, resumed FROM uptime").fetchone()
    if found is None:
        row = (0.0, now, now, now - AFTER_RESTART)
        db.execute("INSERT INTO uptime (seconds, seen, lost, resumed) VALUES (?, ?, ?, ?)", row)
        return now, now - AFTER_RESTART
    seconds, seen, lost, resumed = found
    if seen is None or lost is None or resumed is None:  # it comes from another database
        lost, resumed = now - seconds + COMING_BACK, now
    elif now - seen > SILENT:
        lost, resumed = lost + now - seen + COMING_BACK, now
    row = (now - lost, now, lost, resumed)
    db.execute("UPDATE uptime SET seconds = ?, seen = ?, lost = ?, resumed = ?", row)
    return lost, resumed


def uptime_of(store: Store) -> Uptime:
    return SharedUptime(store) if store.is_shared else Uptime(store)
