"""Every puzzle that is shipped can be set up, and its answer is one of its options."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from skerry.core.frozen import Frozen
from skerry.games import GAMES
from skerry.match.recipe import components_of_today
from skerry.teacher.claims import wrong_puzzle
from skerry.teacher.puzzles import Puzzle, position, puzzles

FILES = [file for game in GAMES.values() if (file := game.folder / "puzzles.json").exists()]
ALL = [puzzle for file in FILES for puzzle in msgspec.json.decode(file.read_bytes(), type=list[Puzzle])]


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_stands_as_it_was_found(puzzle: Puzzle) -> None:
    assert puzzle.id in puzzles(), "components have changed: tools/make_puzzles.py"
    match = position(puzzle)
    assert match.to_move == puzzle.seat
    legal = {match.actions.text(action) for action in match.state.legal_actions()}
    assert {weight.text for weight in puzzle.weights} == legal
    assert set(puzzle.answer) < legal
    assert puzzle.question.endswith("?") and puzzle.explanation.endswith(".")


def playable(monkeypatch: pytest.MonkeyPatch, change: Callable[[str, dict[str, Any]], None]) -> set[str]:
    """The puzzles that can be played after a change to every row (given its table)."""

    def changed(game: str) -> Frozen:
        tables = deepcopy(components_of_today(game).tables)
        for table, rows in tables.items():
            for row in rows.values():
                change(table, row)
        return Frozen.of(tables)

    monkeypatch.setattr("skerry.teacher.puzzles.components_of_today", changed)
    return set(puzzles.__wrapped__())


def rename(table: str, row: dict[str, Any]) -> None:
    row["name"] = "Something Else"


def test_puzzles_stay_when_cards_get_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert playable(monkeypatch, rename) == {puzzle.id for puzzle in ALL}


def test_a_puzzle_goes_when_a_card_of_its_own_deck_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheaper(table: str, row: dict[str, Any]) -> None:
        if table == "buildings" and row["deck"] == "Codfish":
            row["cost"] = {}

    gone = {puzzle.id for puzzle in ALL} - playable(monkeypatch, cheaper)
    assert gone == {puzzle.id for puzzle in ALL if puzzle.options.get("deck") in ("cod", "mixed")} != set()


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_what_a_puzzle_asks_and_explains_is_what_its_table_says(puzzle: Puzzle) -> None:
    assert wrong_puzzle(puzzle) == []


def test_ids_are_unlike() -> None:
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


def test_what_a_puzzle_tells_reads_as_a_sentence() -> None:
    for puzzle in ALL:
        answer, reason, _ = puzzle.explanation.partition(": it brings ")
        assert reason and "(" not in answer, puzzle.explanation
        raw = [f"from {label}" for label in GAMES[puzzle.game].aims]
        assert not [label for label in raw if label in reason], puzzle.explanation
