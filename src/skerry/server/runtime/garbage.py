"""Garbage collection while a server runs, so that no move waits for it.

By default, CPython collects after a number of allocations, which is in the middle of somebody's move: with 500 tables
up to 130 ms at a time, and it finds next to nothing.  Here the youngest generation is collected ten times a second, and
the second one in portions, which takes a millisecond or two.  A full collection runs when the server is idle; under
load only after so much growth that there could be a lot of garbage.
"""

import asyncio
import contextlib
import gc
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator

log = logging.getLogger("skerry.server")

OFTEN = 0.1  # seconds between two looks at what is new
QUIET = 0.02  # of a core: if the process uses less for a second, nobody waits for it
CALM = 10  # looks in a row that must find it quiet
PORTION = 10_000  # objects that have outlived a look and are looked through together
WORTH = 20_000  # objects that have grown old, and a quarter of all: worth a thorough search when it is quiet
MEMORY_BLOCKS = 2_000_000  # more of memory than at the last count: count the objects, which takes some milliseconds
MAX_GROWTH = 250_000  # objects more than the last thorough search left: worth another, quiet or not
RARELY = 8  # times as many, if the last searches found next to nothing
GIVE_WAY = 0.0005  # seconds after which a thread that computes lets the loop go on; CPython's own are ten times as many


class InterpreterSettings:
    """The interpreter's settings before the first server of this process started, to be restored after the last."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.servers = 0
        self.enabled = True
        self.frozen = False
        self.interval = 0.0

    def enter(self) -> None:
        with self.lock:
            self.servers += 1
            if self.servers > 1:
                return
            self.enabled, self.interval = gc.isenabled(), sys.getswitchinterval()
            sys.setswitchinterval(GIVE_WAY)
            gc.disable()
            gc.collect()
            self.frozen = gc.get_freeze_count() == 0
            if self.frozen:
                gc.freeze()  # what is here now stays, so it is never looked through

    def leave(self) -> None:
        with self.lock:
            self.servers -= 1
            if self.servers > 0:
                return
            if self.frozen:
                gc.unfreeze()
            if self.enabled:
                gc.enable()
            sys.setswitchinterval(self.interval)


interpreter_settings = InterpreterSettings()


@contextlib.asynccontextmanager
async def collecting_garbage() -> AsyncIterator[None]:
    """Collect garbage our way while a server runs; restore the settings afterwards."""
    interpreter_settings.enter()
    tidying = asyncio.create_task(Garbage().tidy(), name="garbage")
    try:
        yield
    finally:
        tidying.cancel()
        interpreter_settings.leave()


def count_objects(generation: int | None = None) -> int:
    """Of this generation, or of all.

    The list of them must be gone before another thread goes on: CPython cannot finish a tuple that the list holds, too,
    and `tuple(...)` fails there with a SystemError.  Between functions that `map` calls, no other thread gets its turn.
    """
    return next(map(len, map(gc.get_objects, (generation,))))


class Garbage:
    def __init__(self) -> None:
        self.looks = 0
        self.calm = 0  # looks in a row at which it was quiet
        self.grown = 0  # objects that have grown old since the last thorough search; many of them may be gone by now
        self.all = count_objects()  # that the last thorough search left
        self.blocks = sys.getallocatedblocks()  # when objects were last counted
        self.most = MAX_GROWTH

    async def tidy(self) -> None:
        try:
            while True:
                used = time.process_time()
                await asyncio.sleep(OFTEN)
                self.look(time.process_time() - used < QUIET * OFTEN)
        except Exception:
            gc.enable()  # the interpreter's own way is better than none
            log.exception("Collecting garbage failed. The interpreter does it on its own now.")

    def look(self, is_quiet: bool) -> None:
        self.looks += 1
        self.calm = self.calm + 1 if is_quiet else 0
        gc.collect(0)
        young = count_objects(1)  # what has outlived a look and is still there
        if self.calm >= CALM and self.grown + young >= max(WORTH, self.all // 4):
            self.search()
        elif young >= PORTION:
            self.grown += young - gc.collect(1)
        if self.looks % 10 == 0 and sys.getallocatedblocks() - self.blocks >= MEMORY_BLOCKS:
            self.count()

    def count(self) -> None:
        """Memory has grown: count the objects, and search if there are many more."""
        self.blocks = sys.getallocatedblocks()
        if count_objects() - self.all >= self.most:
            self.search()

    def search(self) -> None:
        """A full collection."""
        before = self.all
        found = gc.collect()
        self.all = count_objects()
        self.most = MAX_GROWTH if found > (self.all + found - before) / 20 else min(2 * self.most, RARELY * MAX_GROWTH)
        self.grown, self.blocks = 0, sys.getallocatedblocks()
