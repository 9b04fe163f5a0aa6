"""What a piece says when the mouse rests on it, and where that stands."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.board import click
from tests.web.house import House
from tests.web.laid import in_round, lay
from tests.web.player import situation

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]

MOST = 6  # pieces that are looked at
# What can be chosen and lies under the tip.
UNDER_TIP = """() => {
  const tip = document.querySelector(".board-frame .tip").getBoundingClientRect();
  const found = [...document.querySelectorAll('.board-frame [data-possible=yes], .board-frame [data-takes], .option')];
  return found.filter((one) => one.checkVisibility()).filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top;
  }).map((one) => one.dataset.piece ?? one.textContent);
}"""


@pytest.mark.parametrize("game", ["nusfjord", "tungaru", "buru"])
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_no_tip_lies_over_what_can_be_chosen(page: Page, house: House, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    until = in_round(3) if game == "nusfjord" else lambda match: match.to_move == 0 and len(match.log) > 12
    lay(page, house, "Anna", "Runa", "Bo", game=game, until=until, level="novice", seed="3")
    situation(page)
    lit = page.locator(".board-frame [data-possible=yes]")
    assert lit.count() > 1
    for number in range(0, lit.count(), max(1, lit.count() // MOST)):
        lit.nth(number).hover()
        title = lit.nth(number).get_attribute("data-piece")
        expect(page.locator(".board-frame .tip"), title).to_be_visible()
        assert page.evaluate(UNDER_TIP) == [], title
        page.mouse.move(0, 0)
        expect(page.locator(".board-frame .tip")).to_have_count(0)


def test_a_tip_waits_until_the_mouse_rests_and_does_not_follow_a_click(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(3), level="novice", seed="3")
    now = situation(page)
    page.clock.install()
    page.clock.pause_at(page.evaluate("(Date.now() + 5000) / 1000"))
    tip = page.locator(".board-frame .tip")
    page.locator("[data-piece='space:build_ship']").hover()
    page.clock.run_for(400)
    expect(tip).to_have_count(0)
    page.clock.run_for(100)
    expect(tip).to_be_visible()
    page.clock.resume()
    click(page, random.Random(1))
    situation(page, now)
    page.clock.pause_at(page.evaluate("(Date.now() + 5000) / 1000"))
    page.clock.run_for(1_000)
    expect(tip).to_have_count(0)
