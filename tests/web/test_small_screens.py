"""Whole games on tablets and phones by finger: everything in reach, nothing cut, and a board that keeps still."""

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from skerry.core.components import Overlay
from skerry.match import Match
from tests.web.board import COUNT_JUMPS, JUMPS, tap
from tests.web.house import House
from tests.web.laid import asked, in_round, lay
from tests.web.player import WAIT, done, options, situation
from tests.web.test_access import DRAWN, problems
from tests.web.test_whole_cards import TORN

pytestmark = pytest.mark.quick

TABLETS: list[ViewportSize] = [{"width": 1024, "height": 768}, {"width": 820, "height": 1180}]
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 740}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
NAMES = "Anna", "Bartholomew", "Runa", "Eskil"
# One round of Tungaru without a recruit ends it: else a game takes long.
SOON_OVER = Overlay("soon.toml", '[[numbers]]\nid = "stall_rounds"\nsource = "rulebook"\nvalue = 1\n')
GAMES = [("nusfjord", {}), ("tungaru", {"options": {"stall": "end"}, "overlay": SOON_OVER}), ("buru", {})]

# Names and points of the players that reach beyond the screen or lie on each other.
PILLS_OUT = """() => {
  const pills = [...document.querySelectorAll('[aria-label=Players] > li')].map((pill) => pill.getBoundingClientRect());
  return pills.filter((pill, n) => pill.right > innerWidth + 1 || (n > 0 && pill.left < pills[n - 1].right - 1
    && Math.abs(pill.top - pills[n - 1].top) < 2)).length;
}"""
# How many letters of each name can be read.
LETTERS = """() => [...document.querySelectorAll('[aria-label=Players] .name')].map((name) =>
  Math.floor(name.textContent.length * Math.min(1, name.clientWidth / name.scrollWidth)))"""
# Parts of the table that are wholly in sight, between the question and the dock.
IN_SIGHT = """selector => [...document.querySelectorAll(selector)].every((part) => {
  const { top, bottom, left, right } = part.getBoundingClientRect();
  const low = Math.min(innerHeight, ...[...document.querySelectorAll('.dock, [data-dock]')]
    .filter((dock) => dock.checkVisibility() && dock.getBoundingClientRect().height > 0)
    .map((dock) => dock.getBoundingClientRect().top));
  return top >= document.querySelector('main > .question').getBoundingClientRect().bottom - 1 && bottom <= low + 1
    && left >= 0 && right <= innerWidth;
})"""
# Where the board lies on the page, however far that is scrolled.
BOARD = "() => Math.round(document.querySelector('section.board').getBoundingClientRect().top + scrollY)"


@pytest.fixture
def by_finger(browser: Browser) -> Iterator[Callable[[ViewportSize], Page]]:
    """A new touch screen of this size."""
    contexts = []

    def opened(size: ViewportSize) -> Page:
        context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(JUMPS)
        return page

    yield opened
    for context in contexts:
        context.close()


def my_turn(match: Match) -> bool:
    return match.to_move == 0


def play_through(page: Page) -> int:
    """Until the end, with a look at every turn; return how many turns were confirmed."""
    chance, confirmed = random.Random(1), 0
    now = situation(page)
    page.evaluate(COUNT_JUMPS)
    boards: set[int] = set()
    while not now["over"]:
        boards.add(page.evaluate(BOARD))
        if now["done"]:
            expect(done(page)).to_be_in_viewport(ratio=1)
            done(page).tap(timeout=WAIT)
            confirmed += 1
        else:
            expect(page.locator("main > .question")).to_be_in_viewport()
            tap(page, chance, "pass" if chance.random() < 0.5 else "")
        now = situation(page, now)
    assert len(boards) == 1, "the board keeps its place, whatever is asked"
    assert page.evaluate("window.jumps") < 0.02
    return confirmed


@pytest.mark.long
@pytest.mark.parametrize(("game", "rules"), GAMES)
@pytest.mark.parametrize("size", [TABLETS[0], TABLETS[1], PHONE])
def test_a_whole_game_by_finger(
    by_finger: Callable[[ViewportSize], Page],
    house: House,
    tools: None,
    game: str,
    rules: dict[str, object],
    size: ViewportSize,
) -> None:
    page = by_finger(size)
    lay(page, house, *NAMES[:2], game=game, until=my_turn, level="random", **rules)
    situation(page)
    assert problems(page) == []
    assert play_through(page) > 1
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)


