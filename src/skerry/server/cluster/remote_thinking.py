"""Bots that think on other machines: a server hands a decision over, if there is somebody who takes it.

`skerry think` runs there (think_process.py).  What nobody takes in time, the server thinks about
itself, as without thinkers.
"""

import asyncio
import contextlib
import logging

import msgspec
from msgspec import Struct

from skerry.bots import Observer
from skerry.server.bots.fair_queue import Errand
from skerry.server.bots.kept_bots import Position
from skerry.server.bots.thinking import Chosen, Stuck, Thinking, check_legal
from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock
from skerry.server.store import jobs
from skerry.server.store.jobs import QueuedJob
from skerry.server.store.store import Store, durable

log = logging.getLogger("skerry.cluster")

BOT_MOVE = "bot"  # the kind of the jobs
UNCLAIMED = 2.0  # seconds until a decision that nobody takes is made here
LOOK_AGAIN = 0.5  # seconds between two looks, if no notice comes


class BotTask(Struct, frozen=True):
    """Which bot decides where."""

    level: str
    seat: int
    position: Position


class SharedThinking(Thinking):
    """Thinks here unless there are thinkers."""

    def __init__(self, store: Store, deadline: float, processes: int = 0) -> None:
        super().__init__(deadline, processes)
        self.store = store
        self.has_thinkers = False
        self.waiting: dict[str, asyncio.Event] = {}  # for what was handed over

    def hear(self, done: str) -> None:
        """A job is done: a thinker has decided, perhaps."""
        kind, _, about = done.partition(" ")
        if kind == BOT_MOVE and about in self.waiting:
            self.waiting[about].set()

    async def choose(
        self,
        bot: str,
        observer: Observer,
        errand: Errand | None = None,
        position: Position | None = None,
        guided: int | None = None,
    ) -> Chosen | None:
        if self.has_thinkers and position is not None and guided is None:
            errand = errand or Errand(deadline=self.deadline)
            try:
                action = await self.handed_over(BotTask(bot, observer.seat, position), errand)
                if action is not None:
                    return Chosen(check_legal(action, observer))
            except (StoreError, Stuck) as error:
                log.warning("a decision that was handed over: %r", error)
        return await super().choose(bot, observer, errand, position, guided)

    async def handed_over(self, task: BotTask, errand: Errand) -> int | None:
        """None if nobody has decided in time."""
        about = f"{task.position.table} {task.position.length}"
        words, asked = msgspec.json.encode(task).decode(), machine_clock.wall()
        job = QueuedJob(BOT_MOVE, about, asked, errand.person, "", 0, words)
        news = self.waiting[about] = asyncio.Event()
        try:
            await durable(self.store.put(lambda db: jobs.add_job(db, job)))
            self.store.tell(f"job {BOT_MOVE}")
            while errand.left > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), LOOK_AGAIN)
                found = await asyncio.to_thread(jobs.read_job, self.store, BOT_MOVE, about)
                if found is None or found.problem:
                    return None
                if found.result is not None:
                    return int(found.result)
                is_late = machine_clock.wall() - asked > UNCLAIMED
                if is_late and await asyncio.to_thread(jobs.has_job, self.store, BOT_MOVE, machine_clock.wall(), about):
                    return None
                news.clear()
            return None
        finally:
            del self.waiting[about]
            self.store.put(lambda db: jobs.delete_job(db, BOT_MOVE, about))
