"""What a Building is worth by estimate, in VP.  No rule: bots look at it, and a test keeps prices and effects in step.

All figures are guesses, corrected by what searching bots do: what an average game holds when a card of this letter is
built (A early, B in the middle, C late) or at the end, and how often an event still comes.
"""

from skerry.games.nusfjord.kit import effects as K
from skerry.games.nusfjord.kit.effects import BuildingRow, Goods, Spec

UNIT = {"wood": 0.5, "fish": 0.3, "gold": 1.0, "reserve_wood": 0.4, "reserve_fish": 0.17, "reserve_gold": 0.8}
IDLE = UNIT | {"wood": 0.4, "fish": 0.25, "reserve_wood": 0.3, "reserve_fish": 0.15}  # one exchanges the surplus
ACTION = 2.0  # an action is worth this much, and so is building the card
FILLED_SPACE = 1.0

# what there is when an A, B, C card is built, and at the end
THERE: dict[str, tuple[float, float, float, float]] = {
    "wood": (5, 5, 5, 6),
    "fish": (4, 5, 6, 8),
    "gold": (3, 5, 8, 10),
    "reserve_fish": (5, 5, 6, 8.5),
    "stored_wood": (5, 5, 6, 7),
    "stored_fish": (8, 9, 11, 14),
    "haul": (5, 8, 9, 10),
    "ships": (1, 2, 3, 3),
    "sloops": (0.5, 1, 1.3, 1.3),
    "cutters": (0.3, 0.6, 0.8, 0.8),
    "schooners": (0.2, 0.6, 1.1, 1.2),
    "ship_types": (1, 1.5, 2, 2.2),
    "elders": (1, 2, 3, 4),
    "fed_elders": (0.7, 1.4, 1.7, 1.9),
    "elder_fish": (1, 1.6, 2.2, 2.6),
    "forests": (4, 4.5, 5.5, 6),
    "woodlands": (3, 3, 3.2, 3.6),
    "stacks": (1.2, 1.6, 2.2, 2.6),
    "free_spaces": (4, 3, 3, 1.5),
    "buildings": (2, 3.5, 5, 5.5),
    "a_buildings": (1.5, 2.5, 3.5, 3),
    "b_buildings": (0.3, 1, 1.6, 1.8),
    "whenever_buildings": (0.5, 1, 1.5, 2),
    "full_rows": (1, 1.5, 2, 2.6),
    "built_rows": (0, 0.5, 1, 1.5),
    "free_in_row": (2, 2, 2, 2),
    "in_line": (1, 2, 3, 4),
    "shares": (3.5, 4, 4.5, 5),
    "shares_away": (1, 2, 2.5, 2.5),
    "losses": (7, 5, 4, 3.2),
    "plates": (2, 2.5, 3, 3),
}
SETS = {  # of two or three things, and of one thing by twos and threes, fewer than the shares of the averages say
    ("ships", "elders"): 2.5,
    ("elders", "plates"): 2.2,
    ("elders", "fish"): 2.4,
    ("wood", "fish"): 3.6,
    ("wood", "fish", "gold"): 2.1,
}
# how often it still happens for a card of letter A, B, C
HAPPENS: dict[str, tuple[float, float, float]] = {
    "gold_space": (0.7, 0.6, 0.5),
    "transfer": (1.3, 1.2, 0.8),
    "serve": (1.1, 1, 0.8),
    "building": (2.5, 1.8, 1.6),
    "issue": (1, 0.7, 0.4),
    "buy": (0.7, 0.6, 0.5),
    "deforest": (0.8, 1, 0.6),
    "reforest": (0.5, 0.5, 0.4),
    "thin_out": (1.3, 1.1, 0.7),
    "ship": (1.4, 1.2, 0.8),
    "take_elder": (1.3, 0.9, 0.6),
    "use_elder": (4, 4, 2.5),
    "forest_removed": (1.3, 1, 0.7),
    "elder_cleared": (1.7, 1.6, 1.2),
    "paid": (3.9, 3, 2.4),
    "second_build": (1.3, 1.1, 1),
    "pass": (2.2, 1.6, 1.1),
    "fishing_end": (2.8, 2.2, 1.9),
    "work_end": (2.8, 2.4, 2.4),
    "other_ship": (2.8, 2.1, 1.6),
    "other_serve": (2.8, 2.4, 2),
    "other_transfer": (0.6, 0.5, 0.4),
}
# how often a condition on an event's amount is met
LIKELY = {"transfer": 0.6, "serve": 0.7, "other_serve": 0.5, "building": 0.6, "ship": 0.4, "forest_removed": 0.8,
          "paid": 0.6, "work_end": 0.8}  # fmt: skip
