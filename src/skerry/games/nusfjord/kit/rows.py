"""The rows of all component files but the Buildings: where they are, which fields they have and what these take."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from skerry.core.components import Row

FOLDER = Path(__file__).parents[1] / "components"

Small = Annotated[int, Meta(ge=0, le=15)]
Column = Literal["left", "middle", "right", "any"]


class SpaceRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    workers_1_2: Annotated[int, Meta(ge=0, le=7)]
    workers_3_5: Annotated[int, Meta(ge=0, le=7)]
    column: Column


class ShipRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    tiles: Annotated[int, Meta(ge=1, le=15)]
    size: Annotated[int, Meta(ge=1, le=10)]
    wood: Small
    fish: Small
    gold: Small
    gold_instead: Small
    points: Annotated[int, Meta(ge=0, le=20)]


class TrackRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    haul: Annotated[int, Meta(ge=0, le=12)]


class PlateRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    price: Small


class HarborRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    kind: Literal["building", "reserve", "none"]


class DoubleRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    active: bool
    forests: Annotated[int, Meta(ge=0, le=2)]


class PlayersRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    side: Literal["1_2", "3_5"]
    plates: Small
    ships: Small
    elders: Annotated[int, Meta(ge=6, le=18)]
    copy_spaces: Literal[0, 1, 3]
    round_3_a: Small
    round_4_c: Small
    round_5_b: Small
    round_6_c: Small


class StartRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Goods by place in the order of play; places that are not named have none."""

    gold: Annotated[tuple[Small, ...], Meta(max_length=5)] = ()
    fish: Annotated[tuple[Small, ...], Meta(max_length=5)] = ()


class ElderRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    effect: Literal[
        "build",
        "buy",
        "clear_and_build",
        "copy",
        "deforest",
        "exchange",
        "gain",
        "grow_and_thin_out",
        "issue",
        "serve",
        "ship",
        "ship_or_building",
        "thin_out_or_reforest",
        "transfer",
        "upgrade_ship",
    ]
    wood: Small = 0
    fish: Small = 0
    gold: Small = 0
    pay_wood: Small = 0
    pay_fish: Small = 0
    pay_gold: Small = 0
    more: Small = 0
