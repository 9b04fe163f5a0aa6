"""The rows of the component files, and how their words become numbers."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from skerry.core.components import NumberRow, Row

Count = Annotated[int, Meta(ge=1, le=6)]
Face = Annotated[int, Meta(ge=1, le=6)]
PointValue = Annotated[int, Meta(ge=1, le=20)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Spaces = Annotated[int, Meta(ge=2, le=8)]  # more than one market, Monument and dice space on every island
Good = Literal["fish", "shell", "coconut", "pearl"]
Goods = dict[Good, Count]
Benefit = Literal[
    "flip_sail", "flip_settle", "shift", "storage", "income", "match_one", "match_many", "any_one", "any_many"
]
Scores = Literal["storage", "monument", "settler", "nomad", "goods", "flower"]
LeaderBenefit = Literal["twice", "less", "sail", "equal", "swap"]
IslandName = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
MigrationName = Literal["M1", "M2", "M3", "M4"]


class OfferRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A Harvest and a Trade."""

    harvest_dice: Annotated[list[Face], Meta(min_length=1)]
    harvest: Good
    trade_pays: Good
    trade_gives: Annotated[Goods, Meta(min_length=1)]


class IslandRow(OfferRow, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    used: bool = True
    x: Percent
    y: Percent
    walkways: list[IslandName]
    migration: Annotated[list[MigrationName], Meta(min_length=1)]
    dice_spaces: Spaces
    market_spaces: Spaces
    monument_spaces: Spaces
    settler_spaces: Annotated[int, Meta(ge=2, le=3)]


class GroundRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    islands: Annotated[list[IslandName], Meta(min_length=2, max_length=2)]
    section: str
    used: bool = True
    x: Percent
    y: Percent


class SectionRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    borders: list[str]


class TileSetRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    side: Literal["all", "small"]
    deluxe: bool


class TileRow(OfferRow, kw_only=True, frozen=True, forbid_unknown_fields=True):
    set: Literal["1", "2", "3", "4"]


class NomadRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    players: Annotated[int, Meta(ge=2, le=5)]
    deluxe: bool
    cost: Annotated[Goods, Meta(min_length=1)]
    benefit: Benefit
    good: Good | None = None
    price: PointValue | None = None
    amount: Annotated[int, Meta(ge=2, le=6)] | None = None
    dice: tuple[Face, ...] = ()
    scores: Scores
    colour: Literal["A", "B", "C", "D", "E"] | None = None
    points: Annotated[list[PointValue], Meta(min_length=1, max_length=4)]


class SpaceRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A dice space of a Leader card."""

    dice: Annotated[list[Face], Meta(min_length=1)]
    gives: Annotated[Goods, Meta(min_length=1)]
    closed_with_two: bool = False


class LeaderRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    benefit: LeaderBenefit
    spaces: Annotated[list[SpaceRow], Meta(min_length=1, max_length=4)]


class TrackRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    gives: Goods


KINDS: dict[str, type[Row]] = {
    "islands": IslandRow,
    "grounds": GroundRow,
    "sections": SectionRow,
    "tile_sets": TileSetRow,
    "tiles": TileRow,
    "nomads": NomadRow,
    "leaders": LeaderRow,
    "track": TrackRow,
    "numbers": NumberRow,
}

# the words of the rows in the order of the numbers in cards.py and goods.py
GOODS = ("fish", "shell", "coconut", "pearl")
NOMAD_BENEFITS = (
    "flip_sail",
    "flip_settle",
    "shift",
    "storage",
    "income",
    "match_one",
    "match_many",
    "any_one",
    "any_many",
)
NOMAD_SCORES = ("storage", "monument", "settler", "nomad", "goods", "flower")
LEADER_BENEFITS = ("twice", "less", "sail", "equal", "swap")
COLOURS = ("A", "B", "C", "D", "E")
ISLANDS = tuple("ABCDEFGHIJ")
GROUNDS = tuple(f"g{number}" for number in range(1, 13))
MIGRATION_SPACES = ("M1", "M2", "M3", "M4")


def packed(goods: Goods) -> int:
    """Goods as the rules count them."""
    return sum(amount << 8 * GOODS.index(good) for good, amount in goods.items())


def face_set(dice: Iterable[int]) -> int:
    """Die faces as a set."""
    mask = 0
    for face in dice:
        mask |= 1 << (face - 1)
    return mask
