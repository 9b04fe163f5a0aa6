"""The gist of a card: a few words and icons that fit on it, as data for the board.

`2{fish}` in the words of effects stands for the number and the icon; what leaves this file is split into bits.
"""

import re

from msgspec import Struct

from skerry.games.nusfjord.buildings.card import ANYTIME, ONCE, Building, Effect
from skerry.games.nusfjord.buildings.goods import Goods
from skerry.games.nusfjord.buildings.moments import MOMENTS
from skerry.games.nusfjord.buildings.things import THINGS, amounts
from skerry.games.nusfjord.kit.rows import ElderRow
from skerry.games.nusfjord.text.words import listed


class GistBit(Struct, frozen=True, omit_defaults=True):
    """Words, or an icon with how many of it."""

    text: str = ""
    icon: str = ""  # wood, fish, gold, points, to (pay and get), tree, ship, elder, share, plate
    n: str = ""


def gist_bits(text: str) -> tuple[GistBit, ...]:
    found = []
    for part in re.findall(r"\+?\d*\{\w+\}|[^{+0-9]+|[+0-9]+", text):
        icon = re.fullmatch(r"(\+?\d*)\{(\w+)\}", part)
        if icon:
            found.append(GistBit(icon=icon[2], n=icon[1]))
        elif found and found[-1].text:
            found[-1] = GistBit(found[-1].text + part)
        else:
            found.append(GistBit(part))
    return tuple(found)


def length(gist: tuple[GistBit, ...]) -> int:
    """Roughly, in characters."""
    return sum(len(bit.text) + len(bit.n) + 2 * bool(bit.icon) for bit in gist)


def card_gist(card: Building) -> tuple[GistBit, ...]:
    if card.category in (ANYTIME, ONCE):
        said = " or ".join(effect.gist() for effect in card.effects)
        return gist_bits(f"Once: {said}" if card.category == ONCE else f"{said}, {in_a_round(card.uses)}")
    clauses: list[tuple[str, str]] = []
    for effect in card.effects:
        event = listed([event_gist(moment, effect) for moment in effect.when if moment != "built"], "or")
        deed = condition_gist(effect) + effect.gist()
        if clauses and clauses[-1][0] == event:
            clauses[-1] = (event, f"{clauses[-1][1]}; {deed[0].lower()}{deed[1:]}")
        else:
            clauses.append((event, deed))
    said = "; ".join(f"{event}: {deed}" if event else deed for event, deed in clauses)
    if card.uses:
        said += f", {in_a_round(card.uses)}"
    return gist_bits(said)


def in_a_round(times: int) -> str:
    return "once a round" if times == 1 else f"{times}× a round"


def event_gist(name: str, effect: Effect) -> str:
    least, fewer = amounts(effect.need).get("amount"), amounts(effect.unless).get("amount")
    said = MOMENTS[name].gist
    if name == "building" and (least or fewer):
        return "New " + "/".join(letter for n, letter in enumerate("ABC", 1) if n >= (least or 1) and n < (fewer or 9))
    if name == "ship" and (least or fewer):
        return "Ship like another" if least else "New kind of Ship"
    if name == "forest_removed" and fewer == 1:
        return "Pair cleared"
    if name == "work_end" and least:
        return f"{least} Workers on board"
    if name == "paid" and least:
        return f"{said} {{wood}}"
    if least:
        return f"{said} {least}+"
    return f"{said} fewer" if fewer else said


def condition_gist(effect: Effect) -> str:
    need, unless = amounts(effect.need), amounts(effect.unless)
    said = [f"{n}+ {THINGS[name].gist}" for name, n in need.items() if name != "amount"]
    said += [f"no {THINGS[name].gist}" for name, n in unless.items() if name != "amount" and n == 1]
    said += [f"under {n} {THINGS[name].gist}" for name, n in unless.items() if name != "amount" and n > 1]
    return f"{', '.join(said)}: " if said else ""


def elder_gist(row: ElderRow) -> tuple[GistBit, ...]:
    taken = Goods(row.wood, row.fish, row.gold).gist()
    paid = Goods(row.pay_wood, row.pay_fish, row.pay_gold).gist()
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
    return gist_bits(said[row.effect])
