"""Reviews of finished games, worked out in the background one after the other, and kept so that each is made once."""

import asyncio
import os

import msgspec
from msgspec import Struct

from skerry.match import Match
from skerry.server.errors import DELETED, NotFound, TooMany
from skerry.server.practice.job_runner import JobProgress, JobRunner
from skerry.server.runtime import machine_clock
from skerry.server.store import jobs
from skerry.server.store.engine.db import Work
from skerry.server.store.jobs import QueuedJob
from skerry.server.store.reviews import StoredReview, pack_review, read_review, write_review
from skerry.server.store.store import Store, durable
from skerry.server.tables.stored import read_match
from skerry.teacher.review.depth import DEEP, QUICK
from skerry.teacher.review.model import Review
from skerry.teacher.review.run import check_reviewable, review
from skerry.workers import Pool

REVIEW = "review"  # the kind of the jobs
NO_REVIEW = "The review could not be made. Try again; the server’s log has the details."
WAITS = "Waiting for another review to finish"
MADE = 3  # grows when old reviews are no longer to be shown
MOST_WAITING = 20  # reviews that may be asked for at one time
MOST_PER_ADDRESS = 5  # of them from one address; one of each person
REVIEW_NICENESS = 15  # bots and hints go first
MOST_PROCESSES = 4


class ReviewTask(Struct, frozen=True):
    """What is to be reviewed how closely."""

    deep: bool
    length: int  # of the log


class Reviews:
    """One at a time, in processes of their own that give way to everything else."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.jobs = JobRunner(store, REVIEW, self.make, self.stop, NO_REVIEW)
        self.pool: Pool | None = None

    def read(self, id_: str, length: int) -> Review | None:
        """The stored review of this match; None if there is none, or of another log, or it is damaged."""
        text = read_review(self.store, id_, MADE, length)
        try:
            return None if text is None else msgspec.json.decode(text, type=Review)
        except msgspec.MsgspecError:
            return None

    async def asked(self, id_: str) -> QueuedJob | None:
        """The review that was asked for, and how far it has come."""
        return await asyncio.to_thread(jobs.read_job, self.store, REVIEW, id_)

    async def forget(self, id_: str) -> None:
        """The match is deleted, and its review with it: none is made any more."""
        await self.jobs.forget(id_)

    async def ask(self, id_: str, match: Match, deep: bool, person: str, address: str) -> None:
        """Begin, unless it is being made or there already."""
        stored = await asyncio.to_thread(self.read, id_, len(match.log))
        asked = await self.asked(id_)
        if (asked and not asked.problem) or (stored is not None and (stored.deep or not deep)):
            return
        await asyncio.to_thread(self.check_places, person, address)
        await durable(self.store.put(lambda db: jobs.delete_job(db, REVIEW, id_, only_failed=True)))
        task = msgspec.json.encode(ReviewTask(deep, len(match.log))).decode()
        await self.jobs.add(QueuedJob(REVIEW, id_, machine_clock.wall(), person, address, int(deep), task))

    def check_places(self, person: str, address: str) -> None:
        """Nobody takes everybody's."""
        others = jobs.count_jobs(self.store, REVIEW, person, address)
        if others.of_person:
            raise TooMany("Another review of yours is being made. Ask for this one when it is done.")
        if others.of_address >= MOST_PER_ADDRESS:
            raise TooMany("You can ask for a few reviews at a time. Try again when one of them is done.")
        if others.all >= MOST_WAITING:
            raise TooMany("Many reviews are waiting to be made. Please try again in a few minutes.")

    async def make(self, job: QueuedJob, progress: JobProgress) -> Work:
        progress.tell("Reading your game", 0.0)
        task = msgspec.json.decode(job.task, type=ReviewTask)
        packed = await asyncio.to_thread(self.packed_review, job.about, task, progress)
        return lambda db: write_review(db, job.about, packed)

    def packed_review(self, id_: str, task: ReviewTask, progress: JobProgress) -> StoredReview:
        record = self.store.record(id_)
        if record is None:
            raise NotFound(DELETED)
        found = self.work(read_match(self.store, record), task, progress)
        return pack_review(MADE, task.length, machine_clock.wall(), msgspec.json.encode(found))

    def work(self, match: Match, task: ReviewTask, progress: JobProgress) -> Review:
        check_reviewable(match)
        pool = self.pool = self.pool or Pool(min(MOST_PROCESSES, os.cpu_count() or 1), REVIEW_NICENESS)
        people = [seat for seat, plan in enumerate(match.seats) if plan.bot is None]
        seats = people if people and not task.deep else list(range(len(match.seats)))
        depth = DEEP if task.deep else QUICK
        return review(match, seats, depth, 1, pool, progress.tell)

    def stop(self) -> None:
        """Also in the middle of a review."""
        if self.pool is not None:
            self.pool.close()
            self.pool = None

    async def close(self) -> None:
        await self.jobs.close()
