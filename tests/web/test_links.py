"""A link to another device, as people see it: whose it is, what moves, and the way back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, open_table
from tests.web.test_access import problems
from tests.web.test_friends import invite, sit_down

pytestmark = pytest.mark.quick


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """Another device, with cookies of its own."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def device_settings(page: Page, house: House) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Settings$")).click(timeout=WAIT)
    page.get_by_text("My games on other devices").click()


def my_name(page: Page) -> str:
    """What the page would call me in the next game."""
    page.get_by_role("button", name=re.compile("Settings$")).click(timeout=WAIT)
    name = page.get_by_label("My name").input_value()
    page.keyboard.press("Escape")
    return name


def make_link(page: Page, house: House) -> str:
    device_settings(page, house)
    page.get_by_role("button", name="Make a link for another device").click()
    return page.get_by_label(re.compile("^Open this link")).input_value()


def test_a_link_moves_nothing_and_the_guest_comes_back(page: Page, phone: Page, house: House, tools: None) -> None:
    open_table(page, house, "Wren", "bot")
    mine = open_table(phone, house, "Maja", "bot")
    phone.goto(make_link(page, house))
    expect(phone.get_by_role("heading", name="Sign in as Wren?")).to_be_visible(timeout=WAIT)
    expect(phone.get_by_role("main")).to_contain_text("You have been playing here as Maja (1 game)")
    assert problems(phone) == []
    phone.get_by_role("button", name="Sign in as Wren").click()
    games = phone.get_by_role("group", name="Games of Maja")
    expect(games).to_contain_text("Tidepool with Maja, Robin1", timeout=WAIT)
    assert "#" not in phone.url
    assert problems(phone) == []
    phone.goto(house.url)
    before = phone.get_by_role("region", name="Who played here before")
    assert my_name(phone) == "Wren"
    expect(before).to_contain_text("You are signed in as Wren. You have played here as Maja", timeout=WAIT)
    expect(phone.get_by_role("link", name=re.compile("with Wren"))).to_be_visible(timeout=WAIT)
    expect(phone.get_by_role("link", name=re.compile("with Maja"))).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("Your link has been used.", timeout=WAIT)
    expect(page.get_by_role("dialog")).to_contain_text("2 browsers are signed in as you")
    page.get_by_role("button", name="Sign out all other browsers").click()
    expect(page.get_by_role("dialog")).to_contain_text("Only this browser is signed in as you.")
    phone.goto(house.url)
    phone.get_by_role("button", name="Go back to playing as Maja").click(timeout=WAIT)
    phone.get_by_role("link", name=re.compile("with Maja")).wait_for(timeout=WAIT)
    assert my_name(phone) == "Maja"
    phone.get_by_role("link", name=re.compile("with Maja")).click(timeout=WAIT)
    expect(phone).to_have_url(f"{house.url}t/{mine}")


def test_games_are_moved_by_choice_and_taken_back(page: Page, phone: Page, house: House, tools: None) -> None:
    open_table(page, house, "Wren", "bot")
    for name in ("Maja", "Maja"):
        open_table(phone, house, name, "bot")
    phone.goto(make_link(page, house))
    phone.get_by_role("button", name="Sign in as Wren").click(timeout=WAIT)
    games = phone.get_by_role("group", name="Games of Maja").get_by_role("checkbox")
    expect(games).to_have_count(2, timeout=WAIT)
    expect(phone.get_by_role("button", name="Choose games to move to Wren")).to_be_disabled()
    games.first.check()
    expect(phone.get_by_role("region", name="Played in this browser as Maja")).to_contain_text(
        "1 game will belong to Wren"
    )
    phone.get_by_role("button", name="Move this game to Wren").click()
    expect(phone.get_by_role("status")).to_contain_text("1 game moved to Wren.")
    expect(games).to_have_count(1)
    moved = phone.get_by_role("region", name="Moved to Wren")
    moved.get_by_role("checkbox").check()
    assert problems(phone) == []
    moved.get_by_role("button", name="Take this game back").click()
    expect(phone.get_by_role("status")).to_contain_text("1 game taken back.")
    expect(games).to_have_count(2)


def test_a_link_that_was_used_says_so(phone: Page, house: House) -> None:
    phone.goto(f"{house.url}move#nothing")
    expect(phone.get_by_role("alert")).to_contain_text("has been used, or it is too old", timeout=WAIT)
    expect(phone.get_by_role("button", name=re.compile("^Sign in"))).to_have_count(0)


def test_an_invitation_leaves_the_part_of_the_address_that_servers_see(page: Page, phone: Page, house: House) -> None:
    link = invite(page, house)
    address, secret = link.split("#i=")
    phone.goto(f"{address}?i={secret}")
    expect(phone.get_by_label("Your name")).to_be_visible(timeout=WAIT)
    assert phone.url == link
    asked: list[str] = []
    lines: list[str] = []
    phone.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    phone.on("websocket", lambda socket: lines.append(socket.url))
    phone.reload()
    sit_down(phone, link)
    assert asked and lines and not [address for address in asked + lines if secret in address]
