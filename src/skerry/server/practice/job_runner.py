"""Takes jobs of one kind from the queue in the database, one after the other, in whichever process comes first."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock, supervise
from skerry.server.store import jobs
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.jobs import QueuedJob
from skerry.server.store.store import Store, durable

log = logging.getLogger("skerry.jobs")

TOLD_EVERY = 1.0  # seconds between two notes of how far it has come
FAILED_JOB = "It could not be done. Try again; the server’s log has the details."


class JobProgress:
    """How far a job has come; told from any thread."""

    def __init__(self) -> None:
        self.what = ""
        self.share = 0.0

    def tell(self, what: str, share: float) -> None:
        self.what, self.share = what, max(self.share, min(1.0, share))


# Does a job and returns how its result is written.
DoJob = Callable[[QueuedJob, JobProgress], Awaitable[Work]]


class JobRunner:
    """`stop` ends a job in the middle; then whoever does it fails."""

    def __init__(
        self,
        store: Store,
        kind: str,
        do: DoJob,
        stop: Callable[[], None],
        problem: str = FAILED_JOB,
        name: str = "",
    ) -> None:
        self.store = store
        self.kind = kind
        self.do = do
        self.stop = stop
        self.problem = problem
        self.holder = f"{store.engine.process}{name}"  # several of one process need names
        self.task: asyncio.Task[None] | None = None
        self.current = ""  # what the job is about that is being done here
        self.is_left = False  # to others, who are there for it

    async def add(self, job: QueuedJob) -> None:
        await durable(self.store.put(lambda db: jobs.add_job(db, job)))
        self.wake()

    def wake(self) -> None:
        """There may be something to do."""
        if self.is_left:
            self.store.tell(f"job {self.kind}")
        elif self.task is None or self.task.done():
            self.task = supervise.start_task(f"jobs: {self.kind}", self.run_all, ends=True)

    async def look(self) -> None:
        """Has another process left something to do?"""
        if not self.is_left and await asyncio.to_thread(jobs.has_job, self.store, self.kind, machine_clock.wall()):
            self.wake()

    async def forget(self, about: str) -> None:
        """Nobody wants it any more.  Another process that does it finds out within a second."""
        await durable(self.store.put(lambda db: jobs.delete_job(db, self.kind, about)))
        if self.current == about:
            self.stop()

    async def run_all(self) -> None:
        try:
            while (job := await self.claim()) is not None:
                self.current = job.about
                await self.run(job)
        finally:
            self.current = ""
            self.stop()

    async def claim(self) -> QueuedJob | None:
        engine, now = self.store.engine, machine_clock.wall()
        work = self.store.put(lambda db: jobs.claim_job(db, engine.skip_locked, self.kind, self.holder, now))
        return await durable(work)

    async def run(self, job: QueuedJob) -> None:
        progress = JobProgress()
        doing = asyncio.ensure_future(self.do(job, progress))
        try:
            while not doing.done():
                await asyncio.wait([doing], timeout=TOLD_EVERY)
                if not doing.done() and not await self.is_wanted(job, progress):
                    self.stop()
                    await asyncio.wait([doing])
            await self.settle(job, doing)
        finally:
            doing.cancel()

    async def is_wanted(self, job: QueuedJob, progress: JobProgress) -> bool:
        holder, now = self.holder, machine_clock.wall()
        what, share = progress.what, progress.share
        try:
            return await durable(self.store.put(lambda db: jobs.keep_job(db, job, holder, what, share, now)))
        except StoreError:  # the database is away; whether somebody else has taken it is found at the end
            return True

    async def settle(self, job: QueuedJob, doing: "asyncio.Future[Work]") -> None:
        """Write the result, unless nobody wants it any more."""
        holder = self.holder
        error = doing.exception()
        if error is None:
            write = doing.result()

            def work(db: Db) -> None:
                if jobs.end_job(db, job, holder):
                    write(db)

            await durable(self.store.put(work))
            self.store.tell(f"done {self.kind} {job.about}")
        elif await self.is_wanted(job, JobProgress()):
            log.error("%s %s", self.kind, job.about, exc_info=error)
            self.stop()
            await durable(self.store.put(lambda db: jobs.fail_job(db, job, holder, self.problem)))

    async def close(self) -> None:
        """What is not done, another process does, or this one after its next start."""
        if self.task is not None:
            self.task.cancel()
            self.stop()
            await asyncio.gather(self.task, return_exceptions=True)
