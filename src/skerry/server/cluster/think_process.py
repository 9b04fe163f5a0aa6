"""`skerry think`: takes bots' decisions, reviews and daily scores from the queue of servers that share a database."""

import asyncio
import contextlib
import logging
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import msgspec

from skerry.bots import Observer
from skerry.match import Match
from skerry.server.bots.fair_queue import Errand
from skerry.server.bots.thinking import Thinking
from skerry.server.cluster.heartbeat import show_life
from skerry.server.cluster.remote_thinking import BOT_MOVE, BotTask
from skerry.server.errors import StoreError, TableError
from skerry.server.practice.bot_scores import BotScores
from skerry.server.practice.job_runner import JobProgress, JobRunner
from skerry.server.practice.reviews import Reviews
from skerry.server.runtime import machine_clock, supervise
from skerry.server.store.engine.db import Work
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.jobs import QueuedJob, finish_job
from skerry.server.store.processes import delete_process
from skerry.server.store.store import Store, durable
from skerry.server.tables.stored import read_match, read_news

log = logging.getLogger("skerry.cluster")

DEADLINE = 25.0  # seconds for a decision; the server waits a little longer
QUEUE_LOOK = 1.0  # seconds between two looks at the queue, if no notice comes
LIFE = 2.0  # seconds between two signs of life
KEPT_MATCHES = 200  # in memory, so that only what is new is replayed


class KnownMatches:
    """The matches that were thought about last."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.matches: OrderedDict[str, Match] = OrderedDict()

    def at(self, id_: str, length: int) -> Match:
        """The match when its log was so long; TableError if it has gone on since."""
        match = self.matches.pop(id_, None)
        if match is None or len(match.log) > length:
            record = self.store.record(id_)
            if record is None:
                raise TableError("The game was deleted.")
            match = read_match(self.store, record)
        news = read_news(self.store, id_, len(match.log), -1)
        if news is None:
            raise TableError("The game was deleted.")
        match.seats = news.table.record.plans()
        for entry in news.entries:
            match.replay(entry)
        self.matches[id_] = match
        if len(self.matches) > KEPT_MATCHES:
            self.matches.popitem(last=False)
        if not match.stands_since(length):
            raise TableError("The game has moved on.")
        return match


class Thinker:
    """As many decisions at a time as there are processes, one review and one daily score."""

    def __init__(self, database: str, processes: int) -> None:
        self.store = Store(open_engine(Path(), database))
        self.started = machine_clock.wall()
        self.thinking = Thinking(DEADLINE, processes)
        self.known = KnownMatches(self.store)
        self.reading = asyncio.Lock()
        self.reviews, self.scores = Reviews(self.store), BotScores(self.store)
        self.deciding = [
            JobRunner(self.store, BOT_MOVE, self.decide, go_on_thinking, name=f" {number}")
            for number in range(len(self.thinking.pools))
        ]
        self.news = asyncio.Event()

    @property
    def runners(self) -> list[JobRunner]:
        return [*self.deciding, self.reviews.jobs, self.scores.jobs]

    async def run(self, stopping: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()

        def heard(line: str) -> None:
            if line.startswith("job"):
                with contextlib.suppress(RuntimeError):  # it is the end
                    loop.call_soon_threadsafe(self.news.set)

        self.store.engine.listen(heard)
        await self.live()
        tasks = [supervise.start_task("signs of life", self.keep_living), supervise.start_task("the queue", self.look)]
        await stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.close()

    async def close(self) -> None:
        process = self.store.engine.process
        with contextlib.suppress(StoreError):
            await durable(self.store.put(lambda db: delete_process(db, process)))
        for runner in self.runners:
            await runner.close()
        self.scores.pool.close()
        self.thinking.close()
        await asyncio.to_thread(self.store.close)

    async def live(self) -> None:
        await show_life(self.store, "think", self.started)

    async def keep_living(self) -> None:
        while True:
            await asyncio.sleep(LIFE)
            await self.live()

    async def look(self) -> None:
        while True:
            for runner in self.runners:
                await runner.look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), QUEUE_LOOK)
            self.news.clear()

    async def decide(self, job: QueuedJob, _: JobProgress) -> Work:
        task = msgspec.json.decode(job.task, type=BotTask)
        async with self.reading:
            match = await asyncio.to_thread(self.known.at, task.position.table, task.position.length)
            observer = Observer(match.game, match.state, task.seat)
        errand = Errand(job.person, task.position.table, DEADLINE)
        chosen = await self.thinking.choose(task.level, observer, errand, task.position)
        if chosen is None or chosen.trouble:
            raise TableError("The bot could not decide.")
        action = str(chosen.action)

        return lambda db: finish_job(db, job, action)


def go_on_thinking() -> None:
    """A decision is not stopped in the middle: it takes seconds at most."""


def run_thinker(database: str, processes: int = 0, started: Callable[[int], None] = lambda count: None) -> None:
    """Until Ctrl-C or SIGTERM.  StoreError if the database cannot be used."""

    async def run() -> None:
        stopping = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
        thinker = await asyncio.to_thread(Thinker, database, processes or os.cpu_count() or 1)
        started(len(thinker.deciding))
        await thinker.run(stopping)

    asyncio.run(run())
