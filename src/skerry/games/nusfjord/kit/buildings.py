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
from typing import Annotated, Any, Literal, NoReturn

from msgspec import Meta

from skerry.core.components import Components, Row
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings import card as M
from skerry.games.nusfjord.buildings.card import Building, Effect
from skerry.games.nusfjord.buildings.fields import EffectFields, GoodsRow
from skerry.games.nusfjord.buildings.moments import MOMENT_NAMES
from skerry.games.nusfjord.buildings.vocabulary import EFFECT_WORDS
from skerry.games.nusfjord.estimates import standing

SHORT_OPTIONS = {"Codfish": "cod"}  # decks whose option is not simply their name in small letters
CATEGORIES = ("Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points")
Shape = Literal[
    "castle", "church", "gate", "hall", "hut", "mill", "pier", "rorbu", "slip", "stall", "tower", "trees",
]  # fmt: skip
Sign = Literal[
    "axe", "barrel", "copy", "elder", "fish", "flag", "gold", "hammer", "house", "plate", "points", "share", "ship",
    "tree", "wood",
]  # fmt: skip


class BuildingRow(Row, kw_only=True, frozen=True, forbid_unknown_fields=True):
    name: str
    deck: Annotated[str, Meta(min_length=1, max_length=30)]  # its name; the same on every card of the deck
    letter: Literal["A", "B", "C"]
    category: Literal["Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points"]
    cost: GoodsRow
    points: Annotated[int, Meta(ge=-5, le=10)] | Literal["*"]
    per_round: Annotated[int, Meta(ge=0, le=3)] = 0
    art: Shape = "hut"  # the house in the picture
    icon: Sign = "house"  # on the house: what it brings
    effects: list[dict[str, Any]]


BUILDING_KINDS: dict[str, type[Row]] = {"buildings": BuildingRow}


def read_buildings(box: Components) -> list[tuple[BuildingRow, Building]]:
    """Every row with the card it becomes, by number."""
    rows = sorted(box.all("buildings", BuildingRow), key=lambda row: row.id)
    names = deck_names(rows)
    return [(row, read_card(box, row, names)) for row in rows]


def deck_names(rows: list[BuildingRow]) -> dict[str, str]:
    """What the cards of each deck, by the first digit of their numbers, call it: the word of most of them."""
    votes: dict[str, Counter[str]] = {}
    for row in rows:
        votes.setdefault(row.id[:1], Counter())[row.deck] += 1
    return {digit: found.most_common(1)[0][0] for digit, found in votes.items()}


def option_of(deck: str) -> str:
    """The name of a deck in options and in the ids of other rows: `sea_trout` for Sea Trout."""
    return SHORT_OPTIONS.get(deck, deck.lower().replace(" ", "_"))


LETTER_ROOM = {"A": (1, A.A_ROOM, 0), "B": (21, A.B_ROOM, A.FIRST_B), "C": (41, A.C_ROOM, A.FIRST_C)}


def card_number(id_: str) -> int:
    """The number of a card in the action table, by the one printed on it."""
    deck, printed = divmod(int(id_), 100)
    first, _, slot = LETTER_ROOM[letter_of(id_)]
    return (deck - 1) * A.DECK_ROOM + slot + printed - first


def letter_of(id_: str) -> str:
    """The letter that the printed number means; empty if it means none."""
    printed = int(id_) % 100
    return next((letter for letter, (first, room, _) in LETTER_ROOM.items() if first <= printed < first + room), "")


def read_card(box: Components, row: BuildingRow, names: dict[str, str]) -> Building:
    """The card of a row, if the row is right; `names` are those of the decks, by the first digit of their cards."""
    check = Check(box, row)
    check.row_alone(names)
    cost = row.cost
    card = Building(
        "ABC".index(row.letter),
        CATEGORIES.index(row.category),
        cost.wood,
        cost.fish,
        cost.gold,
        0 if row.points == "*" else row.points,
    )
    card.number = int(row.id)
    card.star = row.points == "*"
    card.uses = row.per_round
    found = [check.read(effect) for effect in row.effects]
    for effect, fields in found:
        check.timing(effect)
        fields.check_sense()
        effect.moments = moments_of(row, effect)
        card.add(effect)
    card.standing = standing(card)
    return card


