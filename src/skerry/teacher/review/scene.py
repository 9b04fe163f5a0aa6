"""What a turning point looked like: the pieces it was about, and what the player paid and gained."""

from collections.abc import Iterable

from msgspec import Struct

from skerry.match.picture import Line
from skerry.teacher.review.model import CHANCE_SEAT


class Scene(Struct, frozen=True):
    pieces: list[str]  # as the game names them, in the order they came in
    goods: dict[str, int]  # that the player has more or fewer of; by name


def scene(lines: Iterable[Line], seat: int) -> Scene:
    """From the log of one turn.  Where it goes on to what happens to others, such as a new round, it is over."""
    pieces: dict[str, None] = {}
    goods: dict[str, int] = {}
    here = f"player:{seat}"
    for line in lines:
        players = {name for name in pieces_in_line(line) if name.startswith("player:")}
        if seat != CHANCE_SEAT and players and here not in players:
            break
        pieces |= dict.fromkeys(name for name in pieces_in_line(line) if not name.startswith("player:"))
        for moved in line.moved:
            if not is_piece(moved.what):
                goods[moved.what] = goods.get(moved.what, 0) + moved.count * (
                    (moved.end == here) - (moved.start == here)
                )
    return Scene(list(pieces), {good: change for good, change in goods.items() if change})


def pieces_in_line(line: Line) -> list[str]:
    """What went somewhere, then what the line is about, then the players from whom or to whom things went."""
    ends = (place for moved in line.moved for place in (moved.start, moved.end))
    return [
        *(moved.what for moved in line.moved if is_piece(moved.what)),
        *line.about,
        *(place for place in ends if place.startswith("player:")),
    ]


def is_piece(what: str) -> bool:
    """A piece has an id, a good only its name."""
    return ":" in what
