"""A turn in the browser: look it over, take it back, hand the screen on; and what is set once for all games."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.house import House
from tests.web.player import (
    WAIT,
    decide_until,
    done,
    end_the_turn,
    finish,
    open_table,
    options,
    situation,
    take_over,
)

pytestmark = pytest.mark.quick


def test_a_turn_is_looked_over_taken_back_and_confirmed(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    end_the_turn(page)
    expect(page.get_by_role("heading", name="Happy with this turn?")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Anna rests")
    told = page.get_by_role("log").inner_text()
    page.reload()  # also across a reload nobody goes on
    expect(done(page)).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("log")).to_contain_text("Anna rests")
    assert page.get_by_role("log").inner_text() == told
    for take_back in (
        page.locator(".question").get_by_role("button", name=re.compile("^Undo")).click,
        lambda: page.keyboard.press("u"),
    ):
        now = end_the_turn(page)
        take_back()
        now = situation(page, now)
        assert now["options"] and not now["done"]
    now = end_the_turn(page)
    expect(question(page)).to_be_focused()
    page.keyboard.press("Enter")
    assert situation(page, now)["options"]
    expect(question(page)).to_be_focused()


def question(page: Page) -> Locator:
    return page.locator(".question h2")


def test_a_turn_nobody_could_regret_goes_on_by_itself_and_can_be_undone_for_a_moment(page: Page, house: House) -> None:
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({confirm: 'matters'}))")
    open_table(page, house, "Anna", "bot")
    situation(page)
    version = int(page.locator("main").get_attribute("data-version") or 0)
    options(page).filter(has_text="Rest").first.click()
    expect(page.locator(".question")).to_contain_text(re.compile(r"goes on in \d s at the latest"), timeout=WAIT)
    page.keyboard.press("u")
    expect(options(page).first).to_be_visible(timeout=WAIT)
    options(page).filter(has_text="Rest").first.click()
    # nothing is pressed until the bot has moved and it is Anna's turn again
    later = "before => Number(document.querySelector('main').dataset.version) > before + 3"
    page.wait_for_function(later, arg=version, timeout=WAIT)
    expect(page.get_by_role("log")).to_contain_text("Robin1", timeout=WAIT)
    expect(options(page).first).to_be_visible(timeout=WAIT)


def test_who_wants_no_second_look_gets_none(page: Page, house: House) -> None:
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({confirm: false, pace: 'once'}))")
    open_table(page, house, "Anna", "bot")
    now = situation(page)
    for _ in range(4):
        assert now["options"] and not now["done"]
        options(page).first.click()
        now = situation(page, now)


@pytest.mark.long
def test_around_one_screen_each_sees_the_own_result_then_hands_on(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "Bo")
    take_over(page).click(timeout=WAIT)
    me = (page.locator(".own h3 .title").text_content(timeout=WAIT) or "").strip()
    before = situation(page)
    draw = options(page).filter(has_text="Draw a card")
    if draw.count():
        draw.click()
        expect(page.get_by_role("log")).to_contain_text(re.compile(f"{me} draws (?!a card)"), timeout=WAIT)
    else:
        options(page).first.click()
    assert situation(page, before)["done"]
    expect(page.locator(".own h3 .title")).to_have_text(me)
    done(page).click()
    other = "Bo" if me == "Anna" else "Anna"
    expect(page.get_by_role("button", name=f"I am {other}")).to_be_visible(timeout=WAIT)
    assert "draws" not in page.locator("main").inner_text()
    assert options(page).count() == 0
    finish(page)
    page.locator("summary").filter(has_text="Log").click(timeout=WAIT)
    expect(page.get_by_text("The last tide is over")).to_have_count(1)


def test_a_hint_is_a_nudge_then_the_move_then_the_reasons(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    decide_until(page, 1)
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_be_visible(timeout=WAIT)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("button", name="Nudge")).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    expect(options(page).filter(has_text="hint")).to_have_count(0)
    page.keyboard.press("h")
    expect(hint.get_by_role("button", name="Move")).to_have_attribute("aria-pressed", "true")
    expect(options(page).filter(has_text="hint")).not_to_have_count(0)
    page.keyboard.press("h")
    expect(hint.get_by_role("button", name="Why")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)


def test_a_table_i_want_no_more_is_deleted_from_the_front_page(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("^Delete Tidepool")).click(timeout=WAIT)
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name=re.compile("^Delete Tidepool")).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Tidepool"))).to_have_count(0, timeout=WAIT)
    page.reload()
    expect(page.get_by_role("heading", name="Start a game")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("link", name=re.compile("Tidepool"))).to_have_count(0)


def test_settings_are_kept_in_the_browser(page: Page, house: House) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Settings")).click()
    page.get_by_label("My name").fill("Wren")
    page.get_by_label("night").check()
    page.get_by_label("huge").check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Wren · Settings")).to_be_visible()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-text", "huge")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark == "rgb(11, 24, 31)"


def test_enter_pressed_once_too_often_confirms_nothing(page: Page, house: House) -> None:
    """Right after a decision, Enter is dead; then it confirms the turn, wherever the mouse has left the focus."""
    open_table(page, house, "Anna", "bot")
    situation(page)
    page.evaluate(
        """() => new MutationObserver(() => {
          if (window.pressed || !document.querySelector('.ways .button')) return;
          window.pressed = true;
          const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(enter);
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    options(page).filter(has_text="Rest").first.click()
    page.wait_for_function("() => window.pressed", timeout=WAIT)
    assert situation(page)["done"]
    page.keyboard.press("Enter")
    expect(done(page)).to_have_count(0, timeout=WAIT)
