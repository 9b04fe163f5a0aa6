"""Daily deals and reviews that an earlier Skerry kept in files: the first start takes them over, once."""

import json
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.match import Match, SeatPlan
from skerry.server.practice.reviews import MADE, Reviews
from skerry.server.store import daily
from skerry.server.store import reviews as stored
from skerry.server.store.copies import legacy_files
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running
from tests.server.test_practice import begin, today
from tests.server.test_reviews import FOUND

PAR = {"points": 31, "margin": None, "games": 5}


def write(path: Path, content: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.encode(content))


def a_try(table: str, person: str, **more: object) -> dict[str, object]:
    return {"table": table, "person": person, "name": person, "points": None, "margin": None, **more}


def opened(data: Path) -> Store:
    store = Store(data / "matches.sqlite3")
    for name in ("t1", "t2", "t3"):
        if store.record(name) is None:
            match = Match("_blank", [SeatPlan("Ann")], seed=name)
            store.create(record_of(name, "ann", match), match).result()
    return store


def a_review(data: Path, name: str, age: int = 0) -> Path:
    path = data / "reviews" / f"{name}.json"
    write(path, {"made": MADE, "length": 1, "review": FOUND})
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def days(store: Store) -> dict[str, list[tuple[str, int | None]]]:
    found: dict[str, list[tuple[str, int | None]]] = {}
    for try_ in daily.read_tries(store, "2026-12-01", 100):
        found.setdefault(try_.day, []).append((try_.name, try_.points))
    return found


def test_results_bot_scores_and_reviews_are_taken_over_and_the_folders_set_aside(tmp_path: Path) -> None:
    tries = [a_try("t1", "Eve", points=30, won=True), a_try("t2", "Ben", closed=True), a_try("t3", "Ann")]
    write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": tries})
    write(tmp_path / "daily" / "2026-11-18.json", {"buru": tries[:1]})
    write(tmp_path / "daily" / "par.json", {"2026-11-17": {"nusfjord": PAR}})
    a_review(tmp_path, "t1")
    a_review(tmp_path, "a game that is gone")
    store = opened(tmp_path)
    for _ in range(2):  # the second time there is nothing to do
        legacy_files.take_over(store, tmp_path)
        assert days(store) == {"2026-11-17": [("Eve", 30), ("Ben", None), ("Ann", None)], "2026-11-18": [("Eve", 30)]}
        assert [try_.closed for try_ in daily.tries_of_deal(store, "2026-11-17", "nusfjord")] == [False, True, False]
        assert msgspec.to_builtins(daily.read_bot_scores(store)["2026-11-17", "nusfjord"]) == PAR
        assert Reviews(store).read("t1", 1) == FOUND
        assert store.read("SELECT match FROM reviews") == [("t1",)]
    folders = sorted(path.name for path in tmp_path.iterdir() if path.is_dir())
    assert folders == ["daily-moved-into-database", "reviews-moved-into-database"]
    assert (tmp_path / "daily-moved-into-database" / "2026-11-17.json").exists(), "nothing is thrown away"
    store.close()


def test_damaged_files_cost_none_of_the_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": [a_try("t1", "Ann", points=30)]})
    (tmp_path / "daily" / "2026-11-18.json").write_text("{")
    (tmp_path / "daily" / "last-ye-ar.json").write_text("{}")
    (tmp_path / "daily" / "par.json").write_text("[]")
    a_review(tmp_path, "t1")
    a_review(tmp_path, "t2").write_text('{"made": 2, "length": 1, "review"')
    store = opened(tmp_path)
    legacy_files.take_over(store, tmp_path)
    assert days(store) == {"2026-11-17": [("Ann", 30)]} and daily.read_bot_scores(store) == {}
    assert store.read("SELECT match FROM reviews") == [("t1",)]
    assert "2026-11-18.json cannot be taken over" in caplog.text and "t2.json cannot be taken over" in caplog.text
    assert (tmp_path / "daily-moved-into-database" / "2026-11-18.json").read_text() == "{"
    store.close()


def test_two_results_of_one_person_both_stay(tmp_path: Path) -> None:
    """A guest's, whose game moved into an account that had played as well."""
    tries = [a_try("t1", "Ann", points=30), a_try("t2", "Ann", points=20)]
    write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": tries})
    store = opened(tmp_path)
    legacy_files.take_over(store, tmp_path)
    assert days(store) == {"2026-11-17": [("Ann", 30), ("Ann", 20)]}
    store.close()


def test_a_server_that_ended_in_the_middle_begins_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": [a_try("t1", "Ann")]})
    a_review(tmp_path, "t1")
    store = opened(tmp_path)

    def fail(folder: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(legacy_files, "rename_folder", fail)
        legacy_files.take_over(store, tmp_path)
    (known,) = daily.tries_of_deal(store, "2026-11-17", "nusfjord")
    settled = msgspec.structs.replace(known, points=25)
    store.put(lambda db: daily.settle_tries(db, [settled])).result()
    legacy_files.take_over(store, tmp_path)
    assert days(store) == {"2026-11-17": [("Ann", 25)]}, "what the database knows by now is newer"
    assert not (tmp_path / "daily").exists() and not (tmp_path / "reviews").exists()
    store.close()


def test_the_newest_reviews_are_taken_as_far_as_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, name in enumerate(("t2", "t1", "t3")):
        a_review(tmp_path, name, age)
    monkeypatch.setattr(stored, "MOST_BYTES", 2 * len(msgspec.json.encode(FOUND)))
    store = opened(tmp_path)
    legacy_files.take_over(store, tmp_path)
    assert {row[0] for row in store.read("SELECT match FROM reviews")} == {"t1", "t2"}
    store.close()


def test_folders_that_were_set_aside_before_stay(tmp_path: Path) -> None:
    """As after an old backup was restored."""
    store = opened(tmp_path)
    for person in ("Ann", "Ben"):
        write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": [a_try(person, person)]})
        legacy_files.take_over(store, tmp_path)
    assert days(store) == {"2026-11-17": [("Ann", None), ("Ben", None)]}
    assert json.loads((tmp_path / "daily-moved-into-database-2" / "2026-11-17.json").read_text())["nusfjord"]
    store.close()


def test_who_has_played_todays_deal_has_played_it_after_the_update_too(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    first = run()
    ann = visit(first)
    table = begin(ann, "Ann")
    first.stop()
    store = Store(first.data / "matches.sqlite3")
    (known,) = daily.tries_of_deal(store, date.today().isoformat(), "nusfjord")
    store.put(lambda db: db.execute("DELETE FROM tries") and None).result()
    store.close()
    old: dict[str, Any] = {"nusfjord": [a_try(table, known.person or "")]}
    write(first.data / "daily" / f"{date.today().isoformat()}.json", old)
    again = visit(run())
    again.http.cookies = ann.http.cookies
    assert today(again)["table"] == table and begin(again, "Ann") == table
