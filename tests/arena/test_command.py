"""`skerry arena` and `skerry balance` as a user meets them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from skerry.terminal.measure import SLOW
from tests.arena.fields import named
from tests.terminal.command import COMMAND, ENV, run


def figures(path: Path) -> Any:
    """The figures without what no two runs have in common."""
    found = json.loads(path.read_text())
    for bot in found["bots"]:
        del bot["times"]
    return found


def wait_for(running: "subprocess.Popen[Any]", results: Path, lines: int) -> None:
    """Until the run has so many results."""
    while not results.exists() or results.read_bytes().count(b"\n") < lines:
        assert running.poll() is None, "the run ended too early"
        time.sleep(0.002)


FIELD = ["arena", "_blank", "--bots", named("bot@20sims,random"), "--players", "2", "--games", "40", "--seed", "7"]


@pytest.mark.long
def test_a_killed_run_goes_on_to_the_same_figures_as_an_unbroken_one(tmp_path: Path) -> None:
    whole = run(*FIELD, "--jobs", 2, "--folder", "whole", "--json", "whole.json", cwd=tmp_path)
    assert whole.returncode == 0, whole.stderr
    results = tmp_path / "torn" / "results.jsonl"
    command = [*COMMAND, *FIELD, "--jobs", "2", "--folder", "torn"]
    broken = subprocess.Popen(command, cwd=tmp_path, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(broken, results, 3)
    broken.kill()
    broken.wait()
    kept = results.read_bytes()
    assert 3 <= kept.count(b"\n") < 40
    results.write_bytes(kept + b'{"key":"half a li')
    again = run(*FIELD, "--jobs", 2, "--folder", "torn", "--json", "torn.json", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert results.read_bytes().startswith(kept) and results.read_bytes().count(b"\n") == 40
    assert figures(tmp_path / "torn.json") == figures(tmp_path / "whole.json")
    assert len(list((tmp_path / "torn" / "games").iterdir())) == 40


def test_the_table_tells_wins_points_and_where_the_games_are(tmp_path: Path) -> None:
    done = run("arena", "_blank", "--bots", named("bot@9sims,random"), "--games", 10, "--jobs", 1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "5 deals × 2 seatings = 10 games, seed 1" in done.stdout
    for words in ("rating", "wins", "95 %", "An even share of wins is 50%", "Mean points by category", "Collections"):
        assert words in done.stdout
    [line] = [line for line in done.stdout.splitlines() if "skerry replay " in line]
    game = line.rpartition("skerry replay ")[2]
    assert "Final score" in run("replay", game, cwd=tmp_path).stdout
    assert "Dice and draws follow from the seed" in run("check", game, cwd=tmp_path).stdout
    assert "10 of 10 games" in done.stderr


def test_figures_can_be_printed_for_other_programs(tmp_path: Path) -> None:
    done = run("arena", "_blank", "--bots", "random", "--players", 3, "--games", 4, "--json", "-", cwd=tmp_path)
    assert json.loads(done.stdout)["games"] == 4


def test_alone_the_table_has_no_wins(tmp_path: Path) -> None:
    done = run("arena", "_blank", "--bots", "random", "--players", 1, "--games", 5, cwd=tmp_path)
    assert "points" in done.stdout and "wins" not in done.stdout and "seating" in done.stdout


def test_balance_tells_seats_and_cards_and_writes_its_page(tmp_path: Path) -> None:
    arguments = ["--bots", "random", "--players", 3, "--games", 30, "--jobs", 1, "--report", "b.html"]
    done = run("balance", "_blank", *arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "order of play" in done.stdout and "An even share is 33%" in done.stdout
    places = [line.split() for line in done.stdout.splitlines() if line.strip()[:2] in ("1 ", "2 ", "3 ")]
    assert sum(float(place[3]) for place in places) == pytest.approx(3, abs=0.02)  # over even, one for each place
    assert "Museum" in done.stdout and "wins with" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if "skerry replay" not in line) <= 80
    assert "Museum" in (tmp_path / "b.html").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C can be sent to another process there")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_tells_how_to_go_on(jobs: int, tmp_path: Path) -> None:
    command = [*COMMAND, *FIELD[:4], "--games", "4000"]
    running = subprocess.Popen(
        [*command, "--budget", "20sims", "--jobs", str(jobs), "--folder", "f"],
        cwd=tmp_path,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    results = tmp_path / "f" / "results.jsonl"
    wait_for(running, results, 1)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the processes too
    out, err = running.communicate(timeout=60)
    kept = results.read_bytes().count(b"\n")
    assert running.returncode == 130 and out == ""
    told = err.removeprefix(f"{SLOW}\n")
    assert told == f"Stopped. {kept} of 4000 games are saved in f. Run the same command to continue.\n"


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["arena", "chess", "--bots", "random"], "There is no game 'chess'"),
        (["arena", "_blank", "--bots", "hal"], "There is no bot 'hal'; choose from: random, "),
        (["arena", "_blank", "--bots", "random", "--players", "9"], "for 1 to 5 players, not 9"),
        (["arena", "_blank", "--bots", "random", "--budget", "soon"], "like 50ms, 2s or 200sims"),
        (["arena", "_blank", "--bots", "random", "--option", "deck"], "should look like name=value"),
        (["arena", "_blank", "--bots", "random", "--components", "none.toml"], "none.toml: cannot be read"),
        (["arena", "_blank", "--bots", "random", "--folder", "bad"], "results.jsonl: line 1 is damaged"),
        (
            ["arena", "_blank", "--bots", "random", "--report", "no/x.html"],
            "no/x.html: cannot be written: there is no folder no",
        ),
        (["balance", "_blank", "--json", "bad"], "bad: cannot be written: it is a folder"),
    ],
)
def test_mistakes_get_one_clear_line(args: list[str], error: str, tmp_path: Path) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "results.jsonl").write_text("not a result\n")
    done = run(*args, cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert error in done.stderr and len(done.stderr.splitlines()) == 1
