"""The players one can ask for, weakest first."""

import time
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from skerry.bots.observer import Observer
from skerry.core.rng import Rng
from skerry.core.search import Search


class Budget(Struct, frozen=True):
    """How long a bot may think about one decision: seconds, or a number of simulations, which can be repeated."""

    seconds: float | None = None
    simulations: int | None = None


class Bot(Protocol):
    def choose(self, observer: Observer) -> int:
        """One of `observer.legal`."""


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.rng = Rng(seed)

    def choose(self, observer: Observer) -> int:
        return observer.legal[int(self.rng.below(len(observer.legal)))]


class SearchBot:
    """Information-set tree search with random rollouts."""

    def __init__(self, seed: int, budget: Budget) -> None:
        self.rng = Rng(seed)
        self.budget = budget

    def choose(self, observer: Observer) -> int:
        search = Search(observer.imagine, observer.seat, int(self.rng.word()))
        if self.budget.simulations is not None:
            search.run(self.budget.simulations)
        else:
            think(search, self.budget.seconds or 0.0)
        return search.best()


def think(search: Search, seconds: float, batch: int = 20) -> None:
    """Search until the time is up, at least one batch."""
    end = time.perf_counter() + seconds
    search.run(batch)
    while time.perf_counter() < end:
        search.run(batch)


class Level(Struct, frozen=True):
    """A kind of player and the time it takes unless told otherwise."""

    make: Callable[[int, Budget], Bot]
    budget: Budget


LEVELS: dict[str, Level] = {
    "random": Level(RandomBot, Budget()),
    "search": Level(SearchBot, Budget(seconds=0.5)),
}


def make_bot(level: str, game: str, seed: int, budget: Budget | None = None) -> Bot:
    """A player of this level for this game; KeyError if there is no such level."""
    chosen = LEVELS[level]
    return chosen.make(seed, budget or chosen.budget)
