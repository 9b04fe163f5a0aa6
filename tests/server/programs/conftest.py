"""A server for programs in a hurry."""

from collections.abc import Iterator

import pytest

from skerry.server.settings import Settings
from tests.server.browser import Running

BUSY = {
    "calls_per_second": 5_000,
    "tokens_per_hour": 10_000,
    "tables_per_hour": 10_000,
    "reads_per_second": 1_000,
    "open_tables": 10_000,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(Settings(data=tmp_path_factory.mktemp("server") / "data", **BUSY))
    yield running
    running.stop()
