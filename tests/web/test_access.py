"""Every page for every eye and hand: axe-core finds nothing, by day and by night; a whole game without a mouse."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.laid import lay, never
from tests.web.node import WEB
from tests.web.player import WAIT, decide_until, end_the_turn, finish, open_table, options, take_over

pytestmark = pytest.mark.quick
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

# What is in order need not be told, which takes longer than to find it.
LOOK = """async () => (await axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
})).violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((one) => [one.html, one.failureSummary]) }))"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def problems(page: Page) -> list[str]:
    """What axe-core finds, in one line each, once the page has seen its new size and is drawn."""
    page.evaluate(DRAWN)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return [
        f"{violation['id']}: {html[:150]} {summary[:200]}"
        for violation in page.evaluate(LOOK)
        for html, summary in violation["nodes"]
    ]


def front_page(page: Page, house: House) -> Iterator[str]:
    open_table(page, house, "Anna", "bot")
    page.goto(house.url)
    expect(page.get_by_role("link", name=re.compile("Tidepool"))).to_be_visible(timeout=WAIT)
    yield "front"
    page.get_by_role("button", name=re.compile("^Delete Tidepool")).click()
    yield "deleting"
    page.get_by_role("button", name=re.compile("Choose players.*Tidepool")).click()
    yield "setup"
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Campaign")).click()
    yield "campaign"
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Invite friends")).click()
    yield "friends"
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Settings")).click()
    yield "settings"
    page.goto(house.url + "t/nothere")
    expect(page.get_by_text("There is no game at this address")).to_be_visible(timeout=WAIT)
    yield "no such table"
    for path, title in (
        ("xyz", "There is no page here"),
        ("move", "This link does not work"),
        ("bring", "Earlier games"),
        ("learn/nusfjord", "You count"),
        ("practice", "Today’s deal"),
    ):
        page.goto(house.url + path)
        expect(page.get_by_role("heading", name=title)).to_be_visible(timeout=WAIT)
        yield path
    page.locator("a[href^='/practice/']").first.click()
    expect(options(page).first).to_be_visible(timeout=WAIT)
    yield "puzzle"


def one_screen(page: Page, house: House) -> Iterator[str]:
    open_table(page, house, "Anna", "Bo")
    expect(take_over(page)).to_be_visible(timeout=WAIT)
    yield "hand over"
    take_over(page).click()
    end_the_turn(page)
    yield "confirming"


def table(page: Page, house: House) -> Iterator[str]:
    open_table(page, house, "Anna", "bot", "bot")
    decide_until(page, 2)
    yield "my turn"
    page.get_by_role("button", name=re.compile("^Hint")).click(timeout=WAIT)
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("button", name="Why")).to_be_visible(timeout=WAIT)
    hint.get_by_role("button", name="Why").click()
    yield "hint"
    page.get_by_role("button", name=re.compile("^Rules")).click()
    expect(page.get_by_role("dialog")).to_contain_text("lasts four tides")
    yield "rules"
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.keyboard.press("Home")
    expect(page.get_by_text("The beginning")).to_be_visible(timeout=WAIT)
    yield "replay"
    page.keyboard.press("Escape")
    finish(page)
    yield "the end"
    page.get_by_role("button", name="Replay").last.click()
    expect(page.get_by_label("Seen by")).to_be_visible(timeout=WAIT)
    yield "replay of the end"


def drawn(page: Page, house: House) -> Iterator[str]:
    lay(page, house, "Anna", "Runa", "Eskil", game="nusfjord", until=never, level="random")
    expect(page.get_by_role("region", name="What everybody has built").locator(".village")).to_have_count(
        3, timeout=WAIT
    )
    yield "the end with villages"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator(".pieces .face")).not_to_have_count(0, timeout=WAIT)
    yield "rules with pictures"


@pytest.mark.parametrize("walk", [front_page, one_screen, table, drawn], ids=lambda walk: walk.__name__)
@pytest.mark.long
def test_axe_finds_nothing(page: Page, house: House, tools: None, walk: Callable[[Page, House], Iterator[str]]) -> None:
    """By day, and by night on a phone with huge text, where nothing has to be scrolled sideways; nothing is logged."""
    found: dict[str, list[str]] = {}
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    for place in walk(page, house):
        found[f"{place}, day"] = problems(page)
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 360, "height": 740})
        page.evaluate("Object.assign(document.documentElement.dataset, {palette: 'safe', text: 'huge'})")
        found[f"{place}, night"] = problems(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, place
        page.evaluate("for (const name of ['palette', 'text']) delete document.documentElement.dataset[name]")
        page.set_viewport_size({"width": 1440, "height": 900})
        page.emulate_media(color_scheme="light")
    assert {place: problems for place, problems in found.items() if problems} == {}
    assert [words for words in said if "404" not in words] == []  # the browser itself says that a page is missing


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
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)
    page.keyboard.press("r")
    expect(page.get_by_role("slider")).to_be_focused(timeout=WAIT)
    page.keyboard.press("Home")
    expect(page.get_by_text("The beginning")).to_be_visible(timeout=WAIT)
    page.keyboard.press("ArrowRight")  # a turn; by full stop it goes move by move
    expect(page.get_by_role("slider")).not_to_have_value("0")
    expect(page.get_by_text(re.compile("^Move [1-9]"))).to_be_visible(timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_what_happens_is_told_to_ears(page: Page, house: House) -> None:
    """The turn is in a status region, and every option has a name."""
    open_table(page, house, "Anna", "bot", "bot")
    decide_until(page, 2)
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_contain_text("Anna, ")
    expect(page.get_by_role("log")).to_have_attribute("aria-label", "What has happened")
    assert all((name or "").strip() for name in options(page).all_text_contents())
