"""Bots against bots: the same deals for everyone, every bot in every seat, on one machine or on a Ray cluster.

A `Plan` is a list of jobs, and a job is one game.  `run` plays those that are not yet in the results file; `summary`
and `balance` turn the results into figures, `report` into a page.

The package can be called: `skerry.arena(game, bots)` is the whole way from bots to figures.
"""

import sys
from types import ModuleType
from typing import Any

import skerry
from skerry.arena.balance import Balance, balance
from skerry.arena.job import ArenaError, Entrant, Job, Result, Setting
from skerry.arena.plan import Plan, make_plan, read_budget
from skerry.arena.run import Run
from skerry.arena.summary import Summary, summarise


class ArenaModule(ModuleType):
    """A package that can be called like the library's function of the same name."""

    def __call__(self, *args: Any, **named: Any) -> Summary:
        return skerry.tournament(*args, **named)


sys.modules[__name__].__class__ = ArenaModule

__all__ = [
    "ArenaError",
    "Balance",
    "Entrant",
    "Job",
    "Plan",
    "Result",
    "Run",
    "Setting",
    "Summary",
    "balance",
    "make_plan",
    "read_budget",
    "summarise",
]
