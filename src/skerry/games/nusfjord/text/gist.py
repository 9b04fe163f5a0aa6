"""The gist of a card: a few words and icons that fit on it.  Made from its row, as data for the board.

`2{fish}` in the tables below stands for the number and the icon; what leaves this file is split into bits.
"""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from skerry.games.nusfjord.kit import effects as K
from skerry.games.nusfjord.kit.effects import BuildingRow, Goods, Spec
from skerry.games.nusfjord.kit.rows import ElderRow
from skerry.games.nusfjord.text.words import listed


class Bit(Struct, frozen=True, omit_defaults=True):
    """Words, or an icon with how many of it."""

    text: str = ""
    icon: str = ""  # wood, fish, gold, points, to (pay and get), tree, ship, elder, share, plate
    n: str = ""


def bits(text: str) -> tuple[Bit, ...]:
    found = []
    for part in re.findall(r"\+?\d*\{\w+\}|[^{+0-9]+|[+0-9]+", text):
        icon = re.fullmatch(r"(\+?\d*)\{(\w+)\}", part)
        if icon:
            found.append(Bit(icon=icon[2], n=icon[1]))
        elif found and found[-1].text:
            found[-1] = Bit(found[-1].text + part)
        else:
            found.append(Bit(part))
    return tuple(found)


def length(gist: tuple[Bit, ...]) -> int:
    """Roughly, in characters."""
    return sum(len(bit.text) + len(bit.n) + 2 * bool(bit.icon) for bit in gist)


THINGS = {
    "wood": "{wood}",
    "fish": "{fish}",
    "gold": "{gold}",
    "reserve_fish": "{fish} in Reserve",
    "stored_wood": "{wood} anywhere",
    "stored_fish": "{fish} anywhere",
    "haul": "{fish} of haul",
    "ships": "{ship}",
    "sloops": "sloop",
    "cutters": "cutter",
    "schooners": "schooner",
    "ship_types": "kind of {ship}",
    "elders": "{elder}",
    "fed_elders": "fed {elder}",
    "elder_fish": "{fish} on Elders",
    "forests": "{tree}",
    "woodlands": "wooded pair",
    "stacks": "stack of {tree}",
    "free_spaces": "free space",
    "buildings": "Building",
    "a_buildings": "A",
    "b_buildings": "B",
    "whenever_buildings": "Whenever",
    "full_rows": "full row",
    "built_rows": "built-up row",
    "free_in_row": "gap in row",
    "in_line": "Building in line",
    "shares": "{share}",
    "shares_away": "{share} away",
    "unissued": "unissued {share}",
    "losses": "gap or unissued {share}",
    "plates": "full {plate}",
}
MOMENTS = {
    "gold_space": "+1 gold",
    "transfer": "Transfer",
    "serve": "Serve",
    "building": "New Building",
    "issue": "Issue",
    "buy": "Buy",
    "deforest": "Deforest",
    "reforest": "Reforest",
    "thin_out": "Thin Out",
    "ship": "New Ship",
    "take_elder": "New Elder",
    "use_elder": "Elder acts",
    "forest_removed": "Forest goes",
    "elder_cleared": "Elder cleared",
    "paid": "You pay",
    "second_build": "2nd build",
    "pass": "Pass",
    "fishing_end": "After fishing",
    "work_end": "After work",
    "other_ship": "Others' Ship",
    "other_serve": "Others serve",
    "other_transfer": "Others transfer",
}
ACTIONS = {
    "gold": "+1 gold",
    "transfer": "Transfer",
    "serve": "Serve",
    "building": "Build",
    "issue": "Issue",
    "buy": "Buy Shares",
    "deforest": "Deforest",
    "reforest": "Reforest",
    "thin_out": "Thin Out",
    "ship": "Build a Ship",
    "elder": "Take an Elder",
    "copy": "Use a blocked space",
    "use_elder": "Use an Elder",
}
RULES = {
    "serve_from_reserve": "Serve from Reserve",
    "fish_from_reserve": "Pay {fish} from Reserve",
    "own_shares_free": "Own {share} free to buy",
    "stack_forests": "Reforest on top of {tree}",
    "own_elder_fish": "Empty table: feed Elders yourself",
}


