"""Where a difference comes from: rows that add up to the number a sentence states, to the half point."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from skerry.core.words import capital
from skerry.teacher.pairs import MeanEstimate

ALL_ELSE = "All else"  # the row of what has no row of its own
MOST_ROWS = 4  # beside it
TOLD_IN_HALVES = 2.0  # points: below it, numbers are told in halves

Aims = Mapping[str, tuple[str, str]]  # by line of the score: `more gold`, `less gold`


class PointsPart(Struct, frozen=True):
    """A line of the score, and by how many points it differs at the end."""

    label: str
    points: float


def told_points(points: float) -> float:
    """As it is told: more would pretend to be exact."""
    return round(points / step(points)) * step(points)


def step(points: float) -> float:
    return 0.5 if abs(points) < TOLD_IN_HALVES else 1.0


def score_parts(categories: Mapping[str, MeanEstimate], told: float) -> tuple[PointsPart, ...]:
    """The clear parts of a difference, the largest first, and the rest: together they are exactly what is `told`."""
    unit = step(told)
    clear = sorted((row for row in categories.items() if row[1].is_clear), key=lambda row: -abs(row[1].mean))
    parts = [PointsPart(label, round(seen.mean / unit) * unit) for label, seen in clear[:MOST_ROWS]]
    parts = [part for part in parts if part.points]
    rest = told - sum(part.points for part in parts)
    return (*parts, PointsPart(ALL_ELSE, rest)) if rest else tuple(parts)


def more_of(label: str, aims: Aims) -> str:
    return aims[label][0] if label in aims else f"more from {label}"


def less_of(label: str, aims: Aims) -> str:
    return aims[label][1] if label in aims else f"less from {label}"


def source(label: str, aims: Aims) -> str:
    """What stands behind `from`."""
    return more_of(label, aims).removeprefix("more from ").removeprefix("more ")


def parts_words(parts: Sequence[PointsPart], aims: Aims) -> str:
    """The one or two parts that make up most of a difference; and what is given up."""
    told = sum(part.points for part in parts)
    named = [part for part in parts if part.label != ALL_ELSE]
    gains = [part for part in named if part.points > 0][:2]
    losses = [part for part in named if part.points < 0][:1]
    if gains and not losses and sum(part.points for part in gains) > told / 2 > 0:
        return f"Mostly from {' and '.join(source(part.label, aims) for part in gains)}."
    if gains:
        words = [more_of(part.label, aims) for part in gains]
        if all(word.startswith("more from ") for word in words):
            words[1:] = [word.removeprefix("more from ") for word in words[1:]]
        return capital(", ".join([" and ".join(words), *(less_of(part.label, aims) for part in losses)])) + "."
    return f"{capital(less_of(losses[0].label, aims))}, but more overall." if losses and told > 0 else ""
