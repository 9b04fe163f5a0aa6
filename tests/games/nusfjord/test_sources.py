"""What does not come from the rulebook says so: in rules.md, and in the component files."""

import pytest

from skerry.core.components import load_components
from skerry.games.nusfjord.kit import load as K
from tests.games.nusfjord.builder import GAME

TABLES = load_components(K.FOLDER, K.KINDS)

# Which paragraphs have a label, and what it is about.
LABELS = {
    "setup.1": ("Reconstructed", "which spaces are in which column"),
    "setup.4": ("Reconstructed", "those used with 3 and 4"),
    "setup.11": ("Ours", "this option and its amounts"),
    "reforest.1": ("Ours", "a double space never holds more than four Forests"),
    "elders.13": ("Ours", "the limit of four"),
    "card.3": ("Ours", "you may use it again before the final scoring"),
    "end.2": ("Ours", "before the final scoring"),
    "solo.5": ("Reconstructed", "both numbers"),
}


@pytest.mark.parametrize("mark", LABELS)
def test_rules_that_are_not_in_the_rulebook_say_so(mark: str) -> None:
    """§setup.1, §setup.4, §setup.11, §reforest.1, §elders.13, §card.3, §end.2, §solo.5"""
    label, about = LABELS[mark]
    assert f"*{label}*: {about}" in GAME.rules[mark].words


def test_no_other_rule_has_a_label() -> None:
    labelled = {mark for mark, rule in GAME.rules.items() if "*Ours*" in rule.words or "*Reconstructed*" in rule.words}
    assert labelled == LABELS.keys()


@pytest.mark.parametrize(("mark", "chapter"), [("elders.1", "Elders"), ("card.1", "Buildings")])
def test_the_chapters_on_elders_and_buildings_say_that_they_are_reconstructed(mark: str, chapter: str) -> None:
    """§elders.1, §card.1"""
    assert GAME.rules[mark].chapter == f"{chapter} (reconstructed)"


def test_the_columns_of_the_action_board_are_marked_in_the_data() -> None:
    """§setup.1, §copy.2"""
    rows = TABLES.all("spaces", K.SpaceRow)
    assert {row.source for row in rows if not row.id.startswith("copy")} == {"reconstructed"}
    assert {row.source for row in rows if row.id.startswith("copy")} == {"rulebook"}


def test_the_rows_by_number_of_players_are_marked_in_the_data() -> None:
    """§setup.4, §solo.5: C Buildings of the solo game, and the Elders used with 3 and 4 players, are our guesses"""
    sources = {row.id: row.source for row in TABLES.all("players", K.PlayersRow)}
    guessed = dict.fromkeys(("1", "1_advanced", "3", "4"), "reconstructed")
    assert sources == guessed | {"2": "reported", "5": "rulebook"}


def test_the_limit_of_a_stack_is_marked_in_the_data_and_any_pair_is_of_the_rulebook() -> None:
    """§reforest.1"""
    rows = TABLES.rows["numbers"]
    assert (rows["stack_limit"].source, rows["any_pair"].source) == ("reconstructed", "rulebook")
