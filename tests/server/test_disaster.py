"""Processes die, disks fill up, files break."""

import contextlib
import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

import skerry
from skerry.match import Match, SeatPlan
from skerry.server.errors import Conflict, StoreError
from skerry.server.store.engine.lite import commit, connect
from skerry.server.store.entries import NewEntries, rows_of_entries
from skerry.server.store.records import glance_at, record_of
from skerry.server.store.store import Store
from tests.server.browser import PATIENCE, Guest, Running, is_over, play_on, possible

SERVE = """
import sys
from pathlib import Path
from skerry.server.config import read_config
from skerry.server.web.serve import serve
serve(read_config({"port": 0, "data": Path(sys.argv[1])}))
"""


class Process:
    """A server in a process of its own, as people start it."""

    def __init__(self, data: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(Path(skerry.__file__).parents[1])}
        command = [sys.executable, "-c", SERVE, str(data)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Skerry is at http://")
        self.host = line.split("/")[2]

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def test_a_move_that_was_shown_survives_kill_9(tmp_path: Path) -> None:
    first = Process(tmp_path)
    ann = Guest(first.host)
    ann.home()
    table = ann.start("Ann bot bot")  # one person: two who share a screen see each other’s draws by turns
    seat = ann.sit(table)
    for _ in range(3):
        seat.my_turn()
        move = seat.picture["move"]
        seat.play(possible(seat.picture)[0])
        seat.until(lambda update, move=move: update["picture"]["move"] > move)
    first.end(signal.SIGKILL)
    shown = seat.picture

    second = Process(tmp_path)
    again = Guest(second.host)
    again.http.cookies = ann.http.cookies
    seat = again.sit(table)
    assert seat.picture["lines"][: len(shown["lines"])] == shown["lines"]
    play_on(seat)
    assert second.end(signal.SIGINT) in (0, -signal.SIGINT)


@pytest.mark.long
def test_nothing_that_anybody_has_seen_is_lost_when_the_server_is_killed_under_load(tmp_path: Path) -> None:
    """The short form of `bench/server.py kill`."""
    guest, tables = None, {}
    for _ in range(3):
        running = Process(tmp_path)
        if guest is None:
            guest = Guest(running.host)
            tables = {guest.start("Ann Ben", game="nusfjord"): 0 for _ in range(3)}
        guest.host = running.host
        seats = {table: guest.sit(table) for table in tables}
        for table, seat in seats.items():
            assert seat.picture["version"] >= tables[table]
        for _ in range(4):
            for seat in seats.values():
                version = seat.picture["version"]
                seat.play(possible(seat.picture)[0])
                seat.until(lambda update, version=version: update["picture"]["version"] > version)
        for seat in seats.values():
            seat.play(possible(seat.picture)[0])  # in the middle of it
        running.end(signal.SIGKILL)
        tables = {table: seat.picture["version"] for table, seat in seats.items()}
        guest.lines.close()
    assert guest is not None
    guest.leave()


def test_ctrl_c_ends_the_server_without_a_traceback(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(skerry.__file__).parents[1])}
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    host = server.stdout.readline().split("/")[2]
    ann = Guest(host)
    ann.home()
    ann.sit(ann.start("bot:expert bot:expert"))
    server.send_signal(signal.SIGINT)
    _, errors = server.communicate(timeout=30)
    assert errors == ""
    ann.leave()


def test_a_bot_whose_process_dies_gets_a_new_one(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run())
    before = set(multiprocessing.active_children())
    seat = ann.sit(ann.start("me bot:expert"))
    for _ in range(2):
        seat.my_turn()
        seat.play("rest")
        seat.receive()
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
    assert seat.my_turn()["picture"]["choices"]


def test_a_bot_that_thinks_too_long_plays_any_move(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(deadline=0.001))
    seat = ann.sit(ann.start("me bot:expert"))
    for _ in range(2):
        seat.my_turn()
        seat.play("rest")
        seat.receive()
    assert seat.my_turn()["picture"]["choices"]


# ---- the store


def a_match() -> Match:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")])
    match.begin()
    return match


