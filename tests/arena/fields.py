"""Small tournaments for the tests: budgets in simulations, so that they can be repeated."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from skerry.arena import Plan, Result, Run, make_plan


def a_plan(bots: str = "search@4sims,random", games: int = 8, **more: Any) -> Plan:
    return make_plan("_blank", bots, games, **more)


def played(plan: Plan, folder: Path, **more: Any) -> list[Result]:
    return Run(plan, folder, **more).play()


def timeless(results: list[Result]) -> list[Result]:
    """Results without what no two runs have in common."""
    return [replace(result, times=[]) for result in results]
