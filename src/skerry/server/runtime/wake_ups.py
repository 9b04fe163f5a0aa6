"""Wakes those who wait for something to change for a person.  A hint only: whoever is woken looks for themselves."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


class WakeUps:
    def __init__(self) -> None:
        self.waiting: dict[str, set[asyncio.Event]] = {}
        self.followers: list[Callable[[str], None]] = []  # called with a table's id

    def tell(self, people: Iterable[str | None]) -> None:
        """Something has changed for these."""
        if self.waiting:
            for person in people:
                for wake in self.waiting.get(person or "", ()):
                    wake.set()

    def tell_of_table(self, id_: str) -> None:
        """Something was written about this table, here or by another process."""
        for hear in self.followers:
            hear(id_)

    @contextmanager
    def listening(self, person: str) -> Iterator[asyncio.Event]:
        wake = asyncio.Event()
        self.waiting.setdefault(person, set()).add(wake)
        try:
            yield wake
        finally:
            self.waiting[person].discard(wake)
            if not self.waiting[person]:
                del self.waiting[person]
