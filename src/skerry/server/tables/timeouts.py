"""What happens when somebody's time is up: what the table agreed on when it was made."""

import asyncio
import logging
import sqlite3
from concurrent.futures import Future
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.manners import DONE, LATE
from skerry.match.match import Entry
from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock
from skerry.server.runtime.supervise import Pause
from skerry.server.store import seats
from skerry.server.store.store import Store, durable
from skerry.server.store.uptime import COMING_BACK, KIND, Due, Jump

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

EVERY = 1.0  # seconds between two looks
AT_ONCE = 10  # tables that are looked at side by side
PATIENCE = 60.0  # seconds until one of them is given up for the moment
AGAIN, AT_LAST = 10.0, 3600.0  # seconds until a table that failed is tried again: first, and at most
LEVEL = "medium"  # of the bot that gets the seat
SHIFT = f"UPDATE rooms SET due = due + ?{{also}} WHERE due IS NOT NULL AND {KIND} = ?"
NOT_BEFORE = f"UPDATE rooms SET due = ? WHERE due < ? AND {KIND} = 'slow'"


class Lateness:
    """Finds the tables where time is up, though nobody is there.  One that fails holds up none of the others."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables
        self.busy: dict[str, asyncio.Task[None]] = {}
        self.failed: dict[str, tuple[Pause, float]] = {}  # and when to try again
        self.is_unsure = False  # moments in the store may be wrong: look at all tables with a clock
        tables.uptime.jumped = self.forgive

    async def watch(self) -> None:
        try:
            while True:
                await asyncio.sleep(EVERY)
                while await self.look():  # after a start, there are many
                    await asyncio.wait(self.busy.values(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in self.busy.values():
                task.cancel()

    async def look(self) -> bool:
        """True: there may be more than can be looked at now."""
        self.tables.uptime.notice()  # before anybody is called late
        if self.is_unsure:
            await self.look_at_all()
        now = machine_clock.monotonic()
        self.failed = {id_: one for id_, one in self.failed.items() if one[1] > now - AT_LAST}
        waiting = [id_ for id_, (_, until) in self.failed.items() if until > now]
        without = [*self.busy, *waiting]
        for id_ in await asyncio.to_thread(seats.overdue, self.tables.store, AT_ONCE - len(self.busy), without):
            self.busy[id_] = asyncio.create_task(self.try_out(id_), name=f"clock of table {id_}")
        return len(self.busy) >= AT_ONCE

    async def try_out(self, id_: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await run_out(await self.tables.open(id_))
            self.failed.pop(id_, None)
        except Exception as error:
            pause = self.failed[id_][0] if id_ in self.failed else Pause(AGAIN, AT_LAST)
            seconds = pause.take()
            self.failed[id_] = pause, machine_clock.monotonic() + seconds
            is_bug = not isinstance(error, (StoreError, TimeoutError))
            words = "table %s: its clock could not be looked after, next try in %.0f s: %r"
            log.error(words, id_, seconds, error, exc_info=is_bug)
        finally:
            self.busy.pop(id_, None)

    # ---- when the machine's clocks have jumped
    def forgive(self, jump: Jump) -> None:
        """Live clocks in memory have not counted it.  What the store knows by the time of day moves along."""
        if jump.set < 0:
            for table in self.tables.live.values():
                if table.timer is not None and table.timer.pace.kind == "slow":
                    table.timer.began += jump.set
        earliest = self.tables.uptime.earliest

        def work(db: sqlite3.Connection) -> None:
            db.execute(SHIFT.format(also=""), (jump.forward + COMING_BACK, "live"))
            if jump.set < 0:
                db.execute(SHIFT.format(also=", began = began + ?"), (jump.set, jump.set, "slow"))
            db.execute(NOT_BEFORE, (earliest, earliest))

        self.tables.store.put(work).add_done_callback(self.check)

    def check(self, written: "Future[None]") -> None:
        if (error := written.exception()) is not None:
            log.error("after a jump of the machine's clock: %s", error)
            self.is_unsure = True

    async def look_at_all(self) -> None:
        now = machine_clock.wall()

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE rooms SET due = ? WHERE due > ?", (now, now))

        await durable(self.tables.store.put(work))
        self.is_unsure = False


async def run_out(table: "LiveTable") -> None:
    async with table.lock:
        match = await table.current()
        timer = table.timer
        if timer is None or table.room is None:
            return
        seat, remaining = timer.actor, timer.remaining()
        if seat is None or remaining is None or remaining > 0:  # the server was down, or somebody has moved meanwhile
            await keep_due(table.store, table.id, timer.due())
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


async def keep_due(store: Store, id_: str, due: Due) -> None:
    await durable(store.put(lambda db: seats.write_time(db, id_, -1, 0, due)))


def told(match: Match, seat: int, goes_on: bool) -> list[Entry]:
    """A turn that only had to be looked over is done."""
    entries = match.aside(seat, LATE)
    return entries + match.aside(seat, DONE) if goes_on and match.manners.held == seat else entries
