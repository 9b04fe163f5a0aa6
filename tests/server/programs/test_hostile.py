"""A few hostile messages; `bench/hostile.py` sends 100,000."""

import logging
from collections.abc import Callable

import pytest

from tests.loop import finished
from tests.server.browser import Running
from tests.server.programs.conftest import BUSY
from tests.server.programs.hostile import Hostile


def test_hostile_messages_spoil_nothing(
    run: Callable[..., Running], database: str, caplog: pytest.LogCaptureFixture
) -> None:
    hostile = Hostile(run(**BUSY, database=database, messages_per_second=5_000), seed=1)
    with caplog.at_level(logging.ERROR):
        finished(hostile.send(1_500))
        hostile.check()
    assert [record.getMessage() for record in caplog.records if record.name.startswith("skerry")] == []
    assert {"status 200", "status 400", "status 401", "status 403", "status 404", "status 409"} <= set(hostile.counts)


def test_the_limits_hold_under_hostile_messages(run: Callable[..., Running]) -> None:
    """As a host has it: most is refused, and nothing else happens."""
    hostile = Hostile(run(), seed=2)
    finished(hostile.send(600))
    hostile.check()
    assert hostile.counts["status 429"] > 100
