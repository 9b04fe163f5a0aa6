"""The rows of the Buildings: their fields, the words of their effects, and how they become cards.

[[buildings]]
id = "123"                                       # the printed number
name = "Resource Trade"
deck = "Herring"
letter = "B"
category = "Anytime"
cost = { wood = 4, fish = 3 }
points = 2                                       # or "*" if they all depend on the effect
per_round = 3                                    # uses in a round
effects = [{ word = "exchange", pay = { fish = 1 }, take = { wood = 1 } }]
source = "reconstructed"
"""

from dataclasses import dataclass
from typing import Any, NoReturn, get_type_hints

import msgspec

from skerry.core.components import Components, Row, allowed
from skerry.games.nusfjord import cards as M
from skerry.games.nusfjord.cards import Building
from skerry.games.nusfjord.effects import counts
from skerry.games.nusfjord.estimates import standing
from skerry.games.nusfjord.kit_effects import (
    MOMENTS,
    USED,
    WORDS,
    AbilitySpec,
    ActionSpec,
    BuildingRow,
    PointsSpec,
    Spec,
    StepsSpec,
)

DECKS = ("Herring", "Mackerel", "Codfish")
LETTERS = ("A", "B", "C")
REACTIONS = ("serve", "building", "issue", "buy", "deforest", "reforest", "thin_out", "ship", "elder", "transfer")
CATEGORIES = ("Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points")

KINDS: dict[str, type[Row]] = {"buildings": BuildingRow}


@dataclass(frozen=True)
class BuildingSet:
    """All Buildings by number: deck after deck, A then B then C."""

    rows: list[BuildingRow]
    specs: list[list[Spec]]
    cards: list[Building]


def load_buildings(box: Components) -> BuildingSet:
    rows = sorted(box.all("buildings", BuildingRow), key=lambda row: row.id)
    wanted = [str(number) for number in numbers()]
    if [row.id for row in rows] != wanted:
        odd = sorted({row.id for row in rows} ^ set(wanted))[0]
        box.fail(
            "buildings", odd, "id", "the Buildings are 101 to 118, 121 to 132, 141 to 154 and so on for 2.. and 3.."
        )
    specs, made = [], []
    for row in rows:
        check = Check(box, row)
        specs.append(check.specs())
        made.append(make(row, specs[-1]))
    return BuildingSet(rows, specs, made)


def numbers() -> list[int]:
    """The printed numbers in the order of the cards."""
    return [100 * deck + number for deck in (1, 2, 3) for number in (*range(1, 19), *range(21, 33), *range(41, 55))]


def make(row: BuildingRow, specs: list[Spec]) -> Building:
    cost = row.cost
    card = Building(
        LETTERS.index(row.letter),
        CATEGORIES.index(row.category),
        cost.wood,
        cost.fish,
        cost.gold,
        0 if row.points == "*" else row.points,
    )
    card.number = int(row.id)
    card.star = row.points == "*"
    card.uses = row.per_round
    card.standing = standing(row, specs)
    for spec in specs:
        effect = spec.make(row)
        effect.moments = moments(row, spec)
        card.add(effect)
    return card


def moments(row: BuildingRow, spec: Spec) -> int:
    """When the effect is called: what the row says, else what its category means."""
    if isinstance(spec, PointsSpec | StepsSpec):
        return 1 << M.SCORING
    if spec.when:
        return sum(1 << MOMENTS.index(moment) for moment in set(spec.when))
    if row.category in ("Anytime", "Once"):
        return 1 << M.USE
    return 1 << M.BUILT


