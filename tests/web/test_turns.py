"""A turn in the browser: look it over, take it back, hand the screen on, lose the line in the middle of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, done, finish, open_table, options

pytestmark = pytest.mark.page


def rest(page: Page) -> None:
    """Rest until the turn is done and can still be taken back."""
    for _ in range(20):
        expect(options(page).or_(done(page)).first).to_be_visible(timeout=WAIT)
        if done(page).is_visible():
            return
        before = page.get_by_role("log").text_content() or ""
        (options(page).filter(has_text="Rest").or_(options(page).last)).first.click()
        expect(page.get_by_role("log")).not_to_have_text(before, timeout=WAIT)


def test_the_bot_waits_until_the_turn_is_confirmed(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    rest(page)
    log = page.get_by_role("log")
    before = log.text_content() or ""
    expect(page.get_by_role("heading", name="Is it right so?")).to_be_visible()
    page.wait_for_timeout(1_000)
    assert log.text_content() == before  # nobody has gone on
    done(page).click()
    expect(log).not_to_have_text(before, timeout=WAIT)
    expect(options(page).first).to_be_visible(timeout=WAIT)


def test_a_turn_is_taken_back_by_mouse_and_by_key(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    for take_back in (
        page.get_by_role("button", name=re.compile("^Take it back")).click,
        lambda: page.keyboard.press("u"),
    ):
        rest(page)
        take_back()
        expect(options(page).filter(has_text="Rest")).to_be_visible(timeout=WAIT)
        expect(done(page)).to_have_count(0)


def test_enter_confirms_and_the_next_question_has_the_focus(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    rest(page)
    expect(done(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(options(page).first).to_be_focused(timeout=WAIT)


def test_who_wants_no_second_look_gets_none(page: Page, house: House) -> None:
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({confirm: false}))")
    open_table(page, house, "Anna", "bot")
    for _ in range(4):
        expect(options(page).first).to_be_visible(timeout=WAIT)
        options(page).first.click()
        page.wait_for_timeout(300)
        expect(done(page)).to_have_count(0)


def test_the_page_can_be_loaded_anew_in_the_middle_of_a_turn(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    rest(page)
    page.reload()
    expect(done(page)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name=re.compile("^Take it back")).click()
    expect(options(page).filter(has_text="Rest")).to_be_visible(timeout=WAIT)


def test_a_line_lost_in_mid_turn_comes_back_and_nothing_is_lost(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    decide_until(page, 1)
    told = page.get_by_role("log").inner_text()
    house.kill()
    expect(page.get_by_text("connection lost")).to_be_visible(timeout=WAIT)
    house.start()
    expect(page.get_by_text("connected", exact=True)).to_be_visible(timeout=WAIT)
    assert page.get_by_role("log").inner_text().startswith(told[:200])
    decide_until(page, 200)
    expect(page.get_by_text("The last tide is over")).to_have_count(1, timeout=WAIT)


def test_around_one_screen_each_sees_the_own_result_then_hands_on(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "Bo")
    take_over = page.get_by_role("button", name=re.compile("^I am (Anna|Bo)"))
    take_over.click(timeout=WAIT)
    me = (page.locator(".own h3 .title").text_content() or "").strip()
    draw = options(page).filter(has_text="Draw a card")
    if draw.count():
        draw.click()
        expect(page.get_by_role("log")).to_contain_text(re.compile(f"{me} draws (?!a card)"), timeout=WAIT)
    else:
        options(page).first.click()
    expect(done(page)).to_be_visible(timeout=WAIT)
    expect(page.locator(".own h3 .title")).to_have_text(me)
    done(page).click()
    other = "Bo" if me == "Anna" else "Anna"
    expect(page.get_by_role("button", name=f"I am {other}")).to_be_visible(timeout=WAIT)
    assert "draws" not in page.locator("main").inner_text()
    finish(page)
    expect(page.get_by_text("The last tide is over")).to_have_count(1)


def test_a_hint_shows_what_a_bot_likes(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    decide_until(page, 1)
    page.keyboard.press("h")
    expect(options(page).filter(has_text="%")).not_to_have_count(0, timeout=WAIT)


def test_a_rematch_moves_the_first_seat_on(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    finish(page)
    first = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(first, timeout=WAIT)
    seats = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats).to_have_count(2, timeout=WAIT)
    expect(seats.nth(1)).to_contain_text("Anna")


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
