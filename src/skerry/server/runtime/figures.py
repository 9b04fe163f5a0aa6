"""What this process has done: counted where it happens, read by Prometheus and the operator's page.

Each figure is written by one thread; who reads may be a moment behind.
"""

import bisect
import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence

from msgspec import Struct

SECOND_LIMITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
SIZE_LIMITS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_PROBLEMS = 100  # that are remembered
LONGEST_WORDS = 300  # letters of one that are shown


class Distribution:
    """How many of what was measured are at most as large as each limit."""

    def __init__(self, limits: Sequence[float]) -> None:
        self.limits = limits
        self.counts = [0] * (len(limits) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect.bisect_left(self.limits, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        return sum(self.counts)


class LoggedProblem(Struct, frozen=True):
    at: float
    level: str
    logger: str
    words: str


class ServerFigures:
    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()  # durable ones, by game
        self.durable = Distribution(SECOND_LIMITS)  # seconds from the order to write until it is on the disk
        self.batch = Distribution(SIZE_LIMITS)  # jobs that were written together
        self.thinking = Distribution(SECOND_LIMITS)  # seconds of each thought of a bot
        self.notices: Counter[str] = Counter()  # between processes, and to people, by kind
        self.errors: Counter[str] = Counter()  # by logger
        self.problems: deque[LoggedProblem] = deque(maxlen=MOST_PROBLEMS)


FIGURES = ServerFigures()
Gauges = dict[str, Callable[[], float]]  # what there is at the moment: sockets, tables, …


class ProblemHandler(logging.Handler):
    """Counts errors, and remembers the last problems."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            FIGURES.errors[record.name] += 1
        words = record.getMessage()[:LONGEST_WORDS]
        FIGURES.problems.append(LoggedProblem(record.created, record.levelname, record.name, words))
