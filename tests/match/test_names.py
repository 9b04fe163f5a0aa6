"""Names as people write them, in any script and with emoji; nothing invisible, nothing that turns the text around."""

import pytest

from skerry.match import Match, MatchError, SeatPlan
from skerry.match.names import visible_length

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
NORWAY, SCOTLAND = "\U0001f1f3\U0001f1f4", "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
WAVE = "\U0001f44b\U0001f3fd"
NEW = "\U0001fae8"  # younger than some Pythons


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Zoë",
        "Łukasz",
        "さくら",
        "محمد",
        "می\u200cخواهم",
        FAMILY,
        NORWAY,
        SCOTLAND,
        f"Anna {WAVE}",
        NEW,
        "x" * 40,
    ],
)
def test_a_name_is_what_people_are_called(name: str) -> None:
    match = Match("_blank", [SeatPlan(name), SeatPlan("Bo")])
    assert match.names[0] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "\u200d",
        "\u200b",
        "a\nb",
        "Anna\u202e",
        "\u2066Anna\u2069",
        "\u200fAnna",
        "A\x1b[2J",
        "\ue000",
        "x" * 41,
        FAMILY * 7,
    ],
)
def test_a_name_can_be_seen_and_turns_nothing_around(name: str) -> None:
    with pytest.raises(MatchError, match="printable"):
        Match("_blank", [SeatPlan(name), SeatPlan("Bo")])


@pytest.mark.parametrize(
    ("name", "characters"),
    [("Anna", 4), ("Zoe\u0308", 3), (FAMILY, 1), (NORWAY * 2, 2), (SCOTLAND, 1), (WAVE, 1), (f"A{FAMILY}b", 3)],
)
def test_length_is_counted_as_people_count(name: str, characters: int) -> None:
    assert visible_length(name) == characters
