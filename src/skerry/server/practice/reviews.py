"""Reviews of finished games, worked out in the background one after the other, and kept so that each is made once."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct

from skerry.match import Match
from skerry.match.save import write_whole
from skerry.server.bots.pool import kill, settle_in
from skerry.server.errors import TooMany
from skerry.server.runtime import supervise
from skerry.teacher.review.crew import Crew
from skerry.teacher.review.depth import DEEP, QUICK
from skerry.teacher.review.model import Review
from skerry.teacher.review.run import check_reviewable, review

log = logging.getLogger("skerry.reviews")

MADE = 2  # grows when old reviews are no longer to be shown
MOST_WAITING = 20  # reviews that may be asked for at one time
PER_ADDRESS = 5  # of them from one address; one of each person
MOST_BYTES = 500_000_000  # that are kept
BEHIND = 15  # as `nice` counts: behind the bots and hints
MOST_PROCESSES = 4


class Kept(Struct, frozen=True):
    """A review on disk: of a log of that length."""

    made: int
    length: int
    review: Review


class Working:
    """A review that is being made or waits for its turn."""

    def __init__(self, match: Match, deep: bool, person: str, address: str) -> None:
        self.match = match
        self.deep = deep
        self.person = person  # who asks for it, and from where
        self.address = address
        self.what = "Waiting for another review to finish"
        self.share = 0.0

    def tell(self, what: str, share: float) -> None:
        self.what, self.share = what, max(self.share, min(1.0, share))


class Reviews:
    """One at a time, in processes of their own that give way to everything else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.working: dict[str, Working] = {}  # in the order in which they were asked for
        self.problems: dict[str, str] = {}  # of reviews that could not be made
        self.making = ""  # which one
        self.task: asyncio.Task[None] | None = None
        self.processes: ProcessPoolExecutor | None = None

    def file(self, id_: str) -> Path:
        return self.folder / f"{id_}.json"

    def read(self, id_: str, length: int) -> Review | None:
        """What is kept of this match; None if that is nothing, or of another log."""
        try:
            kept = msgspec.json.decode(self.file(id_).read_bytes(), type=Kept)
        except (OSError, msgspec.MsgspecError):
            return None
        return kept.review if kept.made == MADE and kept.length == length else None

    def forget(self, id_: str) -> None:
        """The match is deleted: of its review nothing is made or kept."""
        self.problems.pop(id_, None)
        if self.working.pop(id_, None) is not None and self.making == id_:
            self.stop()
        self.remove(id_)

    def remove(self, id_: str) -> None:
        with contextlib.suppress(OSError):
            self.file(id_).unlink()

    def ask(self, id_: str, match: Match, deep: bool, person: str, address: str) -> None:
        """Begin, unless it is being made or there already.  `match` must not change any more."""
        if id_ in self.working:
            return
        kept = self.read(id_, len(match.log))
        if kept is not None and (kept.deep or not deep):
            return
        self.check_places(person, address)
        self.problems.pop(id_, None)
        self.working[id_] = Working(match, deep, person, address)
        if self.task is None or self.task.done():
            self.task = supervise.start("reviews", self.make_all, ends=True)

    def check_places(self, person: str, address: str) -> None:
        """Nobody takes everybody's."""
        others = self.working.values()
        if any(other.person == person for other in others):
            raise TooMany("Another review of yours is being made. Ask for this one when it is done.")
        if sum(other.address == address for other in others) >= PER_ADDRESS:
            raise TooMany("You can ask for a few reviews at a time. Try again when one of them is done.")
        if len(others) >= MOST_WAITING:
            raise TooMany("Many reviews are waiting to be made. Please try again in a few minutes.")

    async def make_all(self) -> None:
        """One after the other: the quick ones first, for a deep one takes minutes."""
        try:
            while self.working:
                self.making = min(self.working, key=lambda id_: self.working[id_].deep)
                await self.make(self.making, self.working[self.making])
        finally:
            self.making = ""
            self.stop()

    async def make(self, id_: str, working: Working) -> None:
        try:
            working.tell("Reading your game", 0.0)
            kept = await asyncio.to_thread(self.work, working)
            if id_ in self.working:
                await asyncio.to_thread(self.keep, id_, kept)
            if self.working.pop(id_, None) is None:  # deleted meanwhile
                self.remove(id_)
        except Exception:
            self.stop()
            if self.working.pop(id_, None) is not None:
                log.exception("the review of %s", id_)
                self.problems[id_] = "The review could not be made. Try again; the server’s log has the details."

    def work(self, working: Working) -> Kept:
        match = working.match
        check_reviewable(match)
        count = min(MOST_PROCESSES, os.cpu_count() or 1)
        if self.processes is None:
            context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
            self.processes = ProcessPoolExecutor(count, mp_context=context, initializer=settle_in, initargs=(BEHIND,))
        people = [seat for seat, plan in enumerate(match.seats) if plan.bot is None]
        seats = people if people and not working.deep else list(range(len(match.seats)))
        depth = DEEP if working.deep else QUICK
        found = review(match, seats, depth, 1, Crew(self.processes, count), working.tell)
        return Kept(MADE, len(match.log), found)

    def keep(self, id_: str, kept: Kept) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(self.file(id_), msgspec.json.encode(kept))
        self.make_room()

    def make_room(self) -> None:
        """The oldest reviews go: they can be made again."""
        known = []
        for file in self.folder.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile
                about = file.stat()
                known.append((about.st_mtime_ns, about.st_size, file))
        left = MOST_BYTES
        for _, size, file in sorted(known, reverse=True):
            left -= size
            if left < 0:
                file.unlink(missing_ok=True)

    def stop(self, wait: bool = False) -> None:
        """Also in the middle of a review."""
        if self.processes is not None:
            kill(self.processes, wait)
            self.processes = None

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.stop(wait=True)
            await asyncio.gather(self.task, return_exceptions=True)
