"""Whose bot thinks next, when more is asked for than there are processes.

Fair by person, then by table: whoever has used the least processor lately goes first.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

HALF_LIFE = 30.0  # seconds after which half of what somebody has used is forgotten
CREDIT = 0.25  # seconds of use that are forgiven for each second of waiting, so that nobody waits for ever
FORGOTTEN = 0.01  # seconds of use that are not worth remembering

T = TypeVar("T")


def always() -> bool:
    return True


class Errand:
    """A thought somebody waits for: for whom, at which table, and until when.  The time counts from the request."""

    def __init__(
        self,
        person: str = "",
        table: str = "",
        deadline: float = 60.0,
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
        """Seconds until nobody waits for it any more."""
        return self.due - time.monotonic()


class Use:
    """How much processor somebody has used lately."""

    def __init__(self) -> None:
        self.seconds: dict[str, tuple[float, float]] = {}  # how many, and when that was

    def of(self, name: str) -> float:
        seconds, at = self.seconds.get(name, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE))

    def add(self, name: str, seconds: float) -> None:
        self.seconds[name] = self.of(name) + seconds, time.monotonic()
        if len(self.seconds) > 10_000:
            self.seconds = {name: use for name, use in self.seconds.items() if self.of(name) > FORGOTTEN}


class Turns(Generic[T]):
    """Hands out the processes."""

    def __init__(self, free: list[T]) -> None:
        self.free = free
        self.waiting: dict[Errand, asyncio.Future[T | None]] = {}
        self.by_person = Use()
        self.by_table = Use()
        self.running: dict[Errand, float] = {}  # and since when

    async def take(self, errand: Errand) -> T | None:
        """A process, when it is this one's turn; None if nobody wants the thought by then.

        A hint is given up when its time is over.  A move waits on: its bot then decides quickly.
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
        self.by_person.add(errand.person, seconds)
        self.by_table.add(errand.table, seconds)
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
            turn.set_result(self.free.pop())

    def rank(self, errand: Errand) -> tuple[int, float, float, float]:
        """The lowest goes first."""
        busy = sum(1 for other in self.running if other.person == errand.person)
        now = time.monotonic()
        forgiven = CREDIT * (now - errand.asked)
        return busy, self.by_person.of(errand.person) - forgiven, self.by_table.of(errand.table), errand.asked
