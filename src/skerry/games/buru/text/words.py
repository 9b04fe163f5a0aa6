"""The box in words, made from their rows: an owner's values are told like ours."""

from fractions import Fraction

from skerry.core.components import Components
from skerry.games.buru.cards import Words
from skerry.games.buru.kit_rows import (
    GOODS,
    Cost,
    DecreeRow,
    ElderRow,
    ForestRow,
    Gain,
    IslanderRow,
    PlotRow,
    RegionRow,
    RoleRow,
    SpaceRow,
    TallyRow,
    TributeRow,
)

GOODS_WORDS = ("fish", "palm", "clay", "ebony", "Esteem")
FRACTIONS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}
COUNTED = {
    "banyu": ("Banyu tribute", "Banyu tributes"),
    "gunung": ("Gunung tribute", "Gunung tributes"),
    "manuk": ("Manuk tribute", "Manuk tributes"),
    "tribute_set": ("set of all three tributes", "sets of all three tributes"),
    "gatherer": ("own Gatherer", "own Gatherers"),
    "artisan": ("own Artisan", "own Artisans"),
    "noble": ("own Noble", "own Nobles"),
    "priest": ("own Priest", "own Priests"),
    "role_set": ("set of all four roles", "sets of all four roles"),
    "fish": ("fish", "fish"),
    "token": ("token", "tokens"),
    "decree": ("Decree collected", "Decrees collected"),
    "totem": ("totem held", "totems held"),
}


def amount(kind: int, n: int) -> str:
    return f"{n} {GOODS_WORDS[kind]}"


def goods(row: Cost | Gain, plus: str = "") -> str:
    return " + ".join(
        f"{plus}{getattr(row, k)} {w}" for k, w in zip(GOODS, GOODS_WORDS, strict=True) if getattr(row, k, 0)
    )


def number(share: Fraction) -> str:
    """3/2 is 1½."""
    whole, rest = divmod(share.numerator, share.denominator)
    sign = FRACTIONS.get((rest, share.denominator), f" {rest}/{share.denominator}" if rest else "")
    return f"{whole or ''}{sign}".strip()


def tally(row: TallyRow) -> str:
    if row.per is None:
        return f"{row.base} Esteem"
    if row.per == "marker":
        if row.base:
            return f"{row.base + row.points} Esteem with the Emissary marker, else {row.base}"
        return f"{row.points} Esteem with the Emissary marker"
    one, many = COUNTED[row.per]
    if row.each > 1 and row.points > 1:
        share = Fraction(row.points, row.each)
        words = f"{number(share)} Esteem per {one}"
        if share.denominator > 1:
            words += ", the sum rounded up" if row.round_up else ", the sum rounded down"
    else:
        words = f"{row.points} Esteem per {one if row.each == 1 else f'{row.each} {many}'}"
        words += ", rounded up" if row.each > 1 and row.round_up else ""
    words += f", at most {row.most}" if row.most else ""
    return f"{row.base} Esteem + {words}" if row.base else words


def islander(row: IslanderRow) -> str:
    """What it does; the arrow stands between what is paid and what comes of it."""
    spirit = (row.spirit or "").title()
    gain = goods(row.gain)
    if row.effect == "discount":
        return f"always: tribute to {spirit} costs you 1 token less"
    if row.effect == "singer":
        return f"always: {gain} when you pay tribute to {spirit}"
    if row.effect == "lake":
        return f"always: {gain} when you act at the Sacred Lake"
    if row.effect == "medium":
        return f"always: {gain} when another player pays tribute to a spirit whose totem you hold"
    if row.effect == "dye":
        return f"task: 1 token → 1 token of another kind{' + ' + gain if gain else ''}"
    if row.effect == "elder":
        return f"task: draw {row.draw} Elder, then discard 1 Elder{' + ' + gain if gain else ''}"
    if row.per == "marker":
        gain = f"{gain}; +{row.points} Esteem with the Emissary marker" if gain else tally(row)
    elif row.per is not None:
        gain = f"{gain} + {tally(row)}" if gain else tally(row)
    pay = goods(row.pay)
    return f"task: {pay} → {gain}" if pay else f"task: {gain}"


def elder(row: ElderRow) -> str:
    return tally(row)


def elder_action(drawn: int) -> str:
    return f"draw {drawn} Elder{'s' if drawn != 1 else ''}, discard 1"


def decree(row: DecreeRow, regions: dict[str, str], drawn: int) -> str:
    if row.place == "altar":
        whom = "" if row.spirit == "any" else f" to {(row.spirit or '').title()}"
        return f"Whenever a tribute{whom} is paid: {goods(row.gain)} for the payer"
    gain = goods(row.gain)
    if row.elder:
        gain = f"{gain}; {elder_action(drawn)}" if gain else elder_action(drawn)
    return f"Triumphant at the {regions[row.place]}: {gain}"


def space(row: SpaceRow, drawn: int) -> str:
    if row.region == "shore":
        words = f"recruit up to {row.recruits}"
        return f"{words}, cycle once" if row.cycle else words
    if row.region == "village":
        words = f"task up to {row.tasks}"
    else:
        words = f"tribute up to {row.tributes} time{'s' if row.tributes != 1 else ''}"
    words += f", then {row.fish} fish" if row.fish else ""
    words += f", then {elder_action(drawn)}" if row.elder else ""
    words += ", then the Emissary marker" if row.marker else ""
    return words


def plot(row: PlotRow, regions: dict[str, str]) -> str:
    spirits = ", ".join(spirit.title() for spirit in row.spirits)
    return f"{', '.join(regions[r] for r in row.regions)}; recruits {', '.join(row.roles)}; pays {spirits}"


def all_words(box: Components) -> Words:
    words = Words()
    regions = {row.id: row.name for row in box.all("regions", RegionRow)}
    drawn = box.number("elders_drawn")
    words.regions = list(regions.values())
    words.spirits = [row.name for row in box.all("tributes", TributeRow)]
    words.roles = [row.name for row in box.all("roles", RoleRow)]
    words.forest = [goods(row.gain) or "nothing" for row in box.all("forest", ForestRow)]
    words.decrees = [decree(row, regions, drawn) for row in box.all("decrees", DecreeRow)]
    words.spaces = [space(row, drawn) for row in box.all("spaces", SpaceRow)]
    words.tributes = [f"{goods(row.cost)} → {row.esteem} Esteem" for row in box.all("tributes", TributeRow)]
    words.islander_names = [row.name for row in box.all("islanders", IslanderRow)]
    words.islanders = [islander(row) for row in box.all("islanders", IslanderRow)]
    words.elder_names = [row.name for row in box.all("elders", ElderRow)]
    words.elders = [elder(row) for row in box.all("elders", ElderRow)]
    words.plots = [plot(row, regions) for row in box.all("plots", PlotRow)]
    for table, rows in box.rows.items():
        count = sum(row.source == "reconstructed" for row in rows.values())
        if count:
            words.reconstructed.append(f"{table} {count} of {len(rows)}")
    return words
