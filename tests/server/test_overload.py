"""More to write than the disk takes: who came first is served, the newest are told at once, and nothing is lost."""

import threading
import time
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from skerry.server.errors import StoreError
from skerry.server.store import store as stores
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable
from tests.server.browser import Guest, Running

CLOSED_FOR_NOW = 1011  # the page comes again by itself
Visit = Callable[[Running], Guest]


def test_the_newest_are_refused_and_what_was_accepted_is_done(
    run: Callable[..., Running], visit: Visit, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = run(database=database)
    guests = [visit(server) for _ in range(3)]
    seats = [guest.sit(guest.start("Ann Ben")) for guest in guests]
    late = guests[2].ask_for("Ann Ben")
    assert late.status_code == 201
    gate, is_held = threading.Event(), threading.Event()
    store = server.server.config.app.state.tables.store  # type: ignore[union-attr]
    store.put(lambda db: is_held.set() or gate.wait(30))
    assert is_held.wait(30)
    for _ in range(3):
        store.put(lambda db: None)
    before = [seat.picture["move"] for seat in seats]
    for seat in seats[:2]:
        seat.play("gather")  # these wait
    while store.engine.waiting() < 5:
        time.sleep(0.01)
    monkeypatch.setattr(stores, "MOST_WAITING_WORK", 4)
    seats[2].play("gather")
    assert "more to do than it can" in seats[2].problem()["words"]
    refused = guests[2].ask_for("Ann Ben")
    assert refused.status_code == 503 and "try again in a few seconds" in refused.json()["words"]
    gate.set()
    for seat, move in zip(seats[:2], before[:2], strict=True):
        seat.until(lambda update, move=move: update["picture"]["move"] > move)
    monkeypatch.undo()
    seats[2].play("gather")
    seats[2].until(lambda update: update["picture"]["move"] > before[2])


def test_whoever_comes_while_the_database_is_away_comes_again(
    server: Running, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.start("Ann Ben")

    async def away(tables: Tables, id_: str) -> LiveTable:
        raise StoreError("the database: away")

    monkeypatch.setattr(Tables, "open", away)
    line = ann.line(table)
    assert "try again later" in line.recv(30)
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(30)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == CLOSED_FOR_NOW
    monkeypatch.undo()
    assert ann.sit(table).picture["choices"]
