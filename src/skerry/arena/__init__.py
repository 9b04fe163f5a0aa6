"""Bots against bots: the same deals for everyone, every bot in every seat, on one machine or on a Ray cluster.

A `Plan` is a list of jobs, and a job is one game.  `run` plays those that are not yet in the results file; `summary`
and `balance` turn the results into figures, `report` into a page.
"""

from skerry.arena.balance import Balance, balance
from skerry.arena.job import ArenaError, Entrant, GameResult, Job, TournamentSetting
from skerry.arena.plan import Plan, make_plan, read_budget
from skerry.arena.run import Run
from skerry.arena.summary import Summary, summarise

__all__ = [
    "ArenaError",
    "Balance",
    "Entrant",
    "GameResult",
    "Job",
    "Plan",
    "Run",
    "Summary",
    "TournamentSetting",
    "balance",
    "make_plan",
    "read_budget",
    "summarise",
]
