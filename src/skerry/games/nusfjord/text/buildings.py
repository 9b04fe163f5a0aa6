"""Words for the Buildings: one or two sentences for each card, made from its row."""

from collections.abc import Callable
from typing import Any

from skerry.games.nusfjord.kit import effects as K
from skerry.games.nusfjord.kit.effects import BuildingRow, Counts, Goods, Spec
from skerry.games.nusfjord.text.words import cased, listed, many

# what is counted: one of it, several of it
THINGS = {
    "wood": ("wood in your supply", "wood in your supply"),
    "fish": ("fish in your supply", "fish in your supply"),
    "gold": ("gold in your supply", "gold in your supply"),
    "reserve_fish": ("fish in your Reserve", "fish in your Reserve"),
    "stored_wood": ("wood in your supply and Reserve", "wood in your supply and Reserve"),
    "stored_fish": ("fish in your supply and Reserve", "fish in your supply and Reserve"),
    "haul": ("fish of your haul", "fish of your haul"),
    "ships": ("Ship", "Ships"),
    "sloops": ("sloop", "sloops"),
    "cutters": ("cutter", "cutters"),
    "schooners": ("schooner", "schooners"),
    "ship_types": ("type of Ship", "types of Ship"),
    "elders": ("Elder", "Elders"),
    "fed_elders": ("Elder with at least 1 fish", "Elders with at least 1 fish"),
    "elder_fish": ("fish on your Elders", "fish on your Elders"),
    "forests": ("Forest", "Forests"),
    "woodlands": ("double space with a Forest", "double spaces with a Forest"),
    "stacks": ("double space with 2 or more Forests", "double spaces with 2 or more Forests"),
    "free_spaces": ("free Building space", "free Building spaces"),
    "buildings": ("of your Buildings, counting this one", "of your Buildings, counting this one"),
    "a_buildings": ("A Building", "A Buildings"),
    "b_buildings": ("B Building", "B Buildings"),
    "whenever_buildings": ("of your Buildings marked “Whenever”", "of your Buildings marked “Whenever”"),
    "full_rows": ("row of your harbor without a free space", "rows of your harbor without a free space"),
    "built_rows": ("row of your harbor full of Buildings", "rows of your harbor full of Buildings"),
    "free_in_row": ("free space in this Building's row", "free spaces in this Building's row"),
    "in_line": ("other Building in its row or column", "other Buildings in its row or column"),
    "shares": ("issued Share you hold", "issued Shares you hold"),
    "shares_away": (
        "of your Shares on the Action board or with other players",
        "of your Shares on the Action board or with other players",
    ),
    "unissued": ("unissued Share", "unissued Shares"),
    "losses": ("free Building space or unissued Share", "free Building spaces and unissued Shares"),
    "plates": ("filled plate", "filled plates"),
}
MOMENTS = {
    "gold_space": "you take +1 gold",
    "transfer": "you Transfer Reserve",
    "serve": "you Serve Fish",
    "building": "you build another Building",
    "issue": "you Issue a Share",
    "buy": "you Buy All Shares",
    "deforest": "you Deforest",
    "reforest": "you Reforest",
    "thin_out": "you Thin Out",
    "ship": "you build a Ship",
    "take_elder": "you take an Elder",
    "use_elder": "one of your Elders acts",
    "forest_removed": "a Forest leaves your harbor",
    "elder_cleared": "one of your Elders is cleared of fish",
    "paid": "you pay for a Building or Ship",
    "second_build": "you build your second Building or Ship of a round",
    "pass": "you pass",
    "fishing_end": "after every Fishing Phase",
    "work_end": "after every Work Phase",
    "other_ship": "another player builds a Ship",
    "other_serve": "another player serves fish",
    "other_transfer": "another player takes Transfer Reserve",
}
# conditions on the `amount` of a moment: at least so many, fewer than so many
AT_LEAST = {
    "transfer": " with {n} or more goods",
    "serve": " on {n} or more plates",
    "other_serve": " on {n} or more plates",
    "paid": " with {n} or more wood",
    "work_end": " in which {n} of your Workers are on the Action board or copy spaces",
    "buy": " and take {n} or more",
}
FEWER = {
    "transfer": " with fewer than {n} goods",
    "serve": " on fewer than {n} plates",
    "other_serve": " on fewer than {n} plates",
    "buy": " and take fewer than {n}",
}
ACTIONS = {
    "gold": "take +1 gold",
    "transfer": "Transfer Reserve",
    "serve": "Serve Fish",
    "building": "Build a Building",
    "issue": "Issue a Share",
    "buy": "Buy All Shares",
    "deforest": "Deforest",
    "reforest": "Reforest",
    "thin_out": "Thin Out",
    "ship": "Build a Ship",
    "elder": "Take an Elder",
    "copy": "use any blocked space of the Action board",
    "use_elder": "use one of your Elders without placing a Worker",
}
RULES = {
    "serve_from_reserve": "when you Serve Fish, missing fish may come from your Reserve",
    "fish_from_reserve": "fish you are missing for Buildings, Ships and plates come from your Reserve",
    "own_shares_free": "your own Shares cost you nothing when you Buy All Shares",
    "stack_forests": "you may Reforest on a double space that already holds 1 or 2 Forests",
    "own_elder_fish": "while the Banquet Table is empty, your Elders can act with 1 fish from your supply",
}


