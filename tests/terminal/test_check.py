"""`skerry check` over files and over a server's data."""

import json
import sqlite3
from pathlib import Path

from skerry.match import Match, save_match
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from skerry.terminal.checker import check_one
from tests.match.test_match import a_match, first, play_to_the_end
from tests.server.test_schema import unreleased
from tests.terminal.command import run


def a_file(path: Path, **other: object) -> Path:
    match = a_match()
    play_to_the_end(match)
    save_match(match, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | other))
    return path


def test_every_file_gets_a_line_and_bad_ones_stop_nothing(tmp_path: Path) -> None:
    files = [
        a_file(tmp_path / "good.json"),
        tmp_path / "missing.json",
        a_file(tmp_path / "newer.json", skerry=99),
        a_file(tmp_path / "unknown.json", rows=None),
        a_file(tmp_path / "rules.json", rules=99),
        a_file(tmp_path / "last.json"),
    ]
    (tmp_path / "damaged.json").write_text("{")
    done = run("check", *files, tmp_path / "damaged.json")
    assert done.returncode == 1 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        "ok    good.json",
        "WRONG missing.json",
        "WRONG newer.json",
        "WRONG unknown.json",
        "WRONG rules.json",
        "ok    last.json",
        "WRONG damaged.json",
    ]
    told = [
        "moves, finished",
        "cannot be read",
        "newer version",
        "does not have",
        "update Skerry",
        "moves, finished",
        "damaged",
    ]
    assert all(words in line for words, line in zip(told, lines[:-1], strict=True))
    assert lines[-1] == "7 matches, 5 of them wrong."


def test_drift_is_told_with_its_place(tmp_path: Path) -> None:
    path = a_file(tmp_path / "m.json")
    saved = json.loads(path.read_text())
    saved["log"][24] = saved["log"][24].split(" #")[0] + " #00000000"
    path.write_text(json.dumps(saved))
    done = run("check", path)
    assert done.returncode == 1
    assert "entry 25 (" in done.stdout and "no longer plays out as it was recorded" in done.stdout


def test_all_matches_of_a_server_are_checked_and_none_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = Store(path)
    for name in "abc":
        match = a_match(seed=name)
        match.play(first(match), "gather")
        store.create(record_of(name, "ann", match), match).result()
    store.close()
    assert run("check", "--data", tmp_path).returncode == 0
    with sqlite3.connect(path) as db:
        db.execute("UPDATE entries SET text = 'fly' WHERE match = 'b' AND seq = 6")
        db.execute("UPDATE matches SET game = 'chess' WHERE id = 'c'")
    dump = list(sqlite3.connect(path).iterdump())
    done = run("check", "--data", tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[-1] == "3 matches, 2 of them wrong."
    assert lines[0].startswith("ok    table a: Tidepool; Anna ") and "unfinished" in lines[0]
    assert "WRONG table b" in lines[1] and "no action is called 'fly'" in lines[1]
    assert "WRONG table c" in lines[2] and "there is no game 'chess'" in lines[2]
    assert list(sqlite3.connect(path).iterdump()) == dump


def test_data_from_before_the_first_release_is_refused(tmp_path: Path) -> None:
    before = unreleased(tmp_path / "matches.sqlite3", 7).read_bytes()
    done = run("check", "--data", tmp_path)
    assert done.returncode != 0 and "from before the first release" in " ".join(done.stderr.split())
    assert (tmp_path / "matches.sqlite3").read_bytes() == before


def test_a_bug_in_a_game_does_not_hide_the_other_matches() -> None:
    def broken() -> Match:
        raise ZeroDivisionError("oh")

    assert check_one(broken) == (False, "cannot be replayed: ZeroDivisionError('oh')")


def test_a_bad_file_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text("hello")
    done = run("check", "m.json", cwd=tmp_path)
    assert done.stdout.startswith("WRONG m.json: damaged, or not a saved game")