ROUNDS = {"A": 5.0, "B": 4.0, "C": 2.5}
CHANGED = {  # a standing change of the rules
    "wood_limit": 0.6,
    "reserve_limit": 0.6,
    "haul": 0.8,
    "ship_wood_off": 0.6,
    "buy_off": 1.4,
    "plate_off": 1.9,
    "serve_from_reserve": 0.8,
    "fish_from_reserve": 1.3,
    "own_shares_free": 1.4,
    "stack_forests": 0.9,
    "own_elder_fish": 1.3,
}


def goods(what: Goods, units: dict[str, float] = UNIT) -> float:
    return sum((unit * float(getattr(what, good)) for good, unit in units.items()), 0.0)


def cost(row: BuildingRow) -> float:
    return goods(row.cost)


def column(row: BuildingRow) -> int:
    return "ABC".index(row.letter)


def there(what: str, place: int) -> float:
    """What an average game holds; a guess for what no card of ours counts."""
    return THERE.get(what, (2, 2, 2, 2))[place]


def counted(row: BuildingRow, per: dict[str, int], least: float, most: float | None, at_end: bool) -> float:
    """Sets in an average game."""
    if not per:
        return 1.0
    place = 3 if at_end else column(row)
    if len(per) > 1:
        sets = SETS.get(tuple(per), min(there(name, place) / each for name, each in per.items()))
    else:
        name, each = next(iter(per.items()))
        sets = there(name, place) / each
        if each > 1:
            sets -= 0.25  # rounded down
    sets = max(sets, least)
    return min(sets, 0.95 * most) if most else sets


def times(row: BuildingRow, spec: Spec) -> float:
    """How often the effect happens after the card is built."""
    if not spec.when or spec.when == ["built"]:
        return 1.0
    need, unless = getattr(spec, "need", {}), getattr(spec, "unless", {})
    total = 0.0
    for moment in spec.when:
        often = HAPPENS.get(moment, (1, 1, 1))[column(row)]
        if "amount" in need:
            often *= LIKELY.get(moment, 0.6)
        if "amount" in unless:
            likely = LIKELY.get(moment, 0.6)
            often *= likely if moment == "forest_removed" else 1 - likely
        if need.keys() - {"amount"} or unless.keys() - {"amount"}:
            often *= 0.6
        total += often
    return total