# ---- the card as one line


def words(row: BuildingRow, specs: list[Spec]) -> str:
    """What the card does."""
    if row.category in ("Anytime", "Once"):
        first = "once" if row.category == "Once" else f"{often(row.per_round)} per round"
        return sentence(first, [DEEDS[type(spec)](spec) for spec in specs], ", or ")
    sentences: list[tuple[str, list[str]]] = []
    for spec in specs:
        moment = moment_words(row, spec)
        if not sentences or sentences[-1][0] != moment or not moment:
            sentences.append((moment, []))
        sentences[-1][1].append(conditional(spec, sentences[-1][1], bool(conditions(specs[0]))))
    return " ".join(sentence(moment, deeds, "; ") for moment, deeds in sentences)


def conditional(spec: Spec, before: list[str], rivals: bool) -> str:
    """What the effect does, and on which condition; after an effect without one it comes in addition."""
    deed, condition = DEEDS[type(spec)](spec), conditions(spec)
    if not condition or not before or rivals:
        return f"{condition}, {deed}" if condition else deed
    if isinstance(spec, K.PointsSpec) and not spec.per:
        return f"{many(spec.vp, 'more point')} {condition}"
    return f"{condition}, also {deed}"


def sentence(first: str, deeds: list[str], joint: str) -> str:
    said = f"{first}: {joint.join(deeds)}" if first else joint.join(deeds)
    return f"{cased(said)}."


def often(times: int) -> str:
    return {1: "once", 2: "up to twice"}.get(times, f"up to {times} times")


