"""A rating for every bot, from its places in all games (openskill, Plackett–Luce)."""

from collections.abc import Iterable
from importlib import import_module
from statistics import fmean
from typing import Any

from msgspec import Struct

from skerry.arena.job import GameResult


class Rating(Struct, frozen=True):
    """Strength and its uncertainty (one standard deviation); everybody starts at 25 ± 8.3."""

    strength: float
    unsure: float


def places(result: GameResult) -> list[int]:
    """The place of each seat, best 0: winners first (a tie-break may have decided), then by points."""
    order = [(-won, -score) if won else (0.0, -score) for won, score in zip(result.won, result.scores, strict=True)]
    return [sum(other < own for other in order) for own in order]


def rating_model() -> Any:
    """openskill comes with the extra `play`; the library alone does without."""
    try:
        return import_module("openskill.models").PlackettLuce()
    except ImportError:
        return None


def ratings(results: Iterable[GameResult], bots: list[str]) -> tuple[dict[str, Rating], list[dict[str, float]]]:
    """The ratings after all games, and the strengths after each deal.

    A bot that plays several seats of a game is rated for each of them, and the changes are averaged.  Where openskill
    is not installed, there are none.
    """
    model = rating_model()
    if model is None:
        return {}, []
    current = {name: model.rating(name=name) for name in bots}
    path: list[dict[str, float]] = []
    deal = -1
    for result in results:
        teams = [[model.rating(mu=current[name].mu, sigma=current[name].sigma)] for name in result.bots]
        rated = model.rate(teams, ranks=[float(place) for place in places(result)])
        for name in set(result.bots):
            own = [team[0] for team, sitting in zip(rated, result.bots, strict=True) if sitting == name]
            current[name].mu = fmean(rating.mu for rating in own)
            current[name].sigma = fmean(rating.sigma for rating in own)
        if result.deal != deal:
            path.append({})
            deal = result.deal
        path[-1] = {name: rating.mu for name, rating in current.items()}
    return {name: Rating(rating.mu, rating.sigma) for name, rating in current.items()}, path
