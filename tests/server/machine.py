"""A machine whose clocks a test sets, and that sleeps when it is told to."""

import time

import pytest

from skerry.server.runtime import machine_clock
from skerry.server.store.uptime import Uptime


class Machine:
    """Its clocks go on by themselves, unless `is_still`, and by what the test adds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, is_still: bool = False) -> None:
        self.is_still = is_still
        self.began = time.monotonic()
        self.day, self.count = (1e9, 1e3) if is_still else (time.time(), time.monotonic())
        monkeypatch.setattr(machine_clock, "wall", lambda: self.now)
        monkeypatch.setattr(machine_clock, "monotonic", lambda: self.count + self.passed)

    @property
    def passed(self) -> float:
        return 0.0 if self.is_still else time.monotonic() - self.began

    @property
    def now(self) -> float:
        return self.day + self.passed

    def set(self, seconds: float) -> None:
        """Only the time of day changes: somebody sets it, or the machine sleeps and its other clock stands still."""
        self.day += seconds

    def sleep(self, seconds: float) -> None:
        """Both clocks go on, but nothing runs."""
        self.day += seconds
        self.count += seconds

    def run(self, seconds: int, *ups: Uptime) -> None:
        """Time passes as it should."""
        for _ in range(seconds):
            self.sleep(1)
            for up in ups:
                up.notice()
