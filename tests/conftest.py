"""For all tests: the build must be the one that is meant, and `tests` can be imported from anywhere."""

import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# These rooms stand on the engine and do not see how it was built, unless a test is marked `both`.
ABOVE = ("api", "arena", "envs", "server", "teacher", "terminal")
WAITING = ("arena", "server", "terminal", "web", "workers")
sys.path.insert(0, str(ROOT))


def pytest_configure(config: pytest.Config) -> None:
    """`SKERRY_BUILD=compiled` on plain sources would test nothing new, so it is an error."""
    # Started by a script in the background, programs under test would ignore Ctrl-C.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Under nohup they would ignore that the terminal is gone.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    from skerry.core import state

    compiled = not str(state.__file__).endswith(".py")
    wanted = os.environ.get("SKERRY_BUILD")
    if wanted and wanted != ("compiled" if compiled else "pure"):
        raise pytest.UsageError(f"SKERRY_BUILD={wanted}, but the engine comes from {state.__file__}")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each test on the builds it is about; and whoever waits for other processes gets a second try."""
    for item in items:
        room = room_of(item)
        if room in ABOVE and not any(item.get_closest_marker(name) for name in ("once", "both")):
            item.add_marker(pytest.mark.quick)
        if room in WAITING:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("long") and os.environ.get("SKERRY_LONG") == "":
            item.add_marker(pytest.mark.skip(reason="long: python3 play.py test --all"))
    # What takes long comes first: else, at the end, all would wait for whoever has begun it last.
    items.sort(key=lambda item: room_of(item) != "web" and item.get_closest_marker("long") is None)


def room_of(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT / "tests").parts[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was tried again, and what was left out for want of what, in a line each."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"Failed once, and was tried again: {report.nodeid}")
        terminalreporter.write_line("\n".join(line for line in report.longreprtext.splitlines() if line[:2] == "E "))
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} left out. {reason}")
