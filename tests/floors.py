"""How much of the rules and of the server their own tests reach: `python3 play.py test --coverage`.

    pytest -p tests.floors tests/…      measures, in every process
    python -m tests.floors              adds up, and fails below a floor

Only what tests/games, tests/match and tests/server reach counts: lines that whole games merely happen to pass do not.
Counting lines makes these tests take more than twice as long before Python 3.12, so CI does it in a job of its own.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from coverage.exceptions import NoDataError

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "coverage"
SOURCE = ROOT / "src" / "skerry"
COUNTED = [ROOT / "tests" / name for name in ("games", "match", "server")]
# Which files, and the per cent of their lines: a little below what was measured in November 2026.
RULES = [
    "steps/*.py",
    *(f"buildings/{name}.py" for name in ("card", "counts", "goods", "questions", "words/*")),
    *(f"{name}.py" for name in ("state", "player", "scoring", "cards", "elders", "dice", "goods")),
]
FLOORS = {"rules": ([f"games/*/{files}" for files in RULES], 99.0), "server": (["server/*.py"], 87.0)}


def measure(suffix: str) -> Coverage:
    if sys.version_info >= (3, 12):
        os.environ.setdefault("COVERAGE_CORE", "sysmon")  # next to no cost
    files = [str(SOURCE / pattern) for patterns, _ in FLOORS.values() for pattern in patterns]
    return Coverage(str(FOLDER / "lines"), data_suffix=suffix, config_file=False, include=files)


class Measuring:
    """On while tests are collected, since that is when modules are imported, and during the tests that count."""

    def __init__(self) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.coverage = measure(f"{os.getpid()}")
        self.is_on = False
        self.switch(True)

    def switch(self, on: bool) -> None:
        if on != self.is_on:
            self.is_on = on
            (self.coverage.start if on else self.coverage.stop)()

    def pytest_collection_finish(self) -> None:
        self.switch(False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        # Not switched off in between: a server that several tests share runs in a thread of its own.
        self.switch(any(folder in item.path.parents for folder in COUNTED))
        return (yield)

    def pytest_sessionfinish(self) -> None:
        self.switch(False)
        self.coverage.save()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before anything of ours is imported."""
    early_config.pluginmanager.register(Measuring())


def main() -> int:
    together = measure("")
    try:
        together.combine([str(FOLDER)])
    except NoDataError:
        sys.exit("Nothing was measured.")
    return 1 if [what for what in FLOORS if share(together, what) < FLOORS[what][1]] else 0


def share(measured: Coverage, what: str) -> float:
    """Per cent of lines reached; also says where most are missing."""
    patterns, floor = FLOORS[what]
    all_missing, total = [], 0
    for path in sorted(path for pattern in patterns for path in SOURCE.glob(pattern)):
        _, statements, _, missing, _ = measured.analysis2(str(path))
        total += len(statements)
        all_missing += [(len(missing), str(path.relative_to(SOURCE)))] if missing else []
    reached = 100 * (1 - sum(count for count, _ in all_missing) / total)
    print(f"{what}: {reached:.1f} % of {total} lines are reached by their own tests; the floor is {floor} %. Most miss")
    for count, name in sorted(all_missing, reverse=True)[:5]:
        print(f"  {count:4} {name}")
    return reached


if __name__ == "__main__":
    sys.exit(main())