def worth(row: BuildingRow, spec: Spec) -> float:
    """The estimate for one effect."""
    if isinstance(spec, K.GainSpec):
        per_time = goods(spec.goods) * counted(row, spec.per, spec.least, spec.most, at_end=False)
        cap = row.per_round * ROUNDS[row.letter] * 0.6 if row.per_round else 99
        gained = per_time * min(times(row, spec), cap)
        return gained - 3.0 if "pass" in spec.when else gained  # a turn passed is an action not taken
    if isinstance(spec, K.ExchangeSpec):
        profit = max(goods(spec.take) - goods(spec.pay, IDLE), 0.0)
        if row.per_round:
            uses = {1: 0.85, 2: 1.6, 3: 2.4}[row.per_round] * ROUNDS[row.letter]
            return profit * uses / len(row.effects) + 0.25 * (len(row.effects) - 1)
        most = counted(row, spec.per, 0, None, at_end=row.category == "Once") if spec.per else spec.times
        often = min(spec.times, most) * (0.82 if spec.times > 1 else 1.0)
        return profit * often * times(row, spec)
    if isinstance(spec, K.PointsSpec):
        likely = 0.85 if "unissued" in spec.unless else 0.15 if "unissued" in spec.need else 0.5 if spec.need else 1.0
        return likely * spec.vp * counted(row, spec.per, 0, spec.most, at_end=True)
    if isinstance(spec, K.StepsSpec):
        reach_of = there(spec.of, 3)
        reached = [vp for reach, vp in zip(spec.reach, spec.vp, strict=True) if reach <= reach_of]
        more = [vp for reach, vp in zip(spec.reach, spec.vp, strict=True) if reach > reach_of]
        last = reached[-1] if reached else 0
        return last + (0.2 * (more[0] - last) if more else 0.0)
    if isinstance(spec, K.AbilitySpec):
        names = [name for name in CHANGED if getattr(spec, name, None)] + ([spec.rule] if spec.rule else [])
        return sum(CHANGED[name] * (getattr(spec, name) if name in ("haul", "ship_wood_off") else 1) for name in names)
    return other_worth(row, spec)


def other_worth(row: BuildingRow, spec: Spec) -> float:
    if isinstance(spec, K.ActionSpec):
        off = 0.5 * spec.wood_off + 0.25 * max(0, spec.hand_wood_off - spec.wood_off) + 0.3 * spec.gold_off
        if spec.plate_price:
            off += 0.3
        if spec.issue_gold:
            off -= 1.0
        kinds = {"use_elder": 1.5, "building": 1.4, "issue": 2.2, "buy": 1.5, "serve": 1.8, "reforest": 1.2}
        base = kinds.get(spec.do, ACTION) + 0.3 * goods(spec.otherwise)
        return (base + off) * times(row, spec)
    if isinstance(spec, K.UpgradeSpec):
        each = 2.3 - (goods(spec.sloop) + goods(spec.cutter)) / 2
        return each * (3.0 if row.per_round else 0.75 * spec.ships if spec.ships > 1 else 1.0)
    if isinstance(spec, K.KeepShareSpec):
        return 1.0 * times(row, spec) if spec.when else 2.4
    if isinstance(spec, K.PlantSpec):
        return 0.6 * spec.forests * times(row, spec)
    if isinstance(spec, K.FillPlateSpec):
        return spec.gold + 0.3
    if isinstance(spec, K.TopUpSpec):
        return 0.75 * spec.gold
    if isinstance(spec, K.FetchSpec):
        return (0.15 * spec.fish + 0.05 * spec.wood) * min(times(row, spec), ROUNDS[row.letter])
    if isinstance(spec, K.PaidTransferSpec):
        return 1.0 + 0.75 * spec.most
    if isinstance(spec, K.RetireSpec):
        return 2.2 * spec.gold
    if isinstance(spec, K.ClearSpec):
        return (0.5 * spec.wood - 1.0) * spec.forests
    if isinstance(spec, K.MoveForestSpec):
        return 2.0
    if isinstance(spec, K.TakePlatesSpec):
        return 0.25 * spec.fish
    if isinstance(spec, K.DrawSpec):
        return 0.75 * spec.cards
    assert isinstance(spec, K.RepeatSpec)
    return 2.3


def standing(row: BuildingRow, specs: list[Spec]) -> float:
    """What a card that goes on working brings in a round."""
    if row.category not in ("Whenever", "Anytime", "Special Ability"):
        return 0.0
    going_on = [spec for spec in specs if not isinstance(spec, K.PointsSpec | K.StepsSpec)]
    return sum(worth(row, spec) for spec in going_on) / ROUNDS[row.letter]


def balance(row: BuildingRow, specs: list[Spec]) -> float:
    """What the card gives above what it costs; about 0 by the design."""
    printed = 0 if row.points == "*" else row.points
    assert isinstance(printed, int)
    return sum(worth(row, spec) for spec in specs) + printed + FILLED_SPACE - cost(row) - ACTION
