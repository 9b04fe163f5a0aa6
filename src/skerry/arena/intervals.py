"""95 % intervals for shares and means.

The games of one deal are not independent: a good hand wins in every seating.  So the unit is the deal: a figure is a
ratio of sums over deals, and its variance is that of the deals' residuals.
"""

from collections.abc import Sequence
from math import inf, pi, sqrt, tan
from statistics import NormalDist

from msgspec import Struct

CONFIDENCE = 0.95

# For each deal, or whatever else is independent: (sum, number of terms).
Clusters = Sequence[tuple[float, int]]


class Estimate(Struct, frozen=True):
    """A figure with its bounds."""

    value: float
    low: float
    high: float


def share_interval(clusters: Clusters) -> Estimate | None:
    """A share of wins: Wilson's interval on the effective number of trials (after Korn and Graubard, 1998).

    If all deals came out alike, it is as wide as if one win in one of them had gone the other way.
    """
    clusters = [cluster for cluster in clusters if cluster[1]]
    count = sum(n for _, n in clusters)
    if not count:
        return None
    value = sum(won for won, _ in clusters) / count
    if len(clusters) < 2:
        return Estimate(value, 0.0, 1.0)
    if 0 < value < 1:
        residuals = sum((won - value * n) ** 2 for won, n in clusters)
        trials = value * (1 - value) * count**2 / max(1.0, residuals)
        trials *= (student(count - 1) / student(len(clusters) - 1)) ** 2
    else:
        trials = len(clusters)
    return wilson(value, trials)


def wilson(value: float, trials: float) -> Estimate:
    z = student(inf)
    middle = (value + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(value * (1 - value) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    return Estimate(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def mean_interval(clusters: Clusters) -> Estimate | None:
    """A mean of points: Student's interval over deals."""
    clusters = [cluster for cluster in clusters if cluster[1]]
    count = sum(n for _, n in clusters)
    if not count:
        return None
    value = sum(total for total, _ in clusters) / count
    deals = len(clusters)
    if deals < 2:
        return Estimate(value, -inf, inf)
    residuals = sum((total - value * n) ** 2 for total, n in clusters)
    half = student(deals - 1) * sqrt(residuals * deals / (deals - 1)) / count
    return Estimate(value, value - half, value + half)


def difference(ones: Clusters, others: Clusters, confidence: float = CONFIDENCE) -> Estimate | None:
    """Share of the ones minus share of the others, from the same deals in the same order."""
    n1, n2 = sum(n for _, n in ones), sum(n for _, n in others)
    if not n1 or not n2:
        return None
    share1, share2 = sum(won for won, _ in ones) / n1, sum(won for won, _ in others) / n2
    deals = sum(bool(first[1] or second[1]) for first, second in zip(ones, others, strict=True))
    value = share1 - share2
    if deals < 2:
        return Estimate(value, -1.0, 1.0)
    residuals = sum(
        ((won1 - share1 * m1) / n1 - (won2 - share2 * m2) / n2) ** 2
        for (won1, m1), (won2, m2) in zip(ones, others, strict=True)
    )
    floor = 1 / min(n1, n2) ** 2  # one win more or less, as in `share_interval`
    half = student(deals - 1, confidence) * sqrt(max(floor, residuals * deals / (deals - 1)))
    return Estimate(value, max(-1.0, value - half), min(1.0, value + half))


def student(freedom: float, confidence: float = CONFIDENCE) -> float:
    """Student's quantile for a two-sided interval: exact for 1, 2 and infinity, else Fisher's expansion."""
    p = (1 + confidence) / 2
    z = NormalDist().inv_cdf(p)
    if freedom == inf:
        return z
    if freedom <= 1:
        return tan(pi * (p - 0.5))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))
