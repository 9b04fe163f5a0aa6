"""Takes the screenshots of the README; needs Chromium: `python3 play.py python tools/screenshots.py`"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.laid import in_round, lay, never  # noqa: E402
from tests.web.player import WAIT, situation  # noqa: E402
from tools.shrink import shrink  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"
DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
NAMES = ("Wren", "Runa", "Eskil")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(viewport=DESK, reduced_motion="reduce")
        page.add_init_script("localStorage.setItem('skerry.name', '\"Wren\"')")
        try:
            take_all(page, house)
        finally:
            house.kill()


def take_all(page: Page, house: House) -> None:
    lay(page, house, *NAMES, game="nusfjord", until=in_round(5, workers=1))
    take(page, "table")
    page.set_viewport_size(PHONE)
    take(page, "phone")
    page.set_viewport_size(DESK)
    lay(page, house, *NAMES, game="nusfjord", until=never)
    take(page, "end")
    page.goto(house.url)
    expect(page.get_by_role("heading", name="Start a game")).to_be_visible(timeout=WAIT)
    take(page, "front")


def take(page: Page, name: str) -> None:
    if "/t/" in page.url:
        expect(page.locator(".nf")).to_be_visible(timeout=WAIT)
        situation(page)
    page.mouse.move(0, 0)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.wait_for_timeout(300)  # what glows has faded
    page.screenshot(path=SHOTS / f"{name}.png")
    shrink(SHOTS / f"{name}.png")


if __name__ == "__main__":
    main()
