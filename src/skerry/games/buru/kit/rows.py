"""The typed rows of components/*.toml."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from skerry.core.components import NumberRow, Row

Small = Annotated[int, Meta(ge=0, le=20)]
Copies = Annotated[int, Meta(ge=0, le=15)]
Parts = Annotated[int, Meta(ge=0, le=3)]
RegionId = Literal["forest", "shore", "village", "lake"]
SpiritId = Literal["banyu", "gunung", "manuk"]
RoleId = Literal["gatherer", "artisan", "noble", "priest"]
Countable = Literal[
    "banyu",
    "gunung",
    "manuk",
    "tribute_set",
    "gatherer",
    "artisan",
    "noble",
    "priest",
    "role_set",
    "fish",
    "token",
    "decree",
    "marker",
    "totem",
]

REGIONS: tuple[RegionId, ...] = ("forest", "shore", "village", "lake")
SPIRITS: tuple[SpiritId, ...] = ("banyu", "gunung", "manuk")
ROLES: tuple[RoleId, ...] = ("gatherer", "artisan", "noble", "priest")
GOODS = ("fish", "palm", "clay", "ebony", "esteem")
LAWAN_LEVELS = ("easy", "normal", "hard", "expert")


class CostFields(Struct, frozen=True, forbid_unknown_fields=True):
    fish: Small = 0
    palm: Small = 0
    clay: Small = 0
    ebony: Small = 0


class GainFields(Struct, frozen=True, forbid_unknown_fields=True):
    fish: Small = 0
    palm: Small = 0
    clay: Small = 0
    ebony: Small = 0
    esteem: Small = 0


class TallyRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Rows that may count something: base + points for every `each`, at most `most`."""

    per: Countable | None = None
    points: Small = 0
    each: Annotated[int, Meta(ge=1, le=20)] = 1
    most: Annotated[int, Meta(ge=1, le=100)] | None = None
    base: Small = 0
    round_up: bool = False


class IslanderRow(TallyRow, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    role: RoleId
    price: Small
    effect: Literal["task", "dye", "pick", "elder", "discount", "singer", "lake", "medium"]
    counted: Literal["fish", "palm", "clay", "ebony", "esteem"] = "esteem"  # what comes of the count
    pay: CostFields = CostFields()
    gain: GainFields = GainFields()
    spirit: SpiritId | None = None
    draw: Annotated[int, Meta(ge=1, le=5)] = 1


class ElderRow(TallyRow, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str


class ForestRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    gain: GainFields
    copies: Copies


class DecreeRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    place: Literal["forest", "shore", "village", "lake", "altar"]
    spirit: Literal["any", "banyu", "gunung", "manuk"] | None = None
    gain: GainFields = GainFields()
    elder: bool = False


class SpaceRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    region: Literal["shore", "village", "lake"]
    recruits: Parts = 0
    cycle: bool = False
    tasks: Parts = 0
    tributes: Parts = 0
    fish: Small = 0
    elder: bool = False
    marker: bool = False


class RegionRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    turn: Annotated[int, Meta(ge=1, le=4)]
    totem: Literal["none", "banyu", "gunung", "manuk"]


class TributeRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    cost: CostFields
    esteem: Small


class ExplorerRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    power: Small


class PlotRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    regions: tuple[RegionId, RegionId, RegionId, RegionId]
    roles: tuple[RoleId, RoleId, RoleId, RoleId]
    spirits: tuple[SpiritId, SpiritId, SpiritId]


class RoleRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    lawan_tokens: Small = 0
    lawan_fish: Small = 0
    lawan_esteem: Small = 0
    lawan_totem_esteem: Small = 0


class LevelRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    tribute_discount: Annotated[int, Meta(ge=0, le=1)]
    noon_tokens: Small
    tribute_esteem: Small
    elder_esteem: Small


class StartRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    fish: Small = 0
    palm: Small = 0
    clay: Small = 0
    ebony: Small = 0


class SettingRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    value: str


KINDS: dict[str, type[Row]] = {
    "islanders": IslanderRow,
    "elders": ElderRow,
    "forest": ForestRow,
    "decrees": DecreeRow,
    "spaces": SpaceRow,
    "regions": RegionRow,
    "tributes": TributeRow,
    "explorers": ExplorerRow,
    "plots": PlotRow,
    "roles": RoleRow,
    "levels": LevelRow,
    "starts": StartRow,
    "numbers": NumberRow,
    "settings": SettingRow,
}
