"""Nothing in the background ends in silence."""

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK

from skerry.match import Match, SeatPlan
from skerry.server.bots.thinking import Thinking
from skerry.server.errors import Ended, StoreError
from skerry.server.practice.job_runner import JobProgress
from skerry.server.practice.reviews import Reviews
from skerry.server.runtime import machine_clock, supervise
from skerry.server.store import clocks, uptime
from skerry.server.store.engine.db import Work
from skerry.server.store.jobs import QueuedJob
from skerry.server.store.store import Store
from skerry.server.tables import clock, table_bots, timeouts, waking
from skerry.server.tables.push import PushBuilder
from skerry.server.tables.registry import Tables
from skerry.server.tables.socket import Delivered, Socket, has_left
from skerry.server.tables.table import LiveTable
from tests.loop import finished
from tests.server.browser import PATIENCE, Guest, Running, Seat, possible
from tests.server.test_clock import timed, until_told
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    monkeypatch.setattr(clock, "GRACE", 0.0)
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(timeouts, "CLOCK_RETRY", 0.05)


def until(good: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not good():
        assert time.monotonic() < end
        time.sleep(0.02)


# ---- work in the background


def test_what_fails_or_ends_is_logged_and_starts_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervise, "TASK_RETRY", 0.001)
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
        task = supervise.start_task("the tide", work)
        while tries < 4:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    finished(run())
    assert "the tide" in caplog.text and "ValueError: the first time" in caplog.text
    assert len(caplog.records) == 3


