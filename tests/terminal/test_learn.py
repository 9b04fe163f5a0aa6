"""The guided first game in the terminal."""

from pathlib import Path

from skerry.match import load
from skerry.teacher.lessons import is_guided
from tests.terminal.command import run


def test_a_guided_game_is_explained_and_taken_up_again(tmp_path: Path) -> None:
    first = run("learn", "nusfjord", "--save", "g.json", typed="try\ntry\ntry\nq\n", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    for words in ("Nusfjord in two minutes", "Three Workers a round.", "Worth a try: Take an Elder → Builder."):
        assert first.stdout.count(words) == 1, first.stdout
    assert "[1]" not in first.stdout
    match = load(tmp_path / "g.json")
    assert is_guided(match)
    assert [move.entry.text for move in match.moves if move.entry.seat == 0][:3] == [
        "place take_elder",
        "take elder_7",
        "yes",
    ]
    again = run("play", "g.json", typed="guide off\nguide on\ntry\nq\n", cwd=tmp_path)
    assert "in two minutes" not in again.stdout
    assert "What a Building does." in again.stdout
    assert [move.entry.text for move in load(tmp_path / "g.json").moves][-1] == "build 115"


def test_a_game_without_lessons_says_so(tmp_path: Path) -> None:
    done = run("learn", "_blank", cwd=tmp_path)
    assert done.returncode != 0
    assert "there is no guided game of '_blank'; choose from:" in " ".join((done.stdout + done.stderr).split())