class Check:
    """One row, looked at with all its effects; a fault names file, row, field and what is allowed."""

    def __init__(self, box: Components, row: BuildingRow) -> None:
        self.box, self.row = box, row

    def fail(self, field: str, words: str) -> NoReturn:
        self.box.fail("buildings", self.row.id, field, words)

    def specs(self) -> list[Spec]:
        row = self.row
        deck, number = divmod(int(row.id), 100)
        letter = "A" if number < 20 else "B" if number < 40 else "C"
        if row.deck != DECKS[deck - 1]:
            self.fail("deck", f"{row.deck} is not allowed; allowed is {DECKS[deck - 1]}, by the number")
        if row.letter != letter:
            self.fail("letter", f"{row.letter} is not allowed; allowed is {letter}, by the number")
        if row.cost.reserve_fish or row.cost.reserve_wood:
            self.fail("cost", "prices are paid from the supply; allowed are wood, fish, gold")
        if not 1 <= len(row.effects) <= 4:
            self.fail("effects", f"{len(row.effects)} effects are not allowed; allowed are 1 to 4")
        if (row.category == "Anytime") != (row.per_round > 0) and row.category != "Whenever":
            self.fail("per_round", "an Anytime card needs 1 to 3, a Whenever card may have it, others have none")
        specs = [self.spec(effect) for effect in row.effects]
        for effect, spec in zip(row.effects, specs, strict=True):
            self.timing(effect["word"], spec)
            self.counts(spec)
        return specs

    def spec(self, effect: dict[str, Any]) -> Spec:
        word = effect.get("word")
        kind = WORDS.get(word) if isinstance(word, str) else None
        if kind is None:
            self.fail("effects", f"no effect has the word {word!r}; allowed are: {', '.join(WORDS)}")
        hints = get_type_hints(kind, include_extras=True)
        fields = {name: value for name, value in effect.items() if name != "word"}
        for name in fields:
            if name not in hints:
                self.fail("effects", f"{word} has no field {name!r}; it has: {', '.join(kind.__struct_fields__)}")
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError as error:
            words, _, path = str(error).partition(" - at `$.")
            name = path.rstrip("`").split(".")[0].split("[")[0]
            if not name and "missing required field" in words:
                name = words.rsplit("`", 2)[-2]
            expected = f"; allowed: {allowed(hints[name])}" if name in hints else ""
            self.fail("effects", f"{word}, {name}: {words.lower()}{expected}")

    def timing(self, word: str, spec: Spec) -> None:
        category = self.row.category
        if isinstance(spec, PointsSpec | StepsSpec | AbilitySpec) and spec.when:
            self.fail("effects", f"{word} holds all the time and has no `when`")
        if category == "Whenever" and not spec.when:
            self.fail("effects", f"{word} on a Whenever card needs `when`; allowed are: {', '.join(MOMENTS[1:])}")
        if category in ("Anytime", "Once") and (word not in USED or spec.when):
            self.fail(
                "effects", f"an {category} card has effects to use; allowed are: {', '.join(USED)}, without `when`"
            )
        if category == "Immediately" and spec.when:
            self.fail("effects", f"{word} on an Immediately card happens at once and has no `when`")
        if category == "Victory Points" and not isinstance(spec, PointsSpec | StepsSpec):
            self.fail("effects", f"{word} is not allowed on a Victory Points card; allowed are: points, steps")
        if any(moment.startswith("other") for moment in spec.when) and word not in ("gain", "fetch"):
            self.fail("effects", f"{word} may ask its owner and cannot wait for others; allowed are: gain, fetch")

        if self.row.per_round and category == "Whenever" and word != "gain":
            self.fail("per_round", f"{word} reacts as often as it happens; only gain may have a limit per round")
        if isinstance(spec, ActionSpec) and spec.when and (spec.do not in REACTIONS or spec.do in spec.when):
            others = ", ".join(do for do in REACTIONS if do not in spec.when)
            self.fail("effects", f"{spec.do} in reaction could go on without end; allowed are: {others}")

    def counts(self, spec: Spec) -> None:
        """The things counted exist, and `amount` is known only when something has happened."""
        for field in ("per", "need", "unless"):
            for name in getattr(spec, field, {}):
                self.countable(name, spec)
        if isinstance(spec, StepsSpec):
            self.countable(spec.of, spec)
            if len(spec.reach) != len(spec.vp) or not spec.reach or spec.reach != sorted(set(spec.reach)):
                self.fail("effects", "steps: `reach` must rise and have as many numbers as `vp`")

    def countable(self, name: str, spec: Spec) -> None:
        if name not in counts.NAMES:
            self.fail("effects", f"nothing is counted as {name!r}; allowed are: {', '.join(counts.NAMES)}")
        if name == "amount" and (not spec.when or "built" in spec.when):
            self.fail("effects", "`amount` is counted only in an effect with `when`")
