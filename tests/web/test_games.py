"""The games through the panel that needs no drawing: whole games, and pages that everybody can use."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, finish, open_table, situation
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


@pytest.mark.long
def test_a_game_is_played_to_its_end_through_the_panel(page: Page, house: House, tools: None, wrong: None) -> None:
    open_table(page, house, "Anna", "bot", game="_blank")
    chance = Random(1)
    decide_until(page, 5, chance=chance)
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    found += problems(page)
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    expect(page.get_by_role("button", name="Leave…")).to_be_in_viewport()
    menu.click()
    expect(page.get_by_role("button", name="Leave…")).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    finish(page, chance)
    expect(page.get_by_role("table", name="Points by category")).to_be_visible(timeout=WAIT)


def test_what_others_have_folds_away_and_own_goods_stay(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", "bot", game="_blank")
    situation(page)
    other = page.get_by_role("region", name="Robin1")
    goods = other.get_by_text("Shells", exact=True)
    expect(goods).to_be_visible()
    other.locator("summary").click()
    expect(goods).to_be_hidden()
    decide_until(page, 1)
    expect(goods).to_be_hidden()  # a new picture leaves it folded
    own = page.get_by_role("region", name="Anna")
    expect(own).to_be_visible()
    assert own.locator("summary").count() == 0
