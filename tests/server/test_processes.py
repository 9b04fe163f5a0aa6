"""Processes that are killed, stand still or leave while people play, and a database that goes away: nothing is lost."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store
from tests.server.browser import PATIENCE, Guest, Seat, is_over, possible
from tests.server.cluster import Cluster
from tests.server.houses import House, choices_of
from tests.server.pages import Page
from tests.server.test_friends import all_ready, gathered

REST = 0.1  # seconds before each click: a game has about sixty
pytestmark = pytest.mark.long


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def houses(address: str, tmp_path: Path) -> Iterator[list[House]]:
    found = [House(address, tmp_path / name) for name in "ab"]
    yield found
    for house in found:
        house.end(signal.SIGKILL)


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Store]:
    store = Store(open_engine(tmp_path, address))
    yield store
    store.close()


class FriendsPage(Page):
    """At a table of friends, where one may wait for the other for ever: so its connection can be cut."""

    seat: Seat | None = None

    def come(self) -> Seat:
        self.seat = self.guest.gather(self.table)
        self.seat.until(lambda update: True)
        return self.seat

    def send(self, seat: Seat) -> None:
        time.sleep(REST)
        super().send(seat)

    def finish(self) -> None:
        self.stop.set()
        until = time.monotonic() + PATIENCE
        while self.is_alive() and time.monotonic() < until:
            self.join(0.5)
            if self.unanswered is None and self.seat is not None:
                self.seat.socket.close()
        assert not self.is_alive()


def friends(houses: list[House]) -> tuple[str, list[FriendsPage]]:
    """Two at one table, each at a process of their own; if that is gone, they come back at the other."""
    guests = [Guest(house.host) for house in houses]
    for guest in guests:
        guest.home()
    table, screens = gathered(*guests, game="nusfjord")
    all_ready(screens)
    for guest in guests:
        guest.lines.close()
    pages = []
    for number, guest in enumerate(guests):
        chance = Random(number)
        pages.append(FriendsPage(guest, table, lambda chance=chance: chance.choice(running(houses)), number + 1))
    return table, pages


def running(houses: list[House]) -> list[str]:
    return [house.host for house in houses if house.process is not None] or [houses[0].host]


def play_through(houses: list[House], disturb: Callable[[int], None], times: int) -> tuple[str, list[FriendsPage]]:
    """Both click as fast as they are answered, and are disturbed so many times."""
    table, pages = friends(houses)
    for page in pages:
        page.start()
    for number in range(times):
        wait_for_moves(pages)
        disturb(number)
    wait_for_moves(pages)
    for page in pages:
        page.finish()
    return table, pages


def wait_for_moves(pages: list[FriendsPage]) -> None:
    """Both have made two more."""
    wanted = [len(page.made) + 2 for page in pages]
    wait_until(lambda: all(len(page.made) >= made for page, made in zip(pages, wanted, strict=True)))


def wait_until(is_good: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_good():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.02)


def check(store: Store, table: str, pages: list[FriendsPage]) -> None:
    """What people were told is in the log, once, and in no other order; and the log follows the rules."""
    record = store.record(table)
    assert record is not None and record.is_up_to_date
    match = store.load(record)
    written = choices_of(store, table)
    for seat, page in enumerate(pages):
        mine = [choice for choice in written if choice[0] == seat]
        assert mine == page.made[: len(mine)] and len(page.made) == len(mine)
    assert len(match.log) > 20


def test_people_play_on_when_processes_are_killed(houses: list[House], store: Store) -> None:
    def kill(number: int) -> None:
        houses[number % 2].end(signal.SIGKILL)
        time.sleep(0.3)
        houses[number % 2].start()

    table, pages = play_through(houses, kill, 3)
    check(store, table, pages)


def test_people_go_to_another_process_when_one_leaves(houses: list[House], store: Store) -> None:
    def leave(number: int) -> None:
        houses[number % 2].end(signal.SIGTERM)
        houses[number % 2].start()

    table, pages = play_through(houses, leave, 2)
    check(store, table, pages)
    assert all(page.refused == [] for page in pages)


def test_people_play_on_when_the_database_is_restarted(cluster: Cluster, houses: list[House], store: Store) -> None:
    def restart(number: int) -> None:
        cluster.stop("immediate" if number == 0 else "fast")
        time.sleep(0.5)
        cluster.start()

    table, pages = play_through(houses, restart, 2)
    check(store, table, pages)


def test_another_process_thinks_when_one_stands_still(houses: list[House], store: Store) -> None:
    """It keeps its locks as long as it is connected, so another one ends its connection."""
    ann = Guest(houses[0].host)
    ann.home()
    table = ann.start("me bot", game="_blank")
    watching = ann.sit(table)
    ann.host = houses[1].host
    seat = ann.sit(table)
    seat.my_turn()
    houses[0].send(signal.SIGSTOP)
    try:
        for _ in range(4):
            if is_over(seat.my_turn()):
                break
            seat.play(possible(seat.picture)[0])
    finally:
        houses[0].send(signal.SIGCONT)
    version = seat.my_turn()["picture"]["version"]
    watching.until(lambda update: update["picture"]["version"] >= version)
    record = store.record(table)
    assert record is not None and len(store.load(record).log) >= version
    ann.leave()
