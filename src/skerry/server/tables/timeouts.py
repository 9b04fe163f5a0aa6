"""What happens when somebody's time is up: what the table agreed on when it was made."""

import asyncio
import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.asides import TIME_UP, TURN_DONE
from skerry.match.match import Entry
from skerry.server.errors import Ended, StoreError
from skerry.server.runtime import machine_clock
from skerry.server.runtime.supervise import Pause
from skerry.server.store import clocks
from skerry.server.store.engine.db import Db
from skerry.server.store.store import durable
from skerry.server.store.uptime import COMING_BACK, Jump
from skerry.server.tables.following import retrying

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables
    from skerry.server.tables.table import LiveTable

log = logging.getLogger("skerry.tables")

CHECK_EVERY = 1.0  # seconds
SIDE_BY_SIDE = 10  # tables that are looked at side by side
PATIENCE = 60.0  # seconds until one of them is given up for the moment
CLOCK_RETRY, CLOCK_RETRY_MOST = 10.0, 3600.0  # seconds until a table that failed is tried again: first, and at most
SUBSTITUTE = "medium"  # of the bot that gets the seat


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
                await asyncio.sleep(CHECK_EVERY)
                while await self.look():  # after a start, there are many
                    await asyncio.wait(self.busy.values(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in self.busy.values():
                task.cancel()

    async def look(self) -> bool:
        """True: there may be more than can be looked at now."""
        self.tables.uptime.notice()  # before anybody is called late
        if not self.tables.leads:
            return False
        if self.is_unsure:
            await self.look_at_all()
        now = machine_clock.monotonic()
        self.failed = {id_: failure for id_, failure in self.failed.items() if failure[1] > now - CLOCK_RETRY_MOST}
        waiting = [id_ for id_, (_, until) in self.failed.items() if until > now]
        without = [*self.busy, *waiting]
        for id_ in await asyncio.to_thread(clocks.overdue, self.tables.store, SIDE_BY_SIDE - len(self.busy), without):
            self.busy[id_] = asyncio.create_task(self.try_out(id_), name=f"clock of table {id_}")
        return len(self.busy) >= SIDE_BY_SIDE

    async def try_out(self, id_: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await run_out(await self.tables.open(id_))
            self.failed.pop(id_, None)
        except Ended:  # just now; or it may go on again, and we have not read that yet
            self.failed[id_] = Pause(CLOCK_RETRY, CLOCK_RETRY_MOST), machine_clock.monotonic() + CLOCK_RETRY
        except Exception as error:
            pause = self.failed[id_][0] if id_ in self.failed else Pause(CLOCK_RETRY, CLOCK_RETRY_MOST)
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

        def work(db: Db) -> None:
            clocks.shift_live(db, jump.forward + COMING_BACK)
            if jump.set < 0:
                clocks.shift_slow(db, jump.set)
            clocks.put_off_slow(db, earliest)

        self.tables.store.put(work).add_done_callback(self.check)

    def check(self, written: "Future[None]") -> None:
        if (error := written.exception()) is not None:
            log.error("after a jump of the machine's clock: %s", error)
            self.is_unsure = True

    async def look_at_all(self) -> None:
        now = machine_clock.wall()
        await durable(self.tables.store.put(lambda db: clocks.make_all_due(db, now)))
        self.is_unsure = False


async def run_out(table: "LiveTable") -> None:
    async with table.lock:
        await retrying(table, lambda: end_turn_if_late(table))


async def end_turn_if_late(table: "LiveTable") -> None:
    match = await table.current()
    timer = table.timer
    if timer is None or table.lobby is None:
        return
    seat, remaining = timer.actor, timer.remaining()
    if seat is None or remaining is None or remaining > 0:  # the server was down, or somebody has moved meanwhile
        record, due = table.record, timer.due()
        await durable(table.store.put(lambda db: clocks.write_due(db, record, due)))
        return
    timer.is_late = True
    late = table.lobby.terms.pace.late
    name = match.seats[seat].name
    if late == "bot":
        plans = list(match.seats)
        plans[seat] = replace(plans[seat], bot=SUBSTITUTE)
        asides = [(seat, TIME_UP), (seat, f"(bot: {SUBSTITUTE})")]
        words = f"{name}'s time is up. A bot ({SUBSTITUTE}) plays for {name}"
        await table.lobby.seat(plans, table.places, words, asides=asides)
        return
    await table.change(match, lambda: late_entries(match, seat, late != "nothing"))
    if late == "move":
        table.bots.move_for(match, seat)


def late_entries(match: Match, seat: int, goes_on: bool) -> list[Entry]:
    """A turn that only had to be looked over is done."""
    entries = match.aside(seat, TIME_UP)
    return entries + match.aside(seat, TURN_DONE) if goes_on and match.pending.held == seat else entries
