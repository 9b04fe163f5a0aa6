"""How the interpreter behaves while a server runs in it, so that nobody's move waits for its chores.

Left alone, it looks for cycles among all it has made lately whenever so much was made, which is in the middle of
somebody's move: with 500 tables up to 130 ms at a time, and it finds next to nothing.  Here the newest objects are
looked through ten times a second, which takes a fraction of a millisecond.  What outlives that is looked through when
nobody needs the server; and whoever may need it, once it has grown so much that there could be garbage among it.
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
WORTH = 20_000  # objects more than before, and a quarter of all: worth a thorough search when it is quiet
MOST = 1_000_000  # … and now, quiet or not
RARELY = 8  # times as many, if the last searches found next to nothing
GIVE_WAY = 0.0005  # seconds after which a thread that computes lets the loop go on; CPython's own are ten times as many


class Kept:
    """How it was before the first server of this process started."""

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


kept = Kept()


@contextlib.asynccontextmanager
async def considerate() -> AsyncIterator[None]:
    """As long as a server runs; afterwards all is as it was."""
    kept.enter()
    tidying = asyncio.create_task(Garbage().tidy(), name="garbage")
    try:
        yield
    finally:
        tidying.cancel()
        kept.leave()


class Garbage:
    def __init__(self) -> None:
        self.grown = 0  # objects made and not freed since the last thorough search, at most
        self.calm = 0  # looks in a row at which it was quiet
        self.all = 0  # objects that the last thorough search left
        self.most = MOST

    async def tidy(self) -> None:
        try:
            while True:
                used = time.process_time()
                await asyncio.sleep(OFTEN)
                self.look(time.process_time() - used < QUIET * OFTEN)
        except Exception:
            gc.enable()  # the interpreter's own way is better than none
            log.exception("the search for garbage")

    def look(self, is_quiet: bool) -> None:
        self.calm = self.calm + 1 if is_quiet else 0
        self.grown += gc.get_count()[0]  # it falls when older objects are freed, so tables that end balance new ones
        is_worth = self.grown >= max(WORTH, self.all // 4) and self.calm >= CALM
        if is_worth or self.grown >= self.most:
            found = gc.collect()
            self.all = len(gc.get_objects())
            self.most = MOST if found > self.grown / 20 else min(2 * self.most, RARELY * MOST)
            self.grown = 0
        else:
            gc.collect(0)
