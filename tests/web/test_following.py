"""Following the others: what they have changed is marked, and what they are asked is theirs.  Also test_story.py."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, open_table, options, situation

pytestmark = pytest.mark.quick


def test_what_others_changed_is_marked_until_my_next_decision(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot")
    changed = page.locator(".panel [data-changed]")
    now = situation(page)
    while not changed.count():  # sooner or later somebody takes Shells from the supply
        assert not now["over"]
        decide_until(page, 1)
        now = situation(page)
    options(page).first.click()
    if situation(page, now)["done"]:  # nobody has moved since
        expect(changed).to_have_count(0)


def test_the_question_of_somebody_else_is_not_put_to_me(page: Page, house: House) -> None:
    """The bots of this table think for as long as the test looks."""
    open_table(page, house, "Anna", "bot")
    situation(page)
    words = page.locator(".question h2").inner_text()
    other = page.context.browser
    assert other is not None
    watching = other.new_page()
    watching.goto(page.url)
    expect(watching.locator(".question h2")).to_have_text("Waiting for Anna", timeout=WAIT)
    assert words not in watching.locator(".question").inner_text()
    watching.close()


def test_a_finger_on_a_tip_does_nothing_to_what_lies_beneath(browser: Browser, house: House) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    open_table(page, house, "Anna", "bot", game="nusfjord")
    now = situation(page)
    refused = page.locator(".board-frame [data-possible=no]").first
    refused.scroll_into_view_if_needed()
    refused.tap(force=True)  # not possible, but it tells
    tip = page.get_by_role("dialog")
    expect(tip).to_contain_text("Not possible")
    # Every spot of the tip is the tip's own.
    inside = tip.evaluate("""tip => {
      const { left, top, width, height } = tip.getBoundingClientRect();
      const spots = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y]));
      return spots.every(([x, y]) => tip.contains(document.elementFromPoint(x, y)));
    }""")
    assert inside
    box = tip.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 20, box["y"] + 12)
    assert page.locator("main").get_attribute("data-version") == now["version"]
    tip.get_by_role("button", name="Close").tap()
    expect(tip).to_have_count(0)
    context.close()
