"""Following the others: their moves are shown one after the other, and never keep anybody from playing on."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, done, end_the_turn, open_table, options, situation

pytestmark = pytest.mark.quick


@pytest.fixture
def lively(browser: Browser) -> Iterator[Page]:
    """A page where things may move, slowly enough to be looked at."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({ pace: 'slow' }))")
    yield page
    context.close()


def skip(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator(".telling button")).to_have_count(0)


def test_moves_of_others_are_shown_in_turn_while_my_options_are_open(lively: Page, house: House) -> None:
    page = lively
    open_table(page, house, "Anna", "bot", "bot", "bot")
    now = end_the_turn(page)
    skip(page)
    told = page.get_by_role("log").locator("[data-line]").count()
    done(page).click()
    situation(page, now)
    # All three have moved, and it is my turn again: the page shows the first of them, and offers what I can do now.
    expect(page.locator(".telling")).to_contain_text("Robin")
    expect(page.get_by_role("button", name=re.compile("^Skip"))).to_be_visible()
    expect(options(page).first).to_be_enabled()
    behind = page.get_by_role("log").locator("[data-line]").count()
    skip(page)
    expect(page.get_by_role("log").locator("[data-line]")).not_to_have_count(behind)
    assert page.get_by_role("log").locator("[data-line]").count() >= told + 3


def test_whoever_plays_on_is_not_kept_waiting(lively: Page, house: House) -> None:
    page = lively
    open_table(page, house, "Anna", "bot", "bot", "bot")
    now = end_the_turn(page)
    skip(page)
    done(page).click()
    now = situation(page, now)
    expect(page.locator(".telling")).to_be_visible()
    page.keyboard.press("1")
    situation(page, now)
    expect(page.get_by_role("log")).to_contain_text(re.compile("Anna (gathers|draws|plays|rests|chooses)"))


def test_the_last_round_is_shown_again_and_the_game_goes_on(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot")
    decide_until(page, 2)
    page.get_by_role("button", name="show again").click(timeout=WAIT)
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("slider")).to_have_count(0, timeout=WAIT)  # it closes by itself
    expect(options(page).first).to_be_enabled(timeout=WAIT)


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
    refused = page.locator(".room [data-possible=no]").first
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
