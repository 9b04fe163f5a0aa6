"""A server's data from SQLite to PostgreSQL and back: nothing is lost, and everybody goes on playing."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from skerry.match import Match
from skerry.server.errors import Damaged, StoreError
from skerry.server.practice.reviews import MADE
from skerry.server.store import reviews
from skerry.server.store.copies import move_data as moving
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.records import Record
from skerry.server.store.store import Store
from skerry.terminal.main import app
from tests.server.browser import Guest, Running, play
from tests.server.cluster import Cluster
from tests.server.test_legacy_files import a_review, a_try, days, opened, write


def skerry(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def same_browser(before: Guest, now: Guest) -> Guest:
    now.http.cookies = before.http.cookies
    return now


def logs(data: Path, address: str) -> dict[str, list[str]]:
    store = Store(open_engine(data, address))
    found = {record.id: [entry.text for entry in store.load(record).log] for record in store.everything()}
    store.close()
    return found


def test_there_and_back_again(
    run: Callable[..., Running], visit: Callable[[Running], Guest], cluster: Cluster, tmp_path: Path
) -> None:
    address, back = cluster.new_database(), tmp_path / "back"
    first = run()
    ann = visit(first)
    table = ann.start("Ann Ben")
    play([ann.sit(table)], 6, Random(1))
    ann.start("Ann Ben")
    first.stop()
    before = logs(first.data, "")
    assert len(before) == 2 and len(before[table]) > 6

    assert "Moved 2 games" in skerry("move-data", "--to", address, "--data", str(first.data))
    assert logs(first.data, address) == before
    second = run(database=address)
    ann = same_browser(ann, visit(second))
    assert {row["id"] for row in ann.home()["tables"]} == set(before)  # the cookie is still good
    play([ann.sit(table)], 3, Random(2))
    second.stop()
    after = logs(first.data, address)
    assert after[table][: len(before[table])] == before[table] and len(after[table]) > len(before[table])

    assert "Moved 2 games" in skerry("move-data", "--from", address, "--data", str(back))
    assert logs(back, "") == after
    third = run(data=back)
    ann = same_browser(ann, visit(third))
    assert {row["id"] for row in ann.home()["tables"]} == set(before)


def test_daily_deals_and_reviews_in_files_of_an_earlier_version_come_along(cluster: Cluster, tmp_path: Path) -> None:
    """Whoever goes to PostgreSQL with the update has never started this version on the folder."""
    address = cluster.new_database()
    opened(tmp_path).close()
    write(tmp_path / "daily" / "2026-11-17.json", {"nusfjord": [a_try("t1", "Eve", points=30)]})
    a_review(tmp_path, "t1")
    skerry("move-data", "--to", address, "--data", str(tmp_path))
    store = Store(open_engine(tmp_path, address))
    found, review = days(store), reviews.read_review(store, "t1", MADE, 1)
    store.close()
    assert found == {"2026-11-17": [("Eve", 30)]} and review is not None


@pytest.mark.parametrize("broken", ["copy_table", "is_same"])
def test_a_move_that_fails_leaves_the_target_empty(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    address = cluster.new_database()
    opened(tmp_path).close()
    whole, calls = getattr(moving, broken), []

    def breaks(*words: object) -> object:
        calls.append(words)
        if len(calls) == 3:
            raise StoreError("the disk is full")
        return whole(*words)

    monkeypatch.setattr(moving, broken, breaks)
    done = CliRunner().invoke(app, ["move-data", "--to", address, "--data", str(tmp_path)])
    assert "the disk is full" in str(done.exception)
    monkeypatch.undo()
    assert "Moved 3 games" in skerry("move-data", "--to", address, "--data", str(tmp_path))


def test_a_game_that_can_only_be_read_before_is_no_success(
    reopen: Callable[[], Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "before").mkdir()
    before, after = opened(tmp_path / "before"), reopen()
    moving.copy_all(before, after.engine, lambda *_: None)
    record = before.record("t1")
    assert record is not None and moving.is_same(before, after, record)

    def is_damaged(record: Record) -> Match:
        raise Damaged("its components are missing")

    monkeypatch.setattr(after, "load", is_damaged)
    with pytest.raises(StoreError, match="t1 is not the same"):
        moving.is_same(before, after, record)
    monkeypatch.setattr(before, "load", is_damaged)
    assert not moving.is_same(before, after, record)
    before.close()


def test_a_target_that_is_not_empty_is_left_alone(
    cluster: Cluster, run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    address = cluster.new_database()
    running = run()
    visit(running).start("Ann Ben")
    running.stop()
    skerry("move-data", "--to", address, "--data", str(running.data))
    done = CliRunner().invoke(app, ["move-data", "--to", address, "--data", str(running.data)])
    assert "not empty" in str(done.exception)


def test_nothing_is_moved_while_a_server_runs(cluster: Cluster, run: Callable[..., Running], tmp_path: Path) -> None:
    address = cluster.new_database()
    running = run(database=address)
    done = CliRunner().invoke(app, ["move-data", "--from", address, "--data", str(tmp_path / "new")])
    assert "a server is using it" in str(done.exception)
    running.stop()


@pytest.mark.parametrize("words", [[], ["--to", "postgresql://a", "--from", "postgresql://b"]])
def test_one_direction_must_be_named(words: list[str]) -> None:
    done = CliRunner().invoke(app, ["move-data", *words])
    assert "either --to ADDRESS or --from ADDRESS" in str(done.exception)
