"""Reads uploaded games in a worker process, one at a time, with limits on time, memory and places in the queue.

A hostile file can take any amount of work, and work in this process, in any thread, would delay everybody.
"""

import asyncio
import contextlib
import logging
import time

import msgspec

from skerry.bots import LEVELS
from skerry.games import GAMES
from skerry.match import SaveError
from skerry.match.recipe import components_of_today
from skerry.match.save import from_saved, read_saved
from skerry.server.errors import TooMany
from skerry.server.store.bulk import StoredComponents, Upload
from skerry.server.store.records import record_of
from skerry.workers import Pool, WorkerDied

log = logging.getLogger("skerry.server")

UPLOAD_NICENESS = 10  # bots and hints go first
PROCESSOR = 20  # seconds of processor time for one game; the longest takes one, and ten if the engine is not compiled
WALL = 60.0  # seconds on the wall
MOST_MEMORY = 1_500_000_000  # bytes of address space, where the system has such a limit
MOST_ENTRIES = 20_000  # of a saved game
WAITING = 10  # games that may wait at one time
WAITING_EACH = 3  # of them from one address; one of each person
UPLOAD_IDLE = 60.0  # seconds without work after which the process ends
LONG = "This file takes too long to load, so it cannot be opened here."
STRANGE = "This game uses cards or tiles that this version of Skerry does not know, so it cannot be opened here."


class Uploads:
    def __init__(self) -> None:
        self.waiting: list[tuple[str, str]] = []  # persons and their addresses
        self.turn = asyncio.Lock()  # in the order in which they came
        self.pool = Pool(1, UPLOAD_NICENESS, limit_memory, idle=UPLOAD_IDLE)

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
                packed, problem = await self.work(data, known, id_, person)
        finally:
            self.waiting.remove(place)
        if problem:
            raise SaveError(problem)
        return await asyncio.to_thread(msgspec.msgpack.decode, packed, type=Upload)

    async def work(self, data: bytes, known: list[str], id_: str, person: str) -> tuple[bytes, str]:
        try:
            return await asyncio.wrap_future(self.pool.submit_within(WALL, read_strange, data, known, id_, person))
        except (TimeoutError, WorkerDied):
            log.warning("a saved game of %d bytes took too long or too much memory", len(data))
            return b"", LONG


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
    saved = read_saved(data, "This file")
    # Only components that are ours or were played with here: rules that meet made-up ones may never end.
    if saved.game in GAMES and saved.components not in (components_of_today(saved.game).hash, *known):
        raise SaveError(STRANGE)
    if len(saved.log) > MOST_ENTRIES:
        raise SaveError(f"This game has {len(saved.log)} entries, and at most {MOST_ENTRIES} are read here.")
    match = from_saved(saved, "This file")
    strangers = {plan.bot for plan in match.seats if plan.bot is not None} - set(LEVELS)
    if strangers and not match.over:
        raise SaveError(f"This version of Skerry does not have the bots of this game: {', '.join(sorted(strangers))}.")
    rows = StoredComponents(match.components.hash, match.components.text())
    return Upload(record_of(id_, owner, match), match.seats, match.log, rows)


def limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limits, macOS not this one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def limit_processor() -> None:
    """From now on; a process that needs more is ended by the system."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + PROCESSOR, most))
