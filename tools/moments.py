"""Takes pictures of moments of Tungaru on every screen, to be laid beside the mock-ups and looked at.

    python3 play.py python tools/moments.py FOLDER [MOMENT…] [--screen NAME] [--dark]

Needs Chromium. Without a moment it takes the first eight.
"""

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, TimeoutError, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.laid import asked, lay, never  # noqa: E402
from tests.web.player import WAIT, situation  # noqa: E402
from tests.web.test_tungaru import ANOTHER_BOARD  # noqa: E402

from skerry.core.components import Overlay  # noqa: E402
from skerry.match import Match  # noqa: E402

SCREENS = {
    "1440": ViewportSize(width=1440, height=900),
    "1280": ViewportSize(width=1280, height=720),
    "phone": ViewportSize(width=390, height=844),
    "2560": ViewportSize(width=2560, height=1440),
}
NAMES = ("Wren", "Runa", "Eskil", "Tane", "Moana")
USUAL = 8  # so many are taken if none is named


class Moment(NamedTuple):
    until: Callable[[Match], bool]
    players: int = 3
    seed: str = "1"
    options: dict[str, str] = {}  # noqa: RUF012  (nobody writes to it)
    then: Callable[[Page], None] = lambda page: None
    overlay: Overlay | None = None


def put_to_sea(page: Page) -> None:
    """A die is in the hand, and the places it would bring the boat to are lit."""
    page.locator("[data-piece^='ground:'][data-possible=yes]").last.hover()


def choose_leader(page: Page) -> None:
    """All have chosen: what comes next is the reveal."""
    page.locator("[data-piece^='leader:'][data-possible=yes]").first.click()
    confirm(page)
    page.locator(".reveal").wait_for(timeout=WAIT)


def pass_on(page: Page) -> None:
    """The others play on."""
    page.locator("[data-takes=pass]").first.click()
    confirm(page)
    page.locator(".caption").wait_for(timeout=WAIT)
    page.wait_for_timeout(600)


def confirm(page: Page) -> None:
    done = page.locator(".tip.held button, button[aria-keyshortcuts=Enter]")
    with contextlib.suppress(TimeoutError):
        done.first.click(timeout=1_500)


MOMENTS = {
    "turn3": Moment(asked("turn", 5)),
    "sail": Moment(asked("sail_to", 3), then=put_to_sea),
    "recruit": Moment(asked("monument", 3)),
    "refill": Moment(asked("refill", 3)),
    "leader": Moment(asked("leader", 4)),
    "reveal": Moment(asked("leader", 4), then=choose_leader),
    "wait": Moment(asked("turn", 4), then=pass_on),
    "turn5": Moment(asked("turn", 5), 5),
    "boat": Moment(asked("boat")),
    "reserve": Moment(asked("reserve")),
    "setup_monument": Moment(asked("setup_monument")),
    "means": Moment(asked("means", 3)),
    "keep": Moment(asked("keep", 3)),
    "gift": Moment(asked("gift", 3)),
    "trader_trade": Moment(asked("trader_trade", 3), seed="4"),
    "trade": Moment(asked("trade_what", 3), seed="2"),
    "travel": Moment(asked("travel_to", 3)),
    "sell": Moment(asked("sell", 3)),
    "cost": Moment(asked("cost", 3), seed="3"),
    "spend": Moment(asked("spend", 3), seed="5"),
    "flip_sail": Moment(asked("flip_sail", 3)),
    "flip_settle": Moment(asked("flip_settle", 3), seed="6"),
    "after_action": Moment(asked("after_action", 3)),
    "swap_from": Moment(asked("swap_from", 3)),
    "swap_with": Moment(asked("swap_with", 3)),
    "overflow": Moment(asked("overflow", 3)),
    "two": Moment(asked("turn", 4), 2),
    "leader5": Moment(asked("leader", 3), 5),
    "reveal5": Moment(asked("leader", 3), 5, then=choose_leader),
    "tiles": Moment(asked("turn", 4), options={"island_tiles": "set_3", "deluxe_nomads": "yes"}),
    "tiles5": Moment(asked("turn", 4), 5, options={"island_tiles": "set_1", "deluxe_nomads": "yes"}),
    "another": Moment(asked("turn", 4), overlay=ANOTHER_BOARD),
    "end": Moment(never),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("moments", nargs="*", metavar="MOMENT", help=", ".join(MOMENTS))
    parser.add_argument("--screen", choices=list(SCREENS), action="append")
    parser.add_argument("--dark", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        try:
            for screen in arguments.screen or SCREENS:
                for name in arguments.moments or list(MOMENTS)[:USUAL]:
                    take(browser, house, name, screen, arguments.dark, arguments.folder)
        finally:
            house.kill()


def take(browser: Browser, house: House, name: str, screen: str, dark: bool, folder: Path) -> None:
    moment, is_phone = MOMENTS[name], screen == "phone"
    moves = name in ("wait", "reveal", "reveal5")
    more: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if is_phone else {}
    context = browser.new_context(
        viewport=SCREENS[screen],
        reduced_motion="no-preference" if moves else "reduce",
        color_scheme="dark" if dark else "light",
        **more,
    )
    page = context.new_page()
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({ confirm: false, pace: 'slow' }))")
    page.add_init_script("localStorage.setItem('skerry.name', '\"Wren\"')")
    lay(
        page,
        house,
        *NAMES[: moment.players],
        game="tungaru",
        until=moment.until,
        level="novice",
        seed=moment.seed,
        options={"stall": "end"} | moment.options,
        overlay=moment.overlay,
    )
    expect(page.locator("section.board > .board-frame, .end").first).to_be_visible(timeout=WAIT)
    situation(page)
    page.wait_for_timeout(500)
    page.evaluate("document.querySelector('.hurried')?.remove()")  # it says that the engine is being compiled
    moment.then(page)
    page.wait_for_timeout(400)
    words = f"{name}-{screen}{'-dark' if dark else ''}"
    page.screenshot(path=folder / f"{words}.png")
    if is_phone:
        page.screenshot(path=folder / f"{words}-whole.png", full_page=True)
    print(words, flush=True)
    context.close()


if __name__ == "__main__":
    main()
