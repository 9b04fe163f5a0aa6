"""Every page for every eye and hand: axe-core finds nothing, by day and by night; a whole game without a mouse."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.node import WEB
from tests.web.player import WAIT, decide_until, done, finish, open_table, options

pytestmark = pytest.mark.page

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def problems(page: Page) -> list[str]:
    """What axe-core finds, in one line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
    )
    return [
        f"{violation['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def front(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    page.goto(house.url)
    expect(page.get_by_role("link", name=re.compile("Tidepool"))).to_be_visible(timeout=WAIT)


def setup(page: Page, house: House) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Choose players.*Tidepool")).click()


def settings(page: Page, house: House) -> None:
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("Settings")).click()


def deleting(page: Page, house: House) -> None:
    front(page, house)
    page.get_by_role("button", name=re.compile("^Delete Tidepool")).click()


def my_turn(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot")
    decide_until(page, 2)


def hint(page: Page, house: House) -> None:
    my_turn(page, house)
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(options(page).filter(has_text="%")).not_to_have_count(0, timeout=WAIT)


def confirming(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "Bo")
    take_the_screen(page)
    options(page).filter(has_text="Rest").click()
    expect(done(page)).to_be_visible(timeout=WAIT)


def hand_over(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "Bo")
    expect(page.get_by_role("button", name=re.compile("^I am "))).to_be_visible(timeout=WAIT)


def take_the_screen(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^I am ")).click(timeout=WAIT)
    expect(options(page).first).to_be_visible(timeout=WAIT)


def rules(page: Page, house: House) -> None:
    my_turn(page, house)
    page.get_by_role("button", name=re.compile("^Rules")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Four tides")


def replay(page: Page, house: House) -> None:
    my_turn(page, house)
    page.keyboard.press("r")
    page.keyboard.press("Home")
    expect(page.get_by_text("The beginning")).to_be_visible(timeout=WAIT)


def the_end(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    finish(page)


def replay_of_the_end(page: Page, house: House) -> None:
    the_end(page, house)
    page.get_by_role("button", name="Replay").last.click()
    expect(page.get_by_label("Seen by")).to_be_visible(timeout=WAIT)


def nothing_here(page: Page, house: House) -> None:
    page.goto(house.url + "t/nothere")
    expect(page.get_by_text("There is no such table")).to_be_visible(timeout=WAIT)


PLACES = [
    front,
    setup,
    settings,
    deleting,
    my_turn,
    hint,
    confirming,
    hand_over,
    rules,
    replay,
    the_end,
    replay_of_the_end,
    nothing_here,
]


@pytest.mark.parametrize("go", PLACES, ids=lambda place: place.__name__)
def test_axe_finds_nothing(page: Page, house: House, tools: None, go: Callable[[Page, House], None]) -> None:
    page.emulate_media(color_scheme="light")
    go(page, house)
    found = {"light": problems(page)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = problems(page)
    page.set_viewport_size({"width": 390, "height": 844})
    found["phone"] = problems(page)
    assert found == {"light": [], "dark": [], "phone": []}


@pytest.mark.parametrize("choice", [{"palette": "safe"}, {"text": "huge"}, {"theme": "dark"}])
def test_axe_finds_nothing_whatever_is_set(page: Page, house: House, tools: None, choice: dict[str, str]) -> None:
    page.add_init_script(f"localStorage.setItem('skerry.settings', JSON.stringify({choice}))")
    my_turn(page, house)
    assert problems(page) == []


def test_nothing_sticks_out_of_the_screen(page: Page, house: House) -> None:
    """On a phone with huge text nothing has to be scrolled sideways."""
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({text: 'huge'}))")
    page.set_viewport_size({"width": 360, "height": 740})
    for go in (front, settings, my_turn, replay):
        go(page, house)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_whole_game_by_keyboard_alone_from_the_front_page_to_the_replay(page: Page, house: House) -> None:
    page.goto(house.url)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Tidepool"))
    expect(card).to_be_visible(timeout=WAIT)
    for _ in range(40):
        page.keyboard.press("Tab")
        if (page.evaluate("document.activeElement.ariaLabel") or "").startswith("Choose players… for Tidepool"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(12):
        if page.evaluate("document.activeElement.ariaLabel") == "Who is player 2":
            break
        page.keyboard.press("Tab")
    for seat in (2, 3):
        page.keyboard.type("bot: random")
        expect(page.get_by_label(f"Who is player {seat}")).to_have_value("bot:random")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
    for _ in range(8):
        if page.evaluate("document.activeElement.textContent") == "Start the game":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(options(page).first).to_be_visible(timeout=WAIT)
    decide_until(page, 200, "1")
    expect(page.get_by_text("The last tide is over")).to_have_count(1, timeout=WAIT)
    page.keyboard.press("r")
    expect(page.get_by_role("slider")).to_be_focused(timeout=WAIT)
    page.keyboard.press("Home")
    expect(page.get_by_text("The beginning")).to_be_visible(timeout=WAIT)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Move 1", exact=True)).to_be_visible(timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_what_happens_is_told_to_ears(page: Page, house: House) -> None:
    """The turn is in a status region, and every option has a name."""
    my_turn(page, house)
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_contain_text("Anna, ")
    expect(page.get_by_role("log")).to_have_attribute("aria-label", "What has happened")
    assert all((name or "").strip() for name in options(page).all_text_contents())
