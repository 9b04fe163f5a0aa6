"""After a start: tables where a bot is to move go on, though nobody has opened them yet.

Only those of friends: somebody who plays alone comes back to the table anyway, and its bot moves then.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

from skerry.server.errors import StoreError
from skerry.server.store.store import Store
from skerry.server.tables.timeouts import run_out

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables

log = logging.getLogger("skerry.tables")

FIRST = 5.0  # seconds after the start; those who are there already go first
AGAIN = 3600.0  # seconds until the next round, for a bot that was stopped by something in between
AT_ONCE = 3  # tables that are woken side by side
PATIENCE = 60.0  # seconds until the next one is woken, whatever the bots of this one do
PAGE = 500  # tables that are read together

# A bot's turn at a table with people; or a turn that was late, where a bot was to move and did not come to it.
# One that is damaged must not fail the search for the others.
WAITING = """
SELECT rooms.match FROM (SELECT * FROM rooms WHERE match > ? ORDER BY match LIMIT ?) AS rooms
JOIN matches ON matches.id = rooms.match
WHERE begun IS NOT NULL AND to_move >= 0 AND CASE
    WHEN NOT json_valid(matches.seats) OR NOT json_valid(pace) OR typeof(to_move) != 'integer' THEN 0
    WHEN json_extract(matches.seats, '$[' || to_move || '].bot') IS NOT NULL
    THEN EXISTS (
        SELECT 1 FROM seats WHERE seats.match = rooms.match AND person IS NOT NULL
        AND json_extract(matches.seats, '$[' || seat || '].bot') IS NULL
    )
    ELSE due IS NULL AND json_extract(pace, '$.kind') != 'none' AND json_extract(pace, '$.late') != 'nothing'
END ORDER BY rooms.match
"""
LAST = "SELECT max(match) FROM (SELECT match FROM rooms WHERE match > ? ORDER BY match LIMIT ?)"


async def watch(tables: "Tables") -> None:
    await asyncio.sleep(FIRST)
    while True:
        await wake_all(tables)
        await asyncio.sleep(AGAIN)


async def wake_all(tables: "Tables") -> None:
    """A few at a time: thousands may be waiting."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def in_turn(id_: str) -> None:
        async with turn:
            await wake(tables, id_)

    last: str | None = ""
    while last is not None:
        ids, last = await asyncio.to_thread(waiting, tables.store, last)
        await asyncio.gather(*(in_turn(id_) for id_ in ids))


def waiting(store: Store, after: str) -> tuple[list[str], str | None]:
    """Tables that wait for a bot, of the next page; and where the page after it begins."""
    return [row[0] for row in store.read(WAITING, after, PAGE)], store.read(LAST, after, PAGE)[0][0]


async def wake(tables: "Tables", id_: str) -> None:
    """Until its bots have moved: then it is put away like any other where nobody is."""
    try:
        async with asyncio.timeout(PATIENCE):
            table = await tables.open(id_)
            async with table.lock:
                match = await table.current()
                is_bots = table.bots.to_play(match) is not None
                table.bots.wake(match)
            if not is_bots:
                await run_out(table)
            while table.bots.task is not None:
                await asyncio.wait([table.bots.task])
    except TimeoutError:
        log.warning("table %s: its bots take long", id_)
    except StoreError as error:
        log.error("table %s: its bots cannot go on: %s", id_, error)
    except Exception:
        log.exception("table %s: its bots cannot go on", id_)
