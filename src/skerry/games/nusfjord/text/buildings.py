"""Words for the Buildings: one line for each card, made from its row."""

from skerry.games.nusfjord import kit_effects as K
from skerry.games.nusfjord.kit_effects import BuildingRow, Counts, Goods, Spec

# what is counted: one of it, several of it
THINGS = {
    "wood": ("wood in your supply", "wood in your supply"),
    "fish": ("fish in your supply", "fish in your supply"),
    "gold": ("gold you have", "gold you have"),
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
    "fed_elders": ("Elder with fish on him", "Elders with fish on them"),
    "elder_fish": ("fish on your Elders", "fish on your Elders"),
    "forests": ("Forest", "Forests"),
    "woodlands": ("double space with a Forest", "double spaces with a Forest"),
    "stacks": ("double space with two Forests or more", "double spaces with two Forests or more"),
    "free_spaces": ("free Building space", "free Building spaces"),
    "buildings": ("Building, this one included", "Buildings, this one included"),
    "a_buildings": ("A Building", "A Buildings"),
    "b_buildings": ("B Building", "B Buildings"),
    "whenever_buildings": ("Whenever Building", "Whenever Buildings"),
    "full_rows": ("row of your harbor without a free space", "rows of your harbor without a free space"),
    "built_rows": ("row of your harbor full of Buildings", "rows of your harbor full of Buildings"),
    "free_in_row": ("free space in the row of this Building", "free spaces in the row of this Building"),
    "in_line": ("other Building in its row or column", "other Buildings in its row or column"),
    "shares": ("issued Share you hold", "issued Shares you hold"),
    "shares_away": ("own Share on the Action board or with others", "own Shares on the Action board or with others"),
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
    "use_elder": "one of your Elders has acted",
    "forest_removed": "a Forest leaves your harbor",
    "elder_cleared": "an Elder of yours hands back his fish",
    "paid": "you pay for a Building or Ship",
    "second_build": "you build your second Building or Ship of a round",
    "pass": "you pass a turn",
    "fishing_end": "after every Fishing Phase",
    "work_end": "after every Work Phase",
    "other_ship": "another player builds a Ship",
    "other_serve": "another player serves fish",
    "other_transfer": "another player takes Transfer Reserve",
}
# conditions on the `amount` of a moment: at least so many, fewer than so many
AT_LEAST = {
    "transfer": " with {n} goods or more",
    "serve": " on {n} plates or more",
    "other_serve": " on {n} plates or more",
    "paid": " with {n} wood or more",
    "work_end": " with {n} of your Workers on the Action board and copy spaces",
}
FEWER = {
    "transfer": " with fewer than {n} goods",
    "serve": " on fewer than {n} plates",
    "other_serve": " on fewer than {n} plates",
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
    "use_elder": "use one of your Elders, without a Worker,",
}
RULES = {
    "serve_from_reserve": "fish you lack to Serve Fish come from your Reserve",
    "fish_from_reserve": "fish you lack for Buildings, Ships and plates come from your Reserve",
    "own_shares_free": "your own Shares cost you nothing in Buy All Shares",
    "stack_forests": "you may Reforest on a double space that holds one or two Forests already",
    "own_elder_fish": "with an empty Banquet Table your Elders act with 1 fish from your supply",
}


# ---- the card as one line


def words(row: BuildingRow, specs: list[Spec]) -> str:
    """What the card does, in one line."""
    if row.category in ("Anytime", "Once"):
        first = "once" if row.category == "Once" else f"{often(row.per_round)} per round"
        return sentence(first, [deed(spec) for spec in specs], ", or ")
    sentences: list[tuple[str, list[str]]] = []
    for spec in specs:
        moment = moment_words(row, spec)
        if not sentences or sentences[-1][0] != moment or not moment:
            sentences.append((moment, []))
        sentences[-1][1].append(conditions(spec) + deed(spec))
    return " ".join(sentence(moment, deeds, "; ") for moment, deeds in sentences)


def sentence(first: str, deeds: list[str], joint: str) -> str:
    said = f"{first}: {joint.join(deeds)}" if first else joint.join(deeds)
    return f"{said[0].upper()}{said[1:]}."


def often(times: int) -> str:
    return {1: "once", 2: "up to twice"}.get(times, f"up to {times} times")


def moment_words(row: BuildingRow, spec: Spec) -> str:
    """`whenever you Thin Out`; nothing for what happens at once or holds all the time."""
    if isinstance(spec, K.PointsSpec | K.StepsSpec):
        return "at the end"
    if not spec.when or spec.when == ["built"]:
        return ""
    said = [event_words(moment, spec) for moment in spec.when]
    if all(words.startswith("you ") for words in said):
        said = [said[0], *(words.removeprefix("you ") for words in said[1:])]
    limit = f", {often(row.per_round)} per round" if row.per_round else ""
    first = "" if said[0].startswith("after") else "whenever "
    return first + " or ".join(said) + limit


