"""Hands out the bots' processes when more thoughts are asked for than there are processes.

Fair by person, then by table: the one that has used least processor time lately goes first.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from skerry.server.runtime.figures import FIGURES

HALF_LIFE = 30.0  # seconds after which use counts half
CREDIT = 0.25  # seconds of use that are forgiven for each second of waiting, so that everybody gets a turn
FORGOTTEN = 0.01  # seconds of use that are not worth remembering
MOST_TABLES = 1000  # whose last process is remembered

T = TypeVar("T")


def always() -> bool:
    return True


class Errand:
    """A request for a thought: for whom, at which table, and until when.  Time counts from the request."""

    def __init__(
        self,
        person: str = "",
        table: str = "",
        deadline: float = 60.0,  # seconds; a table gives its own, from `Settings.deadline`
        is_hint: bool = False,
        is_wanted: Callable[[], bool] = always,
    ) -> None:
        self.person = person
        self.table = table
        self.is_hint = is_hint
        self.is_wanted = is_wanted
        self.asked = time.monotonic()
        self.due = self.asked + deadline

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return self.due - time.monotonic()


class Use:
    """Processor time used lately, by name; older use counts less."""

    def __init__(self) -> None:
        self.seconds: dict[str, tuple[float, float]] = {}  # seconds, and the time at which they were that many

    def of(self, name: str) -> float:
        seconds, at = self.seconds.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE))

    def add(self, name: str, seconds: float) -> None:
        self.seconds[name] = self.of(name) + seconds, time.monotonic()
        if len(self.seconds) > 10_000:
            self.seconds = {name: use for name, use in self.seconds.items() if self.of(name) > FORGOTTEN}


class Turns(Generic[T]):
    """Free processes and the requests that wait for one."""

    def __init__(self, free: list[T]) -> None:
        self.free = free
        self.waiting: dict[Errand, asyncio.Future[T | None]] = {}
        self.by_person = Use()
        self.by_table = Use()
        self.running: dict[Errand, float] = {}  # and since when
        self.last_used: dict[str, T] = {}  # the process that last thought for a table

    async def take(self, errand: Errand) -> T | None:
        """Wait for a free process; None if the result is no longer wanted.

        A hint is given up after its deadline.  A move waits on: its bot then decides quickly.
        """
        turn: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        self.waiting[errand] = turn
        self.hand_out()
        try:
            if not errand.is_hint:
                return await turn
            # Not wait_for: from Python 3.12 on it loses a result that comes in the moment the time is over.
            await asyncio.wait([turn], timeout=max(0.0, errand.left))
            return turn.result() if turn.done() else None
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and (process := turn.result()) is not None:
                self.give_back(errand, process)
            raise
        finally:
            turn.cancel()
            self.waiting.pop(errand, None)

    def give_back(self, errand: Errand, process: T) -> None:
        seconds = time.monotonic() - self.running.pop(errand)
        if not errand.is_hint:
            FIGURES.thinking.add(seconds)
        self.by_person.add(errand.person, seconds)
        self.by_table.add(errand.table, seconds)
        self.last_used.pop(errand.table, None)
        self.last_used[errand.table] = process
        if len(self.last_used) > MOST_TABLES:
            del self.last_used[next(iter(self.last_used))]
        self.free.append(process)
        self.hand_out()

    def hand_out(self) -> None:
        while self.free and self.waiting:
            errand = min(self.waiting, key=self.rank)
            turn = self.waiting.pop(errand)
            if turn.done():
                continue
            if not errand.is_wanted():
                turn.set_result(None)
                continue
            self.running[errand] = time.monotonic()
            turn.set_result(self.free_process(errand))

    def free_process(self, errand: Errand) -> T:
        """The one that last thought for this table, if it is free: it has the bot's search tree."""
        last = self.last_used.get(errand.table)
        if last is None or last not in self.free:
            return self.free.pop()
        self.free.remove(last)
        return last

    def rank(self, errand: Errand) -> tuple[int, float, float, float]:
        """The lowest goes first."""
        busy = sum(1 for other in self.running if other.person == errand.person)
        now = time.monotonic()
        forgiven = CREDIT * (now - errand.asked)
        return busy, self.by_person.of(errand.person) - forgiven, self.by_table.of(errand.table), errand.asked
