"""The guided first game in the terminal."""

from pathlib import Path

from skerry.match import load_match
from skerry.teacher.lessons.courses import is_guided
from tests.terminal.command import run


def test_a_guided_game_is_explained_and_taken_up_again(tmp_path: Path) -> None:
    first = run("learn", "nusfjord", "--save", "g.json", typed="try\ntry\ntry\nq\n", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    for words in ("Nusfjord in two minutes", "Three Workers a round.", "Worth a try: Take an Elder → Builder."):
        assert first.stdout.count(words) == 1, first.stdout
    assert "[1]" not in first.stdout
    match = load_match(tmp_path / "g.json")
    assert is_guided(match)
    assert [move.entry.text for move in match.moves if move.entry.seat == 0][:3] == [
        "place take_elder",
        "take elder_7",
        "yes",
    ]
    again = run("play", "g.json", typed="guide off\nguide on\ntry\nq\n", cwd=tmp_path)
    assert "in two minutes" not in again.stdout
    assert "What a Building does." in again.stdout
    assert [move.entry.text for move in load_match(tmp_path / "g.json").moves][-1] == "build 115"


def test_a_game_without_lessons_says_so(tmp_path: Path) -> None:
    done = run("learn", "_blank", cwd=tmp_path)
    assert done.returncode != 0
    assert "There is no guided game of '_blank'; choose from:" in " ".join((done.stdout + done.stderr).split())


def test_lessons_speak_of_a_terminal(tmp_path: Path) -> None:
    done = run("learn", "nusfjord", "--save", "g.json", typed="help\ntry\ntry\ntry\ntry\nq\n", cwd=tmp_path)
    said = " ".join(done.stdout.split())
    assert "lit" not in said.split() and "point at" not in said and " ;" not in said
    assert "Every option in the list can be done now, such as Take an Elder; ? says why the others cannot." in said
    assert "Act at once? Say yes if you can use it" in said
    assert "try do what the guide suggests" in said and "guide off play without the guide" in said
    assert "Type try to choose Take an Elder." in said


def test_help_says_nothing_of_a_guide_where_there_is_none(tmp_path: Path) -> None:
    done = run("play", "_blank", "--seats", "me", "--save", "g.json", typed="help\nq\n", cwd=tmp_path)
    assert "guide" not in done.stdout