def card_gist(row: BuildingRow, specs: list[Spec]) -> tuple[Bit, ...]:
    if row.category in ("Anytime", "Once"):
        said = " or ".join(DEEDS[type(spec)](spec) for spec in specs)
        return bits(f"Once: {said}" if row.category == "Once" else f"{said}, {often(row.per_round)}")
    clauses: list[tuple[str, str]] = []
    for spec in specs:
        event = listed([event_gist(moment, spec) for moment in spec.when if moment != "built"], "or")
        deed = condition(spec) + DEEDS[type(spec)](spec)
        if clauses and clauses[-1][0] == event:
            clauses[-1] = (event, f"{clauses[-1][1]}; {deed[0].lower()}{deed[1:]}")
        else:
            clauses.append((event, deed))
    said = "; ".join(f"{event}: {deed}" if event else deed for event, deed in clauses)
    if row.per_round:
        said += f", {often(row.per_round)}"
    return bits(said)


def often(times: int) -> str:
    return "once a round" if times == 1 else f"{times}× a round"


def event_gist(moment: str, spec: Spec) -> str:
    least, fewer = getattr(spec, "need", {}).get("amount"), getattr(spec, "unless", {}).get("amount")
    said = MOMENTS[moment]
    if moment == "building" and (least or fewer):
        return "New " + "/".join(letter for n, letter in enumerate("ABC", 1) if n >= (least or 1) and n < (fewer or 9))
    if moment == "ship" and (least or fewer):
        return "Ship like another" if least else "New kind of Ship"
    if moment == "forest_removed" and fewer == 1:
        return "Pair cleared"
    if moment == "work_end" and least:
        return f"{least} Workers on board"
    if moment == "paid" and least:
        return f"{said} {{wood}}"
    if least:
        return f"{said} {least}+"
    return f"{said} fewer" if fewer else said


def condition(spec: Spec) -> str:
    need, unless = getattr(spec, "need", {}), getattr(spec, "unless", {})
    said = [f"{n}+ {THINGS[name]}" for name, n in need.items() if name != "amount"]
    said += [f"no {THINGS[name]}" for name, n in unless.items() if name != "amount" and n == 1]
    said += [f"under {n} {THINGS[name]}" for name, n in unless.items() if name != "amount" and n > 1]
    return f"{', '.join(said)}: " if said else ""


def goods(found: Goods) -> str:
    """`1{wood}3{fish}`; goods of the Reserve behind."""
    supply = [f"{n}{{{name}}}" for name in ("wood", "fish", "gold") if (n := getattr(found, name))]
    stored = [f"{n}{{{name}}}" for name in ("wood", "fish", "gold") if (n := getattr(found, f"reserve_{name}"))]
    said = "".join(supply)
    return f"{said}{' ' if said else ''}{''.join(stored)} of Reserve" if stored else said


def per(spec: Any) -> str:
    if not spec.per:
        return ""
    return " per " + " + ".join(THINGS[name] if n == 1 else f"{n} {THINGS[name]}" for name, n in spec.per.items())


def gain(spec: K.GainSpec) -> str:
    supply, stored = goods(Goods(spec.wood, spec.fish, spec.gold)), goods(spec.goods.stored)
    said = ", ".join(part for part in (supply, f"{stored} to Reserve" if stored else "") if part) + per(spec)
    each = max(spec.wood, spec.fish, spec.gold, spec.reserve_wood, spec.reserve_fish, spec.reserve_gold)
    if spec.least and spec.most:
        return f"{said}, {each * spec.least} to {each * spec.most}"
    return f"{said}, max {each * spec.most}" if spec.most else said


def exchange(spec: K.ExchangeSpec) -> str:
    said = f"{goods(spec.pay)} {{to}} {goods(spec.take)}{per(spec)}"
    return f"{said}, max {spec.times}×" if spec.times > 1 else said


def upgrade(spec: K.UpgradeSpec) -> str:
    if spec.sloop or spec.cutter:
        return f"Enlarge a Ship: {goods(spec.sloop)} or {goods(spec.cutter)}"
    return "Enlarge a Ship" if spec.ships == 1 else f"Enlarge {spec.ships} Ships"


def action(spec: K.ActionSpec) -> str:
    said = ACTIONS[spec.do]
    if spec.wood_off:
        said += f", {spec.wood_off}{{wood}} less"
    if spec.hand_wood_off:
        said += f" (hand: {spec.hand_wood_off})"
    if spec.gold_off:
        said += f", {spec.gold_off}{{gold}} less"
    if spec.plates:
        said += f" {spec.plates} plates"
    if spec.plate_price:
        said += f", {spec.plate_price}{{fish}} each"
    if spec.issue_gold:
        said += f", gain {spec.issue_gold}{{gold}}"
    return f"{said} or {goods(spec.otherwise)}" if spec.otherwise else said


