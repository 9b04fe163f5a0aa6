"""Coming to a table and leaving it: a code, an invitation, a take-back that is named, a rematch, a shared replay."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT
from tests.web.test_access import problems
from tests.web.test_friends import PLAYS, act, asked, begin, friend, invite, sit_down

pytestmark = pytest.mark.quick
__all__ = ["friend"]  # the fixture


def code_of(host: Page) -> str:
    """As the host reads it aloud."""
    return host.get_by_label(re.compile("^Code ")).inner_text()


def come_by_code(guest: Page, house: House, code: str) -> None:
    guest.goto(house.url)
    guest.get_by_label("Or join with a code").fill(code)
    guest.keyboard.press("Enter")


def ends(page: Page) -> None:
    expect(page.get_by_role("list", name="Result")).to_be_visible(timeout=5 * WAIT)


def test_two_come_play_take_back_share_and_begin_again(
    page: Page, friend: Page, browser: Browser, house: House, tools: None, wrong: None
) -> None:
    invite(page, house, name="Anna")
    expect(page.get_by_role("img", name="QR code for phones")).to_be_visible()
    assert problems(page) == []
    come_by_code(friend, house, code_of(page).lower())
    expect(friend.get_by_role("heading", name="Anna invites you to Tidepool")).to_be_visible(timeout=WAIT)
    name = friend.get_by_label("Your name")
    expect(name).to_be_focused()
    expect(friend.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_count(2)
    assert problems(friend) == []
    friend.get_by_role("button", name="Colour 5").click()
    name.fill("Bo")
    name.press("Enter")
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible(timeout=WAIT)
    expect(friend.get_by_role("button", name="Colour 5")).to_have_attribute("aria-pressed", "true")
    begin(page, friend)

    first = asked(page, friend)
    second = friend if first is page else page
    act(first)
    act(asked(page, friend))
    first.get_by_role("button", name="Ask to take back").click(timeout=WAIT)
    undone = second.get_by_role("list", name="Moves that would be undone").get_by_role("listitem")
    expect(undone).to_have_count(2, timeout=WAIT)
    expect(second.get_by_role("group", name="A request")).to_contain_text("would like to take back 2 moves, 1 of them")
    assert problems(second) == []
    second.get_by_role("button", name="Allow the take-back").click()
    expect(undone).to_have_count(0)

    for each in (page, friend):
        each.evaluate(PLAYS, "")
    ends(page)
    ends(friend)
    old = page.url
    friend.get_by_role("button", name="well played").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("well played")
    stranger = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    stranger.goto(shared_replay(page))
    expect(stranger.get_by_role("slider", name="Move")).to_have_value("0", timeout=WAIT)
    assert problems(stranger) == []
    stranger.get_by_role("button", name="Close", exact=True).click()
    ends(stranger)
    expect(stranger.get_by_role("link", name="Review")).to_be_hidden()
    assert old.rpartition("/")[2] not in stranger.content()
    stranger.context.close()

    friend.get_by_role("button", name="Rematch", exact=True).click()
    card = page.get_by_role("region", name="Bo wants a rematch · 1 of 2")
    expect(card.get_by_role("list", name="Who is in")).to_contain_text("has not answered")
    assert problems(page) == []
    card.get_by_role("button", name="I’m in").click()
    for each in (page, friend):
        expect(each.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)
        expect(each).not_to_have_url(old)
        expect(each.get_by_role("region", name="The end")).to_be_hidden()
    assert page.url == friend.url


def shared_replay(page: Page) -> str:
    """Look at what can be shared, and make a link to the whole game."""
    page.get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog", name="Share the result")
    expect(dialog).to_contain_text("Tidepool, 2 players")
    assert page.evaluate(DRAWN) > 20
    dialog.get_by_role("button", name="Make a link to the replay").click()
    link = dialog.get_by_label("Link to the replay").input_value()
    assert problems(page) == []
    dialog.get_by_role("button", name="Close").click()
    return link


# How many colours the picture has: an empty one has one.
DRAWN = """() => {
  const canvas = document.querySelector('dialog canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 400) seen.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
  return seen.size;
}"""


def test_a_wrong_code_says_so_and_an_old_link_too(page: Page, friend: Page, house: House) -> None:
    link = invite(page, house)
    code = code_of(page)
    come_by_code(friend, house, "bbb bbb")
    expect(friend.get_by_role("alert")).to_contain_text("No table is waiting with this code")
    page.get_by_role("button", name="Make a new link").click()
    expect(page.get_by_label(re.compile("^Code "))).not_to_have_text(code)
    come_by_code(friend, house, code)
    expect(friend.get_by_role("alert")).to_contain_text("No table is waiting with this code")
    friend.goto(link)
    expect(friend.get_by_text("This invitation is no longer valid")).to_be_visible(timeout=WAIT)
    friend.get_by_role("button", name="Just watch").click()
    expect(friend.get_by_text("You are watching.")).to_be_visible(timeout=WAIT)


def test_the_seat_is_kept_while_one_learns(page: Page, friend: Page, house: House) -> None:
    link = invite(page, house, game="Nusfjord")
    friend.goto(link)
    friend.get_by_label("Your name").fill("Maja")
    friend.get_by_role("button", name="Learn first").click()
    expect(friend.get_by_role("heading", name="Nusfjord in two minutes")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Maja")
    friend.get_by_role("link", name="Back to your table").first.click()
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible(timeout=WAIT)


def test_a_note_is_there_again_and_only_for_me(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    page.get_by_role("button", name="My notes").click()
    page.get_by_label("My notes about this game").fill("Maja keeps her shells.")
    expect(page.get_by_text("Saved. Only you can read this.")).to_be_visible(timeout=WAIT)
    page.reload()
    page.get_by_role("button", name="My notes").click(timeout=WAIT)
    expect(page.get_by_label("My notes about this game")).to_have_value("Maja keeps her shells.")
    friend.get_by_role("button", name="My notes").click()
    expect(friend.get_by_text("Only you can read this.")).to_be_visible(timeout=WAIT)
    expect(friend.get_by_label("My notes about this game")).to_have_value("")


def test_the_address_that_others_reach_is_offered(page: Page, house: House) -> None:
    origin, words = "http://192.168.1.20:8470", "Works for everybody in your network."
    found = {"addresses": [{"origin": origin, "words": words}], "here": "", "advice": "", "command": ""}
    page.route("**/api/reach", lambda route: route.fulfill(body=json.dumps(found)))
    invite(page, house)
    link = page.get_by_label("Invitation link")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.1\.20:8470/t/"))
    expect(page.get_by_text("Works for everybody in your network.")).to_be_visible()
    page.get_by_role("button", name="Only this computer").click()
    expect(link).to_have_value(re.compile(r"^http://127\.0\.0\.1"))