@pytest.mark.parametrize("size", [*TABLETS, PHONE, SIDEWAYS])
def test_four_players_fit_and_every_sheet_opens_in_sight(
    by_finger: Callable[[ViewportSize], Page], house: House, size: ViewportSize
) -> None:
    page = by_finger(size)
    lay(page, house, *NAMES, game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate(PILLS_OUT) == 0
    board = page.evaluate(BOARD)
    page.get_by_role("button", name=re.compile(r"^\d+ options$")).tap()
    expect(options(page).first).to_be_in_viewport()
    expect(options(page).first).to_contain_text(" ")  # a whole sentence
    page.get_by_role("button", name=re.compile("^Log")).tap()
    expect(page.get_by_role("log")).to_be_in_viewport(timeout=WAIT)
    expect(options(page)).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Log")).tap()
    expect(page.get_by_role("log")).to_have_count(0)
    assert page.evaluate(BOARD) == board


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_the_bar_of_a_phone_names_everybody_and_its_menu_has_the_rest(
    by_finger: Callable[[ViewportSize], Page], house: House, tools: None, size: ViewportSize
) -> None:
    page = by_finger(size)
    lay(page, house, *NAMES, game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    page.evaluate("scrollTo(0, 0)")
    bar = page.get_by_role("banner")
    assert bar.evaluate("box => box.offsetHeight") <= 60
    assert all(read >= min(5, len(name)) for read, name in zip(page.evaluate(LETTERS), NAMES, strict=True))
    passing = page.get_by_role("button", name=re.compile("^Pass"))
    expect(passing).to_have_count(1)
    expect(passing).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Rules")).to_have_count(0)
    page.get_by_role("button", name="Menu").tap()
    for name in ("Undo", "Replay", "Rules", "Leave", "Settings"):
        expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="All games")).to_be_in_viewport(ratio=1)
    found = problems(page)
    assert found == []
    page.get_by_role("button", name="Rules").tap()
    expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("link", name="All games")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_tungaru_is_at_most_two_screens_of_a_phone_and_its_chart_shows_the_nomads(
    by_finger: Callable[[ViewportSize], Page], house: House, size: ViewportSize
) -> None:
    page = by_finger(PHONE)
    lay(page, house, *NAMES, game="tungaru", until=asked("turn", 4), level="novice", seed="3")
    situation(page)
    page.locator(".others").first.scroll_into_view_if_needed()
    page.evaluate(DRAWN)
    page.set_viewport_size(size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * PHONE["height"]
    nomads = page.get_by_role("region", name="Chart").get_by_role("img", name=re.compile("^Nomad: "))
    for nomad in nomads.all():
        box = nomad.bounding_box()
        assert box is not None and box["height"] >= 22 and box["x"] + box["width"] <= size["width"]


def test_an_upright_tablet_shows_actions_buildings_and_harbor_at_once(
    by_finger: Callable[[ViewportSize], Page], house: House
) -> None:
    page = by_finger(TABLETS[1])
    lay(page, house, *NAMES, game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 820
    for part in (".quay", ".buildings", "[data-part=home]"):
        assert page.evaluate(IN_SIGHT, part), part
    assert page.evaluate(TORN) == []
    lay(page, house, *NAMES, game="tungaru", until=asked("turn", 2), level="novice", seed="3")
    situation(page)
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 820
    chart = page.get_by_role("region", name="Chart").bounding_box()
    own = page.get_by_role("region", name="Your Culture board").bounding_box()
    assert chart is not None and own is not None
    assert own["x"] >= chart["x"] + chart["width"] and abs(own["y"] - chart["y"]) < 20, "side by side"


def test_a_first_tap_explains_and_a_solid_button_decides_unless_one_tap_is_wished(
    by_finger: Callable[[ViewportSize], Page], house: House
) -> None:
    page = by_finger(PHONE)
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(3), level="novice", seed="3")
    now = situation(page)
    gold = page.locator("[data-piece='space:gold']")
    gold.tap()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("gold")
    assert page.locator("main").get_attribute("data-version") == now["version"], "nothing is decided yet"
    expect(sheet.get_by_role("button").first).to_be_in_viewport(ratio=1)
    sheet.get_by_role("button", name="Not this").tap()
    expect(sheet).to_have_count(0)
    page.evaluate("""localStorage.setItem('skerry.settings', JSON.stringify({ explain: false }))""")
    page.reload()
    now = situation(page)
    gold.tap()
    situation(page, now)
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("game", ["nusfjord", "tungaru", "buru"])
@pytest.mark.parametrize("size", [*TABLETS, PHONE, SIDEWAYS])
def test_a_table_comes_without_a_jump_and_keeps_its_parts_where_they_are(
    by_finger: Callable[[ViewportSize], Page], house: House, game: str, size: ViewportSize
) -> None:
    page = by_finger(size)
    lay(page, house, *NAMES[:3], game=game, until=my_turn, level="random")
    situation(page)
    page.evaluate(DRAWN)
    assert page.evaluate("window.jumps") < 0.02


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_the_question_takes_little_of_a_phone_and_is_whole(
    by_finger: Callable[[ViewportSize], Page], house: House, size: ViewportSize
) -> None:
    page = by_finger(size)
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(3), level="novice", seed="3")
    now = situation(page)
    chance = random.Random(2)
    for _ in range(12):
        high, words = page.locator(".question > :first-child").evaluate("box => [box.offsetHeight, box.scrollHeight]")
        assert high <= 56 and words <= high, page.locator(".question").inner_text()
        if now["done"]:
            done(page).tap(timeout=WAIT)
        else:
            tap(page, chance)
        now = situation(page, now)


