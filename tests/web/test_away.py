"""What a person notices who is on a phone, waits, or has lost the network without a word."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, finish, open_table, options
from tests.web.test_friends import begin, invite, sit_down
from tests.web.test_restarts import Wire

pytestmark = pytest.mark.quick


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def test_a_dead_connection_is_noticed_though_nobody_does_anything(page: Page, house: House) -> None:
    wire = Wire(page)
    open_table(page, house, "Anna", "bot")
    expect(page.locator(".link")).to_have_text("connected", timeout=WAIT)
    wire.loses_clicks = wire.loses_answers = True  # and no word about it
    expect(page.locator(".link")).to_have_text("connection lost, reconnecting…", timeout=WAIT)
    wire.mend()
    expect(page.locator(".link")).to_have_text("connected", timeout=WAIT)


def test_the_winner_is_in_sight_on_a_phone_that_was_scrolled_down(phone: Page, house: House) -> None:
    open_table(phone, house, "Anna", "bot")
    expect(options(phone).first).to_be_visible(timeout=WAIT)
    # At each press, not all the time: a page that moves under the finger between down and up is not pressed.
    phone.evaluate("addEventListener('click', () => scrollTo(0, 1e5), true)")
    finish(phone)
    expect(phone.locator(".end > .hero h2, .end > .hero h1").first).to_be_in_viewport()
    assert phone.evaluate("scrollY") == 0


def test_what_a_friend_says_is_seen_on_the_phone_though_its_chat_is_closed(
    page: Page, phone: Page, house: House
) -> None:
    sit_down(phone, invite(page, house, game="Nusfjord"))
    begin(page, phone)
    dock = phone.locator(".dock").get_by_role("button", name=re.compile("^Chat"))
    expect(dock).to_be_visible(timeout=WAIT)
    page.keyboard.press("t")
    page.get_by_label("Message").fill("Shall we stop at nine?")
    page.keyboard.press("Enter")
    toast = phone.get_by_role("status").get_by_role("button", name="Shall we stop at nine?")
    expect(toast).to_be_in_viewport(timeout=WAIT)
    expect(dock).to_have_accessible_name("Chat 1 new")
    toast.click()
    expect(phone.get_by_role("log", name="Chat")).to_contain_text("Shall we stop at nine?")
    expect(toast).to_have_count(0)
    expect(dock).to_have_accessible_name("Chat")


@pytest.mark.parametrize("height", [720, 900])
def test_a_request_leaves_room_to_answer_in_the_chat(page: Page, phone: Page, house: House, height: int) -> None:
    """Nothing of the chat lies over anything else, however little room there is."""
    page.set_viewport_size({"width": 1280, "height": height})
    sit_down(phone, invite(page, house, game="Nusfjord"))
    begin(page, phone)
    page.get_by_role("log", name="What has happened").wait_for(timeout=WAIT)
    # As tall as a request that names many moves.
    page.evaluate("document.querySelector('main > .question').style.minHeight = '22rem'")
    page.keyboard.press("t")
    field = page.get_by_label("Message")
    expect(field).to_be_visible(timeout=WAIT)
    field.scroll_into_view_if_needed()
    out = page.evaluate(
        """() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const [field, story, said, reactions] = ['.chat form', '.story', '.chat .said', '.chat .reactions'].map(box);
          const isCut = field.bottom > innerHeight || field.bottom > story.bottom + 1;
          return { isCut, overlaps: said.bottom > reactions.top + 1 || reactions.bottom > field.top + 1 };
        }"""
    )
    assert out == {"isCut": False, "overlaps": False}


def test_a_campaign_for_one_offers_nobody_else_its_seat(page: Page, house: House) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("^Campaign")).first.click(timeout=WAIT)
    who = page.get_by_role("dialog").get_by_role("combobox", name="Who is player 1")
    expect(who.get_by_role("option")).to_have_text(["Me"], timeout=WAIT)
