"""The words of the Buildings' effects: their fields in a row, and the compiled effect each becomes."""

from typing import Annotated, Any, Literal

from librt.vecs import vec
from msgspec import Meta, Struct
from mypy_extensions import i64

from skerry.core.components import Row
from skerry.games.nusfjord import player
from skerry.games.nusfjord.cards import Effect
from skerry.games.nusfjord.effects import action, counts, gain, scoring, single, standing, trade

Small = Annotated[int, Meta(ge=0, le=20)]
Few = Annotated[int, Meta(ge=1, le=20)]
Counts = dict[str, Few]
Moment = Literal[
    "built", "gold_space", "transfer", "serve", "building", "issue", "buy", "deforest", "reforest", "thin_out",
    "ship", "take_elder", "use_elder", "forest_removed", "elder_cleared", "paid", "second_build", "pass",
    "fishing_end", "work_end", "other_ship", "other_serve", "other_transfer",
]  # fmt: skip
MOMENTS: tuple[str, ...] = Moment.__args__  # type: ignore[attr-defined]
Do = Literal[
    "gold", "transfer", "serve", "building", "issue", "buy", "deforest", "reforest", "thin_out", "ship", "elder",
    "copy", "use_elder",
]  # fmt: skip
KINDS_OF_ACTION: tuple[str, ...] = Do.__args__  # type: ignore[attr-defined]
RULES = {
    "serve_from_reserve": player.SERVE_FROM_RESERVE,
    "fish_from_reserve": player.FISH_FROM_RESERVE | player.SERVE_FROM_RESERVE,
    "own_shares_free": player.OWN_SHARES_FREE,
    "stack_forests": player.STACK_FORESTS,
    "own_elder_fish": player.OWN_ELDER_FISH,
}
Rule = Literal["serve_from_reserve", "fish_from_reserve", "own_shares_free", "stack_forests", "own_elder_fish"]


Shape = Literal[
    "castle", "church", "gate", "hall", "hut", "mill", "pier", "rorbu", "slip", "stall", "tower", "trees",
]  # fmt: skip
Sign = Literal[
    "axe", "barrel", "copy", "elder", "fish", "flag", "gold", "hammer", "house", "plate", "points", "share", "ship",
    "tree", "wood",
]  # fmt: skip


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """Goods of the supply, and of the Reserve."""

    wood: Small = 0
    fish: Small = 0
    gold: Small = 0
    reserve_wood: Small = 0
    reserve_fish: Small = 0
    reserve_gold: Small = 0

    def make(self) -> gain.Goods:
        stored = self.stored
        return gain.Goods(self.wood, self.fish, self.gold, stored.wood, stored.fish, stored.gold)

    @property
    def stored(self) -> "Goods":
        """What is of the Reserve, as if it were of the supply."""
        return Goods(self.reserve_wood, self.reserve_fish, self.reserve_gold)

    def __bool__(self) -> bool:
        return self != Goods()


NONE = Goods()


class BuildingRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    deck: Annotated[str, Meta(min_length=1, max_length=30)]  # its name; the same on every card of the deck
    letter: Literal["A", "B", "C"]
    category: Literal["Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points"]
    cost: Goods
    points: Annotated[int, Meta(ge=-5, le=10)] | Literal["*"]
    per_round: Annotated[int, Meta(ge=0, le=3)] = 0
    art: Shape = "hut"  # the house in the picture
    icon: Sign = "house"  # on the house: what it brings
    effects: list[dict[str, Any]]