def ability(spec: K.AbilitySpec) -> str:
    said = [f"Hold {spec.wood_limit}{{wood}}"] * bool(spec.wood_limit)
    said += [f"Reserve holds {spec.reserve_limit}{{fish}}"] * bool(spec.reserve_limit)
    said += [f"Haul +{spec.haul}{{fish}}"] * bool(spec.haul)
    said += [f"Ships {spec.ship_wood_off}{{wood}} less"] * bool(spec.ship_wood_off)
    said += [f"Buying {spec.buy_off}{{gold}} less"] * bool(spec.buy_off)
    said += [f"Plates {spec.plate_off}{{fish}} less"] * bool(spec.plate_off)
    return ", ".join([*said, RULES[spec.rule]] if spec.rule else said)


def points(spec: K.PointsSpec) -> str:
    said = f"{spec.vp}{{points}}{per(spec)}"
    return f"{said}, max {spec.vp * spec.most}" if spec.most and spec.per else said


def steps(spec: K.StepsSpec) -> str:
    vp, reach = (", ".join(map(str, numbers)) for numbers in (spec.vp, spec.reach))
    if len(spec.vp) > 3:
        vp, reach = f"{spec.vp[0]} to {spec.vp[-1]}", f"{spec.reach[0]} to {spec.reach[-1]}"
    return f"{vp}{{points}} for {reach} {THINGS[spec.of].replace('kind ', 'kinds ')}"


def keep_share(spec: K.KeepShareSpec) -> str:
    if spec.when:
        return f"{spec.pay_gold}{{gold}} to keep it"
    return f"Keep a new {{share}}{f' or {goods(spec.otherwise)}' if spec.otherwise else ''}"


DEEDS: dict[type[Spec], Callable[[Any], str]] = {
    K.GainSpec: gain,
    K.ExchangeSpec: exchange,
    K.UpgradeSpec: upgrade,
    K.ActionSpec: action,
    K.KeepShareSpec: keep_share,
    K.PlantSpec: lambda spec: f"+{spec.forests}{{tree}} on single ones",
    K.AbilitySpec: ability,
    K.PointsSpec: points,
    K.StepsSpec: steps,
    K.FillPlateSpec: lambda spec: f"Fill a {{plate}}, gain {spec.gold}{{gold}}",
    K.TopUpSpec: lambda spec: f"Up to {spec.gold}{{gold}} in all",
    K.FetchSpec: lambda spec: f"{goods(Goods(spec.wood, spec.fish, spec.gold))} out of Reserve",
    K.PaidTransferSpec: lambda spec: f"Transfer, 1{{gold}} per {spec.fish}{{fish}}, max {spec.most}",
    K.RetireSpec: lambda spec: f"{spec.elders} Elders leave, {spec.gold}{{gold}} each",
    K.ClearSpec: lambda spec: f"Clear {spec.forests}{{tree}}, {spec.wood}{{wood}} each",
    K.MoveForestSpec: lambda spec: f"move a {{tree}}, or clear it for {spec.wood}{{wood}}",
    K.TakePlatesSpec: lambda spec: f"up to {spec.fish}{{fish}} off the table",
    K.DrawSpec: lambda spec: f"Draw {spec.cards} C, return 1",
    K.RepeatSpec: lambda spec: "Repeat an A or B, or reuse a Once",
}


def elder_gist(row: ElderRow) -> tuple[Bit, ...]:
    taken = goods(Goods(row.wood, row.fish, row.gold))
    paid = goods(Goods(row.pay_wood, row.pay_fish, row.pay_gold))
    serve = [f"+{row.wood}{{wood}} per plate"] * bool(row.wood) + [f"plates {row.fish}{{fish}} less"] * bool(row.fish)
    said = {
        "build": f"Build, {taken} less" if taken else "Build",
        "buy": f"Buy Shares, {taken} less" if taken else "Buy Shares",
        "clear_and_build": f"Clear, +{taken}, then build",
        "copy": "Use a blocked space",
        "deforest": f"Deforest, +{taken}" if taken else "Deforest",
        "exchange": f"{paid} {{to}} {taken}",
        "gain": f"Gain {taken}",
        "grow_and_thin_out": "+1{tree}, then Thin Out",
        "issue": f"Issue, gain {taken}" if taken else "Issue",
        "serve": ", ".join(["Serve", *serve]),
        "ship": f"Build a Ship, {taken} less" if taken else "Build a Ship",
        "ship_or_building": "Build a Ship or a Building",
        "thin_out_or_reforest": f"Thin Out +{row.wood}{{wood}} or Reforest +{row.more}{{wood}}",
        "transfer": f"{taken} to Reserve, Transfer" if taken else "Transfer",
        "upgrade_ship": f"Enlarge a Ship: {row.pay_wood}{{wood}} or {row.pay_gold}{{gold}}",
    }
    return bits(said[row.effect])
