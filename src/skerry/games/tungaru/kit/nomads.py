"""Checks the Nomads: each row by itself, and all together against what the rulebook's text shows."""

from collections.abc import Callable
from itertools import combinations
from typing import NoReturn

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.components import Components
from skerry.games.tungaru import cards as C
from skerry.games.tungaru.cards import Nomad
from skerry.games.tungaru.kit.rows import COLOURS, GOODS, NOMAD_BENEFITS, NOMAD_SCORES, NomadRow, face_set, packed

LEAST = {"flower": 6, "goods": 4, "monument": 3, "nomad": 3, "storage": 2, "settler": 2}  # the scoring examples need


def load_nomads(box: Components) -> list[Nomad]:
    rows = box.all("nomads", NomadRow)
    nomads = [nomad_of(box, row) for row in rows]
    check_names(box, rows)
    check_all(box, [row for row in rows if not row.deluxe])
    return nomads


def check_names(box: Components, rows: list[NomadRow]) -> None:
    """A log line that says "the Healer" can mean only one."""
    seen: set[str] = set()
    for row in rows:
        if row.name in seen:
            box.fail("nomads", row.id, "name", f"{row.name!r} is the name of another Nomad")
        seen.add(row.name)


def nomad_of(box: Components, row: NomadRow) -> Nomad:
    tile = Nomad(row.id, row.players, row.deluxe, packed(row.cost), NOMAD_BENEFITS.index(row.benefit))
    tile.name, tile.source = row.name, row.source
    sells = tile.is_sale()
    if sells or row.benefit == "income":
        if row.good is None:
            box.fail("nomads", row.id, "good", f"benefit {row.benefit} needs a good; allowed: {', '.join(GOODS)}")
        tile.good = GOODS.index(row.good)
    if sells:
        if row.price is None:
            box.fail("nomads", row.id, "price", f"benefit {row.benefit} needs the points for each good sold")
        tile.price = row.price
    if row.benefit.endswith("_many"):
        if row.amount is None:
            box.fail("nomads", row.id, "amount", f"benefit {row.benefit} needs the most goods sold at once: 2 to 6")
        tile.amount = row.amount
    if row.benefit.startswith("match_"):
        if not row.dice:
            box.fail("nomads", row.id, "dice", f"benefit {row.benefit} needs its die faces, like [2, 5]")
        tile.dice = face_set(row.dice)
    tile.scores = NOMAD_SCORES.index(row.scores)
    if row.scores == "flower":
        if row.colour is None:
            box.fail("nomads", row.id, "colour", "a flower needs its colour: A to E")
        tile.colour = COLOURS.index(row.colour)
    expected = 4 if row.scores == "goods" else 1
    if len(row.points) != expected:
        words = f"scores {row.scores!r} needs {expected} numbers" + (" (Fish, Shell, Coconut, Pearl)" * (expected == 4))
        box.fail("nomads", row.id, "points", words)
    if row.scores == "goods":
        tile.goods_points = vec[i64](row.points)
    else:
        tile.points = row.points[0]
    return tile


def check_all(box: Components, rows: list[NomadRow]) -> None:
    """What the rulebook's text and its two scoring examples say about the 40 tiles."""

    def fail(field: str, words: str) -> NoReturn:
        box.fail("nomads", "all 40", field, words)

    for mark in (2, 3, 4, 5):
        if not any(row.players == mark for row in rows):
            fail("players", f"no tile has players = {mark}")
    for benefit in NOMAD_BENEFITS:
        if not any(row.benefit == benefit for row in rows):
            fail("benefit", f"no tile has the benefit {benefit!r}")
    for kind, least in LEAST.items():
        if sum(row.scores == kind for row in rows) < least:
            fail("scores", f"at least {least} tiles must score {kind!r}")
    if sum(row.benefit == "storage" for row in rows) < 2:
        fail("benefit", "at least 2 tiles must have the benefit 'storage'")
    if not any(row.cost == {"pearl": 2} for row in rows):
        fail("cost", "at least one tile must cost 2 Pearls")
    if not any(row.benefit == "income" and row.good == "fish" for row in rows):
        fail("benefit", "at least one tile must bring in a Fish")
    check_example_one(rows, fail)
    check_example_two(rows, fail)


def check_example_one(rows: list[NomadRow], fail: Callable[[str, str], NoReturn]) -> None:
    """68 points: E9 to E13."""
    if not any(r.scores == "storage" and r.points == [5] and sells_good(r, "coconut") for r in rows):
        fail("scores", "one tile must score 5 for each Storage Nomad and sell Coconuts")
    if sum(r.scores == "nomad" and r.points == [1] for r in rows) < 3:
        fail("points", "three tiles must score 1 for each Nomad")
    if not any(r.scores == "settler" and r.points == [5] for r in rows):
        fail("points", "one tile must score 5 for each Settler")
    flowers = [r for r in rows if r.scores == "flower"]
    doubled = {r.colour for r in flowers if sum(other.colour == r.colour for other in flowers) > 1}
    if not any(
        sum(r.points[0] for r in three) == 7
        and len({r.colour for r in three}) == 3
        and {r.colour for r in three} & doubled
        for three in combinations(flowers, 3)
    ):
        fail(
            "points",
            "three flowers of different colours, one of them there twice, must score 7 together",
        )


def check_example_two(rows: list[NomadRow], fail: Callable[[str, str], NoReturn]) -> None:
    """80 points: E14 to E17."""
    monuments = [r.points[0] for r in rows if r.scores == "monument"]
    if not any(sum(three) == 6 for three in combinations(monuments, 3)):
        fail("points", "three tiles must score 6 for each Monument together")
    goods = [r.points for r in rows if r.scores == "goods"]
    if not any(
        [sum(points[good] for points in four) for good in (0, 1, 3)] == [10, 14, 18] for four in combinations(goods, 4)
    ):
        fail("points", "four goods tiles must score 10 for Fish, 14 for Shell and 18 for Pearl together")


def sells_good(row: NomadRow, good: str) -> bool:
    return NOMAD_BENEFITS.index(row.benefit) >= C.MATCH_ONE and row.good == good
