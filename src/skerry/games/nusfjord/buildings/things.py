"""What a card can count, by the names of counts.py: its words, its icon, and how many an average game has."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from msgspec import Struct
from mypy_extensions import i64

from skerry.core.answers import Reason
from skerry.games.nusfjord.buildings import counts
from skerry.games.nusfjord.text.words import listed

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord


class Counted(Struct, frozen=True):
    """Something that is counted."""

    one: str
    several: str  # empty: the same as of one
    gist: str
    # what there is when an A, B, C card is built, and at the end; a guess for what no card of ours counts
    average: tuple[float, float, float, float] = (2, 2, 2, 2)

    def words(self, n: int) -> str:
        return self.one if n == 1 else self.several or self.one


THINGS = {
    "wood": Counted("wood in your supply", "", "{wood}", (5, 5, 5, 6)),
    "fish": Counted("fish in your supply", "", "{fish}", (4, 5, 6, 8)),
    "gold": Counted("gold in your supply", "", "{gold}", (3, 5, 8, 10)),
    "reserve_fish": Counted("fish in your Reserve", "", "{fish} in Reserve", (5, 5, 6, 8.5)),
    "stored_wood": Counted("wood in your supply and Reserve", "", "{wood} anywhere", (5, 5, 6, 7)),
    "stored_fish": Counted("fish in your supply and Reserve", "", "{fish} anywhere", (8, 9, 11, 14)),
    "haul": Counted("fish of your haul", "", "{fish} of haul", (5, 8, 9, 10)),
    "ships": Counted("Ship", "Ships", "{ship}", (1, 2, 3, 3)),
    "sloops": Counted("sloop", "sloops", "sloop", (0.5, 1, 1.3, 1.3)),
    "cutters": Counted("cutter", "cutters", "cutter", (0.3, 0.6, 0.8, 0.8)),
    "schooners": Counted("schooner", "schooners", "schooner", (0.2, 0.6, 1.1, 1.2)),
    "ship_types": Counted("type of Ship", "types of Ship", "kind of {ship}", (1, 1.5, 2, 2.2)),
    "elders": Counted("Elder", "Elders", "{elder}", (1, 2, 3, 4)),
    "fed_elders": Counted(
        "Elder with at least 1 fish", "Elders with at least 1 fish", "fed {elder}", (0.7, 1.4, 1.7, 1.9)
    ),
    "elder_fish": Counted("fish on your Elders", "", "{fish} on Elders", (1, 1.6, 2.2, 2.6)),
    "forests": Counted("Forest", "Forests", "{tree}", (4, 4.5, 5.5, 6)),
    "woodlands": Counted("double space with a Forest", "double spaces with a Forest", "wooded pair", (3, 3, 3.2, 3.6)),
    "stacks": Counted(
        "double space with 2 or more Forests",
        "double spaces with 2 or more Forests",
        "stack of {tree}",
        (1.2, 1.6, 2.2, 2.6),
    ),
    "free_spaces": Counted("free Building space", "free Building spaces", "free space", (4, 3, 3, 1.5)),
    "buildings": Counted("of your Buildings, counting this one", "", "Building", (2, 3.5, 5, 5.5)),
    "a_buildings": Counted("A Building", "A Buildings", "A", (1.5, 2.5, 3.5, 3)),
    "b_buildings": Counted("B Building", "B Buildings", "B", (0.3, 1, 1.6, 1.8)),
    "whenever_buildings": Counted("of your Buildings marked “Whenever”", "", "Whenever", (0.5, 1, 1.5, 2)),
    "full_rows": Counted(
        "row of your harbor without a free space",
        "rows of your harbor without a free space",
        "full row",
        (1, 1.5, 2, 2.6),
    ),
    "built_rows": Counted(
        "row of your harbor full of Buildings",
        "rows of your harbor full of Buildings",
        "built-up row",
        (0, 0.5, 1, 1.5),
    ),
    "free_in_row": Counted(
        "free space in this Building's row", "free spaces in this Building's row", "gap in row", (2, 2, 2, 2)
    ),
    "in_line": Counted(
        "other Building in its row or column", "other Buildings in its row or column", "Building in line", (1, 2, 3, 4)
    ),
    "shares": Counted("issued Share you hold", "issued Shares you hold", "{share}", (3.5, 4, 4.5, 5)),
    "shares_away": Counted(
        "of your Shares on the Action board or with other players", "", "{share} away", (1, 2, 2.5, 2.5)
    ),
    "unissued": Counted("unissued Share", "unissued Shares", "unissued {share}"),
    "losses": Counted(
        "free Building space or unissued Share",
        "free Building spaces and unissued Shares",
        "gap or unissued {share}",
        (7, 5, 4, 3.2),
    ),
    "plates": Counted("filled plate", "filled plates", "full {plate}", (2, 2.5, 3, 3)),
}


def amounts(pairs: vec[i64]) -> dict[str, int]:
    """The things of a list of (what, number), by name."""
    return {counts.COUNT_NAMES[pairs[at]]: int(pairs[at + 1]) for at in range(0, len(pairs), 2)}


def thing(name: str, n: int) -> str:
    """`2 Ships`"""
    return f"{n} {THINGS[name].words(n)}"


def per_words(pairs: vec[i64]) -> str:
    """` per Ship`, ` for every 2 Ships`, ` for each set of 1 Ship and 1 Elder`; empty if nothing is counted."""
    per = amounts(pairs)
    if not per:
        return ""
    if len(per) > 1:
        return f" for each set of {set_words(per)}"
    name, n = next(iter(per.items()))
    if n > 1:
        return f" for every {thing(name, n)}"
    one = THINGS[name].one
    return f" for each {one}" if one.startswith("of ") else f" per {one}"


def set_words(per: dict[str, int]) -> str:
    """`2 wood and 2 fish in your supply`: what is common to all is said once."""
    parts = [thing(name, n) for name, n in per.items()]
    end = " in your supply"
    if all(part.endswith(end) for part in parts):
        return listed([part.removesuffix(end) for part in parts]) + end
    return listed(parts)


def per_gist(pairs: vec[i64]) -> str:
    """The same as a picture."""
    per = [THINGS[name].gist if n == 1 else f"{n} {THINGS[name].gist}" for name, n in amounts(pairs).items()]
    return f" per {' + '.join(per)}" if per else ""


def none_counted(rule: str, state: "Nusfjord", seat: int, slot: int, per: vec[i64]) -> Reason | None:
    """`you have no Ship`: there is not one full set; None if there is."""
    for at in range(0, len(per), 2):
        name, n = counts.COUNT_NAMES[per[at]], int(per[at + 1])
        if counts.count_of(state, seat, slot, 0, per[at]) < n:
            words = f"you have no {THINGS[name].one}" if n == 1 else f"you have fewer than {thing(name, n)}"
            return Reason(rule, words)
    return None
