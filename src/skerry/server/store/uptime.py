"""How long the server has run.  Live clocks count this time: while it was down or asleep, nobody could move."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable

from msgspec import Struct

from skerry.server.runtime import machine_clock
from skerry.server.store.store import Store, durable

log = logging.getLogger("skerry.server")

AFTER_RESTART = 3600.0  # seconds that people have at least for a slow turn when the server was down
COMING_BACK = 15.0  # seconds after a restart that a live clock does not count
EVERY = 5.0  # seconds between two notes: so much may be given back to somebody after a crash
TICK = 1.0  # seconds between two looks at the machine's clocks
JUMP = 10.0  # seconds by which they must differ from what was expected
LONGEST = 1e9  # seconds, thirty years: what says more is damaged
# Of a row in `rooms`.  One that is damaged has none: otherwise it would fail whoever asks about all of them.
KIND = "CASE WHEN json_valid(pace) THEN json_extract(pace, '$.kind') END"
RUNNING = f"SELECT 1 FROM rooms WHERE due IS NOT NULL AND {KIND} = 'live' LIMIT 1"
NEWEST = (
    f"SELECT max(began) FROM rooms WHERE due IS NOT NULL AND {KIND} = 'live' "
    f"AND typeof(began) IN ('real', 'integer') AND began < {LONGEST}"
)


class Due(Struct, frozen=True):
    """What the store keeps of a running clock."""

    at: float | None  # when the turn is late, by the time of day
    began: float  # when the time that is not charged yet began, as the timer counts


class Jump(Struct, frozen=True):
    """In seconds: how long the server slept, as the monotonic clock counts, and by how much the time of day was set."""

    slept: float
    set: float  # also what the machine slept while its monotonic clock stood still

    @property
    def forward(self) -> float:
        """How much later it is than the server thought."""
        return self.slept + self.set


def ignore(jump: Jump) -> None:
    pass


class Uptime:
    """Nothing that the machine's clocks do while the server cannot run is counted against anybody."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.jumped: Callable[[Jump], None] = ignore  # what else is to be done about it, at once
        noted = store.read("SELECT seconds FROM uptime")
        newest = store.read(NEWEST)[0][0]  # after a crash a turn may be newer than the last note
        before = max(noted[0][0] if noted else 0.0, newest or 0.0)
        self.seen = machine_clock.monotonic()
        self.offset = machine_clock.wall() - self.seen
        self.lost = self.seen - before + COMING_BACK
        self.earliest = machine_clock.wall() + AFTER_RESTART  # no slow turn is late before this moment

    def ran(self) -> float:
        """Seconds, since the first start."""
        self.notice()
        return self.seconds

    @property
    def seconds(self) -> float:
        """As of the last look at the machine's clocks."""
        return self.seen - self.lost

    def notice(self) -> None:
        """Has the machine slept, or has somebody set its clock?  Then everybody gets some time to come back."""
        now, wall = machine_clock.monotonic(), machine_clock.wall()
        passed, self.seen = now - self.seen, now
        slept = passed - TICK if passed > TICK + JUMP else 0.0
        step = wall - now - self.offset
        if abs(step) <= JUMP:
            step = 0.0
        if slept or step:
            words = "the server stood still for %.0f s, and the time of day jumped by %+.0f s; no clock counts that"
            log.warning(words, slept, step)
            self.offset += step
            self.lost += slept + COMING_BACK
            self.earliest = wall + AFTER_RESTART
            self.jumped(Jump(slept, step))

    async def tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self.notice()

    async def watch(self) -> None:
        """Note how long it has run, as long as a live clock runs somewhere."""
        while True:
            await asyncio.sleep(EVERY)
            if await asyncio.to_thread(self.store.read, RUNNING):
                await self.note()

    async def note(self) -> None:
        seconds = self.ran()

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM uptime")
            db.execute("INSERT INTO uptime (seconds) VALUES (?)", (seconds,))

        await durable(self.store.put(work))