def event_words(moment: str, spec: Spec) -> str:
    """The moment, with what is asked of its amount."""
    least = getattr(spec, "need", {}).get("amount")
    fewer = getattr(spec, "unless", {}).get("amount")
    said = MOMENTS[moment]
    if moment == "building" and (least or fewer):
        letters = [letter for number, letter in enumerate("ABC", 1) if number >= (least or 1) and number < (fewer or 9)]
        return f"you build another {' or '.join(letters)} Building"
    if moment == "ship" and least:
        return f"{said} and have {least} or more of its type then"
    if moment == "ship" and fewer:
        return f"{said}, the first of its type" if fewer == 2 else f"{said} and have fewer than {fewer} of its type"
    if moment == "forest_removed" and fewer == 1:
        return f"{said} and leaves its double space free"
    if least:
        said += AT_LEAST.get(moment, " (amount {n} or more)").format(n=least)
    if fewer:
        said += FEWER.get(moment, " (amount below {n})").format(n=fewer)
    return said


def conditions(spec: Spec) -> str:
    """`if you have …, `: what must be there beside the amount."""
    said = [f"at least {thing(name, n)}" for name, n in getattr(spec, "need", {}).items() if name != "amount"]
    for name, n in getattr(spec, "unless", {}).items():
        if name != "amount":
            said.append(f"no {THINGS[name][0]}" if n == 1 else f"fewer than {thing(name, n)}")
    return f"if you have {' and '.join(said)}, " if said else ""


def thing(name: str, n: int) -> str:
    return f"{n} {THINGS[name][n != 1]}"


def per_words(per: Counts) -> str:
    if not per:
        return ""
    if len(per) == 1:
        name, n = next(iter(per.items()))
        return f" per {THINGS[name][0]}" if n == 1 else f" per {thing(name, n)}"
    parts = [thing(name, n) for name, n in per.items()]
    return f" per set of {', '.join(parts[:-1])} and {parts[-1]}"


def goods(goods: Goods) -> str:
    """`2 wood and 1 gold`"""
    parts = [f"{n} {name}" for name, n in (("wood", goods.wood), ("fish", goods.fish), ("gold", goods.gold)) if n]
    stored = [f"{n} {name}" for name, n in (("wood", goods.reserve_wood), ("fish", goods.reserve_fish)) if n]
    said = " and ".join(parts)
    if stored:
        said += (" and " if said else "") + " and ".join(stored) + " of your Reserve"
    return said


def deed(spec: Spec) -> str:
    """What the effect does."""
    if isinstance(spec, K.GainSpec):
        return gain_words(spec)
    if isinstance(spec, K.ExchangeSpec):
        return exchange_words(spec)
    if isinstance(spec, K.UpgradeSpec):
        return upgrade_words(spec)
    if isinstance(spec, K.ActionSpec):
        return action_words(spec)
    if isinstance(spec, K.AbilitySpec):
        return ability_words(spec)
    if isinstance(spec, K.PointsSpec):
        cap = f", at most {spec.vp * spec.most} VP" if spec.most else ""
        return f"{spec.vp} VP{per_words(spec.per)}{cap}"
    if isinstance(spec, K.StepsSpec):
        steps = ", ".join(f"{vp} VP with {n}" for n, vp in zip(spec.reach, spec.vp, strict=True))
        return f"by your {'haul' if spec.of == 'haul' else THINGS[spec.of][1]}: {steps} or more"
    return single_words(spec)


def gain_words(spec: K.GainSpec) -> str:
    supply = Goods(spec.wood, spec.fish, spec.gold)
    stored = Goods(spec.reserve_wood, spec.reserve_fish)
    parts = [f"gain {goods(supply)}"] if supply else []
    if stored:
        parts.append(f"put {goods(stored)} into your Reserve")
    said = " and ".join(parts) + per_words(spec.per)
    if spec.least:
        said += f", at least {spec.least}"
    if spec.most:
        kinds = [n for n in (spec.wood, spec.fish, spec.gold, spec.reserve_wood, spec.reserve_fish) if n]
        said += f", at most {kinds[0] * spec.most}" if len(kinds) == 1 else f", at most {spec.most} times"
    return said


