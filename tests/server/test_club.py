"""Two processes on one PostgreSQL: whoever is at which, all see the same table."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from skerry.server.settings import Settings
from skerry.server.store import shared_uptime
from skerry.server.store.allowances import take_allowance
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.processes import ProcessInfo, delete_gone, read_presence, write_presence, write_process
from skerry.server.store.shared_uptime import SharedUptime
from skerry.server.store.store import Store
from skerry.server.store.uptime import COMING_BACK
from tests.server.browser import PATIENCE, Guest, Running
from tests.server.cluster import Cluster
from tests.server.machine import Machine
from tests.server.test_friends import all_ready, gathered, invitation, play_together

Visit = Callable[[Running], Guest]


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def two(address: str, tmp_path: Path) -> Iterator[list[Running]]:
    running = [Running(Settings(data=tmp_path / name, database=address)) for name in "ab"]
    yield running
    for one in running:
        if one.thread.is_alive():
            one.stop()


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Store]:
    store = Store(open_engine(tmp_path, address))
    yield store
    store.close()


def test_friends_at_two_processes_play_to_the_end(two: list[Running], visit: Visit, store: Store) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    table, screens = gathered(ann, ben)
    all_ready(screens)
    play_together(screens)
    assert all(screen.problems == [] for screen in screens)
    record = store.record(table)
    assert record is not None and record.to_move is None
    assert len(store.load(record).log) == screens[0].picture["version"] == screens[1].picture["version"]
    assert [row["over"] for row in ben.home()["tables"]] == [True]


def test_both_see_who_is_here_what_is_said_and_the_same_clocks(two: list[Running], visit: Visit) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    pace = {"kind": "live", "amount": 10, "late": "nothing"}
    _, [hers, his] = gathered(ann, ben, pace=pace)
    hers.until_friends(lambda friends: [sitter["presence"] for sitter in friends["seats"]] == ["here", "here"])
    his.send(type="away", away=True)
    hers.until_friends(lambda friends: friends["seats"][1]["presence"] == "away")
    his.send(type="say", words="Here I am")
    hers.until_said("Here I am")
    hers.send(type="say", words="At last")
    his.until_said("At last")
    all_ready([hers, his])
    acting = [hers, his][hers.picture["to_move"]]
    acting.until(lambda update: bool(update["picture"]["choices"]))
    acting.play("gather")
    clocks = [screen.until(lambda update: update["picture"]["move"] > 0)["clock"] for screen in (hers, his)]
    assert clocks[0].get("running") == clocks[1].get("running")
    assert clocks[0]["left"] == pytest.approx(clocks[1]["left"], abs=5)
    assert clocks[0]["grace"] == pytest.approx(clocks[1]["grace"], abs=5)
    his.socket.close()
    hers.until_friends(lambda friends: friends["seats"][1]["presence"] == "gone")


def test_a_seat_that_was_taken_at_another_process_is_taken(two: list[Running], visit: Visit) -> None:
    ann, ben, cleo = visit(two[0]), visit(two[1]), visit(two[0])
    table = ann.start("Ann open")
    link = invitation(ann.gather(table))
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda guest: guest.take_seat(table, link, "Friend"), (ben, cleo)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_a_rematch_asked_for_at_both_processes_is_one_table(two: list[Running], visit: Visit, store: Store) -> None:
    ann, ben = visit(two[0]), visit(two[1])
    table, screens = gathered(ann, ben)
    all_ready(screens)
    play_together(screens)
    with ThreadPoolExecutor(2) as pool:
        asked = pool.map(lambda guest: guest.http.post(f"/api/tables/{table}/rematch", json={}).json(), (ann, ben))
    [again] = {answer["table"] for answer in asked} - {None}
    assert all(guest.gather(again).friends["begun"] for guest in (ann, ben))
    assert store.count() == 2


def test_a_table_that_is_deleted_elsewhere_is_closed(two: list[Running], visit: Visit) -> None:
    ann, watcher = visit(two[0]), visit(two[1])
    table = ann.start("Ann Ben")
    ann.sit(table)
    watching = watcher.sit(table)
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert "deleted" in watching.problem()["words"]
    with pytest.raises(ConnectionClosed):
        watching.receive()


def test_signing_out_everywhere_reaches_the_other_process(two: list[Running], visit: Visit) -> None:
    ann = visit(two[0])
    table = ann.start("Ann Ben")
    ann.host = two[1].host
    seat = ann.sit(table)
    ann.host = two[0].host
    assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
    assert "signed out" in seat.problem()["words"]


def test_an_address_that_no_database_could_have_is_nobodys(two: list[Running], visit: Visit) -> None:
    ann = visit(two[0])
    for path in ("/api/tables/a%00b/log", "/api/tables/a%00b/match"):
        assert ann.http.get(path).status_code == 404
    assert ann.http.delete("/api/tables/a%00b").status_code == 404


def test_one_process_leads_and_another_takes_over(two: list[Running], visit: Visit) -> None:
    leading = [one.server.config.app.state.tables for one in two]  # type: ignore[union-attr]
    wait_until(lambda: [tables.leads for tables in leading].count(True) == 1)
    first = [tables.leads for tables in leading].index(True)
    two[first].stop()
    wait_until(lambda: leading[1 - first].leads)


def wait_until(is_good: Callable[[], bool]) -> None:
    tick = threading.Event()
    for _ in range(PATIENCE * 20):
        if is_good():
            return
        tick.wait(0.05)
    raise AssertionError("it never came to that")


def test_guessing_is_limited_over_all_processes(store: Store, address: str, tmp_path: Path) -> None:
    other = Store(open_engine(tmp_path, address))
    tries = [
        one.put(lambda db: take_allowance(db, "try ann", 0.1, 3, 1000.0)).result(30)
        for one in (store, other, store, other)
    ]
    assert tries == [True, True, True, False]
    later = [other.put(lambda db: take_allowance(db, "try ann", 0.1, 3, 1010.5)).result(30) for _ in range(2)]
    assert later == [True, False]
    other.close()


def test_a_process_that_is_silent_does_not_count_and_is_forgotten(store: Store) -> None:
    processes = [ProcessInfo(name, "serve", name, 7, 0.0, seen) for name, seen in (("old", 50.0), ("new", 99.0))]
    for process in processes:
        store.put(lambda db, process=process: write_process(db, process)).result(30)
        store.put(lambda db, id_=process.id: write_presence(db, "t", id_, {f"at {id_}": "here"})).result(30)
    assert read_presence(store, "t", 100.0) == [("at new", "here")]
    assert store.put(lambda db: delete_gone(db, 100.0)).result(30) == [7]
    assert store.read("SELECT person FROM presence") == [("at new",)]


def test_time_counts_while_any_process_runs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, is_still=True)
    first = SharedUptime(store)
    began = first.seconds
    machine.sleep(5)
    second = SharedUptime(store)  # while the first still runs: nothing is lost, and nothing counts twice
    assert second.seconds == first.seconds == pytest.approx(began + 5)
    machine.sleep(3600)  # nobody runs
    third = SharedUptime(store)
    assert third.seconds == pytest.approx(began + 5 - COMING_BACK)
    assert third.earliest > machine.now + shared_uptime.AFTER_RESTART - 1
