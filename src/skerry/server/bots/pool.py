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
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import connection
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from skerry.bots import Observer, make_bot, warm_up
from skerry.core.build import COMPILED
from skerry.match import Match
from skerry.server.bots.fair_queue import Errand, Turns
from skerry.teacher.hints.hint import SECONDS, Hint, hint
from skerry.teacher.lessons.courses import choose_in_guide

log = logging.getLogger("skerry.thinking")

SIMPLE = "easy"  # decides where another bot cannot
SIMPLE_TIME = 15.0  # seconds it may take
ATTEMPTS = 2  # a process may die once without harm
STARTING = 60.0  # seconds a bot's process may take to start; this is not thinking time
BOTS_YIELD, HINTS_YIELD = 5, 8  # how far they let others on the machine go first
PATIENCE = 2.5  # seconds on the wall for each second of processor time
HINTS_LAST = 4.0  # times as long as a bot may think
LOOKING = 1.0  # seconds between two checks for the compiled package
T = TypeVar("T")

# Why the simple bot has decided; the table says so.
BUSY = "too many bots are thinking at the moment"
TOO_LONG = "it thought for too long"
DIED = "its process was ended"
WRONG = "it failed"


class Stuck(Exception):
    """A thought that did not come to an end; the words say why."""


class Chosen(Struct, frozen=True):
    action: int
    trouble: str = ""  # why another bot has decided, in words


class Thinking:
    """A few single-process pools: a bot that hangs or dies takes only its own with it."""

    def __init__(self, deadline: float, processes: int = 0) -> None:
        self.deadline = deadline
        self.compiled = COMPILED  # what the bots run, or will from their next decision on
        self.pools = [Pool() for _ in range(processes or max(1, (os.cpu_count() or 2) - 1))]
        self.turns = Turns(list(self.pools))  # the last one that was given back goes first: it is warm
        self.tutor = Pool(HINTS_YIELD)  # hints come behind the moves of all bots, and never in their way
        self.hints = Turns([self.tutor])

    def close(self) -> None:
        for pool in (*self.pools, self.tutor):
            pool.stop(wait=True)

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

    async def choose(
        self, bot: str, observer: Observer, errand: Errand | None = None, guided: int | None = None
    ) -> Chosen | None:
        """The bot's choice, in a guided game by its seed, or an easier one's if it is stuck; None if unwanted."""
        errand = errand or Errand(deadline=self.deadline)
        job = choose if guided is None else partial(choose_guided, guided)
        async with self.turn(errand) as pool:
            if pool is None:
                return None
            trouble = BUSY
            if errand.left > 0:
                try:
                    return Chosen(check(await pool.think(job, bot, observer, errand.left), observer))
                except Stuck as stuck:
                    trouble = str(stuck)
            log.warning("bot %r: %s", bot, trouble)
            with contextlib.suppress(Stuck):
                action = await pool.think(choose, SIMPLE, observer, SIMPLE_TIME)
                return Chosen(check(action, observer), trouble)
            log.error("the bot %r could not help out either; a random move is played", SIMPLE)
            return Chosen(secrets.choice(observer.legal), trouble)

    async def advise(self, observer: Observer, errand: Errand | None = None) -> Hint | None:
        """What this seat could do, and why; None if that takes too long."""
        errand = errand or Errand(deadline=self.deadline * HINTS_LAST, is_hint=True)
        async with self.turn(errand) as pool:
            if pool is None:
                return None
            try:
                return await pool.think(advise, "hint", observer, errand.left)
            except Stuck as stuck:
                log.warning("a hint: %s", stuck)
                return None

    @contextlib.asynccontextmanager
    async def turn(self, errand: Errand) -> AsyncIterator["Pool | None"]:
        turns = self.hints if errand.is_hint else self.turns
        pool = await turns.take(errand)
        if pool is None:
            yield None
            return
        try:
            pool.busy = True
            yield pool
        finally:
            pool.rest()
            turns.give_back(errand, pool)


def check(action: int, observer: Observer) -> int:
    if action not in observer.legal:
        raise Stuck(WRONG)
    return action


class Pool:
    """One process, started when it is first needed and again after it was stopped."""

    def __init__(self, yielding: int = BOTS_YIELD) -> None:
        self.yielding = yielding
        self.executor: ProcessPoolExecutor | None = None
        self.stopped: ProcessPoolExecutor | None = None  # the last one, which may not be gone yet
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

    async def think(self, job: Callable[[str, Observer, int], T], bot: str, observer: Observer, seconds: float) -> T:
        """Done in the process, which may die once; Stuck if it fails or takes longer.  Its start does not count."""
        try:
            for _ in range(ATTEMPTS):
                with contextlib.suppress(BrokenProcessPool):
                    await asyncio.wait_for(asyncio.wrap_future(self.start()), STARTING)
                    assert self.executor is not None
                    thought = self.executor.submit(job, bot, observer, secrets.randbits(62))
                    return await asyncio.wait_for(asyncio.wrap_future(thought), seconds)
                log.warning("the process of bot %r died; it gets a new one", bot)
                self.stop()
        except TimeoutError:
            self.stop()
            raise Stuck(TOO_LONG) from None
        except asyncio.CancelledError:
            self.stop()  # otherwise the next bot would wait for a result that nobody needs any more
            raise
        except Exception:
            log.exception("bot %r failed", bot)
            raise Stuck(WRONG) from None
        raise Stuck(DIED)

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

    def stop(self, wait: bool = False) -> None:
        """Also in the middle of a thought.  With `wait`, nothing is left of it, nor of one that was stopped before."""
        if self.executor is not None:
            kill(self.executor)
            self.stopped, self.executor = self.executor, None
        if wait and self.stopped is not None:
            self.stopped.shutdown(wait=True)
            self.stopped = None


def kill(executor: ProcessPoolExecutor, wait: bool = False) -> None:
    """At once, whatever its processes are doing.  With `wait`, nothing of it is left then."""
    for process in list((executor._processes or {}).values()):  # kill_workers() comes with Python 3.14
        process.kill()
    executor.shutdown(wait, cancel_futures=True)


# ---- in the bot's process


def settle_in(yielding: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # so is a terminal that is closed
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
