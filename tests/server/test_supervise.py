"""Nothing in the background ends in silence."""

import asyncio
import sqlite3
import time
from collections.abc import Callable

import pytest

from skerry.server import clock, lateness, seats, supervise, uptime
from skerry.server.live import LiveTable
from tests.loop import finished
from tests.server.browser import PATIENCE, Guest, Running
from tests.server.test_clock import timed, until_told

Visit = Callable[[Running], Guest]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    monkeypatch.setattr(clock, "GRACE", 0.0)
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    monkeypatch.setattr(lateness, "EVERY", 0.05)
    monkeypatch.setattr(lateness, "AGAIN", 0.05)


def until(good: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not good():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---- work in the background


def test_what_fails_or_ends_is_logged_and_starts_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervise, "FIRST", 0.001)
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ValueError("the first time")
        if tries == 2:
            nobody = asyncio.get_running_loop().create_future()
            nobody.cancel()
            await nobody
        if tries > 3:
            await asyncio.sleep(PATIENCE)

    async def run() -> None:
        task = supervise.start("the tide", work)
        while tries < 4:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    finished(run())
    assert "the tide" in caplog.text and "ValueError: the first time" in caplog.text
    assert len(caplog.records) == 3


def test_what_fails_again_and_again_waits_longer_each_time_but_not_for_ever() -> None:
    pause = supervise.Pause(1, 10)
    assert [pause.take() for _ in range(6)] == [1, 2, 4, 8, 10, 10]
    pause.reset()
    assert pause.take() == 1


def test_what_is_to_end_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        pass

    finished(supervise.keep_going("a short walk", work, ends=True))
    assert caplog.text == ""


# ---- clocks


def test_a_write_that_fails_stops_no_clock_for_good(
    hasty: None, server: Running, ann: Guest, ben: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    _, screens, turn = timed(ann, ben, amount=2)
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        for table, event in (("rooms", "UPDATE"), ("entries", "INSERT")):
            full = "BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
            db.execute(f"CREATE TRIGGER full_{table} BEFORE {event} ON {table} {full}")
    until(lambda: "disk is full" in caplog.text)
    time.sleep(0.3)
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("DROP TRIGGER full_rooms")
        db.execute("DROP TRIGGER full_entries")
    until_told(screens[turn], "time is up")


def test_a_read_that_fails_stops_no_clock_for_good(
    monkeypatch: pytest.MonkeyPatch, hasty: None, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(supervise, "FIRST", 0.01)
    real, fails = seats.overdue, [True] * 3

    def overdue(*arguments: object) -> list[str]:
        if fails:
            fails.pop()
            raise OSError("no such disk")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(seats, "overdue", overdue)
    server = run()
    until(lambda: not fails)
    _, screens, turn = timed(visit(server), visit(server))
    until_told(screens[turn], "time is up")


def test_a_table_that_fails_or_hangs_holds_up_no_other_and_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch,
    hasty: None,
    run: Callable[..., Running],
    visit: Visit,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(lateness, "PATIENCE", 0.5)
    real, fails, hangs = lateness.run_out, [True] * 3, [True]
    late: list[str] = []  # in the order in which they are

    async def run_out(table: LiveTable) -> None:
        if table.id not in late:
            late.append(table.id)
        if table.id == late[0] and fails:
            fails.pop()
            raise ValueError("a bug")
        if table.id in late[1:2] and hangs:
            await asyncio.sleep(PATIENCE)
        await real(table)

    monkeypatch.setattr(lateness, "run_out", run_out)
    server = run()
    games = []
    for number in range(3):
        games.append(timed(visit(server), visit(server))[1])
        until(lambda number=number: len(late) > number)
    until_told(games[0][0], "time is up")
    until_told(games[2][0], "time is up")
    hangs.clear()
    until_told(games[1][0], "time is up")
    assert caplog.text.count("ValueError: a bug") == 3


def test_a_table_that_fails_again_and_again_does_not_flood_the_log(
    monkeypatch: pytest.MonkeyPatch,
    hasty: None,
    server: Running,
    ann: Guest,
    ben: Guest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run_out(table: LiveTable) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(lateness, "run_out", run_out)
    monkeypatch.setattr(lateness, "AGAIN", PATIENCE)
    timed(ann, ben)
    until(lambda: "ValueError: a bug" in caplog.text)
    time.sleep(0.5)
    assert caplog.text.count("ValueError: a bug") == 1
