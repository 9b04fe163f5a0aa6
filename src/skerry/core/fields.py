"""What stands where in an observation, as data; the documentation is made from it."""

from typing import Any

from msgspec import Struct

from skerry.core.observe import Encoder, FieldEntry

MAX_LISTED = 12  # names of values in a table


class Field(Struct, frozen=True):
    """One or more numbers that belong together."""

    name: str
    start: int
    count: int
    low: int
    high: int
    words: str
    names: tuple[str, ...] = ()  # of its values, if there are several


def fields_of(encoder: Encoder[Any]) -> list[Field]:
    return laid_out(encoder.parts())


def truth_fields_of(encoder: Encoder[Any]) -> list[Field]:
    return laid_out(encoder.truth_parts())


def laid_out(parts: list[list[FieldEntry]]) -> list[Field]:
    found: list[Field] = []
    start = 0
    for name, names, low, high, words in (entry for part in parts for entry in part):
        found.append(Field(name, start, max(1, len(names)), low, high, words, tuple(names)))
        start += found[-1].count
    return found


def row_fields(encoder: Encoder[Any], history: int, actions: int) -> list[Field]:
    """The fields of a row with this many moves of history."""
    found = fields_of(encoder)
    if history == 0:
        return found
    return found + history_fields(found[-1].start + found[-1].count, history, int(encoder.seats), actions)


def history_fields(start: int, moves: int, seats: int, actions: int) -> list[Field]:
    """The numbers that `history=moves` adds to a row."""
    who = tuple(f"{back} ago" for back in range(1, moves + 1))
    return [
        Field("history.seat", start, moves, -1, seats, "who moved: 0 is you, then clockwise; the last is chance", who),
        Field("history.action", start + moves, moves, -1, actions - 1, "what was done; -1 if you did not see it", who),
    ]


def as_markdown(fields: list[Field]) -> str:
    """A table of them, with the names of the values where they are few."""
    lines = ["| field | from | numbers | range | what it is |", "|---|--:|--:|---|---|"]
    for field in fields:
        names = f" ({', '.join(field.names)})" if 0 < len(field.names) <= MAX_LISTED else ""
        start, count = f"{field.start:,}", f"{field.count:,}"
        lines.append(f"| `{field.name}` | {start} | {count} | {field.low} to {field.high} | {field.words}{names} |")
    return "\n".join(lines)
