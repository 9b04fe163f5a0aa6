"""Values along a game, put together from what was measured: differences between neighbours, and some values directly.

A game is a chain of positions: before a turn, after it, after the dice and draws that followed, and so on to the end,
whose value is known.  Differences between neighbours are measured much more exactly than values, because both sides
share their luck.  Weighted least squares makes one chain of it all, so that the steps always add up to end − start.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct

from skerry.teacher.pairs import NORMAL90


class Measure(Struct, frozen=True):
    """A mean for every seat, and one variance for all of them: with equal weights, chances still add up to 1."""

    mean: list[float]
    variance: float


class Link(Struct, frozen=True):
    """A position of the chain: its value for every seat, and how far off that may be (90 %)."""

    mean: list[float]
    half: float


def spread(rows: Sequence[Sequence[float]]) -> float:
    """The variance from row to row, the mean of all columns."""
    n, seats = len(rows), len(rows[0])
    mean = [sum(row[seat] for row in rows) / n for seat in range(seats)]
    return sum((row[seat] - mean[seat]) ** 2 for row in rows for seat in range(seats)) / (seats * max(1, n - 1))


def measurement(rows: Sequence[Sequence[float]], least: float) -> Measure:
    """Of repeated measurements, one value for each seat.  `least` is a standard deviation that more of them never
    beat: how far off the judgement or the players may be."""
    mean = [sum(row[seat] for row in rows) / len(rows) for seat in range(len(rows[0]))]
    return Measure(mean, spread(rows) / len(rows) + least**2)


def fit_positions(
    steps: Sequence[Measure], direct: Mapping[int, Sequence[Measure]], end: Sequence[float]
) -> list[Link]:
    """The positions 0 to len(steps): step i leads from position i to i + 1, and the last one is the end."""
    count = len(steps)
    diagonal = [0.0] * count
    right = [[0.0] * len(end) for _ in range(count)]
    for i, step in enumerate(steps):
        weight = 1 / step.variance
        diagonal[i] += weight
        for seat, mean in enumerate(step.mean):
            right[i][seat] -= weight * mean
            if i + 1 < count:
                right[i + 1][seat] += weight * mean
            else:
                right[i][seat] += weight * end[seat]
        if i + 1 < count:
            diagonal[i + 1] += weight
    for i, measures in direct.items():
        for known in measures:
            diagonal[i] += 1 / known.variance
            for seat, mean in enumerate(known.mean):
                right[i][seat] += mean / known.variance
    beside = [-1 / step.variance for step in steps]
    return [*solve_tridiagonal(diagonal, beside, right), Link(list(end), 0.0)]


def solve_tridiagonal(
    diagonal: Sequence[float], beside: Sequence[float], right: Sequence[Sequence[float]]
) -> list[Link]:
    """Gauss for a matrix with one number beside each of the diagonal; `beside[i]` joins i and i + 1."""
    count = len(diagonal)
    down, up = list(diagonal), list(diagonal)
    values = [list(row) for row in right]
    for i in range(1, count):
        factor = beside[i - 1] / down[i - 1]
        down[i] -= factor * beside[i - 1]
        values[i] = [own - factor * before for own, before in zip(values[i], values[i - 1], strict=True)]
    for i in range(count - 2, -1, -1):
        up[i] -= beside[i] ** 2 / up[i + 1]
    found: list[Link] = []
    after: list[float] = []
    for i in range(count - 1, -1, -1):
        rest = [beside[i] * value for value in after] or [0.0] * len(values[i])
        after = [(own - part) / down[i] for own, part in zip(values[i], rest, strict=True)]
        found.append(Link(after, NORMAL90 * sqrt(1 / (down[i] + up[i] - diagonal[i]))))
    return found[::-1]
