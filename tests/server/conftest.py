"""The server and the guests that most tests begin with."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.server.settings import Settings
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running
from tests.server.cluster import Cluster, programs, running_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL, for the tests that try it."""
    found = programs()
    if found is None:
        assert not os.environ.get("SKERRY_REQUIRE_POSTGRESQL"), "PostgreSQL is not installed"
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with running_cluster(found) as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, once of each kind; that of SQLite is empty."""
    if request.param == "sqlite":
        return ""
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture
def reopen(tmp_path: Path, database: str) -> Iterator[Callable[[], Store]]:
    """Open the store, again and again; what is open at the end is closed."""
    stores: list[Store] = []

    def start() -> Store:
        stores.append(Store(open_engine(tmp_path, database)))
        return stores[-1]

    yield start
    for store in stores:
        store.close()


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    return reopen()


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
