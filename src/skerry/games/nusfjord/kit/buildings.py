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

import re
from collections import Counter
from typing import Any, NoReturn, get_type_hints

import msgspec

from skerry.core.components import Components, Row, allowed
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import cards as M
from skerry.games.nusfjord.cards import Building
from skerry.games.nusfjord.effects import counts
from skerry.games.nusfjord.estimates import standing
from skerry.games.nusfjord.kit.effects import (
    MOMENTS,
    USED,
    WORDS,
    AbilitySpec,
    ActionSpec,
    BuildingRow,
    PointsSpec,
    Spec,
    StepsSpec,
    UpgradeSpec,
)

SHORT = {"Codfish": "cod"}  # decks whose option is not simply their name in small letters
LETTERS = ("A", "B", "C")
REACTIONS = ("serve", "building", "issue", "buy", "deforest", "reforest", "thin_out", "ship", "elder", "transfer")
CATEGORIES = ("Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points")

KINDS: dict[str, type[Row]] = {"buildings": BuildingRow}


def load_buildings(box: Components) -> list[tuple[BuildingRow, list[Spec], Building]]:
    """Every row with its effects and the card it becomes, by number."""
    found = []
    rows = sorted(box.all("buildings", BuildingRow), key=lambda row: row.id)
    names = deck_names(rows)
    for row in rows:
        specs = Check(box, row, names).specs()
        found.append((row, specs, make(row, specs)))
    return found


def deck_names(rows: list[BuildingRow]) -> dict[str, str]:
    """What the cards of each deck, by the first digit of their numbers, call it: the word of most of them."""
    votes: dict[str, Counter[str]] = {}
    for row in rows:
        votes.setdefault(row.id[:1], Counter())[row.deck] += 1
    return {digit: found.most_common(1)[0][0] for digit, found in votes.items()}


def option_of(deck: str) -> str:
    """The name of a deck in options and in the ids of other rows: `sea_trout` for Sea Trout."""
    return SHORT.get(deck, deck.lower().replace(" ", "_"))


ROOM = {"A": (1, A.A_ROOM, 0), "B": (21, A.B_ROOM, A.FIRST_B), "C": (41, A.C_ROOM, A.FIRST_C)}


def card_number(id_: str) -> int:
    """The number of a card in the action table, by the one printed on it."""
    deck, printed = divmod(int(id_), 100)
    first, _, slot = ROOM[letter_of(id_)]
    return (deck - 1) * A.DECK_ROOM + slot + printed - first


def letter_of(id_: str) -> str:
    """The letter that the printed number means; empty if it means none."""
    printed = int(id_) % 100
    return next((letter for letter, (first, room, _) in ROOM.items() if first <= printed < first + room), "")


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

    def __init__(self, box: Components, row: BuildingRow, names: dict[str, str]) -> None:
        self.box, self.row = box, row
        self.names = names  # of the decks, by the first digit of their cards

    def fail(self, field: str, words: str) -> NoReturn:
        self.box.fail("buildings", self.row.id, field, words)

    def specs(self) -> list[Spec]:
        row = self.row
        if not re.fullmatch(f"[1-{A.MAX_DECKS}][0-9][0-9]", row.id) or not letter_of(row.id):
            ranges = ", ".join(f"x{first:02} to x{first + room - 1}" for first, room, _ in ROOM.values())
            self.fail("id", f"allowed are {ranges}, where x is 1 to {A.MAX_DECKS} for the deck")
        deck, letter = self.names[row.id[0]], letter_of(row.id)
        if row.deck != deck:
            self.fail("deck", f"{row.deck} is not allowed; allowed is {deck}, by the number")
        others = [option_of(name) for digit, name in self.names.items() if digit < row.id[0]]
        if option_of(deck) in ("mixed", *others):
            self.fail("deck", f"{deck} is not allowed; it must differ from the other decks and from Mixed")
        if row.letter != letter:
            self.fail("letter", f"{row.letter} is not allowed; allowed is {letter}, by the number")
        if row.cost.stored:
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
        if isinstance(spec, UpgradeSpec) and (spec.sloop.stored or spec.cutter.stored):
            self.fail("effects", "upgrade is paid from the supply; allowed are wood, fish, gold")
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
