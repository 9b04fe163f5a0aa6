"""Strengths on Elo's scale: Bradley–Terry, fitted to all duels at once, so that the order of games does not matter.

One bot is the anchor, and an interval says how far a strength may be from it.  As everywhere in the arena, the unit is
the deal: all pairs play the same ones.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import exp, inf, log, sqrt

from msgspec import Struct

from skerry.arena.intervals import Estimate, student

SCALE = 400 / log(10)  # 400 points ahead: ten wins for one defeat
ANCHORED = 1000.0
DRAWN = 1  # imagined draws of each pair, so that whoever has never lost is not infinitely strong
LONGEST_STEP = 2.0
SETTLED = 1e-9
MOST_ROUNDS = 200


class Duel(Struct, frozen=True):
    """Two bots against each other.  For each deal: how much of the victories the first one had, of how many games."""

    one: str
    other: str
    deals: dict[int, tuple[float, int]]

    @property
    def games(self) -> int:
        return sum(games for _, games in self.deals.values())

    @property
    def won(self) -> float:
        return sum(won for won, _ in self.deals.values())


def elo(duels: Sequence[Duel], anchor: str) -> dict[str, Estimate]:
    """The strength of every bot that has played the anchor, or somebody who has, and so on."""
    duels = [duel for duel in duels if duel.games]
    free = sorted(reached(duels, anchor) - {anchor})
    place = {name: number for number, name in enumerate(free)}
    duels = [duel for duel in duels if {duel.one, duel.other} <= {anchor, *free}]
    strengths = [0.0] * len(free)
    for _ in range(MOST_ROUNDS):
        slopes, bends = slopes_at(duels, place, strengths)
        spread = inverse(bends)
        steps = [sum(a * b for a, b in zip(row, slopes, strict=True)) for row in spread]
        longest = max(map(abs, steps), default=0.0)
        strengths = [
            old + step * min(1.0, LONGEST_STEP / max(longest, SETTLED))
            for old, step in zip(strengths, steps, strict=True)
        ]
        if longest < SETTLED:
            break
    spread = inverse(slopes_at(duels, place, strengths)[1])
    halves = half_widths(duels, place, strengths, spread)
    found = {anchor: Estimate(ANCHORED, ANCHORED, ANCHORED)}
    for name, strength, half in zip(free, strengths, halves, strict=True):
        found[name] = Estimate(*(ANCHORED + SCALE * value for value in (strength, strength - half, strength + half)))
    return found


def reached(duels: Sequence[Duel], anchor: str) -> set[str]:
    found, before = {anchor}, 0
    while len(found) > before:
        before = len(found)
        for duel in duels:
            if duel.one in found or duel.other in found:
                found |= {duel.one, duel.other}
    return found


def chance_to_win(duel: Duel, place: dict[str, int], strengths: list[float]) -> float:
    """That the first one wins."""
    one, other = (strengths[place[name]] if name in place else 0.0 for name in (duel.one, duel.other))
    return 1 / (1 + exp(other - one))


def slopes_at(
    duels: Sequence[Duel], place: dict[str, int], strengths: list[float]
) -> tuple[list[float], list[list[float]]]:
    """How the likelihood of all results rises with each strength, and how that bends."""
    slopes, bends = [0.0] * len(place), [[0.0] * len(place) for _ in place]
    for duel in duels:
        p, games = chance_to_win(duel, place, strengths), duel.games + DRAWN
        rest, bend = duel.won + DRAWN / 2 - games * p, games * p * (1 - p)
        one, other = place.get(duel.one), place.get(duel.other)
        if one is not None:
            slopes[one] += rest
            bends[one][one] += bend
        if other is not None:
            slopes[other] -= rest
            bends[other][other] += bend
        if one is not None and other is not None:
            bends[one][other] -= bend
            bends[other][one] -= bend
    return slopes, bends


def half_widths(
    duels: Sequence[Duel], place: dict[str, int], strengths: list[float], spread: list[list[float]]
) -> list[float]:
    """Half of each 95 % interval: over deals, but never less than if every game counted by itself."""
    surprise: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * len(place))
    for duel in duels:
        p = chance_to_win(duel, place, strengths)
        for deal, (won, games) in duel.deals.items():
            for name, rest in ((duel.one, won - games * p), (duel.other, games * p - won)):
                if name in place:
                    surprise[deal][place[name]] += rest
    count = len(surprise)
    found = []
    for number, row in enumerate(spread):
        half = student(inf) * sqrt(row[number])
        if count > 1:
            squares = sum(sum(a * b for a, b in zip(row, one, strict=True)) ** 2 for one in surprise.values())
            half = max(half, student(count - 1) * sqrt(squares * count / (count - 1)))
        found.append(half)
    return found


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Of a symmetric matrix that is positive definite, as this one always is."""
    size = len(matrix)
    rows = [[*row, *(float(number == column) for column in range(size))] for number, row in enumerate(matrix)]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for number, row in enumerate(rows):
            if number != pivot and row[pivot]:
                rows[number] = [a - row[pivot] * b for a, b in zip(row, rows[pivot], strict=True)]
    return [row[size:] for row in rows]