class Spec(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An effect as written in a row."""

    when: list[Moment] = []

    def make(self, row: BuildingRow) -> Effect:
        raise NotImplementedError


class GainSpec(Spec, frozen=True, kw_only=True):
    """Goods, once or for each set counted, within limits."""

    wood: Small = 0
    fish: Small = 0
    gold: Small = 0
    reserve_wood: Small = 0
    reserve_fish: Small = 0
    reserve_gold: Small = 0
    per: Counts = {}
    least: Small = 0
    most: Few | None = None
    need: Counts = {}
    unless: Counts = {}

    @property
    def goods(self) -> Goods:
        stored = (self.reserve_wood, self.reserve_fish, self.reserve_gold)
        return Goods(self.wood, self.fish, self.gold, *stored)

    def make(self, row: BuildingRow) -> Effect:
        effect = gain.Gain()
        effect.goods = self.goods.make()
        effect.per, effect.need, effect.unless = pairs(self.per), pairs(self.need), pairs(self.unless)
        effect.least = self.least
        effect.most = self.most or 99
        effect.per_round = row.per_round if row.category == "Whenever" else 0
        return effect


class ExchangeSpec(Spec, frozen=True, kw_only=True):
    """Pay and take, up to a number of times; with `per`, once for each set counted."""

    pay: Goods
    take: Goods
    times: Few = 1
    per: Counts = {}

    def make(self, row: BuildingRow) -> Effect:
        effect = trade.Exchange()
        effect.pay, effect.take = self.pay.make(), self.take.make()
        effect.times = self.times
        effect.per = pairs(self.per)
        return effect


class UpgradeSpec(Spec, frozen=True, kw_only=True):
    """Ships for the next larger type, at these prices for a sloop and for a cutter."""

    ships: Annotated[int, Meta(ge=1, le=3)] = 1
    sloop: Goods = NONE
    cutter: Goods = NONE

    def make(self, row: BuildingRow) -> Effect:
        effect = trade.Upgrade()
        effect.ships = self.ships
        effect.sloop, effect.cutter = self.sloop.make(), self.cutter.make()
        return effect


class ActionSpec(Spec, frozen=True, kw_only=True):
    """A board action at once, with a twist; goods for an owner who does not take it."""

    do: Do
    wood_off: Annotated[int, Meta(ge=0, le=15)] = 0  # building, ship
    hand_wood_off: Annotated[int, Meta(ge=0, le=15)] = 0  # building from the hand: instead of wood_off
    gold_off: Annotated[int, Meta(ge=0, le=15)] = 0  # schooner paid with gold, buy
    plate_price: Annotated[int, Meta(ge=0, le=15)] = 0  # serve: fish for each plate
    plates: Annotated[int, Meta(ge=0, le=15)] = 0  # serve: at most
    issue_gold: Annotated[int, Meta(ge=0, le=15)] = 0  # issue: gold taken
    otherwise: Goods = NONE

    @property
    def twist(self) -> int:
        if self.do == "building":
            return self.wood_off | max(0, self.hand_wood_off - self.wood_off) << 4
        if self.do == "ship":
            return self.wood_off | self.gold_off << 4
        if self.do == "serve":
            return self.plate_price << 8 | self.plates << 12
        return self.issue_gold if self.do == "issue" else self.gold_off

    def make(self, row: BuildingRow) -> Effect:
        effect = action.Action()
        effect.kind = KINDS_OF_ACTION.index(self.do)
        effect.twist = self.twist
        effect.otherwise = self.otherwise.make()
        return effect


class KeepShareSpec(Spec, frozen=True, kw_only=True):
    """An unissued Share becomes an issued one of its owner; after Issue a Share, that Share for gold."""

    pay_gold: Small = 0
    otherwise: Goods = NONE

    def make(self, row: BuildingRow) -> Effect:
        effect = action.KeepShare()
        effect.price = self.pay_gold
        effect.otherwise = self.otherwise.make()
        return effect


class PlantSpec(Spec, frozen=True, kw_only=True):
    """Forests on double spaces with exactly one."""

    forests: Annotated[int, Meta(ge=1, le=4)] = 1
    optional: bool = False

    def make(self, row: BuildingRow) -> Effect:
        effect = action.Plant()
        effect.forests, effect.optional = self.forests, self.optional
        return effect


class AbilitySpec(Spec, frozen=True, kw_only=True):
    """A standing change of the rules for the owner."""

    wood_limit: Annotated[int, Meta(ge=1, le=99)] | None = None
    reserve_limit: Annotated[int, Meta(ge=1, le=99)] | None = None
    haul: Small = 0
    ship_wood_off: Small = 0
    buy_off: Small = 0
    plate_off: Small = 0
    rule: Rule | None = None

    def make(self, row: BuildingRow) -> Effect:
        effect = standing.Ability()
        effect.wood_limit = self.wood_limit or 0
        effect.reserve_limit = self.reserve_limit or 0
        effect.haul, effect.ship_wood_off = self.haul, self.ship_wood_off
        effect.buy_off, effect.plate_off = self.buy_off, self.plate_off
        effect.rule = RULES[self.rule] if self.rule else 0
        return effect


class PointsSpec(Spec, frozen=True, kw_only=True):
    """Points at the end, once or for each set counted, up to a limit."""

    vp: Annotated[int, Meta(ge=-10, le=10)]
    per: Counts = {}
    most: Few | None = None
    need: Counts = {}
    unless: Counts = {}

    def make(self, row: BuildingRow) -> Effect:
        effect = scoring.Points()
        effect.vp = self.vp
        effect.per, effect.need, effect.unless = pairs(self.per), pairs(self.need), pairs(self.unless)
        effect.most = self.most or 99
        return effect


class StepsSpec(Spec, frozen=True, kw_only=True):
    """Points at the end by the highest step reached."""

    of: str
    reach: list[Few]
    vp: list[Annotated[int, Meta(ge=-10, le=20)]]

    def make(self, row: BuildingRow) -> Effect:
        effect = scoring.Steps()
        effect.of = counts.NAMES.index(self.of)
        effect.reach, effect.vp = vec[i64](self.reach), vec[i64](self.vp)
        return effect


# Effects of one or two cards


class FillPlateSpec(Spec, frozen=True, kw_only=True):
    """A fish on the smallest empty plate for gold; fish if no plate is empty."""

    gold: Small
    otherwise: Goods

    def make(self, row: BuildingRow) -> Effect:
        effect = single.FillPlate()
        effect.gold, effect.otherwise = self.gold, self.otherwise.make()
        return effect


class TopUpSpec(Spec, frozen=True, kw_only=True):
    """Gold until one has so much."""

    gold: Few

    def make(self, row: BuildingRow) -> Effect:
        effect = single.TopUp()
        effect.gold = self.gold
        return effect


class FetchSpec(Spec, frozen=True, kw_only=True):
    """Goods from the Reserve to the supply."""

    wood: Small = 0
    fish: Small = 0
    gold: Small = 0

    def make(self, row: BuildingRow) -> Effect:
        effect = single.Fetch()
        effect.wood, effect.fish, effect.gold = self.wood, self.fish, self.gold
        return effect


class PaidTransferSpec(Spec, frozen=True, kw_only=True):
    """Transfer Reserve at once, and 1 gold for every few fish moved, up to a limit."""

    fish: Few
    most: Few

    def make(self, row: BuildingRow) -> Effect:
        effect = single.PaidTransfer()
        effect.fish, effect.most = self.fish, self.most
        return effect


class RetireSpec(Spec, frozen=True, kw_only=True):
    """Send Elders home, each for gold.  Only in the rows of older matches: by the rulebook Elders never leave."""

    elders: Annotated[int, Meta(ge=1, le=5)]
    gold: Small

    def make(self, row: BuildingRow) -> Effect:
        effect = single.Retire()
        effect.elders, effect.gold = self.elders, self.gold
        return effect


class ClearSpec(Spec, frozen=True, kw_only=True):
    """Remove Forests, each for wood."""

    forests: Annotated[int, Meta(ge=1, le=4)]
    wood: Small

    def make(self, row: BuildingRow) -> Effect:
        effect = single.Clear()
        effect.forests, effect.wood = self.forests, self.wood
        return effect


class MoveForestSpec(Spec, frozen=True, kw_only=True):
    """Move a Forest, or remove it for wood."""

    wood: Small

    def make(self, row: BuildingRow) -> Effect:
        effect = single.MoveForest()
        effect.wood = self.wood
        return effect


class TakePlatesSpec(Spec, frozen=True, kw_only=True):
    """Fish from the Banquet Table."""

    fish: Few

    def make(self, row: BuildingRow) -> Effect:
        effect = single.TakePlates()
        effect.fish = self.fish
        return effect


class DrawSpec(Spec, frozen=True, kw_only=True):
    """C cards into the hand, one card of the hand back."""

    cards: Annotated[int, Meta(ge=1, le=3)]

    def make(self, row: BuildingRow) -> Effect:
        effect = single.Draw()
        effect.cards = self.cards
        return effect


class RepeatSpec(Spec, frozen=True, kw_only=True):
    """The effect of one of the owner's Immediately Buildings (A or B) again, or a used Once card renewed."""

    def make(self, row: BuildingRow) -> Effect:
        return single.Repeat()


def pairs(table: Counts) -> vec[i64]:
    """(what, number) one after the other."""
    return vec[i64]([n for name, each in table.items() for n in (counts.NAMES.index(name), each)])


WORDS: dict[str, type[Spec]] = {
    "gain": GainSpec,
    "exchange": ExchangeSpec,
    "upgrade": UpgradeSpec,
    "action": ActionSpec,
    "keep_share": KeepShareSpec,
    "plant": PlantSpec,
    "ability": AbilitySpec,
    "points": PointsSpec,
    "steps": StepsSpec,
    "fill_plate": FillPlateSpec,
    "top_up": TopUpSpec,
    "fetch": FetchSpec,
    "paid_transfer": PaidTransferSpec,
    "retire": RetireSpec,
    "clear": ClearSpec,
    "move_forest": MoveForestSpec,
    "take_plates": TakePlatesSpec,
    "draw": DrawSpec,
    "repeat": RepeatSpec,
}
USED = ("exchange", "upgrade", "gain", "move_forest")  # words that Anytime and Once cards may have
