"""What a bot is, how long it may think, and the simplest one."""

import time
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from skerry.bots.observer import Observer
from skerry.core.rng import Rng

DECISIONS_PER_CLOCK = 20  # decisions that the time left on a clock should last for

# An action, how likely the bot is to take it, what it expects from it (0 to 1).
Liking = tuple[int, float, float | None]


class Budget(Struct, frozen=True):
    """How long a bot may think about one decision: seconds, or a number of simulations, which is reproducible.

    With both, whichever ends first.  Seconds of processor time do not depend on how busy the machine is.
    """

    seconds: float | None = None
    simulations: int | None = None
    of_processor: bool = False


class Bot(Protocol):
    def choose(self, observer: Observer) -> int:
        """One of `observer.legal`."""

    def advise(self, observer: Observer) -> list[Liking]:
        """What it thinks of the actions; the shares add up to 1."""


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, observer: Observer) -> int:
        return observer.legal[int(self.rng.below(len(observer.legal)))]

    def advise(self, observer: Observer) -> list[Liking]:
        return [(action, 1 / len(observer.legal), None) for action in observer.legal]


def never_decided(left: float) -> bool:
    return False


def run_simulations(
    budget: Budget,
    observer: Observer,
    run: Callable[[int], None],
    batch: int,
    decided: Callable[[float], bool] = never_decided,
) -> None:
    """Run simulations until the budget is used up or `decided`, given roughly how many are left, says so.

    At least one batch.
    """
    clock = time.thread_time if budget.of_processor else time.perf_counter
    start = clock()
    seconds = budget.seconds
    if seconds is not None and observer.time_left is not None:
        seconds = min(seconds, observer.time_left / DECISIONS_PER_CLOCK)
    limit = budget.simulations or (batch if seconds is None else 10**9)
    done = 0
    while done < limit:
        count = min(batch, limit - done)
        run(count)
        done += count
        left = float(limit - done)
        if seconds is not None:
            spent = clock() - start
            if spent >= seconds:
                return
            left = min(left, done * (seconds - spent) / max(spent, 1e-9))
        if decided(left):
            return
