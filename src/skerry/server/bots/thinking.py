"""Bots and hints think in worker processes, with a deadline.  If one fails, the game goes on with a simpler bot."""

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from msgspec import Struct

from skerry.bots import Observer, make_bot, warm_up
from skerry.core.compiled import COMPILED
from skerry.match import Match
from skerry.server.bots.fair_queue import Errand, Turns
from skerry.server.bots.kept_bots import BOTS, Position
from skerry.teacher.hints.hint import HINT_SECONDS
from skerry.teacher.hints.thought import Thought, first_thought, think_on
from skerry.teacher.lessons.courses import choose_in_guide
from skerry.workers import Pool, WorkerDied, processor_clock

log = logging.getLogger("skerry.thinking")

SIMPLE = "easy"  # decides if another bot fails
SIMPLE_TIME = 15.0  # seconds it may take
BOT_RETRIES = 1  # a process may die once without harm
BOT_NICENESS, HINT_NICENESS = 5, 8  # the people at the tables go first, then bots, then hints
HINT_PATIENCE = 2.5  # seconds of wall time for each second of processor time
HINTS_LAST = 4.0  # times as long as a bot may think
LOOKING = 1.0  # seconds between two checks for the compiled package
P = ParamSpec("P")
T = TypeVar("T")

# What happened to a bot, so that the simple one has decided; the table says so.
BUSY = "had to wait too long"
TOOK_TOO_LONG = "thought for too long"
DIED = "crashed"
FAILED = "made no legal move"


class Stuck(Exception):
    """A thought without a result; the words say why."""


class Chosen(Struct, frozen=True):
    action: int
    trouble: str = ""  # why another bot has decided, in words


class Thinking:
    """A few pools of one process each, which are handed out in fair turns."""

    def __init__(self, deadline: float, processes: int = 0) -> None:
        self.deadline = deadline
        self.compiled = COMPILED  # what the bots run, or will from their next decision on
        count = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pools = [Pool(1, BOT_NICENESS, warm_up, BOT_RETRIES) for _ in range(count)]
        self.turns = Turns(list(self.pools))  # the last one that was given back goes first: it is warm
        self.tutor = Pool(1, HINT_NICENESS, warm_up, BOT_RETRIES)  # no move ever waits for a hint
        self.hints = Turns([self.tutor])

    def close(self) -> None:
        for pool in (*self.pools, self.tutor):
            pool.close()

    def warm_up(self) -> None:
        """Start the processes now, so that the first decision need not wait for them."""
        for pool in self.pools:
            pool.start()

    def hurries(self, match: Match) -> bool:
        """Is there a bot at this table that would think further if it were compiled?"""
        return not self.compiled and any(seat.bot not in (None, "random") for seat in match.seats)

    async def wait_for(self, package: Path) -> None:
        """When the compiled package is there, restart the processes, which then find it; a thought ends first.

        The package comes before the sources on the path, and a folder there appears complete or not at all.
        """
        while not package.exists():
            await asyncio.sleep(LOOKING)
        self.compiled = True
        for pool in (*self.pools, self.tutor):
            pool.renew()

    async def choose(
        self,
        bot: str,
        observer: Observer,
        errand: Errand | None = None,
        position: Position | None = None,
        guided: int | None = None,
    ) -> Chosen | None:
        """The bot's choice, or an easier bot's if it is stuck; None if unwanted.

        At a `position` of a table, the bot goes on from its last decision if it can.  A guided game has a seed.
        """
        errand = errand or Errand(deadline=self.deadline)
        job = partial(choose, position=position) if guided is None else partial(choose_guided, guided)
        async with self.turn(errand) as pool:
            if pool is None:
                return None
            trouble = BUSY
            if errand.left > 0:
                try:
                    return Chosen(check_legal(await think(pool, errand.left, job, bot, observer), observer))
                except Stuck as stuck:
                    trouble = str(stuck)
            log.warning("the bot %r %s", bot, trouble)
            with contextlib.suppress(Stuck):
                action = await think(pool, SIMPLE_TIME, choose, SIMPLE, observer)
                return Chosen(check_legal(action, observer), trouble)
            log.error("the bot %r could not help out either; a random move is played", SIMPLE)
            return Chosen(secrets.choice(observer.legal), trouble)

    async def advise(
        self, observer: Observer, before: Thought | None = None, errand: Errand | None = None
    ) -> Thought | None:
        """The next step of a hint: the first one, or one further than `before`; None if that takes too long."""
        errand = errand or Errand(deadline=self.deadline * HINTS_LAST, is_hint=True)
        async with self.turn(errand) as pool:
            if pool is None:
                return None
            try:
                return await think(pool, errand.left, advise, observer, before)
            except Stuck as stuck:
                log.warning("a hint %s", stuck)
                return None

    @contextlib.asynccontextmanager
    async def turn(self, errand: Errand) -> AsyncIterator[Pool | None]:
        turns = self.hints if errand.is_hint else self.turns
        pool = await turns.take(errand)
        if pool is None:
            yield None
            return
        try:
            yield pool
        finally:
            turns.give_back(errand, pool)


def check_legal(action: int, observer: Observer) -> int:
    if action not in observer.legal:
        raise Stuck(FAILED)
    return action


async def think(pool: Pool, seconds: float, job: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
    """Done in the process; Stuck if it fails or takes longer."""
    try:
        return await asyncio.wrap_future(pool.submit_within(seconds, job, *args, **names))
    except TimeoutError:
        raise Stuck(TOOK_TOO_LONG) from None
    except WorkerDied:
        raise Stuck(DIED) from None
    except Exception:
        log.exception("a bot failed")
        raise Stuck(DIED) from None


# ---- in the process


def choose(bot: str, observer: Observer, position: Position | None = None) -> int:
    if position is not None:
        return BOTS.choose(bot, observer, position)
    return make_bot(bot, observer.game.name, secrets.randbits(62)).choose(observer)


def choose_guided(guided: int, bot: str, observer: Observer) -> int:
    return choose_in_guide(bot, observer, guided)


def advise(observer: Observer, before: Thought | None = None) -> Thought | None:
    """Within processor time, so that a hint is as good on a busy machine; but the wait is bounded."""
    if before is None:
        return first_thought(observer, secrets.randbits(61))
    clock = processor_clock(time.thread_time, HINT_PATIENCE)
    return think_on(observer, before, HINT_SECONDS - before.seconds, clock)
