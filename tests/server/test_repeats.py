"""No click vanishes, and none counts twice: what was not answered is sent again, and the server knows it."""

import asyncio
import contextlib
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from skerry.server.tables.socket import Socket
from skerry.server.tables.table import LiveTable
from tests.server.browser import PATIENCE, Guest, Running, Seat, possible
from tests.server.pages import Page, decisions, finish
from tests.server.test_disaster import Process
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


def again(seat: Seat, click: dict[str, Any]) -> None:
    """Send it until it is answered."""
    seat.done = 0
    seat.send(**click)
    seat.until_done(click["n"])


def click_of(seat: Seat, text: str, n: int) -> dict[str, Any]:
    return {"type": "play", "seat": seat.picture["to_move"], "version": seat.picture["version"], "text": text, "n": n}


def texts(server: Running, table: str) -> list[str]:
    return [text for _, text in decisions(server.data, table)]


def test_a_move_that_is_sent_again_is_made_once_and_nothing_is_said(server: Running, ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    click = click_of(seat, "rest", 7)
    again(seat, click)
    later = ann.sit(table)
    again(later, click)
    assert texts(server, table) == ["rest"]
    assert seat.problems == later.problems == []
    assert later.picture["move"] == seat.picture["move"]


def test_a_move_that_was_taken_back_is_not_made_anew_by_sending_it_again(server: Running, ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    click = click_of(seat, "rest", 7)
    again(seat, click)
    again(seat, {"type": "undo", "seat": click["seat"], "version": seat.picture["version"], "n": 8})
    before = seat.picture["move"]
    again(seat, click)
    assert texts(server, table) == ["rest", "undo"]
    assert seat.picture["move"] == before and seat.problems == []


def test_an_undo_that_is_sent_again_takes_back_one_decision(server: Running, ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    who = seat.picture["to_move"]
    again(seat, click_of(seat, "gather", 1))
    while seat.picture["to_move"] == who:
        again(seat, click_of(seat, possible(seat.picture)[0], 2))
    undo = {"type": "undo", "seat": who, "version": seat.picture["version"], "n": 3}
    made = len(texts(server, table))
    again(seat, undo)
    again(seat, undo)
    assert texts(server, table)[made:] == ["undo"] and seat.problems == []


def test_a_move_that_came_too_late_is_told(server: Running, ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    late = click_of(seat, "rest", 7)
    again(seat, click_of(seat, "gather", 6))
    again(seat, late)
    assert "moved on" in seat.problem()["words"]
    assert texts(server, table) == ["gather"]


def test_what_somebody_else_chose_is_not_found_out_by_sending_it_again(ann: Guest, ben: Guest) -> None:
    _, screens = gathered(ann, ben)
    all_ready(screens)
    turn = screens[0].picture["to_move"]
    acting, other = screens[turn], screens[1 - turn]
    acting.my_turn()
    click = click_of(acting, possible(acting.picture)[0], 7)
    again(acting, click)
    again(other, click)
    assert "moved on" in other.problem()["words"]


def test_a_confirmation_that_is_sent_again_is_answered(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    again(seat, click_of(seat, "rest", 1) | {"hold": True})
    assert seat.update["waiting"] is not None
    done = {"type": "confirm", "seat": seat.update["waiting"], "version": seat.picture["version"], "n": 2}
    again(seat, done)
    again(seat, done)
    assert seat.update["waiting"] is None and seat.problems == []


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "play", "seat": 0, "version": 0, "text": "rest"}, "moved on"),
        ({"type": "rename", "seat": 0, "name": ""}, "did not understand"),
        ({"type": "ready", "ready": True}, "table with friends"),
    ],
)
def test_a_refusal_is_an_answer_too(ann: Guest, message: dict[str, Any], words: str) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    again(seat, message | {"n": 5})
    assert words in seat.problem()["words"]


def test_who_clicks_too_fast_gets_an_answer_to_each(run: Callable[..., Running], visit: Visit) -> None:
    seat = (ann := visit(run(messages_per_second=1))).sit(ann.start("Ann Ben"))
    for n in range(1, 6):
        again(seat, {"type": "play", "seat": 0, "version": 0, "text": "rest", "n": n})
    assert any("Too many requests" in problem["words"] for problem in seat.problems)


def test_what_is_said_again_after_a_restart_is_said_once(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, (host, _) = gathered(ann, ben)
    said = {"type": "say", "words": "hello there", "n": 77}
    again(host, said)
    first.stop()
    second = run()
    ann.host = second.host
    host = ann.gather(table)
    host.until_said("hello there")
    again(host, said)
    again(host, said | {"words": "anybody?", "n": 78})
    host.until_said("anybody?")
    assert [one["words"] for one in host.talk if one["kind"] == "words"] == ["hello there", "anybody?"]


# ---- when the server goes


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_what_the_server_has_received_is_answered_before_it_goes(run: Callable[..., Running], visit: Visit) -> None:
    running = run()
    ann = visit(running)
    table = ann.start("Ann Ben")
    seat, other = ann.sit(table), ann.sit(table)
    sockets = running.server.config.app.state.closing.sockets
    with contextlib.closing(sqlite3.connect(running.data / "matches.sqlite3", isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")  # the move cannot be written yet
        seat.send(**click_of(seat, "rest", 7))
        until(lambda: any(socket.is_busy for socket in sockets))
        running.server.should_exit = True
        until(lambda: running.server.config.app.state.closing.has_begun)
        db.execute("ROLLBACK")
    seat.until_done(7)
    version = seat.picture["version"]
    other.until(lambda update: update["picture"]["version"] == version)
    assert texts(running, table) == ["rest"]
    for line in (seat, other):
        with pytest.raises(ConnectionClosed) as closed:
            line.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_who_comes_as_the_server_goes_is_asked_to_come_back(
    run: Callable[..., Running], visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_for_ever(table: LiveTable, socket: Socket) -> None:
        await asyncio.Event().wait()

    running = run()
    ann = visit(running)
    table = ann.start("Ann Ben")
    monkeypatch.setattr(LiveTable, "greet", wait_for_ever)
    line = ann.line(table)
    until(lambda: bool(running.server.config.app.state.closing.coming))
    running.stop()
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_under_load_every_click_is_made_exactly_once_across_restarts(tmp_path: Path, how: signal.Signals) -> None:
    """The short form of `bench/server.py restart`."""
    server = Process(tmp_path)
    guests = [Guest(server.host) for _ in range(4)]
    pages = [
        Page(guest, guest.start("Ann Ben", game="nusfjord"), lambda: server.host, number + 1)
        for number, guest in enumerate(guests)
    ]
    for page in pages:
        page.start()
    for _ in range(3):
        made = [len(page.made) for page in pages]
        until(lambda made=made: all(len(page.made) > before for page, before in zip(pages, made, strict=True)))
        server.end(how)
        server = Process(tmp_path)
    finish(pages, PATIENCE)
    server.end(signal.SIGTERM)
    for page in pages:
        assert page.unanswered is None
        assert page.made == decisions(tmp_path, page.table)
        assert all("Too many requests" in words for words in page.refused)
        page.guest.leave()
