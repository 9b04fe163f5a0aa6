"""A bot that looks no further than the end of its turn."""

from math import exp, log
from operator import add
from typing import Any

from skerry.bots.bot import Budget, Liking, run_simulations
from skerry.bots.observer import Observer
from skerry.brain.judgement import Judgement
from skerry.brain.lookahead import Lookahead
from skerry.core.rng import Rng

TEMPER = 0.02  # in advice: a difference in utility that makes an action e times as likely


class LookaheadBot:
    """Imagines the rest of its turn in a few states that might be the real one, and judges the result.

    `slips` blurs the judgement: not at all at 0; at 1 the noise is as large as the difference between the actions.
    """

    def __init__(
        self, seed: int, budget: Budget, judgement: Judgement[Any], slips: float = 0.0, tries: int = 60
    ) -> None:
        self.rng = Rng(seed)
        self.budget = budget
        self.slips = slips
        self.lookahead = Lookahead(judgement, Rng(self.rng.word()), tries)

    def choose(self, observer: Observer) -> int:
        if len(observer.legal) == 1:
            return observer.legal[0]
        values = self.weigh(observer)
        noise = self.slips * (max(values) - min(values))
        blurred = [value + noise * gumbel(self.rng) for value in values]
        return observer.legal[blurred.index(max(blurred))]

    def advise(self, observer: Observer) -> list[Liking]:
        """With its noise, `choose` picks actions by exponential weights; these are the weights."""
        values = self.weigh(observer)
        temper = max(TEMPER, self.slips * (max(values) - min(values)))
        weights = [exp((value - max(values)) / temper) for value in values]
        shares = [weight / sum(weights) for weight in weights]
        return list(zip(observer.legal, shares, values, strict=True))

    def weigh(self, observer: Observer) -> list[float]:
        """The mean worth of every legal action over the imagined states."""
        values = [0.0] * len(observer.legal)
        done = 0

        def simulate(simulations: int) -> None:
            nonlocal done
            done += simulations
            for _ in range(simulations):
                found = self.lookahead.worths(observer.imagine(self.rng), observer.legal)
                values[:] = map(add, values, found)

        run_simulations(self.budget, observer, simulate, 1)
        return [value / done for value in values]


def gumbel(rng: Rng) -> float:
    """Noise that turns picking the best into a choice by exponential weights."""
    return -log(-log((float(rng.word()) + 0.5) / 4294967296.0))