def test_on_a_phone_held_sideways_the_players_are_a_rail_and_the_menu_opens_beside_it(
    by_finger: Callable[[ViewportSize], Page], house: House, tools: None
) -> None:
    page = by_finger(SIDEWAYS)
    lay(page, house, *NAMES, game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    rail = page.get_by_role("banner").bounding_box()
    board = page.locator("section.board").bounding_box()
    assert rail is not None and board is not None
    assert rail["width"] <= 58 and rail["height"] == SIDEWAYS["height"] and board["x"] >= rail["width"]
    for player in page.get_by_role("list", name="Players").get_by_role("listitem").all():
        expect(player).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Menu").tap()
    for name in ("Undo", "Rules", "Leave", "Settings"):
        expect(page.get_by_role("button", name=re.compile(f"^{name}"))).to_be_in_viewport(ratio=1)
    assert problems(page) == []


def test_a_tablet_on_its_side_shows_all_of_nusfjord_at_once(
    by_finger: Callable[[ViewportSize], Page], house: House
) -> None:
    page = by_finger(TABLETS[0])
    lay(page, house, *NAMES, game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollHeight") <= TABLETS[0]["height"]
    assert page.evaluate(TORN) == []


def test_an_upright_tablet_shows_the_leaders_side_by_side(
    by_finger: Callable[[ViewportSize], Page], house: House
) -> None:
    page = by_finger(TABLETS[1])
    lay(page, house, "Anna", "Runa", "Bo", game="tungaru", until=asked("leader", 1), level="novice", seed="3")
    situation(page)
    leaders = [leader.bounding_box() for leader in page.locator("[data-piece^='leader:'][data-takes]").all()]
    assert len(leaders) >= 4 and len({box["y"] for box in leaders if box}) == 1
    choice = page.get_by_role("region", name="Choose a Leader")
    cut = "box => [...box.querySelectorAll('*')].filter((at) => at.clientWidth && at.scrollWidth > at.clientWidth + 1)"
    assert choice.evaluate(f"{cut}.map((at) => at.className)") == []
    expect(choice).to_contain_text("The others hold")


def test_the_leaders_are_in_sight_when_they_are_asked_for(
    by_finger: Callable[[ViewportSize], Page], house: House
) -> None:
    page = by_finger(PHONE)
    lay(page, house, "Anna", "Runa", "Bo", game="tungaru", until=asked("leader", 1), level="novice", seed="3")
    situation(page)
    expect(page.locator("main > .question")).to_be_in_viewport()
    for leader in page.locator("[data-piece^='leader:'][data-takes]").all():
        expect(leader).to_be_in_viewport(ratio=1)
    nomads = page.get_by_role("region", name="Chart").get_by_role("img", name=re.compile("^Nomad: "))
    expect(nomads).not_to_have_count(0)
