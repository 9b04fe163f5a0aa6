"""Clocks: outside the engine, in the log, and the same on every screen."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from skerry.server.store import uptime
from skerry.server.store.store import Store
from skerry.server.tables import clock, timeouts
from tests.server.browser import PATIENCE, Guest, Running, Seat, possible
from tests.server.machine import Machine
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute takes a sixtieth of a second, and nobody has any grace."""
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    monkeypatch.setattr(clock, "GRACE", 0.0)
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch, is_still=True)


def timed(host: Guest, friend: Guest, late: str = "nothing", amount: int = 1) -> tuple[str, list[Seat], int]:
    """A table with a live clock, and whose turn it is."""
    table, screens = gathered(host, friend, pace={"kind": "live", "amount": amount, "late": late})
    all_ready(screens)
    return table, screens, int(screens[0].picture["to_move"])


def lines(screen: Seat) -> list[str]:
    return [line["words"] for line in screen.picture["lines"]]


def until_told(screen: Seat, words: str) -> None:
    screen.until(lambda update: any(words in line["words"] for line in update["picture"]["lines"]))


def decide(screen: Seat) -> None:
    move = screen.picture["move"]
    screen.play(possible(screen.picture)[0])
    screen.until(lambda update: update["picture"]["move"] > move)


def test_time_passes_for_whoever_decides_and_stays_used(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens, turn = timed(ann, ben, amount=10)
    shown = screens[turn].update["clock"]
    for guest in (ann, ben):
        assert guest.home()["tables"][0]["due"] > time.time() + 500
    assert shown["running"] == turn and shown["left"] == [600.0, 600.0] and shown["grace"] > 0
    time.sleep(0.3)
    decide(screens[turn])
    first.stop()
    store = Store(first.data / "matches.sqlite3")
    assert store.read("SELECT 1 FROM shared_tables WHERE due > ?", time.time())
    store.close()
    again = visit(run())
    again.http.cookies = ann.http.cookies
    screen = again.gather(table)
    assert screen.until(lambda update: True)["clock"]["left"] is not None


def test_a_live_clock_runs_while_the_server_runs(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    """Thinking before a restart counts, though nothing was decided; while the server is down, nobody can move."""
    monkeypatch.setattr(clock, "GRACE", 0.0)
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens, turn = timed(ann, ben, amount=60)
    assert screens[turn].update["clock"]["left"] == [3600.0, 3600.0]
    for _ in range(2):  # it was stopped twice, and ran for 550 seconds each time
        first.stop()
        with sqlite3.connect(first.data / "matches.sqlite3") as db:
            db.execute("UPDATE entries SET at = at - 4000")
            db.execute("UPDATE uptime SET seconds = seconds + 550")
        first = run()
    guest = visit(first)
    guest.http.cookies = ann.http.cookies
    shown = guest.gather(table).until(lambda update: True)["clock"]
    assert abs(3600 - 1_100 - shown["left"][turn]) < PATIENCE and shown["left"][1 - turn] == 3600


def test_as_long_as_a_live_clock_runs_it_is_noted_how_long_the_server_has_run(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(uptime, "NOTED_EVERY", 0.05)
    server = run()
    ann, ben = visit(server), visit(server)
    store = Store(server.data / "matches.sqlite3")
    assert store.read("SELECT * FROM uptime") == []
    timed(ann, ben)
    noted: set[float] = set()
    end = time.monotonic() + PATIENCE
    while len(noted) < 3:
        assert time.monotonic() < end
        noted |= {row[0] for row in store.read("SELECT seconds FROM uptime")}
    store.close()


def test_the_grace_of_a_turn_is_not_counted(tmp_path: Path, still: Machine) -> None:
    store = Store(tmp_path / "m.sqlite3")
    up = uptime.Uptime(store)
    timer = clock.Timer(clock.Pace("live", 1, "nothing"), [0.0, 0.0], up)
    timer.actor = 0
    assert timer.remaining() == clock.GRACE + 60
    still.run(10, up)
    assert timer.spend(0, timer.now()) == 0
    still.run(25, up)  # five of them are still free
    assert timer.spend(0, timer.now()) == 20
    assert timer.left(0) == 40 and timer.left(1) == 60
    store.close()


def test_a_slow_turn_is_late_after_days(tmp_path: Path, still: Machine) -> None:
    store = Store(tmp_path / "m.sqlite3")
    up = uptime.Uptime(store)
    timer = clock.Timer(clock.Pace("slow", 2, "nothing"), [0.0, 0.0], up)
    timer.actor = 1
    assert timer.remaining() == 2 * 24 * 3600
    late = clock.Timer(clock.Pace("slow", 2, "nothing"), [0.0, 0.0], up, still.now - 90 * 24 * 3600)
    late.actor = 1
    assert late.remaining() == 3600  # the server was down: nobody could have moved
    store.close()


def test_when_nothing_is_agreed_time_is_only_told(hasty: None, ann: Guest, ben: Guest) -> None:
    _, screens, turn = timed(ann, ben)
    for screen in screens:
        until_told(screen, "time is up")
    acting = screens[turn]
    assert acting.picture["to_move"] == turn and acting.update["clock"]["left"][turn] == 0
    decide(acting)
    assert sum("time is up" in words for words in lines(acting)) == 1


def test_who_was_late_before_a_restart_is_not_late_again(
    hasty: None, run: Callable[..., Running], visit: Visit
) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens, turn = timed(ann, ben)
    until_told(screens[turn], "time is up")
    first.stop()
    guest = visit(run())
    guest.http.cookies = (ann, ben)[turn].http.cookies
    screen = guest.gather(table)
    screen.until(lambda update: True)
    assert screen.update["clock"]["left"][turn] == 0
    time.sleep(0.3)
    decide(screen)
    assert sum("time is up" in words for words in lines(screen)) == 1


def test_a_bot_moves_for_whoever_is_late(hasty: None, ann: Guest, ben: Guest) -> None:
    _, screens, turn = timed(ann, ben, "move")
    other = screens[1 - turn]
    other.until(lambda update: update["picture"]["to_move"] == 1 - turn)
    assert other.picture["seats"][turn]["bot"] is None
    assert any("time is up" in words for words in lines(other))


def test_a_bot_gets_the_seat_and_hands_it_back(hasty: None, ann: Guest, ben: Guest) -> None:
    _, screens, turn = timed(ann, ben, "bot")
    screens[turn].until(lambda update: update["picture"]["seats"][turn]["bot"] == timeouts.SUBSTITUTE)
    screens[1 - turn].until_said("time is up")
    screens[turn].send(type="stand_in", bot=None)
    screens[turn].until(lambda update: update["picture"]["seats"][turn]["bot"] is None)


def test_time_is_up_though_nobody_is_there(hasty: None, run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, _, turn = timed(ann, ben, "bot", amount=60)
    first.stop()
    again = run()
    guest = visit(again)
    guest.http.cookies = (ann, ben)[turn].http.cookies
    before = time.monotonic()
    while guest.home()["tables"][0]["your_turn"] and time.monotonic() < before + PATIENCE:
        time.sleep(0.05)
    screen = guest.gather(table)
    screen.until(lambda update: True)
    assert any("time is up" in words for words in lines(screen))


@pytest.mark.parametrize("pace", [("live", 0, "move"), ("slow", 31, "bot"), ("slow", 1, "shout"), ("blitz", 1, "bot")])
def test_a_clock_that_makes_no_sense_is_refused(ann: Guest, pace: tuple[str, int, str]) -> None:
    wish = dict(zip(("kind", "amount", "late"), pace, strict=True))
    assert ann.ask_for("Ann open", pace=wish).status_code == 400
