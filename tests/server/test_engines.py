"""What every database must do for the store: the same tests for SQLite and PostgreSQL."""

import contextlib
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from skerry.match import Match, SeatPlan
from skerry.server.errors import Conflict, StoreError
from skerry.server.store.engine.db import Db
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.records import Record, record_of
from skerry.server.store.store import Store
from tests.server.cluster import Cluster

COUNT = 6  # matches


def a_match(number: int = 0) -> Match:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=str(number))
    match.begin()
    return match


def matches(store: Store, count: int = COUNT) -> list[tuple[Record, Match]]:
    found = []
    for number in range(count):
        match = a_match(number)
        record = record_of(f"t{number}", "ann", match)
        store.create(record, match).result()
        found.append((record, match))
    return found


def move(store: Store, record: Record, match: Match, number: int = 0) -> "Future[None]":
    """The match must be at the revision of `record`, plus this number of writes."""
    first, seat = len(match.log), match.to_move
    assert seat is not None
    action = match.actions.text(match.state.legal_actions()[0])
    return store.append(replace(record, rev=record.rev + number), first, match.play(seat, action), match)


def held(store: Store) -> threading.Event:
    """The writing thread waits until it is set, so that all that is put meanwhile is written together."""
    gate = threading.Event()
    store.put(lambda db: gate.wait(30))
    return gate


def test_a_match_comes_back_as_it_was(store: Store) -> None:
    [(record, match)] = matches(store, 1)
    for number in range(5):
        move(store, record, match, number).result()
    kept = store.record(record.id)
    assert kept is not None and kept.is_up_to_date and kept.to_move == match.to_move
    assert store.load(kept).log == match.log
    assert store.record("nobody") is None


def test_moves_of_many_tables_are_written_together(store: Store) -> None:
    found = matches(store)
    gate = held(store)
    futures = [move(store, record, match, number) for number in range(4) for record, match in found]
    gate.set()
    for future in futures:
        future.result(30)
    for record, match in found:
        kept = store.record(record.id)
        assert kept is not None and store.load(kept).log == match.log


def test_of_two_who_write_the_same_place_one_is_told_and_the_others_are_written(store: Store) -> None:
    found = matches(store)
    twin = a_match(0)
    gate = held(store)
    futures = [move(store, record, match) for record, match in found]
    late = move(store, found[0][0], twin)
    gate.set()
    for future in futures:
        future.result(30)
    with pytest.raises(Conflict):
        late.result(30)
    kept = store.record("t0")
    assert kept is not None and store.load(kept).log == found[0][1].log


def test_two_stores_never_fork_a_log(reopen: Callable[[], Store]) -> None:
    """Two processes play the same match at once: each place in the log is written by one of them."""
    first = reopen()
    [(record, _)] = matches(first, 1)
    stores = [first, reopen()]

    def play(store: Store) -> int:
        """Returns how many decisions it has written."""
        for written in itertools.count():
            kept = store.record(record.id)
            assert kept is not None
            match = store.load(kept)
            if match.over:
                return written
            with contextlib.suppress(Conflict):
                move(store, kept, match).result(30)
        raise AssertionError

    with ThreadPoolExecutor(2) as pool:
        tries = sum(pool.map(play, stores))
    kept = first.record(record.id)
    assert kept is not None and kept.is_up_to_date
    match = first.load(kept)
    decisions = [entry for entry in match.log if entry.seat < len(match.seats) and not entry.forced]
    assert match.over and tries >= len(decisions) > 10


def test_a_commit_that_was_refused_puts_nothing_later_in_doubt(cluster: Cluster, tmp_path: Path) -> None:
    """The connection lives on; when it is lost later, before a commit, what waits is simply written again."""
    store = Store(open_engine(tmp_path, cluster.new_database()))

    def refused_at_the_end(db: Db) -> None:
        db.execute("CREATE TABLE parents (id TEXT PRIMARY KEY)")
        db.execute("CREATE TABLE children (of TEXT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)")
        db.execute("INSERT INTO children VALUES ('nobody')")

    losses = iter([True])

    def loses_its_connection(db: Db) -> str:
        if next(losses, False):
            db.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return "written"

    with contextlib.closing(store):
        with pytest.raises(StoreError, match="children"):
            store.put(refused_at_the_end).result(30)
        assert store.put(loses_its_connection).result(30) == "written"


