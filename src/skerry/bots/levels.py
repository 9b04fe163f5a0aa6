"""The levels of bots, weakest first, and how long each may think."""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.bot import Bot, Budget, RandomBot
from skerry.bots.judging import load_judgement
from skerry.bots.lookahead_bot import LookaheadBot
from skerry.bots.search_bot import SearchBot
from skerry.brain.judgement import Judgement
from skerry.core.compiled import COMPILED
from skerry.games import GAMES

UNCOMPILED = 1.2  # seconds at most, whatever the level: the engine is slow then, and people are waiting


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
OTHER_BOTS: dict[str, Level] = {
    "uct": Level(make_uct, Budget(0.5)),  # search with random rollouts, without judgement
}


def make_bot(level: str, game: str, seed: int, budget: Budget | None = None) -> Bot:
    """A bot of this level for this game; KeyError if there is no such level."""
    chosen = LEVELS[level] if level in LEVELS else OTHER_BOTS[level]
    return chosen.make(seed, budget or affordable_budget(chosen.budget), judgement_of(game))


def affordable_budget(budget: Budget) -> Budget:
    """Uncompiled, a level is cut to what it can do before people grow tired of it."""
    if COMPILED or budget.seconds is None:
        return budget
    return replace(budget, seconds=min(budget.seconds, UNCOMPILED))


def warm_up() -> None:
    """Read what every decision needs, before the first one."""
    for game in GAMES:
        judgement_of(game)
