"""Bots think in processes of their own, with a deadline; the game goes on whatever happens there."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import TypeVar

from skerry.bots import Liking, Observer, make_bot

log = logging.getLogger("skerry.thinking")

ATTEMPTS = 2  # a process may die once without harm
T = TypeVar("T")


class Thinking:
    """A few single-process pools: a bot that hangs or dies takes only its own with it."""

    def __init__(self, deadline: float, processes: int = 0) -> None:
        self.deadline = deadline
        self.free: asyncio.LifoQueue[Pool] = asyncio.LifoQueue()  # the warm ones first
        self.pools = [Pool() for _ in range(processes or max(1, (os.cpu_count() or 2) - 1))]
        for pool in self.pools:
            self.free.put_nowait(pool)

    def close(self) -> None:
        for pool in self.pools:
            pool.stop()

    async def choose(self, bot: str, observer: Observer) -> int:
        """The bot's choice, or any legal one if it does not come to a good one in time."""
        action = await self.work(choose, bot, observer)
        if action is None or action not in observer.legal:
            log.warning("a random move is played for bot %r", bot)
            return secrets.choice(observer.legal)
        return action

    async def advise(self, bot: str, observer: Observer) -> list[Liking] | None:
        """What the bot thinks of the options, the best first; None if it does not come to an end in time."""
        rows = await self.work(advise, bot, observer)
        return rows and [row for row in rows if row[0] in observer.legal]

    async def work(self, job: Callable[[str, Observer, int], T], bot: str, observer: Observer) -> T | None:
        """Done in a bot's process, which may die once; None if it fails or takes too long."""
        pool = await self.free.get()
        try:
            for _ in range(ATTEMPTS):
                with contextlib.suppress(BrokenProcessPool):
                    return await asyncio.wait_for(pool.submit(job, bot, observer), self.deadline)
                log.warning("the process of bot %r died; it gets a new one", bot)
                pool.stop()
        except TimeoutError:
            log.warning("bot %r thought longer than %g s", bot, self.deadline)
            pool.stop()
        except asyncio.CancelledError:
            pool.stop()  # or the next bot would wait for a thought that nobody wants any more
            raise
        except Exception:
            log.exception("bot %r failed", bot)
        finally:
            self.free.put_nowait(pool)
        return None


class Pool:
    """One process, started when it is first needed and again after it was stopped."""

    def __init__(self) -> None:
        self.executor: ProcessPoolExecutor | None = None

    def submit(self, job: Callable[[str, Observer, int], T], bot: str, observer: Observer) -> asyncio.Future[T]:
        if self.executor is None:
            # spawn: a fork of a process with threads may hang
            context = multiprocessing.get_context("spawn")
            self.executor = ProcessPoolExecutor(1, mp_context=context, initializer=settle_in)
        return asyncio.wrap_future(self.executor.submit(job, bot, observer, secrets.randbits(62)))

    def stop(self) -> None:
        """Also in the middle of a thought."""
        if self.executor is not None:
            for process in list((self.executor._processes or {}).values()):  # kill_workers() comes with Python 3.14
                process.kill()
            self.executor.shutdown(wait=False, cancel_futures=True)
            self.executor = None


# ---- in the bot's process


def settle_in() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    if hasattr(os, "nice"):
        os.nice(5)  # the people at the table go first
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """A server that is killed cannot stop its bots."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def choose(bot: str, observer: Observer, seed: int) -> int:
    return make_bot(bot, observer.game.name, seed).choose(observer)


def advise(bot: str, observer: Observer, seed: int) -> list[Liking]:
    return sorted(make_bot(bot, observer.game.name, seed).advise(observer), key=lambda liking: -liking[1])
