"""What a Building is worth by estimate, in VP.  No rule: bots look at it, and a test keeps prices and effects in step.

All figures are guesses, corrected by what searching bots do: what an average game holds when a card of this letter is
built (A early, B in the middle, C late) or at the end, and how often an event still comes.  Those of an effect are
in its word's file, those of things counted and of moments in things.py and moments.py.
"""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.games.nusfjord.buildings.card import ANYTIME, SPECIAL, UNLIMITED, WHENEVER, Building, Effect
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.buildings.moments import MOMENTS
from skerry.games.nusfjord.buildings.things import THINGS, amounts

UNIT = {"wood": 0.5, "fish": 0.3, "gold": 1.0, "reserve_wood": 0.4, "reserve_fish": 0.17, "reserve_gold": 0.8}
UNIT_IDLE = UNIT | {"wood": 0.4, "fish": 0.25, "reserve_wood": 0.3, "reserve_fish": 0.15}  # one exchanges the surplus
ACTION_WORTH = 2.0  # of an action, and so of building the card
FILLED_SPACE = 1.0
SETS = {  # of two or three things, and of one thing by twos and threes, fewer than the shares of the averages say
    ("ships", "elders"): 2.5,
    ("elders", "plates"): 2.2,
    ("elders", "fish"): 2.4,
    ("wood", "fish"): 3.6,
    ("wood", "fish", "gold"): 2.1,
}
ROUNDS_LEFT = (5.0, 4.0, 2.5)  # for a card of letter A, B, C
AT_END = 3  # a column of the averages, after those of the letters


def goods_value(goods: Goods, units: dict[str, float] = UNIT) -> float:
    return sum((units[good] * n for good, n in goods.amounts().items()), 0.0)


def card_cost(card: Building) -> float:
    return goods_value(Goods(card.wood, card.fish, card.gold))


def average(what: str, column: int) -> float:
    """What an average game holds."""
    return THINGS[what].average[column] if what in THINGS else 2.0


def average_sets(per: vec[i64], column: int, least: int = 0, most: int = UNLIMITED) -> float:
    """Sets in an average game: one if nothing is counted."""
    things = amounts(per)
    if not things:
        return 1.0
    if len(things) > 1:
        sets = SETS.get(tuple(things), min(average(name, column) / each for name, each in things.items()))
    else:
        name, each = next(iter(things.items()))
        sets = average(name, column) / each
        if each > 1:
            sets -= 0.25  # rounded down
    sets = max(sets, float(least))
    return sets if most == UNLIMITED else min(sets, 0.95 * most)


def occurrences(card: Building, effect: Effect) -> float:
    """How often the effect happens after the card is built."""
    if not effect.when or effect.when == ["built"]:
        return 1.0
    need, unless = amounts(effect.need), amounts(effect.unless)
    total = 0.0
    for name in effect.when:
        moment = MOMENTS[name]
        often = moment.often[card.letter]
        if "amount" in need:
            often *= moment.likely
        if "amount" in unless:
            often *= moment.likely if name == "forest_removed" else 1 - moment.likely
        if need.keys() - {"amount"} or unless.keys() - {"amount"}:
            often *= 0.6
        total += often
    return total


def standing(card: Building) -> float:
    """What a card that goes on working brings in a round."""
    if card.category not in (WHENEVER, ANYTIME, SPECIAL):
        return 0.0
    going_on = [effect for effect in card.effects if not effect.is_scoring()]
    return sum(effect.worth(card) for effect in going_on) / ROUNDS_LEFT[card.letter]


def card_balance(card: Building) -> float:
    """What the card gives above what it costs; about 0 by the design."""
    effects = sum(effect.worth(card) for effect in card.effects)
    return effects + float(card.points) + FILLED_SPACE - card_cost(card) - ACTION_WORTH
