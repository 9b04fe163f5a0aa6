"""The archipelago as a small map in letters, for the terminal."""

from skerry.games.tungaru.view import Catalogue, View
from skerry.games.tungaru.view.table import IslandView

WIDE, HIGH = 78, 15
EDGE_ROOM = 8  # letters between the edge and the middle of an island
MapSpot = tuple[int, int]  # column and row


def sketch(view: View, catalogue: Catalogue, names: list[str]) -> list[str]:
    """Islands with their Settlers and Nomad, boats where they lie, dots for walkways."""
    short = short_names(names)
    islands = {id_: spot_of(face.x, face.y, catalogue) for id_, face in catalogue.islands.items()}
    rows = [[" "] * WIDE for _ in range(HIGH)]
    for id_, face in catalogue.islands.items():
        for other in face.walkways:
            draw_way(rows, islands[id_], islands[other])
    for id_, ground in catalogue.grounds.items():
        boats = [short[seat] for seat in view.grounds.get(id_, [])]
        write(rows, spot_of(ground.x, ground.y, catalogue), f"({' '.join(boats) or ' '})")
    for island in view.islands:
        for number, words in enumerate(island_lines(island, catalogue, short)):
            column, row = islands[island.id]
            write(rows, (column, row - 1 + number), words)
    drawn = ["".join(row).rstrip() for row in rows]
    while drawn and not drawn[-1]:
        drawn.pop()
    return [*drawn, "( ) anchorage and boats   · walkway   below an island: Settlers, then its Nomad"]


def island_lines(island: IslandView, catalogue: Catalogue, short: list[str]) -> list[str]:
    face = catalogue.islands[island.id]
    settlers = [short[settler.seat] for settler in island.settlers]
    free = ["-"] * max(0, face.settler_spaces - len(settlers))
    nomad = catalogue.nomads[island.nomad].name if island.nomad else "no Nomad"
    return [f" {face.name.upper()} ", f" {' '.join(settlers + free)} ", f" {nomad} "]


def short_names(names: list[str]) -> list[str]:
    """As few letters as tell the players apart, three at most; else their numbers."""
    for letters in (1, 2, 3):
        short = [name[:letters] for name in names]
        if len({name.casefold() for name in short}) == len(names):
            return short
    return [str(number) for number in range(1, len(names) + 1)]


def spot_of(x: int, y: int, catalogue: Catalogue) -> MapSpot:
    """From percent of the board to a letter: the islands reach from edge to edge."""
    left, right = span([face.x for face in catalogue.islands.values()])
    top, bottom = span([face.y for face in catalogue.islands.values()])
    column = EDGE_ROOM + round((x - left) / (right - left) * (WIDE - 2 * EDGE_ROOM))
    row = 1 + round((y - top) / (bottom - top) * (HIGH - 3))
    return min(WIDE - 1, max(0, column)), min(HIGH - 1, max(0, row))


def span(values: list[int]) -> tuple[int, int]:
    return min(values), max(*values, min(values) + 1)


def write(rows: list[list[str]], spot: MapSpot, words: str) -> None:
    """With its middle there."""
    column, row = spot
    first = min(max(0, column - len(words) // 2), WIDE - len(words))
    if 0 <= row < HIGH:
        rows[row][max(0, first) : max(0, first) + len(words)] = list(words)[:WIDE]


def draw_way(rows: list[list[str]], start: MapSpot, end: MapSpot) -> None:
    steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
    for step in range(steps + 1):
        column = start[0] + (end[0] - start[0]) * step // steps
        row = start[1] + (end[1] - start[1]) * step // steps
        rows[row][column] = "·"
