"""The machine sleeps, or somebody sets its clock: nobody loses time at a table by it."""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest

from skerry.server.store import uptime
from skerry.server.store.store import Store
from skerry.server.tables import clock, timeouts
from tests.server.browser import PATIENCE, Guest, Running, Seat, possible
from tests.server.machine import Machine
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]
Jump = Callable[[Machine], None]

HOUR, DAY, YEAR = 3600, 24 * 3600, 365 * 24 * 3600
MINUTES = 5  # of each player in a live game
LIVE = {"kind": "live", "amount": MINUTES, "late": "bot"}
SLOW = {"kind": "slow", "amount": 1, "late": "bot"}


def many(machine: Machine) -> None:
    machine.sleep(600)
    machine.set(3 * DAY)
    machine.set(-HOUR)


JUMPS: dict[str, Jump] = {
    "a day ahead": lambda machine: machine.set(DAY),
    "an hour back": lambda machine: machine.set(-HOUR),
    "a year back": lambda machine: machine.set(-YEAR),
    "asleep, both clocks go on": lambda machine: machine.sleep(600),
    "asleep, one clock stands still": lambda machine: machine.set(600),
    "asleep for days": lambda machine: machine.sleep(3 * DAY),
    "several at once": many,
}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(uptime, "TICK", 0.05)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    return Machine(monkeypatch)


@pytest.fixture(params=JUMPS.values(), ids=JUMPS.keys())
def jump(request: pytest.FixtureRequest) -> Jump:
    return request.param  # type: ignore[no-any-return]


def start(server: Running, visit: Visit, pace: dict[str, Any]) -> tuple[str, list[Guest], list[Seat], int]:
    guests = [visit(server), visit(server)]
    table, screens = gathered(*guests, pace=pace)
    all_ready(screens)
    return table, guests, screens, int(screens[0].picture["to_move"])


def until_due_in(server: Running, machine: Machine, least: float, most: float) -> None:
    """Until the list of games says so, and then for a few looks more."""
    end = time.monotonic() + PATIENCE
    while True:
        with sqlite3.connect(server.data / "matches.sqlite3") as db:
            due = db.execute("SELECT due FROM shared_tables").fetchone()[0]
        if due is not None and least <= due - machine.now <= most:
            break
        assert time.monotonic() < end, (due, machine.now)
        time.sleep(0.02)
    time.sleep(0.3)


def left_after_a_move(screen: Seat, turn: int) -> float:
    """Of the player who has had the clock all the time."""
    move = screen.picture["move"]
    screen.play(possible(screen.picture)[0])
    screen.until(lambda update: update["picture"]["move"] > move)
    assert not any("time is up" in line["words"] for line in screen.picture["lines"])
    assert screen.picture["seats"][turn]["bot"] is None
    return float(screen.update["clock"]["left"][turn])


def test_a_live_clock_does_not_count_it(
    run: Callable[..., Running], visit: Visit, machine: Machine, jump: Jump
) -> None:
    server = run()
    _, _, screens, turn = start(server, visit, LIVE)
    jump(machine)
    most = MINUTES * 60 + clock.GRACE + 3 * uptime.COMING_BACK
    until_due_in(server, machine, MINUTES * 60 - PATIENCE, most)
    assert left_after_a_move(screens[turn], turn) > MINUTES * 60 - PATIENCE


def test_neither_does_that_of_a_table_where_nobody_has_been_since_the_start(
    run: Callable[..., Running], visit: Visit, machine: Machine, jump: Jump
) -> None:
    first = run()
    table, guests, _, turn = start(first, visit, LIVE)
    first.stop()
    server = run()
    time.sleep(0.2)
    jump(machine)
    most = MINUTES * 60 + clock.GRACE + 4 * uptime.COMING_BACK
    until_due_in(server, machine, MINUTES * 60 - PATIENCE, most)
    guest = visit(server)
    guest.http.cookies = guests[turn].http.cookies
    screen = guest.gather(table)
    screen.until(lambda update: True)
    assert left_after_a_move(screen, turn) > MINUTES * 60 - PATIENCE


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize(
    ("seconds", "left"), [(3 * DAY, HOUR), (DAY - HOUR / 2, HOUR), (HOUR, DAY - HOUR), (-HOUR, DAY), (-YEAR, DAY)]
)
def test_a_slow_turn_goes_by_the_calendar_but_nobody_is_late_at_once(
    run: Callable[..., Running], visit: Visit, machine: Machine, seconds: float, left: float, is_open: bool
) -> None:
    server = run()
    table, guests, screens, turn = start(server, visit, SLOW)
    if not is_open:
        server.stop()
        server = run()
        time.sleep(0.2)
    machine.set(seconds)
    until_due_in(server, machine, left - PATIENCE, left + PATIENCE)
    screen = screens[turn]
    if not is_open:
        guest = visit(server)
        guest.http.cookies = guests[turn].http.cookies
        screen = guest.gather(table)
    screen.until(lambda update: True)
    screen.send(type="outline", wanted=True)
    shown = screen.receive()
    assert shown["picture"]["seats"][turn]["bot"] is None
    assert abs(shown["clock"]["due"] - left) <= PATIENCE


def test_the_time_of_day_may_wander_without_anybody_getting_time_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    still = Machine(monkeypatch, is_still=True)
    store = Store(tmp_path / "m.sqlite3")
    up = uptime.Uptime(store)
    before = up.ran()
    for _ in range(20):
        still.run(60, up)
        still.set(0.3)
    assert up.ran() - before == pytest.approx(20 * 60)
    store.close()


def test_a_turn_that_is_newer_than_the_last_note_counts_after_a_crash(
    run: Callable[..., Running], visit: Visit, machine: Machine
) -> None:
    """Otherwise its clock would stand still until the server has run as long again."""
    server = run()
    up = 50_000.0
    table, guests, _, turn = start(server, visit, LIVE)
    server.stop()
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("UPDATE shared_tables SET began = ?", (up,))
        db.execute("UPDATE uptime SET seconds = 3")
    again = run()
    guest = visit(again)
    guest.http.cookies = guests[turn].http.cookies
    screen = guest.gather(table)
    screen.until(lambda update: True)
    assert 0 < screen.update["clock"]["grace"] <= clock.GRACE
    for _ in range(10):
        machine.sleep(9)
        time.sleep(0.2)
    assert left_after_a_move(screen, turn) < MINUTES * 60 - 30


@pytest.mark.parametrize("pace", [LIVE, SLOW])
def test_a_clock_from_before_an_update_goes_on(
    run: Callable[..., Running], visit: Visit, machine: Machine, pace: dict[str, Any]
) -> None:
    """Older versions did not keep when a turn began: the time of a live one is given back."""
    server = run()
    table, guests, _, turn = start(server, visit, pace)
    server.stop()
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("UPDATE shared_tables SET began = NULL")
        db.execute("DELETE FROM uptime")
    again = run()
    guest = visit(again)
    guest.http.cookies = guests[turn].http.cookies
    screen = guest.gather(table)
    shown = screen.until(lambda update: True)["clock"]
    assert shown["running"] == turn
    if pace is LIVE:
        assert left_after_a_move(screen, turn) > MINUTES * 60 - PATIENCE
    else:
        assert abs(shown["due"] - DAY) <= PATIENCE
