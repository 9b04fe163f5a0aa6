"""Small things at the table that people stumbled over."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from skerry.match import Match
from tests.web.house import House
from tests.web.laid import asked, in_round, lay
from tests.web.player import WAIT, open_table, play_again, situation

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]

# The colour of somebody's mark at the table, as numbers, and the one that this number of a colour has.
COLOUR = "box => getComputedStyle(box.querySelector('svg')).color"
COLOUR_NUMBER = """number => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = `var(--seat-${number})`;
  return getComputedStyle(probe).color;
}"""
# Names that are not wholly inside the visible part of their tile, or not shown at all.
HIDDEN = """all => all.filter((name) => {
  const words = name.firstChild.getBoundingClientRect();
  const tile = name.closest('.face').getBoundingClientRect();
  const isIn = words.left >= tile.left && words.right <= tile.right + 1 && words.top >= tile.top;
  return words.width < 5 || !isIn;
}).map((name) => name.textContent)"""
# Anchorages that lie under the price of another one.
COVERED = """() => {
  const box = (at) => at.getBoundingClientRect();
  const tags = [...document.querySelectorAll('.ground .tag')];
  return tags.filter((tag) => [...document.querySelectorAll('.ground')].some((ground) => {
    if (ground.contains(tag)) return false;
    const [a, b] = [box(tag), box(ground)];
    return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  })).length;
}"""


def test_a_refused_undo_leaves_the_board_where_it_is(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", game="nusfjord")
    situation(page)
    top = "document.querySelector('section.board').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("cannot undo")
    assert page.evaluate(top) == before


def test_rules_open_at_the_paragraph_of_the_question(page: Page, house: House) -> None:
    open_table(page, house, "Anna", "bot", game="nusfjord")
    situation(page)
    rule = page.locator(".question").get_by_text(re.compile("^§")).first.inner_text()
    page.keyboard.press("?")
    paragraph = page.locator(f"[id='rule-{rule.removeprefix('§')}']")
    expect(paragraph).to_be_focused(timeout=WAIT)
    expect(paragraph).to_be_in_viewport()


def test_who_plays_again_keeps_the_colour_on_the_board_and_on_the_front_page(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Runa", "Bo", game="_blank", level="random")
    play_again(page).click(timeout=WAIT)
    expect(page).not_to_have_url(re.compile("/t/[0-9a-f]{12}$"))
    situation(page)
    seats = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats.last).to_contain_text("Anna")
    assert seats.last.evaluate(COLOUR) == page.evaluate(COLOUR_NUMBER, 0)
    assert seats.first.evaluate(COLOUR) == page.evaluate(COLOUR_NUMBER, 1)
    page.goto(house.url)
    row = page.get_by_role("listitem").filter(has_text="Your turn")
    mine = row.locator("[data-seat]").filter(has_text=re.compile("you|Anna"))
    assert mine.evaluate(COLOUR) == page.evaluate(COLOUR_NUMBER, 0)


def test_both_closed_nomad_spaces_say_what_opens_them(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Runa", game="tungaru", until=lambda match: match.to_move == 0, level="random")
    situation(page)
    closed = page.locator("[data-piece^='monument:0.nomad_space']")
    expect(closed).to_have_count(2)
    for number in range(2):
        closed.nth(number).hover()
        expect(page.locator(".board-frame .tip")).to_contain_text("Nomad space")
        page.mouse.move(0, 0)
        expect(page.locator(".board-frame .tip")).to_have_count(0)


def settled(match: Match) -> bool:
    """The person is to move and has a Nomad."""
    view: Any = match.game.view(match.state, 0)
    return match.to_move == 0 and any(slot.nomad for slot in view.players[0].nomads)


def test_every_nomad_tile_bears_its_name_and_prices_lie_over_no_other_anchorage(page: Page, house: House) -> None:
    names = "Anna", "Runa", "Bo", "Eskil", "Ida"
    sailing = asked("sail_to", 2)
    for size, players, until in (((1280, 720), 5, sailing), ((1280, 720), 2, settled), ((1440, 900), 2, sailing)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        lay(page, house, *names[:players], game="tungaru", until=until, level="novice", seed="2")
        situation(page)
        tiles = page.locator(".tg [data-piece^='nomad:']")
        assert tiles.count() >= 8
        said = tiles.locator(".called")
        assert (said.count(), said.evaluate_all(HIDDEN)) == (tiles.count(), [])
        if until is settled:
            expect(page.locator(".own .called")).not_to_have_count(0)
            continue
        expect(page.locator(".ground .tag")).not_to_have_count(0)
        assert page.evaluate(COVERED) == 0


def test_a_connected_table_is_not_marked_in_the_colour_of_a_seat(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(2), level="novice", seed="3")
    situation(page)
    dot = page.locator(".link").evaluate("box => getComputedStyle(box, '::before').color")
    assert dot not in [page.evaluate(COLOUR_NUMBER, number) for number in range(8)]
