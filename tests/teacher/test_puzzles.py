"""Every puzzle that is shipped can be set up, and its answer is one of its options."""

import msgspec
import pytest

from skerry.games import GAMES
from skerry.match.recipe import of_today
from skerry.teacher.puzzles import Puzzle, position

FILES = [file for game in GAMES.values() if (file := game.folder / "puzzles.json").exists()]
ALL = [puzzle for file in FILES for puzzle in msgspec.json.decode(file.read_bytes(), type=list[Puzzle])]


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_stands_as_it_was_found(puzzle: Puzzle) -> None:
    assert puzzle.components == of_today(puzzle.game, None).hash, "components have changed: tools/make_puzzles.py"
    match = position(puzzle)
    assert match.to_move == puzzle.seat
    legal = {match.actions.text(action) for action in match.state.legal_actions()}
    assert {weight.text for weight in puzzle.weights} == legal
    assert set(puzzle.answer) < legal
    assert puzzle.question.endswith("?") and puzzle.told.endswith(".")


def test_ids_are_unlike() -> None:
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


def test_what_a_puzzle_tells_reads_as_a_sentence() -> None:
    for puzzle in ALL:
        answer, told, _ = puzzle.told.partition(": it brings ")
        assert told and "(" not in answer, puzzle.told
        raw = [f"from {label}" for label in GAMES[puzzle.game].aims]
        assert not [label for label in raw if label in told], puzzle.told
