"""The server and the guests that most tests begin with."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.server.settings import Settings
from tests.server.browser import Guest, Running


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start a server, again and again on the same data."""
    with contextlib.ExitStack() as stack:

        def start(**settings: Any) -> Running:
            running = Running(Settings(**({"data": tmp_path / "data"} | settings)))
            stack.callback(running.stop)
            return running

        yield start


@pytest.fixture
def visit() -> Iterator[Callable[[Running], Guest]]:
    with contextlib.ExitStack() as stack:

        def come(running: Running) -> Guest:
            guest = Guest(running.host)
            stack.callback(guest.leave)
            guest.home()
            return guest

        yield come


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests of a file that need nothing special; each has guests and tables of its own."""
    running = Running(Settings(data=tmp_path_factory.mktemp("server") / "data"))
    yield running
    running.stop()


@pytest.fixture
def ann(server: Running, visit: Callable[[Running], Guest]) -> Guest:
    return visit(server)


@pytest.fixture
def ben(server: Running, visit: Callable[[Running], Guest]) -> Guest:
    return visit(server)
