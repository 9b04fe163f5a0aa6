"""Bots think in processes of their own, with a deadline; the game goes on whatever happens there."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import connection
from pathlib import Path
from typing import TypeVar

from skerry.bots import Observer, make_bot, warm_up
from skerry.core.build import COMPILED
from skerry.match import Match
from skerry.teacher.hints import SECONDS, Hint, hint
from skerry.teacher.lessons import choose_in_guide

log = logging.getLogger("skerry.thinking")

ATTEMPTS = 2  # a process may die once without harm
STARTING = 60.0  # seconds a bot's process may take to start; this is not thinking time
BOTS_YIELD, HINTS_YIELD = 5, 8  # how far they let others on the machine go first
PATIENCE = 2.5  # seconds on the wall for each second of processor time
HINTS_LAST = 4.0  # times as long as a bot may think
LOOKING = 1.0  # seconds between two checks for the compiled package
T = TypeVar("T")


class Thinking:
    """A few single-process pools: a bot that hangs or dies takes only its own with it."""

    def __init__(self, deadline: float, processes: int = 0) -> None:
        self.deadline = deadline
        self.compiled = COMPILED  # what the bots run, or will from their next decision on
        self.free: asyncio.LifoQueue[Pool] = asyncio.LifoQueue()  # the warm ones first
        self.pools = [Pool() for _ in range(processes or max(1, (os.cpu_count() or 2) - 1))]
        for pool in self.pools:
            self.free.put_nowait(pool)
        self.tutor = Pool(HINTS_YIELD)  # hints come behind the moves of all bots, and never in their way
        self.idle_tutor: asyncio.LifoQueue[Pool] = asyncio.LifoQueue()
        self.idle_tutor.put_nowait(self.tutor)

    def close(self) -> None:
        for pool in (*self.pools, self.tutor):
            pool.stop()

    def warm_up(self) -> None:
        """Start the processes now, so that the first decision need not wait for them."""
        for pool in self.pools:
            pool.start()

    def hurries(self, match: Match) -> bool:
        """Is there a bot at this table that would think further if it were compiled?"""
        return not self.compiled and any(seat.bot not in (None, "random") for seat in match.seats)

    async def wait_for(self, package: Path) -> None:
        """When the compiled package is there, bots start anew and find it; one that is thinking, after its thought.

        The package comes before the sources on the path, and a folder there appears complete or not at all.
        """
        while not package.exists():
            await asyncio.sleep(LOOKING)
        self.compiled = True
        for pool in (*self.pools, self.tutor):
            pool.renew()

    async def choose(self, bot: str, observer: Observer, guided: int | None = None) -> int:
        """The bot's choice, or any legal one if it runs out of time; in a guided game, by this seed."""
        job = choose if guided is None else partial(choose_guided, guided)
        action = await self.work(job, bot, observer)
        if action is None or action not in observer.legal:
            log.warning("a random move is played for bot %r", bot)
            return secrets.choice(observer.legal)
        return action

    async def advise(self, observer: Observer) -> Hint | None:
        """What this seat could do, and why; None if that takes too long."""
        return await self.work(advise, "hint", observer, self.idle_tutor, HINTS_LAST)

    async def work(
        self,
        job: Callable[[str, Observer, int], T],
        bot: str,
        observer: Observer,
        free: "asyncio.LifoQueue[Pool] | None" = None,
        times: float = 1.0,
    ) -> T | None:
        """Done in a bot's process, which may die once; None if it fails or takes longer than so many deadlines."""
        free = free or self.free
        deadline = self.deadline * times
        pool = await free.get()
        pool.busy = True
        try:
            for _ in range(ATTEMPTS):
                with contextlib.suppress(BrokenProcessPool):
                    await asyncio.wait_for(asyncio.wrap_future(pool.start()), STARTING)
                    return await asyncio.wait_for(pool.submit(job, bot, observer), deadline)
                log.warning("the process of bot %r died; it gets a new one", bot)
                pool.stop()
        except TimeoutError:
            log.warning("bot %r thought longer than %g s", bot, deadline)
            pool.stop()
        except asyncio.CancelledError:
            pool.stop()  # otherwise the next bot would wait for a result that nobody needs any more
            raise
        except Exception:
            log.exception("bot %r failed", bot)
        finally:
            pool.rest()
            free.put_nowait(pool)
        return None


class Pool:
    """One process, started when it is first needed and again after it was stopped."""

    def __init__(self, yielding: int = BOTS_YIELD) -> None:
        self.yielding = yielding
        self.executor: ProcessPoolExecutor | None = None
        self.ready: Future[None] = Future()
        self.busy = False
        self.outdated = False

    def start(self) -> "Future[None]":
        """Done when the process is ready to think."""
        if self.executor is None:
            # spawn: a fork of a process with threads may hang
            context = multiprocessing.get_context("spawn")
            self.executor = ProcessPoolExecutor(1, mp_context=context, initializer=settle_in, initargs=(self.yielding,))
            self.ready = self.executor.submit(warm_up)
        return self.ready

    def submit(self, job: Callable[[str, Observer, int], T], bot: str, observer: Observer) -> asyncio.Future[T]:
        assert self.executor is not None
        return asyncio.wrap_future(self.executor.submit(job, bot, observer, secrets.randbits(62)))

    def renew(self) -> None:
        """Restart, at once or after the current thought."""
        if self.busy:
            self.outdated = True
        elif self.executor is not None:
            self.stop()
            self.start()

    def rest(self) -> None:
        self.busy = False
        if self.outdated:
            self.outdated = False
            self.renew()

    def stop(self) -> None:
        """Also in the middle of a thought."""
        if self.executor is not None:
            for process in list((self.executor._processes or {}).values()):  # kill_workers() comes with Python 3.14
                process.kill()
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = None


# ---- in the bot's process


def settle_in(yielding: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    if hasattr(os, "nice"):
        os.nice(yielding)  # the people at the table go first
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """A server that is killed cannot stop its bots."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def choose(bot: str, observer: Observer, seed: int) -> int:
    return make_bot(bot, observer.game.name, seed).choose(observer)


def choose_guided(guided: int, bot: str, observer: Observer, seed: int) -> int:
    return choose_in_guide(bot, observer, guided)


def advise(bot: str, observer: Observer, seed: int) -> Hint | None:
    return hint(observer, SECONDS, seed, impatient_clock())


def impatient_clock() -> Callable[[], float]:
    """Processor time, so that a hint is as good on a busy machine; but nobody waits for it for ever."""
    began, spent = time.monotonic(), time.thread_time()
    return lambda: max(time.thread_time() - spent, (time.monotonic() - began) / PATIENCE)
