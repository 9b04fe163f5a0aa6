"""What the store keeps for programs, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from skerry.match import Match, SeatPlan
from skerry.match.asides import CHECKING
from skerry.server.store import tokens
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.open_seats import final_points, open_seats
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from skerry.server.store.tokens import Token


@pytest.fixture
def store(tmp_path: Path, database: str) -> Iterator[Store]:
    store = Store(open_engine(tmp_path, database))
    yield store
    store.close()


def test_a_token_is_kept_found_used_and_revoked(store: Store) -> None:
    token = Token("t1", "ann", "program-1", "Gull", "play", 5.0)
    assert store.put(lambda db: tokens.write_token(db, token, "hash", 1)).result()
    assert not store.put(lambda db: tokens.write_token(db, token, "other", 1)).result()  # so many, and no more
    assert tokens.read_token(store, "hash") == token == tokens.token_named(store, "t1")
    assert tokens.read_token(store, "other") is None
    store.put(lambda db: tokens.note_use(db, "t1", 9.0)).result()
    assert [found.used for found in tokens.tokens_of(store, "ann")] == [9.0]
    assert not store.put(lambda db: tokens.delete_token(db, "ben", "t1")).result()
    assert store.put(lambda db: tokens.delete_token(db, "ann", "t1")).result()
    assert tokens.tokens_of(store, "ann") == []


def test_whose_turn_it_is_is_known_without_replaying(store: Store) -> None:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed="1")
    match.begin()
    record = record_of("m1", "ann", match)
    store.create(record, match).result()
    acting = [seat.seat for seat in open_seats(store, "ann") if seat.must_act]
    assert acting == [match.to_move]
    first = len(match.log)
    held = 1 - match.to_move
    store.append(record, first, match.aside(held, CHECKING), match).result()
    found = {seat.seat: seat for seat in open_seats(store, "ann")}
    assert found[held].must_act and found[held].is_to_confirm and not found[1 - held].must_act
    assert {seat.version for seat in found.values()} == {len(match.log)}
    assert open_seats(store, "ben") == [] and final_points(store, "m1", "ann") == []
