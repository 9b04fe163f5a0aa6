"""Friends at one table, each with a browser of their own."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, done, options
from tests.web.test_access import problems

pytestmark = pytest.mark.page


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    """A browser with cookies of its own."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def invite(page: Page, house: House, game: str = "Tidepool", name: str = "Wren") -> str:
    """Make a table for two and return its invitation."""
    page.goto(house.url)
    page.get_by_role("button", name="Invite friends…").click(timeout=WAIT)
    dialog = page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_text(game, exact=True).click()
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name=f"{game}: waiting room")).to_be_visible(timeout=WAIT)
    return page.get_by_label("Invitation link").input_value()


def sit_down(friend: Page, link: str, name: str = "Maja") -> None:
    friend.goto(link)
    friend.get_by_label("Your name").fill(name)
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend.get_by_role("button", name="I am ready")).to_be_visible(timeout=WAIT)


def begin(*pages: Page) -> None:
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        expect(page.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)


def asked(*pages: Page) -> Page:
    """The one who is to decide, as soon as somebody is."""
    while True:
        for page in pages:
            if page.title().startswith("●") and options(page).count():
                return page
        pages[0].wait_for_timeout(50)


def act(page: Page) -> None:
    """One decision of whoever is asked here, confirmed if need be."""
    version = page.locator("main").get_attribute("data-version")
    options(page).first.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "", timeout=WAIT)
    if done(page).is_visible():
        done(page).click()


def test_a_friend_comes_by_a_link_and_they_play(page: Page, friend: Page, house: House, wrong: None) -> None:
    link = invite(page, house)
    sit_down(friend, link)
    expect(page.get_by_role("list", name="Seats").get_by_role("listitem").nth(1)).to_contain_text("here")
    expect(page.get_by_role("status").filter(has_text="not ready")).to_contain_text("Wren and Maja are not ready yet.")
    friend.get_by_label("Message").fill("Which deck?")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Which deck?")
    begin(page, friend)
    for _ in range(4):
        act(asked(page, friend))
    friend.get_by_role("button", name=re.compile("^Chat")).click()
    friend.get_by_role("button", name="well played").click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("well played")


def test_a_bot_sits_in_until_the_friend_is_back(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    friend.get_by_role("button", name="Leave…").click()
    friend.get_by_role("button", name=re.compile("^Let a bot play for me")).click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("bot sits in")
    friend.get_by_role("button", name="Take my seat back").click()
    expect(page.get_by_role("list", name="Players")).not_to_contain_text("bot sits in")
    expect(page.get_by_role("list", name="Players")).to_contain_text("here")
    friend.goto(house.url)
    expect(page.get_by_role("list", name="Players")).to_contain_text("gone")
    expect(friend.get_by_role("link", name=re.compile("Wren, Maja"))).to_be_visible(timeout=WAIT)


def test_a_colour_once_chosen_is_the_same_on_every_screen(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, invite(page, house))
    page.get_by_role("button", name="Colour 4").click()
    seat = friend.get_by_role("list", name="Seats").get_by_role("listitem").first
    expect(friend.get_by_role("button", name="Colour 4, taken by Wren")).to_be_disabled()
    colour = "(item) => getComputedStyle(item.querySelector('svg')).color"
    own = page.get_by_role("list", name="Seats").get_by_role("listitem").first
    assert seat.evaluate(colour) == own.evaluate(colour)
    assert seat.evaluate(colour) == page.evaluate(
        "() => { const probe = document.body.appendChild(document.createElement('i'));"
        " probe.style.color = 'var(--seat-3)'; return getComputedStyle(probe).color; }"
    )


def test_a_link_moves_my_games_to_another_device(page: Page, friend: Page, house: House) -> None:
    invite(page, house)
    table = page.url
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Settings$")).click(timeout=WAIT)
    page.get_by_text("My games on other devices").click()
    page.get_by_role("button", name="Make a link for another device").click()
    friend.goto(page.get_by_label(re.compile("^Open this link")).input_value())
    friend.get_by_role("button", name="Bring my games here").click()
    friend.get_by_role("link", name=re.compile("Tidepool with Wren")).click(timeout=WAIT)
    expect(friend).to_have_url(table)
    expect(friend.get_by_label("Invitation link")).to_be_visible(timeout=WAIT)


def test_the_waiting_room_is_open_to_all(page: Page, friend: Page, house: House, tools: None) -> None:
    sit_down(friend, invite(page, house))
    for one in (page, friend):
        assert problems(one) == []
