"""Databases of earlier releases are brought up to date; those that are not ours to change are left alone."""

import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import msgspec
import pytest

from skerry.server.errors import StoreError
from skerry.server.store import component_sets, daily, entries, schema, seats
from skerry.server.store.daily import DailyTry
from skerry.server.store.home import read_listed
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.match.test_match import a_match, first

STEP = "ALTER TABLE matches ADD COLUMN weather TEXT NOT NULL DEFAULT 'calm';\nCREATE TABLE tides (at REAL NOT NULL);\n"
OURS = schema.SCHEMA


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database of a release with a game in it."""
    path = tmp_path / "m.sqlite3"
    store = Store(path)
    store.create(record_of("a", "ann", match := a_match()), match).result()
    store.close()
    return path


def a_release_with(monkeypatch: pytest.MonkeyPatch, *steps: str) -> None:
    """A later release, which adds these steps to ours."""
    monkeypatch.setattr(schema, "ADDED", schema.ADDED | dict(enumerate(steps, OURS)))
    monkeypatch.setattr(schema, "SCHEMA", OURS + len(steps))


def version_of(path: Path) -> int:
    db = sqlite3.connect(path)
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    db.close()
    return version


def unreleased(path: Path, version: int) -> Path:
    """A database as development versions wrote them."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    for statement in schema.FIRST_TABLES.split(";"):
        db.execute(statement)
    db.execute("ALTER TABLE matches ADD COLUMN overlay TEXT")
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    db.close()
    return path


def test_a_later_release_adds_its_step_and_games_go_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_release_with(monkeypatch, STEP)
    for _ in range(2):  # the second time there is nothing to do
        store = Store(path)
        assert store.read("PRAGMA user_version") == [(OURS + 1,)]
        assert store.read("SELECT id, weather FROM matches") == [("a", "calm")]
        record = store.record("a")
        assert record is not None
        match = store.load(record)
        before = len(match.log)
        new = match.play(first(match), match.actions.text(match.state.legal_actions()[0]))
        store.append(record, before, new, match).result()
        assert store.load(record).log == match.log
        store.close()


def first_release(path: Path) -> Path:
    """The database of the first release, with a game in it and a table that anybody may join."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(schema.FIRST_TABLES)
        record = record_of("a", "ann", match := a_match())
        rows = entries.rows_of_entries("a", 0, match.log, 1.0)
        component_sets.store_components(db, match.components)
        values = msgspec.structs.astuple(record)[:-1]
        db.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(values))})", values)
        db.executemany(entries.INSERT_ENTRY, rows)
        db.execute("UPDATE matches SET log_sum = ?", (entries.sum_of_rows(rows),))
        seats.write_places(db, "a", seats.first_places(match.seats, "ann"), True)
        db.execute("ALTER TABLE rooms RENAME TO shared_tables")  # as the code of today knows it
        db.execute("ALTER TABLE shared_tables ADD COLUMN code TEXT")
        seats.write_terms(db, "a", seats.TableTerms("an invitation", listed=True))
        db.execute("ALTER TABLE shared_tables DROP COLUMN code")
        db.execute("ALTER TABLE shared_tables RENAME TO rooms")
        db.executemany(
            "INSERT INTO chat (match, seq, at, name, kind, words) VALUES ('a', ?, 1, '', 'words', '')", [(6,), (7,)]
        )
        db.execute("PRAGMA user_version = 1")
        db.commit()
    return path


def test_the_data_of_the_first_release_goes_on(tmp_path: Path) -> None:
    path = first_release(tmp_path / "m.sqlite3")
    for round_ in range(2):
        store = Store(path)
        assert store.read("PRAGMA user_version") == [(OURS,)]
        record = store.record("a")
        assert record is not None and store.load(record).log == a_match().log
        assert [table.record.id for table in read_listed(store, "ben", 9, 9).joinable] == ["a"]
        store.put(partial(daily.add_try, try_=DailyTry("2026-11-17", "nusfjord", "t", "ann", "Ann", 1.0))).result()
        assert len(daily.tries_of_deal(store, "2026-11-17", "nusfjord")) == 1
        [said] = seats.say(store, "a", seats.Spoken(-1, 1.0, None, "Ann", "words", "Hello")).result()
        assert said.seq == 8 + round_  # after those that were there
        store.close()


def test_a_new_database_has_all_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_release_with(monkeypatch, STEP, "DROP TABLE tides")
    store = Store(tmp_path / "m.sqlite3")
    assert store.read("PRAGMA user_version") == [(OURS + 2,)] and store.read("SELECT weather FROM matches") == []
    assert store.read("SELECT 1 FROM sqlite_master WHERE name = 'tides'") == []
    store.close()


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_release_with(monkeypatch, STEP + "ALTER TABLE weather ADD COLUMN weather TEXT")
    with pytest.raises(StoreError, match="no such table: weather"):
        Store(path)
    monkeypatch.undo()
    store = Store(path)
    assert store.read("PRAGMA user_version") == [(OURS,)]
    assert store.read("SELECT 1 FROM sqlite_master WHERE name = 'tides'") == []
    store.close()


def test_of_two_that_start_at_once_one_adds_the_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_release_with(monkeypatch, STEP)
    with ThreadPoolExecutor(4) as pool:
        for store in list(pool.map(Store, [path] * 4)):
            assert store.read("SELECT weather FROM matches") == [("calm",)]
            store.close()


def test_the_data_of_a_newer_release_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"newer version \(schema 99, this one knows {OURS}\); update Skerry"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", range(1, 8))
def test_data_from_before_the_first_release_is_refused_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    path = unreleased(tmp_path / "m.sqlite3", version)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(StoreError, match="from before the first release.*the version that wrote it can still open"):
            Store(path)
        assert path.read_bytes() == before and version_of(path) == version
        a_release_with(monkeypatch, *[STEP] * 9)  # its number means something else by now
