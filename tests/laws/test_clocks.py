"""Server and admin commands tell the time by one clock, which follows that of the database (`machine_clock.wall`)."""

import re
from pathlib import Path

import pytest

import skerry

pytestmark = pytest.mark.once

PACKAGE = Path(skerry.__file__).parent
MAY_READ = {"server/runtime/machine_clock.py", "server/store/engine/postgres.py"}  # the clock, and what it follows
READS = re.compile(r"\btime\.time\(\)|\bfrom time import .*\btime\b|\bdatetime\.(now|utcnow)\(")


def other_clocks(source: str) -> list[int]:
    return [number for number, line in enumerate(source.splitlines(), 1) if READS.search(line)]


def test_there_is_one_clock() -> None:
    modules = [*(PACKAGE / "server").rglob("*.py"), PACKAGE / "terminal" / "admin.py"]
    found = {str(path.relative_to(PACKAGE)): other_clocks(path.read_text()) for path in modules}
    assert {path: lines for path, lines in found.items() if lines and path not in MAY_READ} == {}


@pytest.mark.parametrize("source", ["at = time.time()", "from time import sleep, time", "datetime.now(UTC)"])
def test_another_clock_is_seen(source: str) -> None:
    assert other_clocks(source) == [1]
