"""Planning ahead in the browser: out of What if, passing for the rest of a round, and choosing at the same time."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, options
from tests.web.test_access import problems
from tests.web.test_friends import act, asked, begin, invite, sit_down

pytestmark = pytest.mark.quick


@pytest.fixture
def friend(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def together(page: Page, friend: Page, house: House, game: str = "Tidepool") -> tuple[Page, Page]:
    """A game that has begun: first whoever is asked, then who waits."""
    sit_down(friend, invite(page, house, game))
    begin(page, friend)
    acting = asked(page, friend)
    waiting = friend if acting is page else page
    expect(waiting.get_by_role("button", name=re.compile("^What if"))).to_be_visible(timeout=WAIT)
    return acting, waiting


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Your plan")


def choose(page: Page, words: str) -> None:
    options(page).filter(has_text=re.compile(rf"\b{words}\b")).first.click()


def test_a_line_out_of_what_if_becomes_a_plan_and_is_played(
    page: Page, friend: Page, house: House, wrong: None
) -> None:
    acting, waiting = together(page, friend, house)
    waiting.keyboard.press("w")
    bar = waiting.get_by_role("region", name="What if?")
    expect(bar).to_contain_text("You decide for")
    choose(waiting, "Gather")
    expect(bar).not_to_contain_text("You decide for")
    expect(bar.get_by_role("button", name="Plan this")).to_be_hidden()  # nothing of it is my own yet
    choose(waiting, "Gather")
    bar.get_by_text("Only if…").click()
    bar.get_by_label("the others do exactly this").check()
    assert problems(waiting) == []
    bar.get_by_role("button", name="Plan this").click()
    expect(card(waiting)).to_contain_text("Only you see it")
    expect(card(waiting)).to_contain_text("the others do exactly this")
    expect(waiting.locator(".ring.plan")).to_have_count(1)
    expect(acting.locator(".ring.plan")).to_have_count(0)
    assert problems(waiting) == []
    waiting.reload()
    expect(card(waiting)).to_contain_text("Gather", timeout=WAIT)
    choose(acting, "Gather")
    expect(card(waiting)).to_be_hidden(timeout=WAIT)
    assert asked(page, friend) is acting  # nobody has clicked for the other


def test_a_plan_that_is_dropped_says_why_until_it_was_seen(page: Page, friend: Page, house: House, wrong: None) -> None:
    acting, waiting = together(page, friend, house)
    waiting.keyboard.press("w")
    expect(waiting.get_by_role("region", name="What if?")).to_contain_text("You decide for")
    choose(waiting, "Gather")
    expect(waiting.get_by_role("region", name="What if?")).not_to_contain_text("You decide for")
    choose(waiting, "Gather")
    waiting.get_by_text("Only if…").click()
    waiting.get_by_label("the others do exactly this").check()
    waiting.get_by_role("button", name="Plan this").click()
    expect(card(waiting)).to_be_visible()
    choose(acting, "Rest")
    expect(card(waiting)).to_contain_text(
        "Your plan was dropped. The others have not done what you tried out.", timeout=WAIT
    )
    assert problems(waiting) == []
    act(waiting)
    waiting.reload()
    expect(card(waiting)).to_contain_text("Your plan was dropped", timeout=WAIT)
    card(waiting).get_by_role("button", name="OK").click()
    expect(card(waiting)).to_be_hidden()


def test_passing_in_advance_until_the_round_ends(page: Page, friend: Page, house: House, wrong: None) -> None:
    acting, waiting = together(page, friend, house)
    waiting.keyboard.press("p")
    bar = waiting.get_by_role("region", name="Plan ahead")
    expect(bar).to_contain_text("Only you see it")
    bar.get_by_role("button", name="Pass until the round ends").click()
    expect(card(waiting)).to_contain_text("until the round ends")
    for _ in range(2):
        assert asked(page, friend) is acting
        choose(acting, "Gather")
    assert asked(page, friend) is acting
    expect(waiting.get_by_role("button", name=re.compile("^Choose now"))).to_be_hidden()  # that plan is there still
    card(waiting).get_by_role("button", name="Drop it").click()
    expect(card(waiting)).to_be_hidden()


def test_who_chooses_at_the_same_time_need_not_wait(page: Page, friend: Page, house: House, wrong: None) -> None:
    together(page, friend, house)
    for _ in range(4):
        act(asked(page, friend))
    first = asked(page, friend)
    second = friend if first is page else page
    second.get_by_role("button", name=re.compile("^Choose now")).click()
    expect(second.get_by_role("region", name="Plan ahead")).to_contain_text("choose a pool in secret")
    options(second).first.click()
    expect(card(second)).to_be_visible()
    act(first)
    expect(card(second)).to_be_hidden(timeout=WAIT)
    expect(page.get_by_role("list", name="Players")).to_be_visible()


def test_a_plan_can_be_changed(page: Page, friend: Page, house: House, wrong: None) -> None:
    _, waiting = together(page, friend, house)
    waiting.get_by_role("button", name=re.compile("^Plan ahead")).click()
    bar = waiting.get_by_role("region", name="Plan ahead")
    expect(bar).to_contain_text("gather, draw")
    choose(waiting, "Rest")
    expect(bar).to_contain_text("Your plan: Rest")
    bar.get_by_role("button", name="Plan this").click()
    card(waiting).get_by_role("button", name="Change…").click()
    expect(bar).to_contain_text("Your plan: Rest")
    bar.get_by_role("button", name="Back one step").click()
    expect(bar).not_to_contain_text("Your plan: Rest")
    choose(waiting, "Gather")
    expect(bar).to_contain_text("Your plan: Gather")
    bar.get_by_role("button", name="Plan this").click()
    expect(card(waiting)).to_contain_text("Gather")