def moments_of(row: BuildingRow, effect: Effect) -> int:
    """When the effect is called: what the row says, else what its category means."""
    if effect.is_scoring():
        return 1 << M.ON_SCORING
    if effect.when:
        return sum(1 << MOMENT_NAMES.index(moment) for moment in set(effect.when))
    if row.category in ("Anytime", "Once"):
        return 1 << M.ON_USE
    return 1 << M.ON_BUILT


def words_that(predicate: str) -> str:
    """The words that may do something, by the name of the method of `Effect` that says so."""
    return ", ".join(word for word, effect in EFFECT_WORDS.items() if getattr(effect(), predicate)())


class Check:
    """One row, looked at with all its effects; a fault names file, row, field and what is allowed."""

    def __init__(self, box: Components, row: BuildingRow) -> None:
        self.box, self.row = box, row

    def fail(self, field: str, words: str) -> NoReturn:
        self.box.fail("buildings", self.row.id, field, words)

    def row_alone(self, names: dict[str, str]) -> None:
        row = self.row
        if not re.fullmatch(f"[1-{A.MAX_DECKS}][0-9][0-9]", row.id) or not letter_of(row.id):
            ranges = ", ".join(f"x{first:02} to x{first + room - 1}" for first, room, _ in LETTER_ROOM.values())
            self.fail("id", f"allowed are {ranges}, where x is 1 to {A.MAX_DECKS} for the deck")
        deck, letter = names[row.id[0]], letter_of(row.id)
        if row.deck != deck:
            self.fail("deck", f"{row.deck} is not allowed; allowed is {deck}, by the number")
        others = [option_of(name) for digit, name in names.items() if digit < row.id[0]]
        if option_of(deck) in ("mixed", *others):
            self.fail("deck", f"{deck} is not allowed; it must differ from the other decks and from Mixed")
        if row.letter != letter:
            self.fail("letter", f"{row.letter} is not allowed; allowed is {letter}, by the number")
        if row.cost.goods().stored():
            self.fail("cost", "prices are paid from the supply; allowed are wood, fish, gold")
        if not 1 <= len(row.effects) <= 4:
            self.fail("effects", f"{len(row.effects)} effects are not allowed; allowed are 1 to 4")
        if (row.category == "Anytime") != (row.per_round > 0) and row.category != "Whenever":
            self.fail("per_round", "an Anytime card needs 1 to 3, a Whenever card may have it, others have none")

    def read(self, written: dict[str, Any]) -> tuple[Effect, EffectFields]:
        """The effect as written in the row, by its word."""
        word = written.get("word")
        kind = EFFECT_WORDS.get(word) if isinstance(word, str) else None
        if kind is None or word is None:
            self.fail("effects", f"no effect has the word {word!r}; allowed are: {', '.join(EFFECT_WORDS)}")
        limit = self.row.per_round if self.row.category == "Whenever" else 0
        fields = EffectFields(self.box, self.row.id, written, limit)
        effect = kind()
        effect.word = word
        effect.when = fields.some("when", MOMENT_NAMES)
        effect.read(fields)
        fields.check_values()
        return effect, fields

    def timing(self, effect: Effect) -> None:
        """The category of the card allows the effect, and its `when`."""
        category, word = self.row.category, effect.word
        if effect.when and (effect.is_scoring() or effect.is_standing()):
            self.fail("effects", f"{word} holds all the time and has no `when`")
        if category == "Whenever" and not effect.when:
            self.fail("effects", f"{word} on a Whenever card needs `when`; allowed are: {', '.join(MOMENT_NAMES[1:])}")
        if category in ("Anytime", "Once") and (effect.when or not effect.is_usable()):
            usable = words_that("is_usable")
            self.fail("effects", f"an {category} card has effects to use; allowed are: {usable}, without `when`")
        if category == "Immediately" and effect.when:
            self.fail("effects", f"{word} on an Immediately card happens at once and has no `when`")
        if category == "Victory Points" and not effect.is_scoring():
            scoring = words_that("is_scoring")
            self.fail("effects", f"{word} is not allowed on a Victory Points card; allowed are: {scoring}")
        if any(moment.startswith("other") for moment in effect.when) and not effect.can_follow_others():
            following = words_that("can_follow_others")
            self.fail("effects", f"{word} may ask its owner and cannot wait for others; allowed are: {following}")
        if self.row.per_round and category == "Whenever" and not effect.can_be_limited():
            limited = words_that("can_be_limited")
            self.fail("per_round", f"{word} reacts as often as it happens; only {limited} may have a limit per round")
