"""What happens when somebody's time is up: what the table agreed on when it was made."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.manners import DONE, LATE
from skerry.match.match import Entry
from skerry.server import seats
from skerry.server.store import Store, durable

if TYPE_CHECKING:
    from skerry.server.live import LiveTable
    from skerry.server.tables import Tables

log = logging.getLogger("skerry.tables")

EVERY = 1.0  # seconds between two looks
AT_ONCE = 50  # tables in one look
LEVEL = "medium"  # of the bot that gets the seat


async def watch(tables: "Tables") -> None:
    """Tables where time is up are found though nobody is there."""
    while True:
        await asyncio.sleep(EVERY)
        for id_ in await asyncio.to_thread(seats.overdue, tables.store, AT_ONCE):
            try:
                await run_out(await tables.open(id_))
            except Exception:
                log.exception("table %s: its clock stops", id_)
                await keep_due(tables.store, id_, None)


async def run_out(table: "LiveTable") -> None:
    async with table.lock:
        match = await table.current()
        timer = table.timer
        if timer is None or table.room is None:
            return
        seat, due = timer.actor, timer.due()
        if seat is None or due is None or due > time.time():  # the server was down, or somebody has moved meanwhile
            await keep_due(table.store, table.id, due)
            return
        timer.is_late = True
        late = table.room.terms.pace.late
        name = match.seats[seat].name
        if late == "bot":
            plans = list(match.seats)
            plans[seat] = replace(plans[seat], bot=LEVEL)
            asides = [(seat, LATE), (seat, f"(bot: {LEVEL})")]
            words = f"{name}'s time is up. A bot ({LEVEL}) plays for {name}"
            await table.room.seat(plans, table.places, words, asides=asides)
            return
        await table.change(match, lambda: told(match, seat, late != "nothing"))
        if late == "move":
            table.bots.move_for(match, seat)


async def keep_due(store: Store, id_: str, due: float | None) -> None:
    await durable(store.put(lambda db: seats.write_time(db, id_, -1, 0, due)))


def told(match: Match, seat: int, goes_on: bool) -> list[Entry]:
    """A turn that only had to be looked over is done."""
    entries = match.aside(seat, LATE)
    return entries + match.aside(seat, DONE) if goes_on and match.manners.held == seat else entries
