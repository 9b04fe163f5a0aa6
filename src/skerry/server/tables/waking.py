"""After a start, or when a process was lost: tables where a bot is to move go on, though nobody has opened them yet.

Only those of friends: somebody who plays alone comes back to the table anyway, and its bot moves then.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from skerry.server.errors import Ended, StoreError
from skerry.server.store import clocks
from skerry.server.tables.timeouts import run_out

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables

log = logging.getLogger("skerry.tables")

FIRST = 5.0  # seconds after the start; those who are there already go first
WAKE_AGAIN = 3600.0  # seconds until the next round, for a bot that was stopped by something in between
WAKING_AT_ONCE = 3  # tables that are woken side by side
WAKING_PATIENCE = 60.0  # seconds until the next one is woken, whatever the bots of this one do


async def watch(tables: "Tables") -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(tables.orphaned.wait(), WAKE_AGAIN)
        await asyncio.sleep(FIRST)
        tables.orphaned.clear()
        if tables.leads:
            await wake_all(tables)


async def wake_all(tables: "Tables") -> None:
    """A few at a time: thousands may be waiting."""
    turn = asyncio.Semaphore(WAKING_AT_ONCE)

    async def in_turn(id_: str) -> None:
        async with turn:
            await wake(tables, id_)

    last: str | None = ""
    while last is not None:
        ids, last = await asyncio.to_thread(clocks.waiting_tables, tables.store, last)
        await asyncio.gather(*(in_turn(id_) for id_ in ids))


async def wake(tables: "Tables", id_: str) -> None:
    """Until its bots have moved: then it is put away like any other where nobody is."""
    try:
        async with asyncio.timeout(WAKING_PATIENCE):
            table = await tables.open(id_)
            async with table.lock:
                match = await table.current()
                is_bots = table.bots.to_play(match) is not None
                table.bots.wake(match)
            if not is_bots:
                await run_out(table)
            while table.bots.task is not None:
                await asyncio.wait([table.bots.task])
    except Ended:  # just now
        log.info("table %s was ended, so its bots do not go on", id_)
    except TimeoutError:
        log.warning("table %s: its bots take long", id_)
    except StoreError as error:
        log.error("table %s: its bots cannot go on: %s", id_, error)
    except Exception:
        log.exception("table %s: its bots cannot go on", id_)
