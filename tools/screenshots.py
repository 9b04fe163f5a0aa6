"""Takes the screenshots of the README: `.venv/bin/python tools/screenshots.py` (needs Chromium, as the tests do)."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402  (after the path is set)
from tests.web.house import House  # noqa: E402
from tests.web.test_tidepool import decide_until, options, start_against_bots  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data))
        house.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        start_against_bots(page, house)
        decide_until(page, 4)
        options(page).first.wait_for(timeout=30_000)
        page.screenshot(path=SHOTS / "table.png")
        house.kill()


if __name__ == "__main__":
    main()