def test_the_store_keeps_the_first_of_two_writers(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite3")
    match = a_match()
    record = record_of("t", "ann", match)
    store.create(record, match).result()
    length = len(match.log)
    entries = match.play(match.to_move or 0, "rest")
    both = [store.append(record, length, entries, match) for _ in range(2)]
    both[0].result()
    with pytest.raises(Conflict):
        both[1].result()
    kept = store.record("t")
    assert kept is not None
    assert store.load(kept).log == match.log
    store.close()


def test_a_job_that_fails_does_not_take_others_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite3")
    matches = {name: a_match() for name in "abc"}
    jobs = [store.create(record_of(name, "ann", match), match) for name, match in matches.items()]
    again = store.create(record_of("b", "ben", matches["b"]), matches["b"])
    last = store.create(record_of("d", "ann", matches["a"]), matches["a"])
    for job in [*jobs, last]:
        job.result()
    with pytest.raises(Conflict):
        again.result()
    assert {record.id for record in store.records_of("ann", 10)} == set("abcd")
    store.close()


def test_data_of_a_newer_skerry_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version"):
        Store(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_bad_page_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    store = Store(path)
    for name in "abcdefgh":
        store.create(record_of(name, "ann", match := a_match()), match).result()
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(4096 * 2, len(data) - 4096, 4096):
        data[page : page + 200] = b"\xff" * 200
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged|malformed"):
        Store(path)


def test_a_second_server_on_the_same_folder_refuses_and_says_who_holds_it(tmp_path: Path) -> None:
    first = Process(tmp_path)
    environment = os.environ | {"PYTHONPATH": str(Path(skerry.__file__).parents[1])}
    command = [sys.executable, "-c", SERVE, str(tmp_path)]
    second = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert second.returncode == 1 and f"process {first.process.pid}" in second.stderr
    first.end(signal.SIGKILL)
    Process(tmp_path).end(signal.SIGINT)  # a killed server holds nothing


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    path.write_text("this is a letter to a friend" * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(path)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            "UPDATE entries SET text = 'fly' WHERE seq = 3",
            "the log does not follow the rules (entry 4)",
        ),
        ("UPDATE entries SET text = 'tide' || char(10) WHERE seq = 3", "entry 4"),
        ("UPDATE entries SET seat = -7 WHERE seq = 3", "entry 4"),
        ("DELETE FROM entries WHERE seq = 2", "entry 3 of the log is missing"),
        ("UPDATE matches SET seats = 'nobody'", "damaged"),
        ("UPDATE matches SET options = '[]'", "damaged"),
        ("UPDATE matches SET game = 'chess'", "no game 'chess'"),
        ("UPDATE matches SET seed = 'mine'", "published hash"),
        ("UPDATE matches SET rules = 99", "update Skerry"),
        ("UPDATE matches SET components = '0123456789abcdef'", "components that this version of Skerry does not have"),
        ("UPDATE entries SET mark = '01234567' WHERE seq = 3", "no longer plays out as it was recorded (entry 4)"),
    ],
)
def test_a_damaged_table_is_told_and_left_as_it_is(server: Running, ann: Guest, damage: str, words: str) -> None:
    table, other = ann.start("Ann Ben"), ann.start("Ann Ben")
    path = server.data / "matches.sqlite3"
    with sqlite3.connect(path) as db:
        where = f" {'AND' if 'WHERE' in damage else 'WHERE'} {'match' if 'entries' in damage else 'id'} = '{table}'"
        db.execute(damage + where)
    dump = list(sqlite3.connect(path).iterdump())
    assert words in json.loads(ann.line(table).recv(PATIENCE))["words"]
    assert list(sqlite3.connect(path).iterdump()) == dump
    assert {info["id"] for info in ann.home()["tables"]} == {table, other}
    play_on(ann.sit(other))


@pytest.mark.parametrize("reach", ["ABORT", "ROLLBACK"])
def test_a_move_that_cannot_be_kept_is_told_and_has_not_happened(
    server: Running, ann: Guest, reach: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = ann.start("Ann Ben")
    seat, second = ann.sit(table), ann.sit(table)
    db = sqlite3.connect(server.data / "matches.sqlite3")
    db.execute(f"CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE({reach}, 'disk is full'); END")
    problem = seat.refused("rest")
    assert "does not count" in problem["words"]
    assert "disk is full" in caplog.text and "disk is full" not in problem["words"]  # that is for the host to know
    db.execute("DROP TRIGGER full")
    db.close()
    assert ann.sit(table).picture == seat.picture
    seat.play("gather")
    assert seat.receive() == second.receive()
    play_on(seat)
    assert is_over(seat.update)


def test_moves_of_many_tables_are_written_together_and_one_that_conflicts_alone_fails(tmp_path: Path) -> None:
    store = Store(tmp_path / "matches.sqlite3")
    matches = [Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=str(number)) for number in range(5)]
    records = [record_of(f"table{number}", "ann", match) for number, match in enumerate(matches)]
    for record, match in zip(records, matches, strict=True):
        match.begin()
        store.create(record, match).result()
    jobs = []
    for record, match in zip(records, matches, strict=True):
        first = len(match.log) - (record.id == "table3")  # somebody else was faster there
        seat = match.to_move
        assert seat is not None
        entries = match.play(seat, "rest")
        jobs.append(
            (
                NewEntries(record, rows_of_entries(record.id, first, entries, 1.0), match.to_move, glance_at(match)),
                Future(),
            )
        )
    store.close()
    with contextlib.closing(connect(tmp_path / "matches.sqlite3")) as db:
        commit(db, jobs)
    outcomes = [type(future.exception()) for _, future in jobs]
    assert outcomes == [type(None), type(None), type(None), Conflict, type(None)]
    again = Store(tmp_path / "matches.sqlite3")
    lengths = [again.length(record.id) for record in records]
    found = [again.record(record.id) for record in records]
    loaded = again.load(records[0])
    again.close()
    expected = [len(match.log) for match in matches]
    expected[3] = lengths[3]
    assert lengths == expected and lengths[3] < len(matches[3].log)
    assert found[0] is not None and found[0].to_move == matches[0].to_move
    assert loaded.log == matches[0].log
