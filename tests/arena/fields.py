"""Small tournaments for the tests: budgets in simulations, so that they can be repeated."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from skerry.arena import GameResult, Plan, Run, make_plan
from skerry.bots import LEVELS

BOT = list(LEVELS)[-1]  # a level that searches; names of levels come and go


def named(words: str) -> str:
    """`bot@4sims,random` with the level's real name."""
    return words.replace("bot", BOT)


def a_plan(bots: str = "bot@4sims,random", games: int = 8, **more: Any) -> Plan:
    return make_plan("_blank", named(bots), games, **more)


def played(plan: Plan, folder: Path, **more: Any) -> list[GameResult]:
    return Run(plan, folder, **more).play()


def timeless(results: list[GameResult]) -> list[GameResult]:
    """Results without what no two runs have in common."""
    return [replace(result, times=[]) for result in results]
