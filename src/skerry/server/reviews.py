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
from skerry.server.errors import TableError
from skerry.server.thinking import kill, settle_in
from skerry.teacher.account import Review
from skerry.teacher.crew import Crew
from skerry.teacher.depth import DEEP, QUICK
from skerry.teacher.review import check, review

log = logging.getLogger("skerry.reviews")

MADE = 1  # grows when old reviews are no longer to be shown
MOST_WAITING = 20  # reviews that may be asked for at one time
BEHIND = 15  # as `nice` counts: behind the bots and hints
MOST_PROCESSES = 4


class Kept(Struct, frozen=True):
    """A review on disk: of a log of that length."""

    made: int
    length: int
    review: Review


class Working:
    """A review that is being made or waits for its turn."""

    def __init__(self, length: int, deep: bool) -> None:
        self.length = length
        self.deep = deep
        self.what = "Waiting for another review to finish"
        self.share = 0.0
        self.problem = ""
        self.task: asyncio.Task[None] | None = None

    def tell(self, what: str, share: float) -> None:
        self.what, self.share = what, max(self.share, min(1.0, share))


class Reviews:
    """One at a time, in processes of their own that give way to everything else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.working: dict[str, Working] = {}
        self.turn = asyncio.Semaphore(1)
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
        with contextlib.suppress(OSError):
            self.file(id_).unlink()

    def ask(self, id_: str, match: Match, deep: bool) -> None:
        """Begin, unless it is being made or there already.  `match` must not change any more."""
        known = self.working.get(id_)
        if known is not None and not known.problem:
            return
        kept = self.read(id_, len(match.log))
        if kept is not None and (kept.deep or not deep):
            return
        if sum(1 for working in self.working.values() if not working.problem) >= MOST_WAITING:
            raise TableError("Many reviews are waiting to be made. Please try again in a few minutes.")
        working = self.working[id_] = Working(len(match.log), deep)
        working.task = asyncio.create_task(self.make(id_, match, working), name=f"review of {id_}")

    async def make(self, id_: str, match: Match, working: Working) -> None:
        try:
            async with self.turn:
                working.tell("Reading your game", 0.0)
                kept = await asyncio.to_thread(self.work, match, working)
                await asyncio.to_thread(self.keep, id_, kept)
            del self.working[id_]
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the review of %s", id_)
            self.stop()
            working.problem = "The review could not be made. Try again; the server’s log has the details."
        finally:
            if not any(other is not working and not other.problem for other in self.working.values()):
                self.stop()

    def work(self, match: Match, working: Working) -> Kept:
        check(match)
        count = min(MOST_PROCESSES, os.cpu_count() or 1)
        if self.processes is None:
            context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
            self.processes = ProcessPoolExecutor(count, mp_context=context, initializer=settle_in, initargs=(BEHIND,))
        people = [seat for seat, plan in enumerate(match.seats) if plan.bot is None]
        seats = people if people and not working.deep else list(range(len(match.seats)))
        depth = DEEP if working.deep else QUICK
        found = review(match, seats, depth, 1, Crew(self.processes, count), working.tell)
        return Kept(MADE, working.length, found)

    def keep(self, id_: str, kept: Kept) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(self.file(id_), msgspec.json.encode(kept))

    def stop(self) -> None:
        """Also in the middle of a review."""
        if self.processes is not None:
            kill(self.processes)
            self.processes = None

    async def close(self) -> None:
        tasks = [working.task for working in self.working.values() if working.task is not None]
        for task in tasks:
            task.cancel()
        self.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
