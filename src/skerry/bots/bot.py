"""The levels of bots, weakest first."""

import time
from collections.abc import Callable
from functools import cache
from math import exp, log
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.judging import load_judgement
from skerry.bots.observer import Observer
from skerry.brain.judgement import Judgement, reals
from skerry.brain.lookahead import Lookahead
from skerry.brain.search import Search, Settings
from skerry.core.build import COMPILED
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, list_to_vec
from skerry.games import GAMES

MAX_OUTCOMES = 12  # of a draw that are tried to find a position again after it
PATIENCE = 20  # decisions that the time left on a clock should last for
TEMPER = 0.02  # in advice: a difference in utility that makes an action e times as likely
UNCOMPILED = 1.2  # seconds at most, whatever the level: the engine is slow then, and people are waiting

Liking = tuple[
    int, float, float | None
]  # an action, how likely the bot is to take it, what it expects from it (0 to 1)


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
        count = len(observer.legal)
        options = list_to_vec(observer.legal)
        values = reals(count)
        done = 0

        def simulate(simulations: int) -> None:
            nonlocal done
            done += simulations
            for _ in range(simulations):
                self.lookahead.weigh(observer.imagine(self.rng), options, count, values)

        spend(self.budget, observer, simulate, 1)
        return [values[i] / done for i in range(count)]


def gumbel(rng: Rng) -> float:
    """Noise that turns picking the best into a choice by exponential weights."""
    return -log(-log((float(rng.word()) + 0.5) / 4294967296.0))


class SearchBot:
    """Information-set tree search, with a judgement if there is one.

    Within a turn it continues the tree of its last decision; a new bot starts from scratch.
    """

    def __init__(
        self,
        seed: int,
        budget: Budget,
        judgement: Judgement[Any] | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.rng = Rng(seed)
        self.budget = budget
        self.judgement = judgement
        self.settings = settings
        self.last: tuple[Search, Observer, int] | None = None  # the last decision: its tree, its observer, its choice

    def choose(self, observer: Observer) -> int:
        if len(observer.legal) == 1:
            return observer.legal[0]
        search = self.search(observer, decide=True)
        chosen = search.best(observer.legal)
        self.last = search, observer, chosen
        return chosen

    def advise(self, observer: Observer) -> list[Liking]:
        rows = [row for row in self.search(observer).table() if row[0] in observer.legal]
        visits = sum(row[1] for row in rows)
        return [(action, seen / visits, value) for action, seen, value in rows]

    def search(self, observer: Observer, decide: bool = False) -> Search:
        """Search until the budget is used up; to `decide`, stop once the rest could not change the choice."""
        search = self.resume(observer) or Search(
            observer.imagine, observer.seat, int(self.rng.word()), self.judgement, self.settings
        )

        def decided(left: float) -> bool:
            return decide and search.lead(observer.legal) > left

        spend(self.budget, observer, search.run, 8 if COMPILED else 1, decided)
        return search

    def resume(self, observer: Observer) -> Search | None:
        """The last tree, if only its own choice, forced moves and at most one draw have happened since."""
        if self.last is None:
            return None
        search, before, chosen = self.last
        self.last = None
        if before.seat != observer.seat or before.game is not observer.game:
            return None
        state = before.imagine(Rng(0))
        search.advance(state, chosen)
        drawn = False
        while not state.over:
            legal = state.legal_actions()
            if state.to_move() == CHANCE and len(legal) > 1:
                outcome = None if drawn else find_outcome(state, legal, observer)
                if outcome is None:
                    return None
                drawn = True
                search.advance(state, outcome)
            elif len(legal) == 1:
                search.advance(state, legal[0])
            else:
                break
        if state.over or not observer.could_be(state):
            return None
        search.imagine = observer.imagine
        return search


def find_outcome(state: State, legal: list[int], observer: Observer) -> int | None:
    """The outcome after which the observer would see what it sees now."""
    for outcome in legal[:MAX_OUTCOMES]:
        after = state.clone()
        after.apply(outcome)
        while not after.over and len(forced := after.legal_actions()) == 1:
            after.apply(forced[0])
        if not after.over and observer.could_be(after):
            return outcome
    return None


def go_on(left: float) -> bool:
    return False


def spend(
    budget: Budget, observer: Observer, run: Callable[[int], None], batch: int, decided: Callable[[float], bool] = go_on
) -> None:
    """Run simulations until the budget is used up or `decided`, given roughly how many are left, says so.

    At least one batch.
    """
    clock = time.thread_time if budget.of_processor else time.perf_counter
    start = clock()
    seconds = budget.seconds
    if seconds is not None and observer.time_left is not None:
        seconds = min(seconds, observer.time_left / PATIENCE)
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


@cache
def judgement_of(game: str) -> Judgement[Any] | None:
    return load_judgement(game)


class Level(Struct, frozen=True):
    """A kind of bot and its default budget."""

    make: Callable[[int, Budget, Judgement[Any] | None], Bot]
    budget: Budget


def make_random(seed: int, budget: Budget, judgement: Judgement[Any] | None) -> Bot:
    return RandomBot(seed)


def looks_ahead(slips: float) -> Callable[[int, Budget, Judgement[Any] | None], Bot]:
    """A look-ahead; without a judgement, an equally short search."""

    def make(seed: int, budget: Budget, judgement: Judgement[Any] | None) -> Bot:
        if judgement is None:
            return SearchBot(seed, replace(budget, simulations=8 * (budget.simulations or 20)))
        return LookaheadBot(seed, budget, judgement, slips)

    return make


def make_search(seed: int, budget: Budget, judgement: Judgement[Any] | None) -> Bot:
    return SearchBot(seed, budget, judgement)


def make_uct(seed: int, budget: Budget, judgement: Judgement[Any] | None) -> Bot:
    return SearchBot(seed, budget)


LEVELS: dict[str, Level] = {
    "random": Level(make_random, Budget()),
    "novice": Level(looks_ahead(0.5), Budget(0.1, 1, of_processor=True)),
    "easy": Level(looks_ahead(0.2), Budget(0.1, 2, of_processor=True)),
    "medium": Level(looks_ahead(0.08), Budget(0.15, 20, of_processor=True)),
    "hard": Level(make_search, Budget(1.0, 60, of_processor=True)),
    "expert": Level(make_search, Budget(1.8, of_processor=True)),
}

# For comparisons; not offered to players.
OTHERS: dict[str, Level] = {
    "uct": Level(make_uct, Budget(0.5)),  # search with random rollouts, without judgement
}


def make_bot(level: str, game: str, seed: int, budget: Budget | None = None) -> Bot:
    """A bot of this level for this game; KeyError if there is no such level."""
    chosen = LEVELS[level] if level in LEVELS else OTHERS[level]
    return chosen.make(seed, budget or affordable(chosen.budget), judgement_of(game))


def affordable(budget: Budget) -> Budget:
    """Uncompiled, a level is cut to what it can do before people grow tired of it."""
    if COMPILED or budget.seconds is None:
        return budget
    return replace(budget, seconds=min(budget.seconds, UNCOMPILED))


def warm_up() -> None:
    """Read what every decision needs, before the first one."""
    for game in GAMES:
        judgement_of(game)
