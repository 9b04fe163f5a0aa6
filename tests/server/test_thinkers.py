"""Bots that think in another process than the server: decisions go there and come back, and nothing depends on it."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skerry.server.cluster.remote_thinking import SharedThinking
from skerry.server.cluster.think_process import Thinker
from skerry.server.settings import Settings
from tests.server.browser import PATIENCE, Guest, Running, is_over, possible
from tests.server.cluster import Cluster
from tests.server.test_review import finished, reviewed


class Thinking(threading.Thread):
    """`skerry think` in a thread."""

    def __init__(self, database: str) -> None:
        super().__init__(daemon=True)
        self.database = database
        self.is_up = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.start()
        assert self.is_up.wait(PATIENCE)

    def run(self) -> None:
        asyncio.run(self.think())

    async def think(self) -> None:
        self.loop, self.stopping = asyncio.get_running_loop(), asyncio.Event()
        self.thinker = Thinker(self.database, 1)
        self.is_up.set()
        await self.thinker.run(self.stopping)

    def stop(self) -> None:
        if self.is_alive() and self.loop is not None:
            self.loop.call_soon_threadsafe(self.stopping.set)
            self.join(PATIENCE)


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture
def thinking(address: str) -> Iterator[Thinking]:
    thinking = Thinking(address)
    yield thinking
    thinking.stop()


@pytest.fixture
def server(address: str, tmp_path: Path) -> Iterator[Running]:
    running = Running(Settings(data=tmp_path, database=address))
    yield running
    running.stop()


def wait_for_thinkers(server: Running, there: bool) -> None:
    shared = server.server.config.app.state.tables.thinking  # type: ignore[union-attr]
    assert isinstance(shared, SharedThinking)
    until = time.monotonic() + PATIENCE
    while shared.has_thinkers is not there:
        assert time.monotonic() < until
        time.sleep(0.05)


def play_some(guest: Guest, table: str, moves: int) -> None:
    seat = guest.sit(table)
    for _ in range(moves):
        if is_over(seat.my_turn()):
            return
        seat.play(possible(seat.picture)[0])
    seat.my_turn()
    assert not seat.problems
    seat.socket.close()


def test_a_thinker_decides_for_the_bots_of_a_server_and_the_server_if_it_is_gone(
    thinking: Thinking, server: Running, visit: Callable[[Running], Guest]
) -> None:
    ann = visit(server)
    wait_for_thinkers(server, True)
    table = ann.start("me bot")
    for _ in range(10):  # the first moves may all be Ann's
        play_some(ann, table, 3)
    assert table in thinking.thinker.known.matches
    thinking.stop()
    wait_for_thinkers(server, False)
    other = ann.start("me bot")
    play_some(ann, other, 3)


def test_a_thinker_makes_reviews(thinking: Thinking, server: Running, visit: Callable[[Running], Guest]) -> None:
    ann = visit(server)
    wait_for_thinkers(server, True)
    assert reviewed(ann, finished(ann))["review"]
    assert thinking.thinker.reviews.jobs.task is not None
