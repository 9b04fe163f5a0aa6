"""The thread that writes: what one person's write breaks is that one alone, and the thread goes on."""

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.match import Match, SeatPlan
from skerry.server.errors import StoreError
from skerry.server.store.engine import lite
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.engine.lite import commit, connect
from skerry.server.store.entries import NewEntries, rows_of_entries
from skerry.server.store.records import glance_at, record_of
from skerry.server.store.store import Store


def a_match(seed: str = "1") -> Match:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=seed)
    match.begin()
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with five matches, `t0` to `t4`."""
    store = Store(tmp_path / "m.sqlite3")
    for number in range(5):
        match = a_match(str(number))
        store.create(record_of(f"t{number}", "ann", match), match).result()
    store.close()
    return tmp_path / "m.sqlite3"


def moves_of(path: Path) -> list[tuple[Work, "Future[None]"]]:
    """One move in each of the matches."""
    jobs: list[tuple[Work, Future[None]]] = []
    for number in range(5):
        match = a_match(str(number))
        record, first = record_of(f"t{number}", "ann", match), len(match.log)
        entries = match.play(match.to_move or 0, "rest")
        rows = rows_of_entries(record.id, first, entries, 1.0)
        jobs.append((NewEntries(record, rows, match.to_move, glance_at(match)), Future()))
    return jobs


def lengths(path: Path) -> list[int]:
    store = Store(path)
    found = [store.length(f"t{number}") for number in range(5)]
    store.close()
    return found


def bad_statement(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    db.execute("INSERT INTO no_such_table VALUES (1)")


def bad_value(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    db.execute("UPDATE matches SET seed = ? WHERE id = 't2'", (object(),))


def bad_type(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    raise TypeError("this is none of the store's business")


def bad_json(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    msgspec.json.decode("{", type=dict)


def seeds(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT seed FROM matches ORDER BY id")]


@pytest.mark.parametrize("bad", [bad_statement, bad_value, bad_type, bad_json])
def test_a_job_that_fails_for_whatever_reason_takes_back_only_its_own(path: Path, bad: Work) -> None:
    before, jobs = lengths(path), moves_of(path)
    failing: Future[None] = Future()
    jobs.insert(2, (bad, failing))
    with contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    assert isinstance(failing.exception(), StoreError)
    assert all(future.exception() is None for work, future in jobs if work is not bad)
    assert all(now > was for now, was in zip(lengths(path), before, strict=True))
    assert "spoilt" not in seeds(path)


def test_a_move_that_cannot_be_written_together_with_others_fails_alone(path: Path) -> None:
    """Half a character is no text that a database takes."""
    jobs = moves_of(path)
    work = jobs[3][0]
    assert isinstance(work, NewEntries)
    broken = [(*row[:3], "rest \ud800", *row[4:]) for row in work.rows]
    jobs[3] = (msgspec.structs.replace(work, rows=broken), jobs[3][1])
    with contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    assert [future.exception() is None for _, future in jobs] == [True, True, True, False, True]


@contextlib.contextmanager
def spoilt(path: Path, trigger: str) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"CREATE TRIGGER spoilt {trigger}")
        db.commit()
        yield
        db.execute("DROP TRIGGER spoilt")
        db.commit()


def test_when_the_transaction_is_gone_only_those_fail_that_really_fail(path: Path) -> None:
    """As with a full disk: SQLite takes back everything at once, whoever else was in it."""
    before, jobs = lengths(path), moves_of(path)
    whole = "BEFORE INSERT ON entries WHEN NEW.match = 't2' BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END"
    with spoilt(path, whole), contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    problems = [future.exception() for _, future in jobs]
    assert [problem is None for problem in problems] == [True, True, False, True, True]
    assert isinstance(problems[2], StoreError) and "disk is full" in str(problems[2])
    now = lengths(path)
    assert now[2] == before[2] and all(now[n] > before[n] for n in (0, 1, 3, 4))


def test_where_others_hold_the_database_all_are_told_at_once(path: Path) -> None:
    jobs = moves_of(path)
    with contextlib.closing(connect(path)) as db, contextlib.closing(connect(path)) as other:
        db.execute("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        commit(db, jobs)
        assert all("locked" in str(future.exception()) for _, future in jobs)
        other.execute("ROLLBACK")
        jobs = [(work, Future()) for work, _ in jobs]
        commit(db, jobs)
        assert all(future.exception() is None for _, future in jobs)


def test_nobody_can_cancel_what_is_to_be_written_and_the_thread_does_not_mind(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite3")
    match = a_match()
    gate = threading.Event()
    held = store.put(lambda db: gate.wait(30) and None)
    futures = [store.create(record_of(name, "ann", match), match) for name in "ab"]
    futures[0].cancel()
    gate.set()
    held.result(30)
    futures[1].result(30)
    store.create(record_of("c", "ann", match), match).result(30)
    assert {record.id for record in store.records_of("ann", 9)} == set("abc")
    store.close()


def test_a_future_that_was_cancelled_does_not_stop_the_others(path: Path) -> None:
    jobs = moves_of(path)
    jobs[1][1].cancel()
    with contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    assert all(future.exception() is None for n, (_, future) in enumerate(jobs) if n != 1)


class Thrown(BaseException):
    """Not even an Exception."""


@pytest.mark.parametrize("where", ["connect", "commit"])
def test_the_thread_outlives_whatever_happens_in_it(
    tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    true: Callable[..., object] = getattr(lite, where)
    calls = 0

    def failing(*args: object) -> object:
        nonlocal calls
        calls += 1
        if calls == (2 if where == "connect" else 1):  # the first connection reads
            raise Thrown("out of the blue")
        return true(*args)

    monkeypatch.setattr(lite, where, failing)
    store = Store(tmp_path / "m.sqlite3")
    match = a_match()
    with pytest.raises(StoreError):
        store.create(record_of("a", "ann", match), match).result(30)
    store.create(record_of("b", "ann", match), match).result(30)
    assert [record.id for record in store.records_of("ann", 9)] == ["b"]
    assert "out of the blue" in caplog.text
    store.close()


def test_a_job_with_a_bug_is_in_the_log_of_the_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(tmp_path / "m.sqlite3")
    with pytest.raises(StoreError, match="none of the store's business"):
        store.put(bad_type).result(30)
    assert "TypeError" in caplog.text
    store.close()


def test_several_moves_of_one_match_may_be_written_at_once(path: Path) -> None:
    match = a_match("0")
    record = record_of("t0", "ann", match)
    jobs: list[tuple[Work, Future[None]]] = []
    for _ in range(4):
        first = len(match.log)
        entries = match.play(match.to_move or 0, "rest")
        moves = NewEntries(record, rows_of_entries("t0", first, entries, 1.0), match.to_move, glance_at(match))
        jobs.append((moves, Future()))
        record = record.advanced()
    with contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    assert all(future.exception() is None for _, future in jobs)
    store = Store(path)
    kept = store.record("t0")
    assert kept is not None and kept.to_move == match.to_move and kept.is_up_to_date
    assert store.load(kept).log == match.log
    store.close()


def test_a_job_returns_what_it_found_in_the_transaction_that_stands(path: Path) -> None:
    """It is run a second time when somebody else's takes back the first transaction."""
    runs: list[int] = []

    def counting(db: Db) -> list[str]:
        runs.append(1)
        query = "UPDATE matches SET owner = 'ben' WHERE owner = 'ann' RETURNING id"
        return sorted(str(row[0]) for row in db.execute(query).fetchall())

    def spoiling(db: Db) -> None:
        db.execute("INSERT INTO entries (match, seq, seat, text, forced, at) VALUES ('t2', 99, 0, 'rest', 0, 1.0)")

    jobs: list[tuple[Work, Future[Any]]] = [(counting, Future()), (spoiling, Future())]
    whole = "BEFORE INSERT ON entries WHEN NEW.match = 't2' BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END"
    with spoilt(path, whole), contextlib.closing(connect(path)) as db:
        commit(db, jobs)
    assert len(runs) == 2 and isinstance(jobs[1][1].exception(), StoreError)
    assert jobs[0][1].result() == ["t0", "t1", "t2", "t3", "t4"]


def test_a_store_closes_after_what_is_being_read(tmp_path: Path) -> None:
    """Closed under the query of another thread, SQLite takes the whole process with it."""
    store = Store(tmp_path / "matches.sqlite3")
    store.put(lambda db: None).result()
    count = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000000) SELECT max(x) FROM n"
    with ThreadPoolExecutor() as threads:
        reading = threads.submit(store.read, count)
        while not reading.running():
            time.sleep(0.001)
        time.sleep(0.05)
        store.close()
        assert reading.result() == [(2_000_000,)]
