"""Vacation, pauses and increments: when no time passes, or some is added, and that everybody sees it."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.match.match import UNDO, Entry
from skerry.server.protocol.pace import Pace
from skerry.server.settings import Settings
from skerry.server.store import uptime
from skerry.server.store.store import Store
from skerry.server.store.time_off import (
    PauseSpan,
    moment_after,
    overlap,
    read_time_off,
    read_vacations,
    used_from,
    write_pause,
    write_vacation,
)
from skerry.server.tables import clock, pause_rights, timeouts, vacations
from skerry.server.tables.messages import pausing
from tests.server.browser import Guest, Running, Seat
from tests.server.machine import Machine
from tests.server.test_clock import decide, until_told
from tests.server.test_friends import all_ready, gathered

Visit = Callable[[Running], Guest]
DAY = 24 * 3600.0
SLOW = {"kind": "slow", "amount": 2, "late": "bot"}
MOMENTS = (
    "created FROM matches",
    "changed FROM matches",
    "begun FROM shared_tables",
    "max(at) FROM entries",
    "began FROM vacations",
)


def started(*guests: Guest, **more: Any) -> tuple[str, list[Seat], int]:
    """A table over days, and whose turn it is."""
    table, screens = gathered(*guests, **({"pace": SLOW} | more))
    all_ready(screens)
    return table, screens, int(screens[0].picture["to_move"])


def go_away(guest: Guest, days: int) -> dict[str, Any]:
    answer = guest.http.post("/api/me/vacation", json={"days": days})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def due(screen: Seat) -> float:
    return float(screen.update["clock"]["due"])


# ---- spans of time


def test_time_that_is_covered_twice_counts_once() -> None:
    assert overlap([(0, 10), (5, 20), (30, 40)], 4, 35) == 16 + 5
    assert overlap([], 0, 9) == 0
    assert moment_after([(10, 20), (15, 30)], 0, 15) == 35
    assert moment_after([(10, float("inf"))], 0, 15) == float("inf")
    assert moment_after([(10, 20)], 0, 10) == 10
    assert used_from([(0, 10), (20, 40)], 5, 15) == [(5, 10), (20, 30)]


def test_a_vacation_stops_the_clock_of_a_turn_as_long_as_it_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Machine(monkeypatch, is_still=True)
    store = Store(tmp_path / "m.sqlite3")
    up = uptime.Uptime(store)
    timer = clock.Timer(Pace("slow", 2, "nothing"), [0.0, 0.0], up)
    timer.actor, begun = 1, still.now
    timer.vacations = {0: [(begun, begun + 9 * DAY)]}
    assert timer.remaining() == 2 * DAY, "somebody else's vacation"
    timer.vacations = {1: used_from([(begun, begun + 9 * DAY)], begun, 7 * DAY)}
    assert timer.remaining() == 9 * DAY
    still.set(8 * DAY)
    up.earliest = 0
    assert timer.remaining() == DAY and timer.passed(timer.now()) == DAY
    store.close()


def test_each_turn_adds_to_a_live_clock_and_an_undo_gives_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Machine(monkeypatch, is_still=True)
    store = Store(tmp_path / "m.sqlite3")
    up = uptime.Uptime(store)
    timer = clock.Timer(Pace("live", 1, "nothing", 20), [0.0, 0.0], up, grace=0.0)
    monkeypatch.setattr(clock, "GRACE", 0.0)
    turn = iter([1, 0])
    monkeypatch.setattr(clock, "person_to_act", lambda match: next(turn))
    timer.actor = 0
    still.run(8, up)
    assert timer.charge(0, [Entry(0, "gather")], None) == (0, -12.0)  # type: ignore[arg-type]
    assert timer.left(0) == 72 and timer.actor == 1
    assert timer.charge(1, [Entry(0, UNDO)], None) == (0, 20.0)  # type: ignore[arg-type]
    assert timer.left(0) == 52 and timer.left(1) == 60
    store.close()


# ---- in the store, with both engines


def test_the_store_keeps_pauses_and_vacations(store: Store) -> None:
    store.put(lambda db: write_vacation(db, "ann", 100.0, 500.0)).result(30)
    store.put(lambda db: write_vacation(db, "ann", 200.0, 300.0)).result(30)  # shorter
    assert read_vacations(store, "ann") == [(100.0, 300.0)]
    store.put(lambda db: write_vacation(db, "ann", 400.0, 400.0)).result(30)  # back, and was not away
    assert read_vacations(store, "ann") == [(100.0, 300.0)]
    assert read_time_off(store, "no table").pause is None
    with pytest.raises(Exception, match=r"(?i)foreign|refer"):
        store.put(lambda db: write_pause(db, "no table", PauseSpan(1.0, None, 1.0, "ann"), 0.0)).result(30)


# ---- at a table


def test_a_vacation_is_shown_and_stops_my_clock_everywhere(ann: Guest, ben: Guest) -> None:
    games = [started(ann, ben) for _ in range(2)]
    guests = (ann, ben)
    away = guests[games[0][2]]
    found = go_away(away, 5)
    assert found["until"] > time.time() + 4 * DAY
    assert {row["id"] for row in found["tables"]} == {table for table, _, _ in games}
    assert [row["allowed"] for row in found["tables"]] == [14, 14]
    for _, screens, turn in games:
        mine = guests.index(away)
        other = screens[1 - mine]
        other.until_friends(lambda friends, mine=mine: friends["seats"][mine]["vacation"] is not None)
        if turn == mine:
            other.until(lambda update: update["clock"]["due"] > 6 * DAY)
    rows = {row["id"]: row for row in guests[1 - guests.index(away)].home()["tables"]}
    assert rows[games[0][0]]["vacation"] > time.time() and rows[games[0][0]]["pace"].startswith("2 days per turn")
    assert away.home()["me"]["vacation"] is not None
    assert go_away(away, 0)["until"] is None
    _, screens, turn = games[0]
    screens[1 - turn].until(lambda update: update["clock"]["due"] < 3 * DAY)
    assert away.home()["me"]["vacation"] is None


def test_a_table_may_have_fewer_days_or_none(ann: Guest, ben: Guest) -> None:
    _, screens, turn = started(ann, ben, vacation="0")
    away, other = (ann, ben)[turn], screens[1 - turn]
    assert "no vacation" in other.friends["terms"]
    found = go_away(away, 5)
    assert found["until"] is not None and found["tables"][0]["until"] is None
    assert other.friends["seats"][turn]["vacation"] is None and due(other) < 3 * DAY
    assert away.http.post("/api/me/vacation", json={"days": 61}).status_code == 400
    assert away.http.post("/api/me/vacation", json={"days": -1}).status_code == 400


def test_whoever_is_on_vacation_is_not_late_and_afterwards_is(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    """A day is a tenth of a second here."""
    for module in (clock, vacations):
        monkeypatch.setattr(module, "DAY", 0.1)
    monkeypatch.setattr(uptime, "AFTER_RESTART", 0.0)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    server = run()
    ann, ben = visit(server), visit(server)
    pace = {"kind": "slow", "amount": 20, "late": "bot"}
    _, screens, turn = started(ann, ben, pace=pace, vacation="28")
    go_away((ann, ben)[turn], 28)  # 2.8 seconds
    began = time.monotonic()
    screens[1 - turn].until(lambda update: update["picture"]["seats"][turn]["bot"] is not None)
    assert time.monotonic() - began > 2.8


def test_the_host_pauses_and_continues_a_table_over_days(ann: Guest, ben: Guest) -> None:
    _, screens, turn = started(ann, ben)
    host, friend = screens
    assert host.friends["may_pause"] and not friend.friends["may_pause"]
    friend.send(type="pause", paused=True)
    assert "Only the host" in friend.problem()["words"]
    host.send(type="pause", paused=True)
    for screen in screens:
        screen.until_friends(lambda friends: friends["paused"] is not None)
        screen.until(lambda update: update["clock"].get("paused", False))
    assert friend.friends["paused"]["by"] == "Ann" and not friend.friends["paused"]["mine"]
    assert "due" not in screens[turn].update["clock"] or screens[turn].update["clock"]["due"] is None
    assert "paused" in screens[turn].refused("rest", seat=turn)["words"]
    assert ben.home()["tables"][0]["paused"] and ben.home()["tables"][0]["due"] is None
    friend.send(type="pause", paused=False)
    assert "The host has paused" in friend.problem()["words"]
    friend.until_said("Ann paused the game")
    host.send(type="pause", paused=False)
    for screen in screens:
        screen.until_friends(lambda friends: friends["paused"] is None)
        screen.until(lambda update: not update["clock"].get("paused", False))
    assert due(screens[turn]) > DAY
    decide(screens[turn])


def test_at_a_live_table_everybody_who_plays_may_continue_and_watchers_may_not(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, screens, _ = started(ann, ben, pace={"kind": "live", "amount": 10, "late": "move", "increment": 5})
    host, friend = screens
    assert "10 minutes per player, plus 5 seconds each turn, then a bot moves" in host.friends["terms"]
    watching = visit(server).gather(table)
    host.send(type="pause", paused=True)
    friend.until_friends(lambda friends: friends["paused"] is not None and friends["paused"]["mine"])
    watching.send(type="pause", paused=False)
    assert "watching" in watching.problem()["words"]
    friend.send(type="pause", paused=False)
    host.until_friends(lambda friends: friends["paused"] is None)


def test_a_pause_outlives_a_restart_and_its_time_does_not_count(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(clock, "GRACE", 0.0)
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens, turn = started(ann, ben, pace={"kind": "live", "amount": 60, "late": "bot"})
    screens[0].send(type="pause", paused=True)
    screens[1].until_friends(lambda friends: friends["paused"] is not None)
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:  # it ran for an hour
        db.execute("DELETE FROM uptime")
        db.execute("INSERT INTO uptime (seconds) VALUES (3700)")
        assert db.execute("SELECT count(*) FROM shared_tables WHERE due IS NOT NULL").fetchone() == (0,)
    again = visit(run())
    again.http.cookies = ann.http.cookies
    screen = again.gather(table)
    assert screen.friends["paused"]["by"] == "Ann"
    screen.until(lambda update: update["clock"].get("paused", False))
    screen.send(type="pause", paused=False)
    screen.until(lambda update: not update["clock"].get("paused", False))
    assert screen.update["clock"]["left"][turn] > 3500


def test_after_two_weeks_anybody_may_continue(monkeypatch: pytest.MonkeyPatch, ann: Guest, ben: Guest) -> None:
    _, (host, friend), _ = started(ann, ben)
    host.send(type="pause", paused=True)
    friend.until_friends(lambda friends: friends["paused"] is not None)
    monkeypatch.setitem(vars(pause_rights), "LONGEST_PAUSE", -1.0)
    friend.send(type="pause", paused=False)
    host.until_friends(lambda friends: friends["paused"] is None)


def test_nobody_pauses_one_turn_without_end(monkeypatch: pytest.MonkeyPatch, ann: Guest, ben: Guest) -> None:
    monkeypatch.setattr(pausing, "MAX_PAUSES", 1)
    _, (host, _), _ = started(ann, ben)
    for paused in (True, False):
        host.send(type="pause", paused=paused)
        host.until_friends(lambda friends, paused=paused: (friends["paused"] is not None) is paused)
    host.send(type="pause", paused=True)
    assert "many times" in host.problem()["words"]


def test_bots_wait_while_the_game_is_paused(ann: Guest, ben: Guest) -> None:
    _, (host, friend), turn = started(ann, ben)
    host.send(type="pause", paused=True)
    friend.until_friends(lambda friends: friends["paused"] is not None)
    acting = (host, friend)[turn]
    acting.send(type="stand_in", bot="random")
    acting.until(lambda update: update["picture"]["seats"][turn]["bot"] == "random")
    move = acting.picture["move"]
    time.sleep(0.3)
    host.send(type="pause", paused=False)
    host.until_friends(lambda friends: friends["paused"] is None)
    assert host.picture["move"] == move
    host.until(lambda update: update["picture"]["move"] > move)


def test_who_is_late_is_seen_in_the_list_and_at_the_table(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(clock, "MINUTE", 1 / 60)
    monkeypatch.setattr(clock, "GRACE", 0.0)
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    server = run()
    ann, ben = visit(server), visit(server)
    _, screens, turn = started(ann, ben, pace={"kind": "live", "amount": 1, "late": "nothing"})
    until_told(screens[0], "time is up")
    screens[0].until(lambda update: update["clock"].get("late", False))
    name = ("Ann", "F1")[turn]
    assert [row["late"] for guest in (ann, ben) for row in guest.home()["tables"]] == [name, name]
    decide(screens[turn])
    screens[1 - turn].until(lambda update: update["picture"]["to_move"] == 1 - turn)


def test_an_increment_only_goes_with_minutes(ann: Guest) -> None:
    for pace in (
        {"kind": "slow", "amount": 2, "late": "bot", "increment": 5},
        SLOW | {"kind": "live", "increment": 999},
    ):
        assert ann.ask_for("Ann open", pace=pace).status_code == 400


# ---- two processes


@pytest.fixture
def two(cluster: Any, tmp_path: Path) -> Iterator[list[Running]]:
    address = cluster.new_database()
    running = [Running(Settings(data=tmp_path / name, database=address)) for name in "ab"]
    yield running
    for one in running:
        one.stop()


def test_both_processes_know_of_a_vacation_and_of_a_pause(two: list[Running], visit: Visit) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    _, screens, turn = started(ann, ben)
    go_away((ann, ben)[turn], 5)
    other = screens[1 - turn]
    other.until_friends(lambda friends: friends["seats"][turn]["vacation"] is not None)
    other.until(lambda update: update["clock"]["due"] > 6 * DAY)
    screens[0].send(type="pause", paused=True)
    screens[1].until_friends(lambda friends: friends["paused"] is not None)
    screens[1].until(lambda update: update["clock"].get("paused", False))
    screens[0].send(type="pause", paused=False)
    screens[1].until(lambda update: not update["clock"].get("paused", False))
    go_away((ann, ben)[turn], 0)
    decide(screens[turn])
    other.until(lambda update: update["picture"]["to_move"] == 1 - turn)


def test_all_moments_of_a_table_go_by_the_clock_that_processes_share(
    run: Callable[..., Running], visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that of the database, and may be far from the clock of this machine."""
    machine = Machine(monkeypatch)
    machine.set(9 * DAY)
    server = run()
    ann, ben = visit(server), visit(server)
    _, screens, turn = started(ann, ben)
    go_away(ann, 3)
    decide(screens[turn])
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        for moment in MOMENTS:
            assert abs(db.execute(f"SELECT {moment}").fetchone()[0] - machine.now) < DAY, moment
