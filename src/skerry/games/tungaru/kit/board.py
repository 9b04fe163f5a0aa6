"""Checks one side of the game board and makes a Side of it."""

from itertools import combinations, product
from typing import TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.components import Components
from skerry.games.tungaru.actions import MAX_GROUNDS, MAX_ISLANDS
from skerry.games.tungaru.cards import Side
from skerry.games.tungaru.kit.rows import ISLANDS, MIGRATION_SPACES, GroundRow, IslandRow, SectionRow

FAR_AWAY = 99  # borders between waters that are not joined

R = TypeVar("R", IslandRow, GroundRow)


def load_side(box: Components, side_name: str, most_players: int, least_grounds: int) -> Side:
    """`side_name`: small for 2 and 3 players, large for 4 and 5."""
    islands = used_rows(box, "islands", IslandRow, side_name)
    grounds = used_rows(box, "grounds", GroundRow, side_name)
    if side_name == "small" and len(islands) != 6:
        box.fail("islands", islands[-1].id, "used", f"this side must have 6 islands, not {len(islands)}")
    if len(grounds) < least_grounds:
        box.fail("grounds", grounds[-1].id, "used", f"this side needs {least_grounds} grounds, not {len(grounds)}")
    side = Side()
    side.hash = f"{box.hash}-{side_name}"
    side.large = side_name == "large"
    side.first_offer = MAX_ISLANDS if side.large else 0
    side.islands = len(islands)
    side.names = [row.name for row in islands]
    side.places = [(row.x, row.y) for row in islands]
    side.dice_spaces = vec[i64]([row.dice_spaces for row in islands])
    side.market_spaces = vec[i64]([row.market_spaces for row in islands])
    side.monument_spaces = vec[i64]([row.monument_spaces for row in islands])
    side.settler_spaces = vec[i64]([row.settler_spaces for row in islands])
    side.walkways = vec[i64]([walkways(box, row, islands) for row in islands])
    side.migration = vec[i64]([sum(1 << MIGRATION_SPACES.index(m) for m in set(row.migration)) for row in islands])
    side.grounds = len(grounds)
    side.ground_places = [(row.x, row.y) for row in grounds]
    side.sections = [row.section for row in grounds]
    side.beside = vec[i64]([beside(box, row, islands) for row in grounds])
    side.boats = box.number(f"boats_{side_name}", 1, 5)
    check_every_island_is_reached(box, side, islands)
    check_everyone_can_reserve(box, side, grounds, most_players)
    measure(box, side, side_name)
    if not side.large:
        side.islet = box.number("islet_spaces", 3, 10)
    return side


def used_rows(box: Components, table: str, kind: type[R], side_name: str) -> list[R]:
    """The used rows of a side, which must come before the spare ones."""
    rows = [row for row in box.all(table, kind) if row.id.startswith(f"{side_name}_")]
    used = [row for row in rows if row.used]
    for row, expected in zip(used, rows, strict=False):
        if row is not expected:
            box.fail(table, expected.id, "used", f"is false, but {row.id} after it is used; use the first rows")
    if not used:
        box.fail(table, side_name, "used", "no row of this side is used")
    return used


def walkways(box: Components, row: IslandRow, islands: list[IslandRow]) -> int:
    own = row.id[-1]
    mask = 0
    for name in row.walkways:
        number = ISLANDS.index(name)
        if number >= len(islands):
            box.fail("islands", row.id, "walkways", f"there is no island {name} on this side")
        if name == own or own not in islands[number].walkways:
            box.fail("islands", row.id, "walkways", f"a walkway joins two islands: {name} must name {own} as well")
        mask |= 1 << number
    return mask


def beside(box: Components, row: GroundRow, islands: list[IslandRow]) -> int:
    numbers = {ISLANDS.index(name) for name in row.islands}
    if len(numbers) != 2 or max(numbers) >= len(islands):
        box.fail("grounds", row.id, "islands", "a ground must lie beside two different islands of this side")
    return sum(1 << number for number in numbers)


def check_every_island_is_reached(box: Components, side: Side, islands: list[IslandRow]) -> None:
    reached = 0
    for ground in range(side.grounds):
        reached |= side.beside[ground]
    for number, row in enumerate(islands):
        if not reached >> number & 1:
            box.fail("islands", row.id, "", "no Anchoring ground lies beside this island")


def check_everyone_can_reserve(box: Components, side: Side, grounds: list[GroundRow], players: int) -> None:
    """However the others have chosen, the last boat finds an empty ground beside a Nomad that is not reserved."""
    pairs = [int(side.beside[ground]) for ground in range(side.grounds)]
    for taken in combinations(range(side.grounds), players - 1):
        for reserved in product(*(bits_of(pairs[ground]) for ground in taken)):
            mask = 0
            for island in reserved:
                mask |= island
            if not any(pairs[ground] & ~mask for ground in range(side.grounds) if ground not in taken):
                words = f"with {players} players the last boat might find no Nomad to reserve"
                box.fail("grounds", grounds[0].id, "islands", words)


def bits_of(pair: int) -> tuple[int, int]:
    low = pair & -pair
    return low, pair ^ low


def measure(box: Components, side: Side, side_name: str) -> None:
    """The fewest borders between any two grounds.  §sail.2"""
    sections = {
        row.id.removeprefix(f"{side_name}_"): row
        for row in box.all("sections", SectionRow)
        if row.id.startswith(f"{side_name}_")
    }
    for name, section in sections.items():
        for other in section.borders:
            if other not in sections:
                box.fail("sections", section.id, "borders", f"there is no section {other!r} on this side")
            if other == name or name not in sections[other].borders:
                box.fail("sections", section.id, "borders", f"a border has two sides: {other} must name {name} too")
    for section_name in side.sections:
        if section_name not in sections:
            row = f"{side_name}_g{side.sections.index(section_name) + 1}"
            box.fail("grounds", row, "section", f"there is no section {section_name!r} on this side")
    free = box.number("free_borders", 0, 10)
    most = box.number("most_borders", free, 10)
    least = box.number("least_borders", 0, 1)
    side.waters = [(name, list(section.borders)) for name, section in sections.items()]
    steps = {name: distances(name, sections) for name in sections}
    borders = [FAR_AWAY] * (MAX_GROUNDS * MAX_GROUNDS)
    near, far = [0] * side.grounds, [0] * side.grounds
    for a in range(side.grounds):
        for b in range(side.grounds):
            away = steps[side.sections[a]].get(side.sections[b], FAR_AWAY)
            borders[a * MAX_GROUNDS + b] = away
            near[a] |= (a != b and least <= away <= free) << b
            far[a] |= (free < away <= most) << b
    side.borders = vec[i64](borders)
    side.near = vec[i64](near)
    side.far = vec[i64](far)


def distances(start: str, sections: dict[str, SectionRow]) -> dict[str, int]:
    found = {start: 0}
    edge = [start]
    while edge:
        name = edge.pop(0)
        for other in sections[name].borders:
            if other not in found:
                found[other] = found[name] + 1
                edge.append(other)
    return found