def spoil(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    raise TypeError("a mistake of ours")


def bad_statement(db: Db) -> None:
    db.execute("UPDATE matches SET seed = 'spoilt' WHERE id = 't1'")
    db.execute("INSERT INTO no_such_table (n) VALUES (1)")


@pytest.mark.parametrize("bad", [spoil, bad_statement])
def test_a_work_that_fails_takes_back_only_its_own(store: Store, bad: Callable[[Db], None]) -> None:
    found = matches(store)
    gate = held(store)
    futures: list[Future[None]] = [move(store, record, match) for record, match in found[:3]]
    failing = store.put(bad)
    named = store.put(lambda db: db.execute("UPDATE matches SET owner = 'ben' WHERE id = 't4'").rowcount)
    futures += [move(store, record, match) for record, match in found[3:]]
    gate.set()
    with pytest.raises(StoreError):
        failing.result(30)
    assert named.result(30) == 1
    for future in futures:
        future.result(30)
    assert store.read("SELECT count(*) FROM matches WHERE seed = 'spoilt'") == [(0,)]
    assert store.owned("ben") == {"t4"}


def test_what_was_written_is_there_after_a_restart(reopen: Callable[[], Store]) -> None:
    before = reopen()
    [(record, match)] = matches(before, 1)
    move(before, record, match).result(30)
    after = reopen()
    kept = after.record(record.id)
    assert kept is not None and after.load(kept).log == match.log


def test_flags_times_and_bytes_keep_their_values(store: Store) -> None:
    at = 1_789_012_345.123456

    def work(db: Db) -> None:
        db.execute("INSERT INTO people (id, name, created) VALUES (?, ?, ?)", ("p", "Zoë ☃ 100%?", at))
        db.execute("INSERT INTO spares (hash, packed) VALUES (?, ?)", ("h", b"\x00\xff"))

    store.put(work).result(30)
    assert store.read("SELECT name, created FROM people WHERE id = ?", "p") == [("Zoë ☃ 100%?", at)]
    assert [bytes(row[0]) for row in store.read("SELECT packed FROM spares WHERE hash = ?", "h")] == [b"\x00\xff"]
    found = store.put(lambda db: db.execute("SELECT count(*) FROM people WHERE name LIKE ?", ("Zo%",)).fetchone())
    assert found.result(30) == (1,)


def test_a_newer_database_is_left_alone(tmp_path: Path, database: str, reopen: Callable[[], Store]) -> None:
    store = reopen()
    if database:
        store.put(lambda db: db.execute("UPDATE meta SET value = '999' WHERE name = 'schema'")).result(30)
    else:
        store.put(lambda db: db.execute("CREATE TABLE later (n INTEGER)")).result(30)
        store.engine.read("PRAGMA user_version = 999")
    with pytest.raises(StoreError, match="newer version"):
        open_engine(tmp_path, database)


def test_the_size_of_the_database_is_known(store: Store) -> None:
    used, _ = store.sizes()
    assert used > 10_000


def test_moves_survive_a_database_that_crashes(cluster: Cluster, tmp_path: Path) -> None:
    store = Store(open_engine(tmp_path, cluster.new_database()))
    [(record, match)] = matches(store, 1)
    move(store, record, match).result(30)
    for number in range(3):
        cluster.stop()
        waiting = move(store, record, match, number + 1)
        cluster.start()
        waiting.result(30)
        kept = store.record(record.id)
        assert kept is not None and store.load(kept).log == match.log
    store.close()


def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the database"):
        open_engine(tmp_path, "postgresql://skerry@127.0.0.1:1/none")
    with pytest.raises(StoreError, match="begins with postgresql://"):
        open_engine(tmp_path, "mysql://root@localhost/x")


def test_a_move_in_doubt_is_found_in_the_log(cluster: Cluster, tmp_path: Path) -> None:
    """The connection breaks after the commit, before the answer: the player is not told that the move is lost."""
    from skerry.server.store.engine import postgres

    store = Store(open_engine(tmp_path, cluster.new_database()))
    [(record, match)] = matches(store, 1)
    whole = postgres.commit

    def breaks(db: postgres.PostgresDb, jobs: list[postgres.WaitingWork]) -> None:
        silent: list[postgres.WaitingWork] = [(work, Future()) for work, _ in jobs]
        whole(db, silent)
        db.is_committing = True
        patch.undo()
        raise postgres.psycopg.OperationalError("the line is dead")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "commit", breaks)
        move(store, record, match).result(30)
    kept = store.record(record.id)
    assert kept is not None and store.load(kept).log == match.log
    assert msgspec.json.encode(kept.plans())
    store.close()
