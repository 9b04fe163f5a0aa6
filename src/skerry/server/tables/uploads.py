"""Saved games that people bring are read in a process of its own, with a budget: one at a time, and fair to all.

Whoever brings a file decides how much work it is; and work in this process, in whatever thread, keeps others waiting.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from skerry.bots import LEVELS
from skerry.games import GAMES
from skerry.match import SaveError
from skerry.match.recipe import of_today
from skerry.match.save import from_saved, read
from skerry.server.bots.pool import STARTING, kill, settle_in
from skerry.server.errors import TooMany
from skerry.server.store.bulk import Rows, Upload
from skerry.server.store.records import record_of

log = logging.getLogger("skerry.server")

BEHIND = 10  # as `nice` counts: after bots and hints
PROCESSOR = 20  # seconds of processor time for one game; the longest takes one, and ten if the engine is not compiled
WALL = 60.0  # seconds on the wall
MEMORY = 1_500_000_000  # bytes of address space, where the system has such a limit
MOST_ENTRIES = 20_000  # of a saved game
WAITING = 10  # games that may wait at one time
WAITING_EACH = 3  # of them from one address; one of each person
RESTING = 60.0  # seconds after which a process that has nothing to do ends
LONG = "This game takes too long to read, so it cannot be opened here."
STRANGE = "This game uses cards or tiles that this Skerry has never seen, so it cannot be opened here."


class Uploads:
    def __init__(self) -> None:
        self.waiting: list[tuple[str, str]] = []  # persons and their addresses
        self.turn = asyncio.Lock()  # in the order in which they came
        self.process: ProcessPoolExecutor | None = None
        self.end: asyncio.TimerHandle | None = None

    def check_places(self, person: str, address: str) -> None:
        """Nobody takes everybody's."""
        if any(other == person for other, _ in self.waiting):
            raise TooMany("Another game of yours is being read. Try again in a moment.")
        if sum(there == address for _, there in self.waiting) >= WAITING_EACH or len(self.waiting) >= WAITING:
            raise TooMany("A lot of saved games are being read at the moment. Please try again in a minute.")

    async def read(self, data: bytes, known: list[str], id_: str, person: str, address: str) -> Upload:
        """The game with components that are ours or `known`; SaveError if it cannot be played here."""
        self.check_places(person, address)
        place = (person, address)
        self.waiting.append(place)
        try:
            async with self.turn:
                told, problem = await self.work(data, known, id_, person)
        finally:
            self.waiting.remove(place)
        if problem:
            raise SaveError(problem)
        return await asyncio.to_thread(msgspec.msgpack.decode, told, type=Upload)

    async def work(self, data: bytes, known: list[str], id_: str, person: str) -> tuple[bytes, str]:
        try:
            process = await self.start()
            job = process.submit(read_strange, data, known, id_, person)
            return await asyncio.wait_for(asyncio.wrap_future(job), WALL)
        except (TimeoutError, BrokenProcessPool):
            log.warning("a saved game of %d bytes took too long or too much memory", len(data))
            self.stop()
            return b"", LONG
        except BaseException:
            self.stop()  # otherwise the next one would wait for a result that nobody needs any more
            raise
        finally:
            self.rest()

    async def start(self) -> ProcessPoolExecutor:
        if self.end is not None:
            self.end.cancel()
        if self.process is None:
            context = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang
            self.process = ProcessPoolExecutor(1, mp_context=context, initializer=settle_in, initargs=(BEHIND,))
            await asyncio.wait_for(asyncio.wrap_future(self.process.submit(limit_memory)), STARTING)
        return self.process

    def rest(self) -> None:
        self.end = asyncio.get_running_loop().call_later(RESTING, self.stop)

    def stop(self, wait: bool = False) -> None:
        """Also in the middle of a game."""
        if self.end is not None:
            self.end.cancel()
        if self.process is not None:
            kill(self.process, wait)
            self.process = None


# ---- in the process


def read_strange(data: bytes, known: list[str], id_: str, owner: str) -> tuple[bytes, str]:
    """What is to be kept of it, or why nothing."""
    limit_processor()
    try:
        return msgspec.msgpack.encode(upload(data, known, id_, owner)), ""
    except SaveError as error:
        return b"", str(error)
    except MemoryError:
        return b"", LONG


def upload(data: bytes, known: list[str], id_: str, owner: str) -> Upload:
    saved = read(data, "This file")
    # Only components that are ours or were played with here: rules that meet made-up ones may never end.
    if saved.game in GAMES and saved.components not in (of_today(saved.game).hash, *known):
        raise SaveError(STRANGE)
    if len(saved.log) > MOST_ENTRIES:
        raise SaveError(f"This game has {len(saved.log)} entries, and at most {MOST_ENTRIES} are read here.")
    match = from_saved(saved, "This file")
    strangers = {plan.bot for plan in match.seats if plan.bot is not None} - set(LEVELS)
    if strangers and not match.over:
        raise SaveError(f"This game needs a bot that this Skerry does not have: {', '.join(sorted(strangers))}.")
    rows = Rows(match.components.hash, match.components.text())
    return Upload(record_of(id_, owner, match), match.seats, match.log, rows)


def limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limits, macOS not this one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_processor() -> None:
    """From now on; a process that needs more is ended by the system."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + PROCESSOR, most))
