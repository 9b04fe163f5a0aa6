"""On a low screen nothing that is printed on a piece is cut, hidden or torn off it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.house import House
from tests.web.laid import asked, lay
from tests.web.player import WAIT, open_table, situation
from tests.web.test_access import DRAWN
from tests.web.test_neighbours import RichTable

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]
LOW: ViewportSize = {"width": 1280, "height": 720}
NAMES = "Anna", "Bartholomew", "Runa", "Eskil", "Ida"
# Buildings whose name runs into the letter of its deck, whose letter lies outside the head, whose words stand out of
# the card, or (where they are built) whose house is not drawn or is covered.
TORN = """() => [...document.querySelectorAll('.nf .face:not(.large)')].flatMap((card) => {
  const box = (at) => card.querySelector(at)?.getBoundingClientRect();
  const [head, name, letter, house] = ['.head', '.name span', '.letter', '.house'].map(box);
  const edge = card.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(card.querySelector('.gist'));
  const gist = words.getBoundingClientRect();
  const out = [];
  if (name.right > letter.left + 1) out.push('name over letter');
  if (letter.bottom > head.bottom + 1 || letter.right > edge.right + 1) out.push('letter out of head');
  if (gist.bottom > edge.bottom + 2 || gist.right > edge.right + 2) out.push('words out of card');
  if (card.matches('.built') && house.width < 15) out.push('no house');
  return out.map((what) => `${what}: ${card.querySelector('.name').textContent}`);
})"""
# Parts that reach out of what holds them.
OUT = """([whole, part]) => [...document.querySelectorAll(whole)].flatMap((box) => {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll(part)].filter((one) => {
    const at = one.getBoundingClientRect();
    return at.left < left - 1 || at.top < top - 1 || at.right > right + 1 || at.bottom > bottom + 1;
  }).map((one) => one.textContent);
})"""


class OwnRiches(RichTable):
    """One's own harbor is full of these Buildings, and Shares of everybody are for sale."""

    built: list[str]

    def enriched(self, message: dict[str, Any]) -> str:
        view = message["now"]["view"] if message["type"] == "push" else None
        if view:
            view["market"] = [2] * len(view["players"])
        return super().enriched(message)

    def enrich(self, player: dict[str, Any], seat: int, seats: int) -> None:
        super().enrich(player, seat, seats)
        if seat == 0:
            cells = [cell for cell in player["harbor"] if cell["kind"] == "building"]
            for cell, card in zip(cells, self.built, strict=False):
                cell["card"] = card


@pytest.mark.parametrize("deck", ["herring", "mackerel", "cod"])
def test_every_building_keeps_name_letter_house_and_words(page: Page, house: House, deck: str) -> None:
    page.set_viewport_size(LOW)
    table = OwnRiches(page)
    table.built = []
    open_table(page, house, *NAMES[:1], *["bot"] * 4, game="nusfjord", options={"deck": deck})
    situation(page)
    for first in range(0, len(table.cards), 10):
        table.built = table.cards[first : first + 10]
        page.reload()
        situation(page)
        expect(page.locator(".nf .face.built")).not_to_have_count(0, timeout=WAIT)
        page.evaluate(DRAWN)
        assert page.evaluate(TORN) == []
    assert page.evaluate(OUT, [".market", ".share"]) == []
    expect(page.locator(".market .share")).to_have_count(5)
    tops = page.locator(".totals .one").evaluate_all("all => new Set(all.map((one) => one.offsetTop)).size")
    assert tops == 1, "the points of five stand in one line"


def test_what_i_have_laid_and_what_was_revealed_can_be_read(page: Page, house: House) -> None:
    page.set_viewport_size(LOW)
    lay(page, house, *NAMES[:4], game="buru", until=asked("take", 2), level="easy", seed="3")
    situation(page)
    expect(page.locator(".bu-lane small")).not_to_have_count(0)
    assert page.evaluate(OUT, [".bu-lane", "small, .sum"]) == []
    reveal = page.get_by_role("log").locator(".since .reveal").first
    names = [line for line in reveal.inner_text().splitlines() if " kept Power" in line]
    assert [line.split()[0] for line in names] == list(NAMES[:4]), "each player's in a line of its own"


def test_my_leader_says_what_it_does_and_who_is_left_in_hand(page: Page, house: House) -> None:
    page.set_viewport_size(LOW)
    lay(page, house, *NAMES[:4], game="tungaru", until=asked("turn", 2), level="easy", seed="3")
    situation(page)
    card = page.locator(".leader[data-seat='0']")
    expect(card).to_contain_text("roll a fourth die")
    expect(card).to_contain_text(re.compile(r"In hand: \w+, \w+"))
    expect(card.locator(".signs svg, .signs .icon").first).to_be_visible()
    assert page.evaluate(OUT, [".leader[data-seat='0']", ".hand, .benefit, .space"]) == []


def test_the_end_says_what_was_played_and_shows_three_rows_whole(page: Page, house: House) -> None:
    page.set_viewport_size(LOW)
    lay(page, house, *NAMES[:3], game="buru", level="easy", seed="3")
    end = page.get_by_role("region", name="The end")
    expect(end).to_contain_text("Buru · 3 players · 5 rounds", timeout=WAIT)
    for row in end.get_by_role("region", name="The final count").locator(".rows > li").all():
        expect(row).to_be_in_viewport(ratio=1)
    lay(page, house, *NAMES[:2], game="nusfjord", level="novice", seed="3")
    expect(end).to_contain_text("Nusfjord · Herring deck · 2 players · 7 rounds", timeout=WAIT)
