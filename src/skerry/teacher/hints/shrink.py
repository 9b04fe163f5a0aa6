"""From what playouts have measured to what may be said.

What is told has been picked because it looked large, and luck made it look larger; the players that measured it are not
perfect either.  Both are known in size, so a measured difference is moved towards nothing by as much as it is uncertain
(the posterior of a normal prior).  Such a band holds whatever the difference was picked for.
"""

from math import sqrt
from typing import Any

from msgspec import Struct

from skerry.core.game import Game
from skerry.teacher.pairs import NORMAL90, Gap, MeanEstimate


class Prior(Struct, frozen=True):
    """What is known of a difference before it is measured, as standard deviations."""

    spread: float  # of the true differences between an option and the next best one
    error: float  # of what the players of the playouts make of it, compared with the expert


POINT_ERROR = 0.4  # of the players, in points per `least_gap`; how far true differences spread is known of each game
WIN_PRIOR = Prior(0.16, 0.03)  # in chances; both are fitted by bench/review.py, see docs/review.md


def shrunk(seen: MeanEstimate, prior: Prior, unit: float = 1.0) -> MeanEstimate:
    """What to expect of the true difference, and half of the interval in which it lies with 90 %."""
    spread = (prior.spread * unit) ** 2
    if seen.half == float("inf"):
        return MeanEstimate(0.0, NORMAL90 * sqrt(spread))
    noise = (seen.half / NORMAL90) ** 2 + (prior.error * unit) ** 2
    share = spread / (spread + noise)
    return MeanEstimate(share * seen.mean, NORMAL90 * sqrt(share * noise))


def shrunk_gap(gap: Gap, game: Game[Any]) -> Gap:
    """All of it: the categories by as much as the points, so that they still add up."""
    points = shrunk(gap.points, Prior(game.gap_spread, POINT_ERROR), game.least_gap)
    share = points.mean / gap.points.mean if gap.points.mean else 0.0
    return Gap(
        pairs=gap.pairs,
        win=shrunk(gap.win, WIN_PRIOR),
        points=points,
        categories={
            label: MeanEstimate(share * part.mean, share * part.half) for label, part in gap.categories.items()
        },
        alike=gap.alike,
    )