def exchange_words(spec: K.ExchangeSpec) -> str:
    said = f"pay {goods(spec.pay)} for {goods(spec.take)}"
    if spec.times == 1:
        return said if not spec.when else f"you may {said}"
    return f"{'' if spec.per else 'you may '}{said}{per_words(spec.per)}, up to {spec.times} times"


def upgrade_words(spec: K.UpgradeSpec) -> str:
    if spec.sloop or spec.cutter:
        prices = [goods(price) or "free" for price in (spec.sloop, spec.cutter)]
        return f"swap a sloop for a cutter ({prices[0]}) or a cutter for a schooner ({prices[1]})"
    ships = "one Ship" if spec.ships == 1 else f"up to {spec.ships} Ships"
    return f"you may swap {ships} for the next larger type, free of charge"


def action_words(spec: K.ActionSpec) -> str:
    said = f"you may {ACTIONS[spec.do]} at once" if not spec.when else f"you may {ACTIONS[spec.do]}"
    if spec.wood_off:
        said += f" for {spec.wood_off} wood less"
    if spec.hand_wood_off:
        said += f", {spec.hand_wood_off} wood less for a card of your hand"
    if spec.gold_off:
        said += (
            f", a schooner for gold {spec.gold_off} gold less"
            if spec.do == "ship"
            else f" for {spec.gold_off} gold less"
        )
    if spec.plates:
        said += f", at most {spec.plates} plates"
    if spec.plate_price:
        said += f", {spec.plate_price} fish for each plate"
    if spec.issue_gold:
        said += f" for {spec.issue_gold} gold"
    if spec.otherwise:
        said += f"; if you do not, gain {goods(spec.otherwise)}"
    return said


def ability_words(spec: K.AbilitySpec) -> str:
    parts = []
    if spec.wood_limit:
        parts.append(f"you may hold {spec.wood_limit} wood")
    if spec.reserve_limit:
        parts.append(f"your Reserve takes up to {spec.reserve_limit} fish")
    if spec.haul:
        parts.append(f"your haul is {spec.haul} fish larger")
    if spec.ship_wood_off:
        parts.append(f"each Ship paid with wood costs you {spec.ship_wood_off} wood less")
    if spec.buy_off:
        parts.append(f"Buy All Shares costs you {spec.buy_off} gold less")
    if spec.plate_off:
        parts.append(f"each plate you serve costs {spec.plate_off} fish less, but at least 1")
    if spec.rule:
        parts.append(RULES[spec.rule])
    return "; ".join(parts)


def single_words(spec: Spec) -> str:
    if isinstance(spec, K.KeepShareSpec):
        if spec.when:
            return f"you may pay {spec.pay_gold} gold to keep it as an issued Share"
        other = f"; if you have none, gain {goods(spec.otherwise)}" if spec.otherwise else ""
        return f"turn an unissued Share and keep it as an issued one{other}"
    if isinstance(spec, K.PlantSpec):
        may = "you may put" if spec.optional else "put"
        if spec.forests == 1:
            return f"{may} 1 Forest on a double space that holds exactly one"
        return f"{may} 1 Forest on each of up to {spec.forests} double spaces that hold exactly one"
    if isinstance(spec, K.FillPlateSpec):
        return (
            f"fill the smallest empty plate from the general supply and gain {spec.gold} gold; "
            f"if none is empty, gain {goods(spec.otherwise)}"
        )
    if isinstance(spec, K.TopUpSpec):
        return f"gain gold until you have {spec.gold}"
    if isinstance(spec, K.FetchSpec):
        return f"move {goods(Goods(spec.wood, spec.fish))} from your Reserve to your supply, as far as they lie there"
    if isinstance(spec, K.PaidTransferSpec):
        return f"you may Transfer Reserve at once and gain 1 gold per {spec.fish} fish moved, at most {spec.most} gold"
    if isinstance(spec, K.RetireSpec):
        return (
            f"you may send up to {spec.elders} Elders without a Worker home for {spec.gold} gold each; "
            "their fish go to your supply"
        )
    if isinstance(spec, K.ClearSpec):
        return f"you may remove up to {spec.forests} of your Forests for {spec.wood} wood each (no Deforest)"
    if isinstance(spec, K.MoveForestSpec):
        return (
            "move 1 Forest to another double space that is free or holds exactly one, "
            f"or remove 1 Forest for {spec.wood} wood (no Deforest)"
        )
    if isinstance(spec, K.TakePlatesSpec):
        return f"you may take up to {spec.fish} fish off the Banquet Table, largest plates first"
    if isinstance(spec, K.DrawSpec):
        return f"draw {spec.cards} C Buildings, then put one card of your hand back into the pile"
    return "repeat the Immediately effect of one of your A or B Buildings, or turn a used Once Building back"
