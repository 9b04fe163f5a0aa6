"""What somebody types, and the option they mean."""

import pytest

from skerry.core.answers import Reason
from skerry.match.picture import Choice
from skerry.terminal.answers import find, keyed

CHOICES = [
    Choice("gather", "Gather 2 Shells", at=("supply",), gives={"shells": 2}),
    Choice("build dairy", "Build the Dairy for 2 wood", at=("card:A1",), price={"wood": 2}),
    Choice("build barn", "Build the Barn for 1 wood", at=("card:A2",), price={"wood": 1}),
    Choice("use barn", "Use the Barn", at=("card:A2",), group="Use", short="Barn"),
    Choice("rest", "Rest"),
]
NAMES = {"supply": "Supply", "card:A1": "Dairy", "card:A2": "Barn"}


def names(choice: Choice) -> list[str]:
    return [NAMES[piece] for piece in choice.at]


def texts(typed: str) -> list[str]:
    return [choice.text for choice in find(typed, CHOICES, names)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gather", ["gather"]),
        ("Gather 2 Shells", ["gather"]),
        ("GATH", ["gather"]),
        ("dairy", ["build dairy"]),
        ("build the d", ["build dairy"]),
        ("bu da", ["build dairy"]),
        ("use", ["use barn"]),
        ("build", ["build dairy", "build barn"]),
        ("barn", ["build barn", "use barn"]),
        ("2 wood", ["build dairy"]),
        ("wood 2", []),
        ("g", []),
        ("fly", []),
        ("(", []),
        ("", []),
    ],
)
def test_words_their_beginnings_and_the_names_of_cards_find_an_option(typed: str, meant: list[str]) -> None:
    assert texts(typed) == meant


def test_passing_has_a_key_of_its_own_wherever_it_stands() -> None:
    assert keyed(CHOICES)["0"].text == "rest"
    assert [choice.text for key, choice in keyed([CHOICES[4], *CHOICES[:4]]).items()] == [
        *(choice.text for choice in CHOICES[:4]),
        "rest",
    ]


def test_of_yes_and_no_neither_is_a_pass() -> None:
    assert list(keyed([Choice("yes", "Yes"), Choice("no", "No")])) == ["1", "2"]


def test_an_impossible_option_has_no_key() -> None:
    refused = Choice("build inn", "Build the Inn", reason=Reason("turn.4", "you need 2 wood and have 1"))
    assert refused not in keyed([refused, *CHOICES]).values()


def test_an_option_with_a_digit_of_its_own_is_chosen_by_it() -> None:
    explorers = [Choice(f"lay {power}", f"Place Power {power}", key=str(power)) for power in (5, 2)]
    keys = keyed([*explorers, Choice("look", "Look at it", at=("region:lake",))])
    assert {key: choice.text for key, choice in keys.items()} == {"2": "lay 2", "5": "lay 5", "6": "look"}
    assert list(keys) == ["2", "5", "6"], "in the order of the digits"
