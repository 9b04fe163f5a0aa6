"""The terminal as a user meets it."""

import io
import json
import os
from pathlib import Path

import pytest
from rich.console import Console

import skerry
from skerry.core.compiled import COMPILED
from skerry.match import SeatPlan, load_match, save_match
from skerry.match.picture import whole_story
from skerry.terminal.replayer import Replayer
from tests.server.test_agreeing import at_a_standstill
from tests.teacher.positions import a_match, played_out
from tests.terminal.command import run, run_anew

TURNS = "1\n\n" * 60  # the first option, and on: more than any of these games needs


def test_games_are_listed_with_their_players() -> None:
    done = run("games")
    assert "_blank" in done.stdout and "1–5" in done.stdout and "Tidepool" in done.stdout


def test_a_whole_game_is_played_and_the_winner_told(tmp_path: Path) -> None:
    done = run("play", "_blank", "--seats", "me:Anna,random,medium", "--seed", "7", typed=TURNS, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Final score" in done.stdout and "Total" in done.stdout
    assert "wins with" in done.stdout or "share the victory with" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout  # no colour codes in a pipe
    [path] = tmp_path.iterdir()
    assert f"skerry replay {path.name}" in done.stdout
    assert run("check", path).stdout.count("Dice and draws follow from the seed") == 1


@pytest.mark.parametrize("players", range(1, 6))
def test_every_number_of_players_can_be_played_to_the_end(players: int, tmp_path: Path) -> None:
    seats = ",".join(["me"] + ["random"] * (players - 1))
    done = run("play", "_blank", "--seats", seats, typed=TURNS, cwd=tmp_path)
    assert "Final score" in done.stdout, done.stdout + done.stderr


def test_quitting_saves_and_the_match_goes_on(tmp_path: Path) -> None:
    first = run("play", "_blank", "--players", 2, "--save", "m.json", typed="1\n\nq\n", cwd=tmp_path)
    assert "Continue with: skerry play m.json" in first.stdout
    decided = len(json.loads((tmp_path / "m.json").read_text())["log"])
    second = run("play", "m.json", typed=TURNS, cwd=tmp_path)
    assert "Final score" in second.stdout
    assert len(json.loads((tmp_path / "m.json").read_text())["log"]) > decided


def test_the_end_of_input_loses_nothing(tmp_path: Path) -> None:
    done = run("play", "_blank", "--players", 1, "--save", "m.json", typed="1\n", cwd=tmp_path)
    assert done.returncode == 0 and "Saved." in done.stdout
    assert sum(line.startswith("0: ") for line in json.loads((tmp_path / "m.json").read_text())["log"]) == 1


def test_undo_and_wrong_input_are_answered_kindly(tmp_path: Path) -> None:
    typed = "1\nu\nu\nfly\n9\n999999999999\n\x1b[A\n\nhide rock\nl\nq\n"
    done = run("play", "_blank", "--players", 1, "--seed", "3", "--save", "m.json", typed=typed, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert "Undone." in text
    assert "You cannot undo: There is nothing to undo yet" in text
    assert "There is no option 'fly' now; help lists what you can type." in text
    assert "There is no option 9 now" in text and "There is no option 999999999999 now" in text
    assert "That does not answer the question (§turn.1)" in text


def test_at_a_real_table_rolls_and_draws_are_typed_in(tmp_path: Path) -> None:
    typed = "begin 0\ndeal rake\ndeal heron\ntide high\nq\n"
    done = run("play", "_blank", "--seats", "me", "--table", "--save", "m.json", typed=typed, cwd=tmp_path)
    log = json.loads((tmp_path / "m.json").read_text())["log"]
    assert log == ["chance: begin 0 (forced)", *log[1:]] or log[0] == "chance: begin 0", done.stdout
    assert log[-1] == "chance: tide high"
    assert "cannot be checked" in run("check", tmp_path / "m.json").stdout


def test_a_replay_tells_the_whole_story(tmp_path: Path) -> None:
    run("play", "_blank", "--seats", "me:Anna,random", "--save", "m.json", typed=TURNS, cwd=tmp_path)
    done = run("replay", "m.json", cwd=tmp_path)
    assert "begins" in done.stdout and "The last tide is over" in done.stdout and "Final score" in done.stdout
    assert "draws a card" not in done.stdout  # what was hidden is told now


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["play", "chess"], "There is no game 'chess'; choose from: _blank"),
        (
            ["play", "_blank", "--seats", "me,hal"],
            "or a bot (random, novice, easy, medium, hard, expert), not 'hal'",
        ),
        (["play", "_blank", "--players", "9"], "for 1 to 5 players, not 9"),
        (["play", "_blank", "--players", "3", "--seats", "me"], "does not fit"),
        (["play", "_blank", "--seats", "me:Bo,me:Bo"], "Two players are called Bo; give them different names"),
        (["play", "_blank", "--save", "no/such/m.json"], "This game cannot be saved in no/such/m.json"),
        (["play", "_blank", "--option", "deck"], "should look like name=value"),
        (["play", "_blank", "--option", "deck=cod"], "no option 'deck'"),
        (["play", "_blank", "--components", "none.toml"], "none.toml: cannot be read: No such file"),
        (["play", "none.json"], "none.json: cannot be read: No such file"),
        (["replay", "none.json"], "cannot be read"),
        (["replay", "bad.json"], "bad.json: damaged, or not a saved game"),
        (["check"], "Nothing to check: name some files"),
        (["check", "--data", "."], "matches.sqlite3: no such file"),
        (["bench", "chess"], "There is no game 'chess'"),
        (["bench", "_blank", "--players", "9"], "for 1 to 5 players, not 9"),
    ],
)
def test_mistakes_get_one_clear_line(args: list[str], error: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    done = run(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert error in done.stderr and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


def test_a_match_with_forged_dice_is_found_out(tmp_path: Path) -> None:
    run("play", "_blank", "--players", 1, "--seed", "2", "--save", "m.json", typed="q\n", cwd=tmp_path)
    saved = json.loads((tmp_path / "m.json").read_text())
    tide = saved["log"][-1]
    saved["log"][-1] = "chance: tide high" if tide != "chance: tide high" else "chance: tide low"
    (tmp_path / "m.json").write_text(json.dumps(saved))
    done = run("check", "m.json", cwd=tmp_path)
    assert done.returncode == 1 and "do NOT follow from the seed" in done.stdout


def test_bench_prints_the_figures_as_json() -> None:
    done = run("bench", "_blank", "--players", 3, "--json", "--seconds", "0.05")
    figures = json.loads(done.stdout)
    assert figures["decisions_per_s"] > 0 and figures["games_per_s"] > 0
    assert figures["clone_us"] > 0 and figures["legal_us"] > 0
    assert figures["compiled"] == (os.environ.get("SKERRY_BUILD") == "compiled") or "SKERRY_BUILD" not in os.environ


def test_the_version_is_told_with_the_build() -> None:
    done = run_anew("--version")
    build = "compiled" if COMPILED else "uncompiled"
    assert (done.stdout, done.returncode) == (f"skerry {skerry.__version__}, {build}\n", 0)


def test_what_measures_says_that_it_is_uncompiled() -> None:
    done = run("bench", "_blank", "--json", "--seconds", "0.05")
    assert ("not compiled" in done.stderr) is not json.loads(done.stdout)["compiled"]


def test_a_missing_bot_in_a_saved_match_is_told(tmp_path: Path) -> None:
    run("play", "_blank", "--players", 2, "--save", "m.json", typed="q\n", cwd=tmp_path)
    saved = json.loads((tmp_path / "m.json").read_text())
    saved["seats"][1]["bot"] = "deep_thought"
    (tmp_path / "m.json").write_text(json.dumps(saved))
    done = run("play", "m.json", cwd=tmp_path)
    assert done.returncode == 2 and "There is no bot 'deep_thought'" in done.stderr


@pytest.mark.parametrize(("typed_in", "bot"), [(False, None), (True, "random")])
def test_people_may_end_a_game_that_stands_still(tmp_path: Path, typed_in: bool, bot: str | None) -> None:
    match = at_a_standstill(SeatPlan("Ann"), SeatPlan("Ben", bot), typed_in=typed_in)
    while match.to_move != 0:
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    save_match(match, tmp_path / "m.json")
    done = run("play", "m.json", typed="\nend\nno\nend\nyes\n" if bot is None else "end\nno\nend\nyes\n", cwd=tmp_path)
    words = " ".join(done.stdout.split())
    assert "Nobody has recruited for" in words and "type end to do so" in words
    assert "The game continues." in done.stdout and "Final score" in done.stdout, done.stdout + done.stderr
    assert ("Does everybody agree?" in done.stdout) is (bot is None)
    ended = load_match(tmp_path / "m.json")
    assert ended.over and ended.log[-1].text == "(end)"
    assert "agree" in run("replay", "m.json", "--all", cwd=tmp_path).stdout


def test_nobody_ends_a_game_that_goes_on(tmp_path: Path) -> None:
    done = run("play", "_blank", "--players", 2, typed="end\nq\n", cwd=tmp_path)
    assert "The game continues" in done.stdout and "Saved." in done.stdout


def test_what_one_is_told_to_type_begins_as_one_has_typed(tmp_path: Path) -> None:
    started = {"typed": "q\n", "cwd": tmp_path, "SKERRY_COMMAND": "python3 play.py"}
    done = run_anew("play", "_blank", "--seats", "me", "--save", "a game.json", **started)  # type: ignore[arg-type]
    assert "Continue with: python3 play.py play 'a game.json'" in done.stdout
    done = run_anew("play", **started)  # type: ignore[arg-type]
    assert "Usage: python3 play.py play" in done.stderr


def test_the_end_of_a_game_leads_to_its_review(tmp_path: Path) -> None:
    done = run("play", "_blank", "--seats", "me,random", "--save", "m.json", typed="1\n\n" * 60, cwd=tmp_path)
    assert "Where was it decided? skerry review m.json" in done.stdout, done.stdout[-500:]


def test_a_step_of_a_replay_shows_what_changed_and_last_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_out(a_match(2))
    console = Console(file=io.StringIO(), width=80)
    typed = iter(["", "t", "q"])
    parts = []

    def answer(prompt: str) -> str:
        parts.append(console.file.getvalue().rstrip().splitlines())  # type: ignore[attr-defined]
        console.file.seek(console.file.truncate(0))
        return next(typed)

    monkeypatch.setattr(console, "input", answer)
    Replayer(match, console).run(everything=False)
    whole, step, again = len(parts[0]), parts[1], len(parts[2])
    words = " ".join(line.words for line in whole_story(match) if line.move == 0)
    assert len(step) < whole / 2 and step[-1].split(" · ")[-1] in words
    assert again > whole / 2, "t shows the whole board"


def test_the_number_of_an_explorer_is_its_power(tmp_path: Path) -> None:
    """Once Power 2 is placed, there is no option 2: typing it again places nothing else."""
    typed = "2\n2\n\n2\n2\n5\n\nq\n"
    done = run("play", "buru", "--seats", "me:Anna,random", "--seed", "1", typed=typed, cwd=tmp_path)
    first, second = [line for line in done.stdout.splitlines() if " Place: " in line][:2]
    assert "2) Power 2" in first and "5) Power 5" in first
    assert "Power 2" not in second and " 2) " not in second and "5) Power 5" in second
    placed = [line for line in done.stdout.splitlines() if line.startswith("Anna places Power")]
    assert [line.split()[3] for line in placed] == ["2", "5"]
