"""A linear fit of final scores to features, by sums that samples are added to one by one."""

from math import sqrt
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.brain.judgement import KNOTS, reals
from skerry.core.state import zeros


@final
@mypyc_attr(acyclic=True)
class Sums:
    """What least squares needs from the samples: products of features with each other and with scores."""

    def __init__(self, features: i64 = 1) -> None:
        self.features: i64 = features
        self.width: i64 = KNOTS * features  # early weights of all features, then middle ones, then late ones
        self.count: float = 0.0
        self.products: vec[float] = reals(self.width * self.width)  # the upper triangle is filled
        self.with_score: vec[float] = reals(self.width)
        self.scores: float = 0.0
        self.squares: float = 0.0

    def add(self, row: vec[float], progress: float, score: float) -> None:
        """Add a seat's features (constant included) at this progress, and its final score."""
        half = 2.0 * progress
        knot: i64 = 0
        if half >= 1.0:
            knot = 1
            half -= 1.0
        places = zeros(2 * self.features)
        values = reals(2 * self.features)
        n: i64 = 0
        for upper in range(i64(2)):
            share = half if upper == 1 else 1.0 - half
            start = (knot + upper) * self.features
            for i in range(self.features):
                if row[i] != 0.0 and share != 0.0:
                    places[n] = start + i
                    values[n] = share * row[i]
                    n += 1
        for i in range(n):
            x = values[i]
            self.with_score[places[i]] += x * score
            start = places[i] * self.width
            for j in range(i, n):
                self.products[start + places[j]] += x * values[j]
        self.count += 1.0
        self.scores += score
        self.squares += score * score

    def merge(self, other: "Sums", share: float) -> None:
        for i in range(self.width):
            self.with_score[i] += share * other.with_score[i]
        for i in range(self.width * self.width):
            self.products[i] += share * other.products[i]
        self.count += share * other.count
        self.scores += share * other.scores
        self.squares += share * other.squares

    def first(self, features: i64) -> "Sums":
        """The sums of the first features alone."""
        found = Sums(features)
        for row in range(found.width):
            at = row // features * self.features + row % features
            found.with_score[row] = self.with_score[at]
            for column in range(row, found.width):
                other = column // features * self.features + column % features
                found.products[row * found.width + column] = self.products[at * self.width + other]
        found.count = self.count
        found.scores = self.scores
        found.squares = self.squares
        return found

    def mean_score(self) -> float:
        return self.scores / max(1.0, self.count)

    def square_error(self, weights: list[float]) -> float:
        """The mean square of the error of these weights on these samples."""
        total = self.squares
        for i in range(self.width):
            x = weights[i]
            if x != 0.0:
                row = 0.0
                for j in range(i + 1, self.width):
                    row += weights[j] * self.products[i * self.width + j]
                total += x * (2.0 * row + x * self.products[i * self.width + i] - 2.0 * self.with_score[i])
        return max(0.0, total / max(1.0, self.count))


def ridge_regression(sums: Sums, centre: list[float], belief: float, rare: float, common: int) -> list[float]:
    """Least squares that stays near `centre`, by Cholesky's method.

    `belief` is how many samples the centre counts for.  Features after the first `common` ones are rare: they count
    for `rare` samples in which they were there, so that a card seen twice says little.
    """
    width = sums.width
    lower = reals(width * width)
    right = reals(width)
    for i in range(width):
        pull = belief * sums.products[i * width + i] / max(1.0, sums.count) + 1e-6
        if i % sums.features >= common:
            pull += rare
        right[i] = sums.with_score[i] + pull * centre[i]
        for j in range(i + 1):
            lower[i * width + j] = sums.products[j * width + i]
        lower[i * width + i] += pull
    for i in range(width):
        for j in range(i + 1):
            total = lower[i * width + j]
            for k in range(j):
                total -= lower[i * width + k] * lower[j * width + k]
            if i == j:
                lower[i * width + i] = sqrt(max(1e-12, total))
            else:
                lower[i * width + j] = total / lower[j * width + j]
    for i in range(width):
        total = right[i]
        for k in range(i):
            total -= lower[i * width + k] * right[k]
        right[i] = total / lower[i * width + i]
    for back in range(width):
        i = width - 1 - back
        total = right[i]
        for k in range(i + 1, width):
            total -= lower[k * width + i] * right[k]
        right[i] = total / lower[i * width + i]
    return [right[i] for i in range(width)]
