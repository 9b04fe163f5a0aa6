"""Tidepool in the browser, from the front page to the last point."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, finish, open_table, options, situation, start_against_bots


@pytest.mark.long
def test_a_game_is_played_to_its_end_across_two_ends_of_the_server(page: Page, own_house: House) -> None:
    start_against_bots(page, own_house)
    decide_until(page, 2)
    log, table = page.get_by_role("log"), page.url
    oldest = log.inner_text()[-120:]  # the newest lines come first
    own_house.kill()
    expect(page.get_by_text("connection lost")).to_be_visible(timeout=WAIT)
    expect(options(page).first).to_be_disabled()
    own_house.start()
    expect(page.get_by_text("connected", exact=True)).to_be_visible(timeout=WAIT)
    assert log.inner_text().endswith(oldest)  # nothing is lost
    decide_until(page, 2)
    own_house.kill()
    own_house.start()
    page.goto(own_house.url)
    page.get_by_role("link", name=re.compile("Tidepool")).first.click(timeout=WAIT)
    expect(page).to_have_url(table)
    situation(page)
    expect(log).to_contain_text("Round 1 of 4 begins", timeout=WAIT)  # the oldest lines come last
    assert log.inner_text().endswith(oldest)
    finish(page)
    page.locator("summary").filter(has_text="Log").click(timeout=WAIT)
    expect(page.get_by_text("The last tide is over")).to_have_count(1, timeout=WAIT)
    expect(page.get_by_role("table").first).to_contain_text("Shells")


@pytest.mark.quick
def test_what_is_not_possible_says_why_and_undo_takes_back(page: Page, house: House) -> None:
    open_table(page, house, "Anna")
    expect(options(page).first).to_be_visible(timeout=WAIT)
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_be_disabled()
    expect(page.get_by_text("There is nothing to undo yet", exact=False)).not_to_have_count(0)
    options(page).filter(has_text="Gather").first.click()
    expect(page.get_by_role("log")).to_contain_text("Anna gathers", timeout=WAIT)
    expect(undo).to_be_enabled(timeout=WAIT)
    page.keyboard.press("u")
    expect(page.get_by_role("log")).not_to_contain_text("Anna gathers", timeout=WAIT)


@pytest.mark.quick
def test_another_visitor_looks_on_and_sees_no_hidden_card(page: Page, house: House) -> None:
    start_against_bots(page, house)
    url = page.url
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context().new_page()
    other.goto(url)
    expect(other.get_by_role("log")).to_contain_text("draws a card", timeout=WAIT)
    expect(other.get_by_text("You are watching.")).to_be_visible()
    assert options(other).count() == 0
    own = re.search(r"draws (?!a card)([A-Z]\w+ \w+|[A-Z]\w+)", page.get_by_role("log").inner_text())
    assert own is not None
    assert own[1] not in other.locator("body").inner_text()
    other.context.close()


@pytest.mark.quick
@pytest.mark.parametrize("address", ["t/nothere", "nowhere"])
def test_a_wrong_address_says_so(page: Page, house: House, address: str) -> None:
    page.goto(house.url + address)
    expect(page.locator("body")).to_contain_text(
        re.compile("no such|not found|there is no", re.IGNORECASE), timeout=WAIT
    )
