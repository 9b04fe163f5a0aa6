"""The great moments: dice and Leaders before the first turn, an Explorer that is dragged, the end step by step."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.match import Match
from tests.web.house import House
from tests.web.laid import lay
from tests.web.player import WAIT, done, situation
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


def choosing(**settings: str) -> str:
    """A script that chooses these settings; the others are those of a newcomer, who sees the scenes."""
    return f"localStorage.setItem('skerry.settings', {json.dumps(json.dumps(settings))})"


@pytest.fixture
def moving(browser: Browser) -> Iterator[Page]:
    """A page where things move."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    context.add_init_script(choosing(confirm="always", motion="full"))
    yield context.new_page()
    context.close()


def is_asked(match: Match, kind: str, round_: int = 1) -> bool:
    is_there = match.game.round(match.state) == round_ and match.to_move == 0
    return bool(is_there and match.game.question(match.state).kind == kind)


def test_leaders_are_five_cards_then_lie_face_down_and_turn_over_before_any_turn(
    moving: Page, house: House, tools: None
) -> None:
    page = moving
    lay(page, house, "Wren", "Anna", game="tungaru", level="random", until=lambda match: is_asked(match, "leader"))
    choice = page.get_by_role("region", name="Choose a Leader")
    expect(choice).to_be_visible(timeout=WAIT)
    assert choice.locator(".card, .gone").count() == 5
    expect(choice).to_contain_text("Benefit")
    roll = page.locator(".strip [aria-label^='The roll']").get_attribute("aria-label") or ""
    assert choice.locator(".matches").count() > 0, roll  # dice of the roll that fit are gold
    assert problems(page) == []
    choice.locator("[data-takes]").first.click()
    situation(page)
    done(page).click()
    stage = page.get_by_role("region", name="The Leaders are revealed")
    expect(stage).to_be_visible(timeout=WAIT)
    assert stage.locator(".back").count() == 2
    text = stage.inner_text()
    assert "Wren" in text and "Anna" in text and "1st" in text and "2nd" in text
    page.keyboard.press("Space")
    expect(stage).to_have_count(0)


def test_without_motion_the_leaders_are_shown_for_a_while_all_the_same(page: Page, house: House) -> None:
    page.add_init_script(choosing(confirm="always"))
    lay(page, house, "Wren", "Anna", game="tungaru", level="random", until=lambda match: is_asked(match, "leader"))
    page.get_by_role("region", name="Choose a Leader").locator("[data-takes]").first.click(timeout=WAIT)
    situation(page)
    done(page).click()
    expect(page.get_by_role("region", name="The Leaders are revealed")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("region", name="The Leaders are revealed")).to_have_count(0, timeout=WAIT)


def test_an_explorer_is_dragged_to_a_region(page: Page, house: House) -> None:
    lay(page, house, "Wren", "Anna", game="buru", level="random", until=lambda match: is_asked(match, "go"))
    explorer = page.locator("[data-piece='explorer:0.5'][data-possible=yes]").or_(
        page.locator("[data-piece^='explorer:0.'][data-possible=yes]").last
    )
    expect(explorer.first).to_be_visible(timeout=WAIT)
    situation(page)
    start = explorer.first.bounding_box()
    region = page.locator("[data-piece='region:shore']").bounding_box()
    assert start and region
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(region["x"] + 50, region["y"] + 50, steps=5)
    expect(page.locator(".question h2")).to_have_text(re.compile(r"Where does your \d go\?"))
    page.mouse.up()
    expect(done(page)).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"Wren places Power \d at the Shore"))


@pytest.mark.parametrize(
    ("game", "first", "sky"),
    [("buru", "What lay face down", "bu-dusk"), ("tungaru", "The points are counted", "tg-night")],
)
def test_the_end_is_counted_step_by_step_and_nothing_tells_it_before(
    moving: Page, house: House, tools: None, game: str, first: str, sky: str
) -> None:
    page = moving
    lay(page, house, "Wren", "Anna", game=game, level="random", options={"stall": "end"} if game == "tungaru" else {})
    finale = page.get_by_role("region", name="The final count")
    expect(finale).to_be_visible(timeout=WAIT)
    page.keyboard.press("p")  # any key goes on
    expect(finale.get_by_role("heading", level=2)).not_to_have_text(first)
    finale.get_by_role("button", name="Pause").click()
    assert page.get_by_role("list", name="Result").count() == 0
    totals = [int(total.replace("−", "-").split()[0]) for total in finale.locator(".total").all_inner_texts()]
    strip = page.get_by_role("banner").inner_text()
    assert all(str(abs(total)) in strip for total in totals)  # not the result
    assert problems(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("list", name="Result")).to_be_visible()
    assert page.locator(f"#{sky}").count() == 1
    finale.get_by_role("button", name="One step back").click()
    expect(page.get_by_role("list", name="Result")).to_have_count(0)


def test_without_motion_the_count_is_finished_and_can_be_gone_through(page: Page, house: House, tools: None) -> None:
    lay(page, house, "Wren", "Anna", game="nusfjord", level="random")
    expect(page.get_by_role("list", name="Result")).to_be_visible(timeout=WAIT)
    finale = page.get_by_role("region", name="The final count")
    expect(finale.get_by_role("button", name="Next")).to_be_disabled()
    assert problems(page) == []
    page.reload()  # it has been told
    expect(page.get_by_role("list", name="Result")).to_be_visible(timeout=WAIT)
    expect(finale).to_have_count(0)
    page.get_by_role("button", name="Count again").click()
    expect(finale).to_be_visible()


@pytest.mark.parametrize("game", ["nusfjord", "buru"])
def test_a_low_screen_shows_four_players_below_the_winner(page: Page, house: House, game: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    lay(page, house, "Wren", "Anna", "Bo", "Runa", game=game, level="random")
    expect(page.get_by_role("list", name="Result")).to_be_visible(timeout=WAIT)
    rows = page.get_by_role("region", name="The final count").locator("ol.rows > li")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
