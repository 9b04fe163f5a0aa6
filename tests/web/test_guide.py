"""A guided first game in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, options, situation
from tests.web.test_access import problems

pytestmark = pytest.mark.quick
UNHURRIED = "localStorage.setItem('skerry.settings', JSON.stringify({confirm: false, pace: 'once'}))"
# Of sixteen, two of which are read before: those that come up while moves are suggested, with one to spare.
LESSONS = 10


def begin(page: Page, house: House) -> None:
    page.add_init_script(UNHURRIED)
    page.goto(house.url)
    page.get_by_role("link", name="Learn Nusfjord").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="Nusfjord in two minutes")).to_be_visible(timeout=WAIT)
    expect(page.locator(".pages .pieces .face, .pages .pieces .elder")).not_to_have_count(0, timeout=WAIT)
    assert problems(page) == []
    page.get_by_role("button", name="Play a guided first game").click()
    expect(page.get_by_role("region", name="Guide")).to_be_visible(timeout=WAIT)


def follow_the_guide(page: Page) -> list[str]:
    """Read every lesson and take what it suggests, until it suggests nothing more; return what the lessons were."""
    titles: list[str] = []
    now = situation(page)
    while True:
        lesson = page.get_by_role("region", name="Guide")
        while lesson.get_by_role("button", name="Next").count():
            titles.append(lesson.get_by_role("heading", level=3).inner_text())
            page.keyboard.press("n")
        if lesson.get_by_role("button", name="Got it").count():
            titles.append(lesson.get_by_role("heading", level=3).inner_text())
        wanted = page.locator(".option.best")
        if not wanted.count():
            return list(dict.fromkeys(titles))
        wanted.first.click(timeout=WAIT)
        now = situation(page, now)


@pytest.mark.long
def test_a_guided_first_game_is_played_to_its_end(page: Page, house: House, tools: None, wrong: None) -> None:
    begin(page, house)
    now = situation(page)
    lesson = page.get_by_role("region", name="Guide")
    expect(lesson.get_by_role("heading", name="Three Workers a round")).to_be_visible()
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(lesson.get_by_role("heading", name="An Elder is a space of your own")).to_be_visible()
    expect(page.locator(".pointers .look")).to_have_count(2)
    expect(page.locator(".pointers .try")).to_have_text("try this")
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    assert found + problems(page) == []
    page.emulate_media(color_scheme="light")

    lesson.get_by_role("button", name="Banquet Table").click()
    expect(page.get_by_role("tooltip")).to_contain_text("Elders act")
    page.locator('[data-piece="space:take_elder"]').click()
    now = situation(page, now)
    expect(page.locator(".pointers .try")).to_have_count(1)
    page.reload()  # whoever comes back finds the guide where it was
    situation(page)
    expect(page.locator(".option.best")).to_contain_text("Builder", timeout=WAIT)
    lesson.get_by_role("button", name="Leave the guide").click()
    expect(page.locator(".pointers .ring")).to_have_count(0)
    page.get_by_role("button", name="Turn the guide back on").click()

    assert len(follow_the_guide(page)) >= LESSONS
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    hint.get_by_role("button", name="Why").click(timeout=WAIT)
    assert problems(page) == []
    page.keyboard.press("Escape")
    decide_until(page, 10_000)
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)


def test_a_guided_game_that_was_left_is_taken_up_again(page: Page, house: House) -> None:
    begin(page, house)
    situation(page)
    table = page.url
    options(page).filter(has_text="+1 gold").click(timeout=WAIT)
    page.get_by_role("link", name="The game in two minutes").click(timeout=WAIT)
    page.get_by_role("link", name="Continue your guided game").click(timeout=WAIT)
    expect(page).to_have_url(re.compile(re.escape(table)))
    situation(page)
    expect(page.get_by_role("region", name="Guide")).to_be_visible()


@pytest.mark.parametrize("game", ["nusfjord", "tungaru", "buru"])
def test_on_a_low_screen_two_minutes_of_reading_need_no_scrolling(page: Page, house: House, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{house.url}learn/{game}")
    pages = page.locator(".pages > li")
    expect(pages).to_have_count(4, timeout=WAIT)
    expect(pages.last.locator(".pieces > *")).not_to_have_count(0, timeout=WAIT)
    begin = page.get_by_role("button", name="Play a guided first game").bounding_box()
    assert begin
    for one in pages.all():
        box = one.bounding_box()
        assert box and box["y"] + box["height"] <= begin["y"], "nothing lies under the bar"
