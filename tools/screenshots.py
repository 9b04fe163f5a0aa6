"""Takes the screenshots of the README: `.venv/bin/python tools/screenshots.py` (needs Chromium, as the tests do).

A game of Nusfjord against two bots, in which a bot's hints are followed.
"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.player import WAIT, open_table, options, situation  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
LEVEL = "medium"
# The place of the option that the bot likes best.
BEST = """() => {
  const all = [...document.querySelectorAll('[aria-label="Possible now"] button.option')];
  const shares = all.map((button) => parseFloat(button.querySelector('.bar')?.style.width ?? '0'));
  return shares.indexOf(Math.max(...shares));
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        try:
            take_all(browser, house)
        finally:
            house.kill()


def take_all(browser: Browser, house: House) -> None:
    page = browser.new_page(viewport=DESK, reduced_motion="reduce")
    remember(page, settings={"confirm": False}, hint=LEVEL, name="Wren")
    open_table(page, house, "Wren", f"bot:{LEVEL}", game="buru")
    situation(page)
    open_table(page, house, "Wren", f"bot:{LEVEL}", f"bot:{LEVEL}", game="nusfjord")
    follow_hints(page, until_round=5)
    take(page, "table")
    page.set_viewport_size(PHONE)
    take(page, "phone")
    page.set_viewport_size(DESK)
    table = page.url
    page.goto(house.url)
    expect(page.get_by_role("heading", name="Start a game")).to_be_visible(timeout=WAIT)
    take(page, "front")
    page.goto(table)
    follow_hints(page)
    take(page, "end")


def remember(page: Page, **kept: object) -> None:
    """As if this browser had been here before."""
    pairs = [[f"skerry.{name}", json.dumps(value)] for name, value in kept.items()]
    page.add_init_script(f"for (const [name, value] of {json.dumps(pairs)}) localStorage.setItem(name, value)")


def follow_hints(page: Page, until_round: int = 8) -> None:
    """Take what the bot likes best, until that round begins or the game is over."""
    now = situation(page)
    while not now["over"] and f"Round {until_round} of" not in (page.locator(".rounds").get_attribute("title") or ""):
        if now["options"] > 1:
            page.keyboard.press("h")
            expect(options(page).filter(has_text="%").first).to_be_visible(timeout=WAIT)
            options(page).nth(page.evaluate(BEST)).click(timeout=WAIT)
        else:
            options(page).first.click(timeout=WAIT)
        now = situation(page, now)


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.wait_for_timeout(300)  # what glows has faded
    page.screenshot(path=SHOTS / f"{name}.png")


if __name__ == "__main__":
    main()
