"""Tidepool in the browser, from the front page to the last point."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, done, open_table, options, start_against_bots


def test_a_game_is_played_to_its_end_across_a_restart_of_the_server(page: Page, house: House) -> None:
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    start_against_bots(page, house)
    decide_until(page, 3)
    told = page.get_by_role("log").inner_text()
    house.kill()
    expect(page.get_by_text(re.compile("connection|reconnect", re.IGNORECASE)).first).to_be_visible(timeout=WAIT)
    house.start()
    expect(options(page).first).to_be_enabled(timeout=WAIT)
    page.reload()
    expect(options(page).first).to_be_visible(timeout=WAIT)
    assert page.get_by_role("log").inner_text().startswith(told[:200])  # nothing is lost
    decide_until(page, 100)
    expect(page.get_by_text("The last tide is over")).to_have_count(1, timeout=WAIT)
    expect(page.get_by_role("table").first).to_contain_text("Collections")
    assert problems == []


def test_a_game_can_be_played_by_keyboard_alone(page: Page, house: House) -> None:
    start_against_bots(page, house)
    assert decide_until(page, 2, "1") == 2
    before = page.get_by_role("log").text_content() or ""
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).not_to_have_text(before, timeout=WAIT)
    decide_until(page, 0, "1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Four tides come and go")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    decide_until(page, 100, "1")
    expect(page.get_by_text("The last tide is over")).to_have_count(1, timeout=WAIT)


def test_a_match_left_is_found_on_the_front_page_and_goes_on(page: Page, house: House) -> None:
    start_against_bots(page, house)
    decide_until(page, 1)
    question = page.url
    house.kill()
    house.start()
    page.goto(house.url)
    page.get_by_role("link", name=re.compile("Tidepool")).first.click()
    expect(page).to_have_url(question)
    expect(options(page).first).to_be_visible(timeout=WAIT)


def test_what_is_not_possible_says_why_and_undo_takes_back(page: Page, house: House) -> None:
    open_table(page, house, "Anna")
    expect(options(page).first).to_be_visible(timeout=WAIT)
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_be_disabled()
    expect(page.get_by_text("chance has spoken since", exact=False)).not_to_have_count(0)
    options(page).filter(has_text="Gather").first.click()
    expect(page.get_by_role("log")).to_contain_text("Gather")
    expect(undo).to_be_enabled(timeout=WAIT)
    page.keyboard.press("u")
    expect(page.get_by_role("log")).not_to_contain_text(": Gather")


def test_around_one_screen_nobody_sees_the_others_hand(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "Bo")
    take_over = page.get_by_role("button", name=re.compile("I am (Anna|Bo)"))
    expect(take_over.or_(options(page).first).first).to_be_visible(timeout=WAIT)
    if take_over.count():
        take_over.click()
    options(page).filter(has_text="Rest").click()
    done(page).click(timeout=WAIT)
    expect(take_over).to_be_visible(timeout=WAIT)
    assert options(page).count() == 0
    take_over.click()
    expect(options(page).first).to_be_visible()


def test_another_visitor_looks_on_and_sees_no_hidden_card(page: Page, house: House) -> None:
    start_against_bots(page, house)
    url = page.url
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context().new_page()
    other.goto(url)
    expect(other.get_by_role("log")).to_contain_text("draws a card", timeout=WAIT)
    assert options(other).count() == 0
    own = re.search(r"draws (?!a card)([A-Z]\w+ \w+|[A-Z]\w+)", page.get_by_role("log").inner_text())
    assert own is not None
    assert own[1] not in other.locator("body").inner_text()
    other.context.close()


@pytest.mark.parametrize("address", ["t/nothere", "nowhere"])
def test_a_wrong_address_says_so(page: Page, house: House, address: str) -> None:
    page.goto(house.url + address)
    expect(page.locator("body")).to_contain_text(
        re.compile("no such|not found|there is no", re.IGNORECASE), timeout=WAIT
    )
