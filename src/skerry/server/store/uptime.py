"""How long the server has run.  Live clocks count this time: while it was down or asleep, nobody could move."""

import asyncio
import logging
from collections.abc import Callable

from msgspec import Struct

from skerry.server.runtime import machine_clock
from skerry.server.store import clocks
from skerry.server.store.store import Store, durable

log = logging.getLogger("skerry.server")

AFTER_RESTART = 3600.0  # seconds that people have at least for a slow turn when the server was down
COMING_BACK = 15.0  # seconds after a restart that a live clock does not count
NOTED_EVERY = 5.0  # seconds: what may be given back to somebody after a crash
TICK = 1.0  # seconds between two looks at the machine's clocks
JUMP = 10.0  # seconds by which they must differ from what was expected


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
        before = clocks.read_uptime(store)
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
            await asyncio.sleep(NOTED_EVERY)
            if await asyncio.to_thread(clocks.has_live_clock, self.store):
                await self.note()

    async def note(self) -> None:
        seconds = self.ran()
        await durable(self.store.put(lambda db: clocks.write_uptime(db, seconds)))