def test_a_database_that_is_away_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Of each task that needs it: where in the program that was noticed is of no use to the operator."""
    tried = asyncio.Event()

    async def work() -> None:
        tried.set()
        raise StoreError("the database: connection refused")

    async def run() -> None:
        task = supervise.start_task("the tide", work)
        await tried.wait()
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    finished(run())
    (record,) = caplog.records
    assert "the tide: the database: connection refused" in record.getMessage() and record.exc_info is None


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
    hasty: None,
    monkeypatch: pytest.MonkeyPatch,
    server: Running,
    ann: Guest,
    ben: Guest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(clock, "MINUTE", 60.0)  # nobody is late before the disk is full
    _, screens, turn = timed(ann, ben, amount=2)
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("UPDATE shared_tables SET due = 0 WHERE due IS NOT NULL")
        for table, event in (("shared_tables", "UPDATE"), ("entries", "INSERT")):
            full = "BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
            db.execute(f"CREATE TRIGGER full_{table} BEFORE {event} ON {table} {full}")
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    try:
        until(lambda: "disk is full" in caplog.text)
        time.sleep(0.3)
    finally:
        with sqlite3.connect(server.data / "matches.sqlite3") as db:
            db.execute("DROP TRIGGER full_shared_tables")
            db.execute("DROP TRIGGER full_entries")
    until_told(screens[turn], "time is up")


def test_a_read_that_fails_stops_no_clock_for_good(
    monkeypatch: pytest.MonkeyPatch, hasty: None, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(supervise, "TASK_RETRY", 0.01)
    real, fails = clocks.overdue, [True] * 3

    def overdue(*arguments: object) -> list[str]:
        if fails:
            fails.pop()
            raise OSError("no such disk")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(clocks, "overdue", overdue)
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
    monkeypatch.setattr(timeouts, "PATIENCE", 0.5)
    real, fails, hangs = timeouts.run_out, [True] * 3, [True]
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

    monkeypatch.setattr(timeouts, "run_out", run_out)
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

    monkeypatch.setattr(timeouts, "run_out", run_out)
    monkeypatch.setattr(timeouts, "CLOCK_RETRY", PATIENCE)
    timed(ann, ben)
    until(lambda: "ValueError: a bug" in caplog.text)
    time.sleep(0.5)
    assert caplog.text.count("ValueError: a bug") == 1


# ---- bots


@contextlib.contextmanager
def full_disk(server: Running) -> Iterator[None]:
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    try:
        yield
    finally:
        with sqlite3.connect(server.data / "matches.sqlite3") as db:
            db.execute("DROP TRIGGER full")


def leave_it_to_the_bot(seat: Seat) -> None:
    if seat.picture["to_move"] == 0:
        seat.play("rest")
    seat.until(lambda update: update["picture"]["to_move"] == 1)


def test_a_bot_whose_move_was_lost_tries_again_by_itself(
    monkeypatch: pytest.MonkeyPatch, server: Running, ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table_bots, "BOT_RETRY", 0.1)
    thinks = threading.Event()
    choose = Thinking.choose

    async def slowly(*arguments: Any) -> Any:
        await asyncio.to_thread(thinks.wait, PATIENCE)
        return await choose(*arguments)

    monkeypatch.setattr(Thinking, "choose", slowly)
    seat = ann.sit(ann.start("me bot"))
    leave_it_to_the_bot(seat)
    with full_disk(server):
        thinks.set()
        until(lambda: caplog.text.count("disk is full") > 1)
        assert "could not be saved" in seat.problem()["words"]
    assert seat.my_turn()["picture"]["choices"]
    assert not seat.problems  # one message is enough


def slow_table(server: Running, visit: Visit, bot: str = "bot") -> tuple[str, list[Guest], list[Seat]]:
    guests = [visit(server), visit(server)]
    pace = {"kind": "slow", "amount": 2, "late": "nothing"}
    table, screens = gathered(*guests, seats=f"Ann open {bot}", pace=pace)
    all_ready(screens)
    return table, guests, screens


def test_after_a_start_bots_move_before_anybody_opens_the_table(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(waking, "FIRST", 0.1)
    monkeypatch.setattr(clocks, "PAGE", 2)
    first = run()
    choose = Thinking.choose

    async def never(*arguments: Any) -> Any:
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(Thinking, "choose", never)
    tables = []
    for _ in range(3):
        table, guests, screens = slow_table(first, visit)
        while (turn := screens[0].picture["to_move"]) != 2:
            version = screens[0].picture["version"]
            screens[turn].until(lambda update, turn=turn: update["picture"]["to_move"] == turn)
            screens[turn].play(possible(screens[turn].picture)[0])
            screens[0].until(lambda update, version=version: update["picture"]["version"] > version)
        tables.append((table, guests))
    alone = visit(first)
    solo = alone.start("me bot")
    leave_it_to_the_bot(alone.sit(solo))
    spoilt = slow_table(first, visit)[0]
    first.stop()
    monkeypatch.setattr(Thinking, "choose", choose)
    with sqlite3.connect(first.data / "matches.sqlite3") as db:  # which keeps nobody else waiting
        db.execute("UPDATE matches SET seats = replace(seats, '{', '|') WHERE id = ?", (spoilt,))
    second = run()
    path = second.data / "matches.sqlite3"

    def waiting(id_: str) -> int:
        with sqlite3.connect(path) as db:
            return int(db.execute("SELECT to_move FROM matches WHERE id = ?", (id_,)).fetchone()[0])

    until(lambda: all(waiting(table) != 2 for table, _ in tables))
    assert waiting(solo) == 1  # whoever plays alone is waited for


def test_a_bot_that_was_to_move_for_somebody_late_does_so_after_a_start(
    monkeypatch: pytest.MonkeyPatch, hasty: None, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(waking, "FIRST", 0.1)
    choose = Thinking.choose

    async def never(*arguments: Any) -> Any:
        await asyncio.sleep(PATIENCE)

    monkeypatch.setattr(Thinking, "choose", never)
    first = run()
    table, screens, turn = timed(visit(first), visit(first), "move")
    until_told(screens[0], "time is up")
    first.stop()
    monkeypatch.setattr(Thinking, "choose", choose)
    path = run().data / "matches.sqlite3"

    def to_move() -> object:
        with sqlite3.connect(path) as db:
            return db.execute("SELECT to_move FROM matches WHERE id = ?", (table,)).fetchone()[0]

    until(lambda: to_move() != turn)


# ---- reviews


def test_reviews_go_on_after_a_mistake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(supervise, "TASK_RETRY", 0.01)
    made: list[str] = []

    async def make(self: Reviews, job: QueuedJob, progress: JobProgress) -> Work:
        made.append(job.about)
        if len(made) == 1:
            raise ValueError("a bug")
        return lambda db: None

    monkeypatch.setattr(Reviews, "make", make)

    async def run() -> None:
        reviews = Reviews(store := Store(tmp_path / "m.sqlite3"))
        match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")])
        for number in range(2):
            await reviews.ask("t", match, False, "ann", "here")
            assert reviews.jobs.task is not None
            await reviews.jobs.task
            asked = await reviews.asked("t")
            assert (asked is not None and "could not be made" in asked.problem) == (number == 0)
        assert made == ["t", "t"]
        store.close()

    finished(run())


# ---- pushes


def test_a_push_that_cannot_be_made_is_logged_and_only_that_browser_has_to_come_again(
    monkeypatch: pytest.MonkeyPatch, server: Running, ann: Guest, ben: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    turn = int(screens[0].picture["to_move"])
    other = screens[1 - turn]
    push = PushBuilder.push

    def fails(self: PushBuilder, socket: Socket) -> tuple[bytes, Delivered]:
        if socket.seats == [1 - turn]:
            raise ValueError("a bug")
        return push(self, socket)

    monkeypatch.setattr(PushBuilder, "push", fails)
    move = screens[turn].picture["move"]
    screens[turn].play(possible(screens[turn].picture)[0])
    screens[turn].until(lambda update: update["picture"]["move"] > move)
    with pytest.raises(ConnectionClosed):
        other.until(lambda update: update["picture"]["move"] > move)
    assert other.socket.close_code == 1011  # and not the one that says: do not come back
    assert table in caplog.text and "ValueError: a bug" in caplog.text
    monkeypatch.undo()
    again = (ann, ben)[1 - turn].gather(table)
    again.until(lambda update: update["picture"]["move"] > move)


def test_catching_up_that_fails_is_logged_and_the_browser_comes_again(
    monkeypatch: pytest.MonkeyPatch, server: Running, ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)

    def show(self: Socket, make: object) -> None:
        self.is_behind = True
        self.news.set()

    async def catch_up(self: LiveTable, socket: Socket) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(Socket, "show", show)
    monkeypatch.setattr(LiveTable, "show_again", catch_up)
    seat.play("rest")
    with pytest.raises(ConnectionClosed):
        seat.until(lambda update: False)
    assert seat.socket.close_code == 1011
    assert table in caplog.text and "ValueError: a bug" in caplog.text


@pytest.mark.parametrize(
    ("error", "is_silent"),
    [
        (WebSocketDisconnect(1006), True),
        (ConnectionResetError(), True),
        (BrokenPipeError(), True),
        (ConnectionClosedOK(None, None), True),
        (RuntimeError('Cannot call "send" once a close message has been sent.'), True),
        (RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'."), True),
        (RuntimeError("dictionary changed size during iteration"), False),
        (ValueError("a bug"), False),
        (OSError("no space left"), False),
    ],
)
def test_only_a_browser_that_leaves_is_no_error(error: Exception, is_silent: bool) -> None:
    assert has_left(error) == is_silent


def test_a_table_that_the_operator_ends_at_this_moment_is_no_mistake(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Its clock and its bots stop; the log and the metrics for errors stay quiet, however often it is found."""

    def has_ended(id_: str) -> None:
        raise Ended("The host has ended this game.")

    async def story() -> None:
        thinking = Thinking(10, processes=1)
        tables = Tables(store, thinking)
        tables.check_open = has_ended
        lateness = timeouts.Lateness(tables)
        for _ in range(20):
            await lateness.try_out("a")
            await waking.wake(tables, "a")
        assert lateness.failed["a"][1] - machine_clock.monotonic() <= timeouts.CLOCK_RETRY, "it may go on again soon"
        await tables.close()
        thinking.close()

    finished(story())
    assert not [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]
