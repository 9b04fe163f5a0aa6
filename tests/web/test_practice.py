"""Practice in the browser: today's deal, and a puzzle solved on the board."""

import re

import pytest
from playwright.sync_api import Page, expect

from skerry.teacher.puzzles import puzzles
from tests.web.house import House
from tests.web.player import WAIT
from tests.web.test_access import DRAWN, problems

pytestmark = pytest.mark.quick


def test_a_puzzle_is_solved_and_todays_deal_begins(page: Page, house: House, tools: None, wrong: None) -> None:
    page.goto(house.url)
    page.get_by_role("link", name="Practice").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="Today’s deal")).to_be_visible(timeout=WAIT)
    found = problems(page)
    puzzle = next(puzzle for puzzle in puzzles().values() if puzzle.game == "nusfjord")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(f"a[href='/practice/{puzzle.id}']").click()
    options = page.get_by_role("list", name="Possible now").get_by_role("button")
    expect(options.first).to_be_visible(timeout=WAIT)
    labels = {weight.text: weight.label for weight in puzzle.weights}
    pieces = page.get_by_role("region", name="The table").locator("[data-takes]")
    expect(pieces.first).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("region", name="Other players").locator("[data-piece]").first).to_be_visible(timeout=WAIT)
    for _ in range(5):  # this part came as one of the last
        page.evaluate(DRAWN)
    assert page.evaluate("scrollY") == 0, "on a phone the page does not begin with the question"
    page.set_viewport_size({"width": 1440, "height": 900})
    takes = pieces.evaluate_all("pieces => pieces.map((piece) => piece.dataset.takes)")
    pieces.nth(next(place for place, text in enumerate(takes) if text not in puzzle.answer)).click()
    expect(page.get_by_role("status")).to_contain_text("that is not the answer", timeout=WAIT)
    options.get_by_text(labels[puzzle.answer[0]], exact=True).click()
    expect(page.get_by_text(puzzle.explanation)).to_be_visible(timeout=WAIT)
    found += problems(page)
    assert found == []
    page.get_by_role("link", name="More puzzles").click()
    expect(page.get_by_text("solved", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name=re.compile("Play today’s deal.*Nusfjord")).click()
    expect(page).to_have_url(re.compile("/t/"), timeout=WAIT)
    expect(page.get_by_role("heading", name="Nusfjord", level=1)).to_be_visible(timeout=WAIT)
