"""Has the situation for a lesson come?"""

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from skerry.match import Match
from skerry.match.picture import Line, move_lines
from skerry.teacher.lessons.courses import LEARNER_SEAT, When


class Situation(Struct, frozen=True):
    """What lessons are matched with."""

    kind: str
    round: int
    options: list[str]
    goods: dict[str, int]
    pieces: set[str]
    view: Any
    events: Sequence[tuple[str, tuple[str, ...]]]
    seen: tuple[str, ...]  # at earlier questions


def holds(when: When, situation: Situation) -> bool:
    return (
        (not when.ask or situation.kind in when.ask)
        and situation.round >= when.round
        and (not when.can or any(fnmatchcase(text, can) for can in when.can for text in situation.options))
        and all(situation.goods.get(good, 0) >= count for good, count in when.least.items())
        and all(situation.goods.get(good, 0) < count for good, count in when.below.items())
        and all(view_has(fact, situation.view) for fact in when.view)
        and all(happened(pattern, situation.events) for pattern in when.log)
        and not any(happened(pattern, situation.events) for pattern in when.unlogged)
        and all(lesson in situation.seen for lesson in when.after)
    )


def view_has(fact: str, view: Any) -> bool:
    """`elders.*.top=elder_7`: somewhere on this path the view has this value."""
    path, _, wanted = fact.partition("=")
    return any(str(value).lower() == wanted.lower() for value in values_at(view, path.split(".")))


def values_at(data: Any, path: list[str]) -> list[Any]:
    if not path:
        return [data]
    inner = dict(enumerate(data)) if isinstance(data, (list, tuple)) else data if isinstance(data, dict) else {}
    return [value for key, part in inner.items() if path[0] in ("*", str(key)) for value in values_at(part, path[1:])]


def happened(pattern: str, events: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
    """`elder.1 player:0`: a line of this § that names these pieces; each `*` is another piece."""
    rule, *wanted = pattern.split()
    return any(line_rule == rule and are_among(wanted, pieces) for line_rule, pieces in events)


def are_among(wanted: list[str], pieces: tuple[str, ...]) -> bool:
    left = list(pieces)
    for pattern in wanted:
        found = next((piece for piece in left if fnmatchcase(piece, pattern)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def happenings(match: Match, numbers: Iterable[int]) -> list[tuple[str, tuple[str, ...]]]:
    """The lines of these moves that the newcomer may read."""
    return [(line.rule, pieces_of(line)) for number in numbers for line in move_lines(match, number, 1 << LEARNER_SEAT)]


def pieces_of(line: Line) -> tuple[str, ...]:
    """What a line of the log names."""
    moved = [piece for move in line.moved for piece in (move.what, move.start, move.end)]
    return tuple(dict.fromkeys(piece for piece in (*line.about, *moved) if piece))
