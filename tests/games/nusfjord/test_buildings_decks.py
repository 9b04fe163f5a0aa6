"""The 132 Buildings as three decks: names, spread, budget, words; and an owner's rows."""

import json
from collections import Counter

import pytest

from skerry.core.components import ComponentError, Overlay, load_components
from skerry.games.nusfjord.buildings.card import Building
from skerry.games.nusfjord.estimates import card_balance, card_cost
from skerry.games.nusfjord.kit.buildings import BuildingRow, card_number, read_buildings
from skerry.games.nusfjord.kit.load import BASE, FOLDER, KINDS, load_kit
from skerry.games.nusfjord.text.buildings import card_words
from tests.games.nusfjord.scene import Scene

FOUND = read_buildings(load_components(FOLDER, KINDS))
ROWS = [row for row, _ in FOUND]
IDS = [row.id for row in ROWS]
EVERY_CARD = pytest.mark.parametrize(("row", "card"), FOUND, ids=IDS)
DECKS = ("Herring", "Mackerel", "Codfish")
TOLERANCE = 1.0  # VP that a card may be better or worse than its price, by the estimates of estimates.py

# Immediately, Whenever, Anytime, Once, Special Ability, Victory Points
SPREAD = {
    ("Herring", "A"): (9, 5, 0, 0, 3, 1),
    ("Herring", "B"): (2, 4, 3, 0, 2, 1),
    ("Herring", "C"): (5, 0, 0, 1, 1, 7),
    ("Mackerel", "A"): (3, 11, 1, 0, 3, 0),
    ("Mackerel", "B"): (6, 2, 2, 1, 0, 1),
    ("Mackerel", "C"): (2, 0, 0, 0, 2, 10),
    ("Codfish", "A"): (6, 8, 2, 0, 2, 0),
    ("Codfish", "B"): (6, 0, 1, 2, 0, 3),
    ("Codfish", "C"): (2, 0, 0, 0, 2, 10),
}
CATEGORIES = ("Immediately", "Whenever", "Anytime", "Once", "Special Ability", "Victory Points")


def test_there_are_three_decks_of_44_buildings() -> None:
    """§setup.6: 18 A, 12 B and 14 C each"""
    assert len(FOUND) == 132
    for deck in DECKS:
        letters = Counter(row.letter for row in ROWS if row.deck == deck)
        assert letters == {"A": 18, "B": 12, "C": 14}


def test_every_number_and_name_stands_once() -> None:
    """§setup.6"""
    assert len({row.id for row in ROWS}) == 132
    for deck in DECKS:
        assert len({row.name for row in ROWS if row.deck == deck}) == 44


@pytest.mark.parametrize(("deck", "letter"), SPREAD)
def test_the_categories_are_spread_as_reported(deck: str, letter: str) -> None:
    """§card.1 to §card.4"""
    found = Counter(row.category for row in ROWS if (row.deck, row.letter) == (deck, letter))
    assert tuple(found[category] for category in CATEGORIES) == SPREAD[deck, letter]


def test_what_the_rulebook_says_of_buildings_holds() -> None:
    """E17 and E13: the Fish Stand costs 1 wood, the Harbor Installation scores 2 VP per Ship"""
    stand = ROWS[IDS.index("103")]
    assert (stand.name, stand.cost.wood, stand.cost.fish, stand.cost.gold) == ("Fish Stand", 1, 0, 0)
    scene = Scene("151", seats=3).ships(0, sloops=2, cutters=1, schooners=1).own(0, "151")
    assert ROWS[IDS.index("151")].name == "Harbor Installation"
    assert scene.points("151") == 8


def test_no_two_buildings_of_a_deck_do_the_same() -> None:
    """§card.1"""
    for deck in DECKS:
        does = [json.dumps([row.effects, row.per_round], sort_keys=True) for row in ROWS if row.deck == deck]
        said = [card_words(card) for row, card in FOUND if row.deck == deck]
        assert len(set(does)) == len(set(said)) == 44


@EVERY_CARD
def test_the_budget_of_every_building_is_in_balance(row: BuildingRow, card: Building) -> None:
    """Cost + 2 for the action = effect + printed VP + 1 for the space, give or take 1 VP"""
    assert abs(card_balance(card)) <= TOLERANCE


@EVERY_CARD
def test_the_letters_keep_their_characters(row: BuildingRow, card: Building) -> None:
    """A: cheap and worth little; B: dearer, 1 to 3 VP; C: dear, worth 0 to 4 VP or by a condition"""
    least, most, points = {"A": (0.5, 2.5, (-2, 1)), "B": (2, 5, (1, 3)), "C": (2.5, 6, (0, 4))}[row.letter]
    assert least <= card_cost(card) <= most
    if row.points == "*":
        assert row.category == "Victory Points"
    else:
        assert points[0] <= int(row.points) <= points[1]


def test_a_buildings_differ_in_price_and_some_strong_ones_cost_points() -> None:
    """The rulebook: some A Buildings are worth negative points"""
    rows = [row for row in ROWS if row.letter == "A"]
    prices = Counter((row.cost.wood, row.cost.fish, row.cost.gold) for row in rows)
    assert max(prices.values()) <= len(rows) // 3 and len(prices) >= 8
    assert sum(row.cost.gold > 0 for row in rows) >= 6
    for deck in DECKS:
        below = [row for row in rows if row.deck == deck and row.points != "*" and row.points < 0]
        assert 2 <= len(below) <= 5


