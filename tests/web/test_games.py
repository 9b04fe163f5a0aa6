"""The games through the panel that needs no drawing: whole games, and pages that everybody can use."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from skerry.games import GAMES
from tests.web.house import House
from tests.web.player import WAIT, decide_until, finish, open_table, options
from tests.web.test_access import problems

pytestmark = pytest.mark.page
BIG = [name for name in GAMES if not name.startswith("_")]


@pytest.mark.parametrize("game", ["buru", "tungaru"])
def test_a_whole_game_is_played_through_the_panel(page: Page, house: House, game: str) -> None:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    open_table(page, house, "Anna", "bot", game=game)
    finish(page, Random(game))
    expect(page.get_by_role("table", name="Points by category")).to_be_visible(timeout=WAIT)
    assert wrong == []


@pytest.mark.parametrize("game", BIG)
def test_axe_finds_nothing_at_a_big_table(page: Page, house: House, tools: None, game: str) -> None:
    open_table(page, house, "Anna", "bot", "bot", game=game)
    decide_until(page, 3)
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    assert found + problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_many_options_stand_under_their_verbs_and_can_be_filtered(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", game="nusfjord")
    place = page.get_by_role("list", name="Place")
    expect(place).to_be_visible(timeout=WAIT)
    assert place.get_by_role("button").count() > 1
    count = options(page).count()
    filter_box = page.get_by_role("searchbox", name="Filter")
    if filter_box.count():
        page.keyboard.press("/")
        page.keyboard.type("gold")
        assert options(page).count() < count
        page.keyboard.press("Escape")
    expect(options(page)).to_have_count(count)


def test_what_others_have_folds_away_and_own_goods_stay(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot", game="tungaru")
    expect(options(page).first).to_be_visible(timeout=WAIT)
    other = page.get_by_role("region", name="Robin1")
    goods = other.get_by_text("Goods", exact=True)
    expect(goods).to_be_visible()
    other.locator("summary").click()
    expect(goods).to_be_hidden()
    decide_until(page, 1)
    expect(goods).to_be_hidden()  # a new picture leaves it folded
    own = page.get_by_role("region", name="Anna")
    expect(own).to_be_visible()
    assert own.locator("summary").count() == 0


def test_a_line_of_the_log_points_at_its_player(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot")
    decide_until(page, 2)
    page.get_by_role("log").get_by_text("Robin1:").last.hover()
    assert "marked" in (page.get_by_role("region", name="Robin1").get_attribute("class") or "")


def test_the_log_follows_what_happens(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot", game="tungaru")
    decide_until(page, 12)
    log = page.get_by_role("log")
    at_the_end = "() => { const box = document.querySelector('[role=log]');"
    at_the_end += " return box.scrollHeight - box.scrollTop - box.clientHeight < 5 }"
    page.wait_for_function(at_the_end, timeout=WAIT)
    log.hover()
    page.mouse.wheel(0, -100_000)
    page.wait_for_function("() => document.querySelector('[role=log]').scrollTop === 0", timeout=WAIT)
    page.wait_for_timeout(100)  # until the page knows
    decide_until(page, 1)
    page.wait_for_timeout(300)
    assert log.evaluate("box => box.scrollTop") < 5  # who reads is left in peace
