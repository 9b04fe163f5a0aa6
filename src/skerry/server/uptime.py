"""When the server was running.  While it was down nobody could move, so no live clock ran."""

import asyncio
import logging
import sqlite3
import time

from skerry.server.errors import StoreError
from skerry.server.schema import YEAR
from skerry.server.store import Store, durable

log = logging.getLogger("skerry.server")

EVERY = 5.0  # seconds between two notes: so much may be given back to somebody after a crash
RUNNING = "SELECT 1 FROM rooms WHERE due IS NOT NULL AND json_extract(pace, '$.kind') = 'live' LIMIT 1"


async def watch(store: Store) -> None:
    """Note that the server is still there, as long as a live clock runs somewhere."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            if await asyncio.to_thread(store.read, RUNNING):
                await note(store)
        except StoreError as error:
            log.error("%s", error)


async def note(store: Store) -> None:
    now = time.time()

    def work(db: sqlite3.Connection) -> None:
        db.execute("INSERT OR REPLACE INTO runs (started, seen) VALUES (?, ?)", (store.opened, now))
        db.execute("DELETE FROM runs WHERE seen < ?", (now - YEAR,))

    await durable(store.put(work))


def before(store: Store, since: float) -> float:
    """For how many seconds after this moment the server was running, before it was started this time."""
    query = "SELECT sum(seen - max(started, ?)) FROM runs WHERE seen > ? AND started < ?"
    return float(store.read(query, since, since, store.opened)[0][0] or 0.0)