@EVERY_CARD
def test_every_building_says_in_one_line_what_it_does(row: BuildingRow, card: Building) -> None:
    """§card.1"""
    line = card_words(card)
    assert line == BASE.card_words[card_number(row.id)]
    assert line[0].isupper() or line[0].isdigit()
    assert line.endswith(".")
    assert 15 <= len(line) <= 200
    assert "amount" not in line
    assert "_" not in line


@EVERY_CARD
def test_every_row_names_its_source(row: BuildingRow, card: Building) -> None:
    """Names, numbers, letters and categories are reported, all else is not: the weakest label counts"""
    assert row.source == "reconstructed"


def test_decks_have_rule_changes_and_reactions_to_others() -> None:
    """§card.ability, §card.2"""
    text = json.dumps([row.effects for row in ROWS])
    for field in ("wood_limit", "reserve_limit", "buy_off", "plate_off", "stack_forests", "other_ship", "other_serve"):
        assert f'"{field}"' in text


# ---- an owner's rows


def overlay(id: str, rest: str) -> Overlay:
    return Overlay("mine.toml", f'[[buildings]]\nid = "{id}"\nsource = "rulebook"\n{rest}\n')


def test_an_owner_replaces_a_row_by_the_printed_one() -> None:
    """§card.1"""
    kit = load_kit(overlay("101", 'cost = { gold = 2 }\npoints = 1\neffects = [{ word = "gain", wood = 3 }]'))
    card = kit.decks[0].cards[0]
    assert (card.wood, card.gold, card.points) == (0, 2, 1)
    assert kit.card_words[0] == "Gain 3 wood."
    assert kit.card_rows[0].source == "rulebook"
    assert kit.card_names[0] == "Boathouse"
    assert kit.hash != BASE.hash


FAULTS = [
    ("101", "points = 99", "points", "at most 10"),
    ("101", 'category = "Sometimes"', "category", "Immediately"),
    ("101", 'letter = "B"', "letter", "allowed is A"),
    ("101", 'deck = "Mackerel"', "deck", "allowed is Herring"),
    ("101", "cost = { stone = 1 }", "cost", "stone"),
    ("101", "cost = { reserve_fish = 1 }", "cost", "allowed are wood, fish, gold"),
    ("101", "cost = { wood = -1 }", "cost", ">= 0"),
    ("101", "effects = []", "effects", "allowed are 1 to 4"),
    ("101", 'effects = [{ word = "gian" }]', "effects", "allowed are: ability, action"),
    ("101", "effects = [{ wood = 2 }]", "effects", "no effect has the word None"),
    ("101", 'effects = [{ word = "gain", wod = 2 }]', "effects", "no field 'wod'; it has:"),
    ("101", 'effects = [{ word = "gain", wood = 99 }]', "effects", "at most 20"),
    ("101", 'effects = [{ word = "gain", wood = 1, per = { sheep = 1 } }]', "effects", "allowed are: amount, wood"),
    ("101", 'effects = [{ word = "gain", wood = 1, per = { amount = 1 } }]', "effects", "an effect with `when`"),
    ("101", 'effects = [{ word = "gain", wood = 1, when = ["ship"] }]', "effects", "has no `when`"),
    ("101", 'effects = [{ word = "exchange", pay = { fish = 1 } }]', "effects", "exchange, take: object missing"),
    ("101", 'effects = [{ word = "action", do = "sleep" }]', "effects", "thin_out"),
    ("101", "per_round = 2", "per_round", "an Anytime card needs 1 to 3"),
    ("106", 'effects = [{ word = "gain", wood = 1 }]', "effects", "needs `when`; allowed are: gold_space"),
    ("106", 'effects = [{ word = "gain", wood = 1, when = ["rain"] }]', "effects", "allowed: a list of built"),
    ("106", 'effects = [{ word = "action", do = "ship", when = ["other_ship"] }]', "effects", "cannot wait for others"),
    ("106", 'effects = [{ word = "action", do = "gold", when = ["gold_space"] }]', "effects", "without end"),
    ("106", 'effects = [{ word = "action", do = "issue", when = ["issue"] }]', "effects", "without end"),
    ("127", "per_round = 1", "per_round", "only gain"),
    ("111", 'effects = [{ word = "ability", rule = "fly" }]', "effects", "serve_from_reserve"),
    ("111", 'effects = [{ word = "ability", haul = 1, when = ["ship"] }]', "effects", "holds all the time"),
    ("122", "per_round = 4", "per_round", "at most 3"),
    ("122", "per_round = 0", "per_round", "an Anytime card needs 1 to 3"),
    ("122", 'effects = [{ word = "plant" }]', "effects", "allowed are: exchange, gain"),
    ("151", 'effects = [{ word = "gain", wood = 1 }]', "effects", "allowed are: points, steps"),
    ("150", 'effects = [{ word = "steps", of = "elders", reach = [3, 2], vp = [1, 2] }]', "effects", "must rise"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "rest", "field", "says"), FAULTS)
def test_a_wrong_row_names_file_row_field_and_what_is_allowed(id: str, rest: str, field: str, says: str) -> None:
    """§card.1"""
    with pytest.raises(ComponentError) as caught:
        load_kit(overlay(id, rest))
    error = caught.value
    assert (error.file, error.table, error.row, error.field) == ("mine.toml", "buildings", id, field)
    assert says in error.words


def test_an_unknown_building_names_the_nearest() -> None:
    """§card.1"""
    with pytest.raises(ComponentError, match="there is no such row; the nearest are"):
        load_kit(overlay("119", "points = 1"))
