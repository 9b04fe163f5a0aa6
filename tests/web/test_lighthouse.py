"""Lighthouse on the front page, in the lobby, at a table in mid-game and at the end.  How fast they are: bench/."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserType

from tests.web.house import House
from tests.web.laid import in_round, lay, never
from tests.web.lighthouse import Judge, poor

pytestmark = [pytest.mark.once, pytest.mark.long]
LEAST = 0.95


def test_lighthouse_finds_little_to_improve(
    browser_type: BrowserType, browser_type_launch_args: object, house: House, tools: None, tmp_path: Path
) -> None:
    judge = Judge(browser_type, tmp_path)
    page = judge.context.new_page()
    lay(page, house, "Anna", "Robin", "Wren", game="nusfjord", until=in_round(4))
    table = page.url
    lay(page, house, "Anna", "Robin", game="nusfjord", until=never, level="random")
    end = page.url
    page.goto("about:blank")
    found = {}
    urls = [house.url, f"{house.url}?new=nusfjord", table, end]
    for report in judge.look(urls, "accessibility", "best-practices"):
        found |= {
            f"{report['finalDisplayedUrl']} {name}: {category['score']}": poor(report)
            for name, category in report["categories"].items()
            if category["score"] < LEAST
        }
    judge.context.close()
    assert found == {}
