"""People in the page: contacts, invitations, recovery codes, vacation, pauses, and those who watch."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.house import House
from tests.web.player import WAIT
from tests.web.test_access import problems
from tests.web.test_friends import act, asked, begin, invite, sit_down

PICTURES = os.environ.get("SKERRY_PICTURES")  # a folder: what the page looks like is kept there
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    """A browser with cookies of its own."""
    yield from visitor(browser)


@pytest.fixture
def watcher(browser: Browser) -> Iterator[Page]:
    yield from visitor(browser)


def visitor(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def picture(page: Page, name: str) -> None:
    if PICTURES:
        for size, words in ((DESK, "desk"), (PHONE, "phone")):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.wait_for_timeout(400)
            page.screenshot(path=Path(PICTURES) / f"{name}-{words}.png")
        page.set_viewport_size({"width": 1440, "height": 900})


def over_days(page: Page, house: House, name: str = "Wren") -> str:
    """A table over days; its invitation."""
    page.goto(house.url)
    page.get_by_role("button", name="Invite friends…").click(timeout=WAIT)
    dialog = page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_text("Tidepool", exact=True).click()
    dialog.get_by_label("Your name").fill(name)
    expect(dialog.get_by_label("Vacation")).to_have_count(0)
    dialog.get_by_text("over days", exact=True).click()
    expect(dialog.get_by_label("Vacation")).to_have_value("14")
    dialog.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("heading", name="Tidepool: waiting room")).to_be_visible(timeout=WAIT)
    return page.get_by_label("Invitation link").input_value()


def started(page: Page, friend: Page, house: House) -> None:
    sit_down(friend, over_days(page, house))
    begin(page, friend)


def open_settings(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Settings")).first.click()


def test_whoever_is_on_vacation_says_so_and_the_others_see_it(
    page: Page, friend: Page, house: House, wrong: None
) -> None:
    started(page, friend, house)
    late = asked(page, friend)
    other = friend if late is page else page
    name = "Wren" if late is page else "Maja"
    late.goto(house.url)
    open_settings(late)
    late.get_by_text("Vacation", exact=True).click()
    expect(late.get_by_text(re.compile("Tidepool with Wren, Maja: 14 days left"))).to_be_visible()
    late.get_by_label("How long").select_option("5")
    late.get_by_role("button", name="Go on vacation now").click()
    expect(late.get_by_text(re.compile("^You are on vacation until"))).to_be_visible()
    picture(late, "vacation")
    assert problems(late) == []
    expect(other.get_by_role("list", name="Players")).to_contain_text("on vacation until")
    picture(other, "table-vacation")
    other.goto(house.url)
    expect(other.get_by_text(f"{name} is on vacation")).to_be_visible(timeout=WAIT)
    expect(other.get_by_text(re.compile("2 days per turn"))).to_be_visible()
    picture(other, "front-vacation")
    late.get_by_role("button", name="I am back").click()
    expect(late.get_by_text(re.compile("Welcome back"))).to_be_visible()


def test_the_host_pauses_and_continues(page: Page, friend: Page, house: House, wrong: None) -> None:
    started(page, friend, house)
    friend.get_by_role("button", name="Leave…").click()
    expect(friend.get_by_role("dialog").get_by_role("button", name=re.compile("^Come back later"))).to_be_visible()
    expect(friend.get_by_role("button", name=re.compile("^Pause the game"))).to_have_count(0)
    friend.keyboard.press("Escape")
    page.get_by_role("button", name="Leave…").click()
    page.get_by_role("button", name=re.compile("^Pause the game")).click()
    for screen in (page, friend):
        expect(screen.get_by_role("region", name="The game is paused")).to_contain_text("Paused by Wren")
    expect(friend.get_by_role("region", name="The game is paused")).to_contain_text("The host can continue the game")
    expect(friend.get_by_role("button", name="Continue the game")).to_have_count(0)
    picture(page, "paused")
    assert problems(page) == []
    friend.goto(house.url)
    expect(friend.get_by_text("Paused", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Continue the game").click()
    expect(page.get_by_role("region", name="The game is paused")).to_have_count(0)


def test_a_guest_is_warned_once_and_gets_a_code_with_two_clicks(
    page: Page, friend: Page, watcher: Page, house: House, wrong: None
) -> None:
    started(page, friend, house)
    page.goto(house.url)
    card = page.get_by_role("region", name="Keep your games")
    expect(card).to_contain_text("only this browser knows who you are", timeout=WAIT)
    picture(page, "guest-warning")
    card.get_by_role("button", name="Get a recovery code").click()
    page.get_by_role("dialog", name="Recovery code").get_by_role("button", name="Make a recovery code").click()
    field = page.get_by_label(re.compile("Write this code down"))
    expect(field).to_have_value(re.compile(r"^(\w{4}-){4}\w{4}$"))
    code = field.input_value()
    picture(page, "recovery-code")
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    watcher.goto(house.url)
    open_settings(watcher)
    watcher.get_by_text("My games on other devices").click()
    watcher.get_by_label("I have a recovery code").fill(code.upper())
    picture(watcher, "devices")
    watcher.get_by_role("button", name="Use it here").click()
    expect(watcher.get_by_role("link", name=re.compile("Tidepool with Wren, Maja"))).to_be_visible(timeout=WAIT)
    expect(watcher.get_by_role("button", name="Wren · Settings")).to_be_visible()
    friend.goto(house.url)
    friend.get_by_role("region", name="Keep your games").get_by_role("button", name="Don’t show again").click()
    friend.reload()
    expect(friend.get_by_role("link", name=re.compile("Tidepool with"))).to_be_visible(timeout=WAIT)
    expect(friend.get_by_role("region", name="Keep your games")).to_have_count(0)


def play_to_the_end(*pages: Page) -> None:
    while not (acting := asked(*pages)).get_by_role("region", name="The end").count():
        act(acting)


def test_people_invite_each_other_and_see_how_they_have_done(
    page: Page, friend: Page, house: House, wrong: None
) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    play_to_the_end(page, friend)
    page.goto(house.url)
    page.get_by_role("link", name="People").click(timeout=WAIT)
    expect(page.get_by_role("listitem").filter(has_text="Maja")).to_contain_text("1 game together")
    picture(page, "people")
    assert problems(page) == []
    page.get_by_role("link", name="Maja", exact=True).click()
    expect(
        page.get_by_role("region", name="You and Maja").get_by_role("row", name=re.compile("^Tidepool 1"))
    ).to_be_visible()
    picture(page, "person")
    assert problems(page) == []
    page.get_by_role("link", name="Invite to a new table…").click()
    dialog = page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_text("Tidepool", exact=True).click(timeout=WAIT)
    dialog.get_by_role("button", name="Create the table").click()
    expect(page.get_by_text("Maja: invited")).to_be_visible(timeout=WAIT)
    picture(page, "waiting-room")
    friend.goto(house.url)
    invitation = friend.get_by_role("region", name="Invitations")
    expect(invitation).to_contain_text("Wren invites you to Tidepool", timeout=WAIT)
    picture(friend, "invited")
    assert problems(friend) == []
    invitation.get_by_role("link", name=re.compile("^Have a look")).click()
    expect(friend.get_by_label("Your name")).to_have_value("Maja", timeout=WAIT)
    friend.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Maja", timeout=WAIT)


def test_a_block_is_explained_and_taken_back(page: Page, friend: Page, house: House, wrong: None) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    page.goto(f"{house.url}people")
    page.get_by_role("link", name="Maja", exact=True).click(timeout=WAIT)
    block = page.get_by_role("region", name="Block Maja")
    expect(block).to_contain_text("is not told")
    block.get_by_role("button", name="Block Maja…").click()
    block.get_by_role("button", name="Yes, block Maja").click()
    expect(page.get_by_role("heading", name="You have blocked Maja")).to_be_visible()
    page.get_by_role("link", name="People").click()
    expect(page.get_by_role("region", name="Blocked")).to_contain_text("Maja", timeout=WAIT)
    picture(page, "blocked")
    friend.goto(f"{house.url}people")
    expect(friend.get_by_text("Nobody yet.")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Unblock Maja").click()
    expect(page.get_by_role("region", name="Blocked")).to_have_count(0)


def test_those_who_watch_talk_among_themselves_until_the_end(
    page: Page, friend: Page, watcher: Page, house: House, wrong: None
) -> None:
    sit_down(friend, invite(page, house))
    begin(page, friend)
    watcher.goto(house.url)
    open_settings(watcher)
    watcher.get_by_label("My name").fill("Otto")
    watcher.get_by_role("button", name="Close").click()
    watcher.goto(page.url)
    watcher.get_by_role("button", name=re.compile("^Chat")).click(timeout=WAIT)
    spectators = watcher.get_by_role("region", name="Spectators")
    expect(spectators).to_contain_text("Watching: Otto")
    watcher.get_by_label("Message to the other spectators").fill("Maja is ahead")
    spectators.get_by_role("button", name="Send").click()
    expect(spectators).to_contain_text("Maja is ahead")
    picture(watcher, "spectators")
    assert problems(watcher) == []
    page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(page.get_by_role("log", name="Chat")).to_be_visible()
    expect(page.get_by_role("region", name="Spectators")).to_have_count(0)
    play_to_the_end(page, friend)
    expect(page.get_by_role("region", name="Spectators")).to_contain_text("Maja is ahead")
    page.get_by_role("region", name="Spectators").scroll_into_view_if_needed()
    picture(page, "spectators-after")
    assert problems(page) == []


def test_my_name_and_colour_are_those_of_my_other_device(page: Page, watcher: Page, house: House) -> None:
    page.goto(house.url)
    open_settings(page)
    page.get_by_label("My name").fill("Wren")
    page.get_by_label("My name").blur()
    page.get_by_role("button", name="Violet, hexagon").click()
    picture(page, "settings")
    page.get_by_text("My games on other devices").click()
    page.get_by_role("button", name="Make a link for another device").click()
    link = page.get_by_label(re.compile("^Open this link")).input_value()
    watcher.goto(link)
    watcher.get_by_role("button", name=re.compile("^(Sign in|Play) ")).first.click(timeout=WAIT)
    expect(watcher).to_have_url(house.url, timeout=WAIT)  # whoever leaves before is not signed in
    watcher.goto(house.url)
    expect(watcher.get_by_role("button", name="Wren · Settings")).to_be_visible(timeout=WAIT)
    open_settings(watcher)
    expect(watcher.get_by_role("button", name="Violet, hexagon")).to_have_attribute("aria-pressed", "true")