def at_most(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def moment_words(row: BuildingRow, spec: Spec) -> str:
    """`whenever you Thin Out`; nothing for what happens at once or holds all the time."""
    if isinstance(spec, K.PointsSpec | K.StepsSpec):
        return "at the end"
    if not spec.when or spec.when == ["built"]:
        return ""
    said = [event_words(moment, spec) for moment in spec.when]
    if all(words.startswith("you ") for words in said):
        said = [said[0], *(words.removeprefix("you ") for words in said[1:])]
    limit = f" ({often(row.per_round)} per round)" if row.per_round else ""
    first = "" if said[0].startswith("after") else "whenever "
    return first + listed(said, "or") + limit


def event_words(moment: str, spec: Spec) -> str:
    """The moment, with what is asked of its amount."""
    least = getattr(spec, "need", {}).get("amount")
    fewer = getattr(spec, "unless", {}).get("amount")
    said = MOMENTS[moment]
    if moment == "building" and (least or fewer):
        letters = [letter for number, letter in enumerate("ABC", 1) if number >= (least or 1) and number < (fewer or 9)]
        return f"you build another {' or '.join(letters)} Building"
    if moment == "ship" and least:
        return f"{said} and then have {least} or more of its type"
    if moment == "ship" and fewer:
        return f"{said} that is your first of its type" if fewer == 2 else f"{said} and have fewer than {fewer} like it"
    if moment == "paid" and least == 1:
        return "you pay wood for a Building or Ship"
    if moment == "forest_removed" and fewer == 1:
        return "the last Forest leaves one of your double spaces"
    if least:
        said += AT_LEAST[moment].format(n=least)
    if fewer:
        said += FEWER[moment].format(n=fewer)
    return said


def conditions(spec: Spec) -> str:
    """`if you have …`: what is asked for besides the amount."""
    said = [f"at least {thing(name, n)}" for name, n in getattr(spec, "need", {}).items() if name != "amount"]
    for name, n in getattr(spec, "unless", {}).items():
        if name != "amount":
            said.append(f"no {THINGS[name][0]}" if n == 1 else f"fewer than {thing(name, n)}")
    return f"if you have {' and '.join(said)}" if said else ""


def thing(name: str, n: int) -> str:
    return f"{n} {THINGS[name][n != 1]}"


def per_words(per: Counts) -> str:
    if not per:
        return ""
    if len(per) == 1:
        name, n = next(iter(per.items()))
        one = THINGS[name][0]
        if n > 1:
            return f" for every {thing(name, n)}"
        return f" for each {one}" if one.startswith("of ") else f" per {one}"
    return f" for each set of {set_words(per)}"


def set_words(per: Counts) -> str:
    """`2 wood and 2 fish in your supply`: what is common to all is said once."""
    parts = [thing(name, n) for name, n in per.items()]
    end = " in your supply"
    if all(part.endswith(end) for part in parts):
        return listed([part.removesuffix(end) for part in parts]) + end
    return listed(parts)


def goods(goods: Goods) -> str:
    """`2 wood and 1 gold`"""
    parts = [f"{n} {name}" for name in ("wood", "fish", "gold") if (n := getattr(goods, name))]
    stored = [f"{n} {name}" for name in ("wood", "fish", "gold") if (n := getattr(goods, f"reserve_{name}"))]
    said = listed(parts)
    if stored:
        said += (" and " if said else "") + listed(stored) + " from your Reserve"
    return said


def gained(found: Goods) -> str:
    """`gain 2 wood and put 1 fish into your Reserve`"""
    parts = [f"gain {goods(supply)}"] if (supply := Goods(found.wood, found.fish, found.gold)) else []
    parts += [f"put {goods(found.stored)} into your Reserve"] if found.stored else []
    return " and ".join(parts)


# ---- what an effect does


def gain_words(spec: K.GainSpec) -> str:
    supply = Goods(spec.wood, spec.fish, spec.gold)
    stored = spec.goods.stored
    limits = [f"at least {spec.least}"] * bool(spec.least) + [f"at most {spec.most}"] * bool(spec.most)
    if spec.per == {"reserve_fish": 1} and not supply and stored == Goods(fish=1):
        return f"put as many fish into your Reserve as are already there ({', '.join(limits)})"
    if spec.per == {"haul": 1} and supply == Goods(fish=1) and not stored:
        return f"gain as many fish as your haul{f' ({limits[-1]})' if limits else ''}"
    said = gained(spec.goods) + per_words(spec.per)
    every = (spec.wood, spec.fish, spec.gold, spec.reserve_wood, spec.reserve_fish, spec.reserve_gold)
    kinds = [n for n in every if n]
    limits = [f"at least {kinds[0] * spec.least}"] if spec.least else []
    if spec.most:
        limits.append(f"at most {kinds[0] * spec.most}" if len(kinds) == 1 else f"at most {at_most(spec.most)}")
    return f"{said} ({', '.join(limits)})" if limits else said


def exchange_words(spec: K.ExchangeSpec) -> str:
    said = f"pay {goods(spec.pay)} to {gained(spec.take)}"
    if spec.per:
        each = " and ".join(f"of your {THINGS[name][1]}" for name in spec.per)
        return f"for each {each}, you may {said} (at most {at_most(spec.times)})"
    if spec.times == 1:
        return f"you may {said}" if spec.when else said
    return f"you may {said}, {often(spec.times)}"


def upgrade_words(spec: K.UpgradeSpec) -> str:
    if spec.sloop or spec.cutter:
        prices = [goods(price) or "free" for price in (spec.sloop, spec.cutter)]
        return f"exchange a sloop for a cutter ({prices[0]}) or a cutter for a schooner ({prices[1]})"
    ships = "one of your Ships" if spec.ships == 1 else f"up to {spec.ships} of your Ships"
    return f"you may exchange {ships} for the next larger type, free of charge"


def action_words(spec: K.ActionSpec) -> str:
    said = (
        f"you may {ACTIONS[spec.do]}" if spec.when or spec.do == "use_elder" else f"you may {ACTIONS[spec.do]} at once"
    )
    if spec.wood_off:
        said += f" for {spec.wood_off} wood less"
    if spec.hand_wood_off:
        said += f" ({spec.hand_wood_off} wood less if it comes from your hand)"
    if spec.gold_off and spec.do == "ship":
        said += f" (or {spec.gold_off} gold less if you pay gold for a schooner)"
    elif spec.gold_off:
        said += f" for {spec.gold_off} gold less"
    limits = [f"at most {spec.plates} plates"] if spec.plates else []
    limits += [f"{spec.plate_price} fish each"] if spec.plate_price else []
    if limits:
        said += f" ({', '.join(limits)})"
    if spec.issue_gold:
        said += f", but you gain only {spec.issue_gold} gold"
    if spec.otherwise:
        said += f"; if you do not, {gained(spec.otherwise)}"
    return said


def ability_words(spec: K.AbilitySpec) -> str:
    parts = []
    if spec.wood_limit:
        parts.append(f"your supply holds up to {spec.wood_limit} wood")
    if spec.reserve_limit:
        parts.append(f"your Reserve holds up to {spec.reserve_limit} fish")
    if spec.haul:
        parts.append(f"your haul is {spec.haul} fish larger")
    if spec.ship_wood_off:
        parts.append(f"each Ship you pay for with wood costs {spec.ship_wood_off} wood less")
    if spec.buy_off:
        parts.append(f"when you Buy All Shares, you pay {spec.buy_off} gold less")
    if spec.plate_off:
        parts.append(f"each plate you serve costs {spec.plate_off} fish less (but at least 1)")
    if spec.rule:
        parts.append(RULES[spec.rule])
    return "; ".join(parts)


def points_words(spec: K.PointsSpec) -> str:
    cap = f" (at most {spec.vp * spec.most})" if spec.most else ""
    return f"{many(spec.vp, 'point')}{per_words(spec.per)}{cap}"


def steps_words(spec: K.StepsSpec) -> str:
    vp, reach = (listed([str(n) for n in numbers], "or") for numbers in (spec.vp, spec.reach))
    if spec.of == "haul":
        return f"{vp} points for a haul of at least {reach}"
    return f"{vp} points for at least {reach} {THINGS[spec.of][1]}"


def keep_share_words(spec: K.KeepShareSpec) -> str:
    if spec.when:
        return f"you may pay {spec.pay_gold} gold to keep it as an issued Share"
    other = f"; if you have none, {gained(spec.otherwise)}" if spec.otherwise else ""
    return f"turn over one of your unissued Shares and keep it as an issued Share{other}"


def plant_words(spec: K.PlantSpec) -> str:
    may = "you may put" if spec.optional else "put"
    if spec.forests == 1:
        return f"{may} 1 Forest on a double space that holds exactly 1"
    return f"{may} 1 Forest on each of up to {spec.forests} double spaces that hold exactly 1"


DEEDS: dict[type[Spec], Callable[[Any], str]] = {
    K.GainSpec: gain_words,
    K.ExchangeSpec: exchange_words,
    K.UpgradeSpec: upgrade_words,
    K.ActionSpec: action_words,
    K.KeepShareSpec: keep_share_words,
    K.PlantSpec: plant_words,
    K.AbilitySpec: ability_words,
    K.PointsSpec: points_words,
    K.StepsSpec: steps_words,
    K.FillPlateSpec: lambda spec: (
        f"put 1 fish from the general supply on the smallest empty plate and gain {spec.gold} "
        f"gold; if no plate is empty, {gained(spec.otherwise)}"
    ),
    K.TopUpSpec: lambda spec: f"gain gold until you have {spec.gold}",
    K.FetchSpec: lambda spec: (
        f"move up to {goods(Goods(spec.wood, spec.fish, spec.gold))} from your Reserve to your supply"
    ),
    K.PaidTransferSpec: lambda spec: (
        f"you may Transfer Reserve at once and gain 1 gold for every {spec.fish} fish moved (at most {spec.most})"
    ),
    K.RetireSpec: lambda spec: (
        f"you may send up to {spec.elders} Elders without a Worker home and gain {spec.gold} "
        "gold for each; fish on them go to your supply"
    ),
    K.ClearSpec: lambda spec: (
        f"you may remove up to {spec.forests} of your Forests and gain {spec.wood} wood for each "
        "(this does not count as Deforest)"
    ),
    K.MoveForestSpec: lambda spec: (
        "move 1 Forest to another double space that is free or holds exactly 1, "
        f"or remove 1 Forest and gain {spec.wood} wood (this does not count as Deforest)"
    ),
    K.TakePlatesSpec: lambda spec: f"you may take up to {spec.fish} fish off the Banquet Table, largest plates first",
    K.DrawSpec: lambda spec: (
        f"draw {spec.cards} C Buildings into your hand, then return one card from your hand to the pile"
    ),
    K.RepeatSpec: lambda spec: (
        "choose one of your A or B Buildings marked “Immediately”: its effect happens again. Or "
        "choose one of your used “Once” Buildings: you may use it once more"
    ),
}
