"""The components in words, made from their rows, so that an owner's values read like ours."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from skerry.core.words import join_words, plural
from skerry.games.buru.kit.rows import (
    GOODS,
    CostFields,
    DecreeRow,
    GainFields,
    IslanderRow,
    LevelRow,
    PlotRow,
    RoleRow,
    SpaceRow,
    TallyRow,
)

GOODS_WORDS = {"fish": "fish", "palm": "palm", "clay": "clay", "ebony": "ebony", "esteem": "Esteem"}
FRACTIONS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}
TIMES = {1: "once", 2: "twice", 3: "three times"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PREPOSITIONS = {"forest": "in", "shore": "at", "village": "in", "lake": "at"}
# what is counted: "for each …", "for every 2 …", and in few words
COUNTED = {
    "banyu": ("tribute to Banyu", "tributes to Banyu", "Banyu tribute"),
    "gunung": ("tribute to Gunung", "tributes to Gunung", "Gunung tribute"),
    "manuk": ("tribute to Manuk", "tributes to Manuk", "Manuk tribute"),
    "tribute_set": ("set of all three tributes", "sets of all three tributes", "set of tributes"),
    "gatherer": ("of your Gatherers", "of your Gatherers", "Gatherer"),
    "artisan": ("of your Artisans", "of your Artisans", "Artisan"),
    "noble": ("of your Nobles", "of your Nobles", "Noble"),
    "priest": ("of your Priests", "of your Priests", "Priest"),
    "role_set": ("set of all four roles", "sets of all four roles", "set of roles"),
    "fish": ("fish you have", "fish you have", "fish"),
    "token": ("token you have", "tokens you have", "token"),
    "decree": ("Decree you have collected", "Decrees you have collected", "Decree"),
    "totem": ("totem you hold", "totems you hold", "totem"),
}


def goods_in(row: CostFields | GainFields) -> dict[str, int]:
    return {good: getattr(row, good) for good in GOODS if getattr(row, good, 0)}


def goods_text(amounts: Mapping[str, int]) -> str:
    """`3 fish, 1 palm and 1 clay`"""
    return join_words([f"{n} {GOODS_WORDS[good]}" for good, n in amounts.items()])


def short_goods(amounts: Mapping[str, int]) -> str:
    """`3 fish + 1 palm`"""
    return " + ".join(f"{n} {GOODS_WORDS[good]}" for good, n in amounts.items())


def number(share: Fraction) -> str:
    """3/2 is 1½."""
    whole, rest = divmod(share.numerator, share.denominator)
    sign = FRACTIONS.get((rest, share.denominator), f" {rest}/{share.denominator}" if rest else "")
    return f"{whole or ''}{sign}".strip()


def tally(row: TallyRow, good: str = "esteem") -> str:
    unit = GOODS_WORDS[good]
    if row.per is None:
        return f"{row.base} {unit}"
    if row.per == "marker":
        less = f", otherwise {row.base}" if row.base else ""
        return f"{row.base + row.points} {unit} with the Emissary marker{less}"
    one, many, _ = COUNTED[row.per]
    if row.each > 1 and row.points > 1:
        words = f"{number(Fraction(row.points, row.each))} {unit} for each {one}"
    else:
        words = f"{row.points} {unit} for " + (f"each {one}" if row.each == 1 else f"every {row.each} {many}")
    if row.each > 1 and (row.round_up or row.points > 1):
        words += ", rounded up" if row.round_up else ", rounded down"
    words += f" (at most {row.most})" if row.most else ""
    return f"{row.base} {unit}, and {words}" if row.base else words


def short_tally(row: TallyRow, unit: str = "") -> str:
    """`1½ per Gatherer`, `1 per 3 fish, max 5`"""
    if row.per is None:
        return f"{row.base}{unit}"
    if row.per == "marker":
        less = f", else {row.base}" if row.base else ""
        return f"{row.base + row.points}{unit} with the marker{less}"
    each = Fraction(row.points, row.each) if row.points > 1 else Fraction(row.points)
    many = f"{row.each} {COUNTED[row.per][2]}{'' if row.per == 'fish' else 's'}"
    what = many if row.each > 1 and row.points == 1 else COUNTED[row.per][2]
    words = f"{number(each)}{unit} per {what}" + (f", max {row.most}" if row.most else "")
    return f"{row.base} + {words}" if row.base else words


# ---- Islanders


def islander(row: IslanderRow) -> str:
    return ISLANDERS[row.effect](row)


def gain_words(row: IslanderRow) -> str:
    """`gain 1 Esteem and 2 fish`; what is counted comes last."""
    gain = goods_text(goods_in(row.gain))
    if row.per is None:
        return f"gain {gain}" if gain else "gain nothing"
    if row.per == "marker" and gain and not row.base:
        more = f"{row.points} more" if row.gain.esteem else f"{row.points} {GOODS_WORDS[row.counted]}"
        return f"gain {gain}, and {more} if you have the Emissary marker"
    return f"gain {gain}, and {tally(row, row.counted)}" if gain else f"gain {tally(row, row.counted)}"


def task_words(row: IslanderRow) -> str:
    pay = goods_text(goods_in(row.pay))
    return f"Task: pay {pay} to {gain_words(row)}" if pay else f"Task: {gain_words(row)}"


def also(row: IslanderRow) -> str:
    gain = goods_text(goods_in(row.gain))
    return f" and gain {gain}" if gain else ""


def elder_words(row: IslanderRow) -> str:
    gain = goods_text(goods_in(row.gain))
    return f"Task: {f'gain {gain}, ' if gain else ''}draw {plural(row.draw, 'Elder')}, then discard 1 of your Elders"


ISLANDERS: dict[str, Callable[[IslanderRow], str]] = {
    "task": task_words,
    "dye": lambda row: f"Task: swap 1 token for 1 of another kind{also(row)}",
    "pick": lambda row: f"Task: gain 1 token of your choice{also(row)}",
    "elder": elder_words,
    "discount": lambda row: f"Always: your tributes to {spirit_name(row)} cost 1 token less",
    "singer": lambda row: f"Always: {gain_words(row)} whenever you pay tribute to {spirit_name(row)}",
    "lake": lambda row: f"Always: {gain_words(row)} whenever you take a space at the Sacred Lake",
    "medium": lambda row: (
        f"Always: {gain_words(row)} whenever another player pays tribute to a spirit whose totem you hold"
    ),
}


def spirit_name(row: IslanderRow) -> str:
    return (row.spirit or "").title()


def islander_gist(row: IslanderRow) -> str:
    """The same in a few words, for a small card."""
    return GISTS[row.effect](row)


def task_gist(row: IslanderRow) -> str:
    parts = [short_goods(goods_in(row.gain))] if goods_in(row.gain) else []
    parts += [short_tally(row, f" {GOODS_WORDS[row.counted]}")] if row.per is not None else []
    pay = short_goods(goods_in(row.pay))
    return f"{pay} → {' + '.join(parts)}" if pay else " + ".join(parts)


def with_gain(row: IslanderRow, rest: str, gain_first: bool = False) -> str:
    parts = [rest, *([short_goods(goods_in(row.gain))] if goods_in(row.gain) else [])]
    return " + ".join(reversed(parts) if gain_first else parts)


GISTS: dict[str, Callable[[IslanderRow], str]] = {
    "task": task_gist,
    "dye": lambda row: with_gain(row, "1 token → 1 other token"),
    "pick": lambda row: with_gain(row, "1 token of your choice"),
    "elder": lambda row: with_gain(row, f"draw {plural(row.draw, 'Elder')}, discard 1", gain_first=True),
    "discount": lambda row: f"{spirit_name(row)} costs 1 token less",
    "singer": lambda row: f"{short_goods(goods_in(row.gain))} per {spirit_name(row)} tribute",
    "lake": lambda row: f"{short_goods(goods_in(row.gain))} at the Lake",
    "medium": lambda row: f"{short_goods(goods_in(row.gain))} per tribute of others to your totems",
}


# ---- Decrees, spaces, the Lawan


def elder_action(drawn: int) -> str:
    return f"draw {plural(drawn, 'Elder')} and discard 1"


def decree_words(row: DecreeRow, regions: dict[str, str], drawn: int) -> str:
    gain = goods_text(goods_in(row.gain))
    if row.place == "altar":
        whom = "" if row.spirit == "any" else f" to {(row.spirit or '').title()}"
        return f"Whoever pays tribute{whom} gains {gain}"
    parts = [f"gains {gain}"] if gain else []
    parts += [f"draws {plural(drawn, 'Elder')} and discards 1"] if row.elder else []
    return f"The Triumphant {PREPOSITIONS[row.place]} the {regions[row.place]} {join_words(parts) or 'gains nothing'}"


def decree_gist(row: DecreeRow, drawn: int) -> str:
    parts = [short_goods(goods_in(row.gain))] if goods_in(row.gain) else []
    parts += [f"draw {plural(drawn, 'Elder')}, discard 1"] if row.elder else []
    return " + ".join(parts) or "nothing"


def decree_name(row: DecreeRow, regions: dict[str, str]) -> str:
    if row.place == "altar":
        return "Decree of the altars" if row.spirit == "any" else f"Decree of {(row.spirit or '').title()}'s altar"
    return f"Decree of the {regions[row.place]}"


def up_to(verb: str, n: int) -> str:
    return f"{verb} an Islander" if n == 1 else f"{verb} up to {n} Islanders"


def tribute_words(n: int) -> str:
    return "pay tribute once" if n == 1 else f"pay tribute up to {TIMES[n]}"


def space_words(row: SpaceRow, drawn: int) -> str:
    main = {
        "shore": lambda: up_to("recruit", row.recruits),
        "village": lambda: up_to("task", row.tasks),
        "lake": lambda: tribute_words(row.tributes),
    }[row.region]()
    parts = [f"gain {row.fish} fish"] if row.fish else []
    parts += [elder_action(drawn)] if row.elder else []
    parts += ["take the Emissary marker"] if row.marker else []
    words = f"{main} and cycle once" if row.cycle else main
    return f"{words}, then {join_words(parts)}" if parts else words


def space_gist(row: SpaceRow) -> str:
    main = {"shore": ("Recruit", row.recruits), "village": ("Task", row.tasks), "lake": ("Tribute", row.tributes)}
    verb, n = main[row.region]
    extra = ["cycle"] * row.cycle + [f"{row.fish} fish"] * (row.fish > 0) + ["Elder"] * row.elder
    return " + ".join([f"{verb} {n}", *extra, *["marker"] * row.marker])


def plot_words(row: PlotRow, regions: dict[str, str]) -> str:
    spirits = ", ".join(spirit.title() for spirit in row.spirits)
    roles = ", ".join(f"{role.title()}s" for role in row.roles)
    return f"goes to {', '.join(regions[r] for r in row.regions)}; recruits {roles}; pays tribute to {spirits}"


def lawan_role(row: RoleRow) -> str:
    """What a task of this role brings a Lawan."""
    parts = [f"{plural(row.lawan_tokens, 'token')} of the kind it has least of"] if row.lawan_tokens else []
    parts += [f"{row.lawan_esteem} Esteem"] if row.lawan_esteem else []
    fish = f"{row.lawan_fish} fish"
    if row.lawan_totem_esteem:
        parts.append(f"{row.lawan_totem_esteem} Esteem if it holds a totem, otherwise {fish}")
    elif row.lawan_fish:
        parts.append(fish)
    return join_words(parts) or "nothing"


def level_words(row: LevelRow) -> str:
    parts = [f"its tributes cost {plural(row.tribute_discount, 'token')} less"] if row.tribute_discount else []
    parts += [f"it gains {plural(row.noon_tokens, 'token')} at Noon"] if row.noon_tokens else []
    parts += [f"it gains {row.tribute_esteem} Esteem for each of its tributes"] if row.tribute_esteem else []
    return join_words([*parts, f"each Elder it keeps is worth {row.elder_esteem}"])
