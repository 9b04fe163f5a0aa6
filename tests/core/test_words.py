"""The words that all games and front ends share."""

import pytest

from skerry.core.words import capital, join_words, minus, plural, sentence


@pytest.mark.parametrize(
    ("parts", "words"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_lists_read_like_english(parts: list[str], words: str) -> None:
    assert join_words(parts) == words
    assert join_words(parts, "or") == words.replace("and", "or")


def test_one_is_singular_and_everything_else_is_not() -> None:
    assert [plural(n, "point") for n in (-2, -1, 0, 1, 2)] == [
        "−2 points",
        "−1 point",
        "0 points",
        "1 point",
        "2 points",
    ]
    assert [plural(n, "person", "people") for n in (1, 2)] == ["1 person", "2 people"]
    assert plural(10_000, "game") == "10,000 games"


def test_numbers_and_sentences() -> None:
    assert minus(-3) == "−3" and minus(12_000) == "12,000"
    assert capital("the Builder") == "The Builder" and capital("") == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("there is no game 'chess'", "There is no game 'chess'."),
        ("saved.json: cannot be read", "saved.json: cannot be read."),
        ("--games 0: choose a number", "--games 0: choose a number."),
        ("Please play on.", "Please play on."),
    ],
)
def test_a_message_becomes_a_sentence(words: str, said: str) -> None:
    assert sentence(words) == said
