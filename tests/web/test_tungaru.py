"""Tungaru in the browser, played on the board."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.core.components import Overlay
from skerry.match import Match
from tests.web.board import JUMPS, plainly, play_on_the_board, tap, targets
from tests.web.house import House
from tests.web.laid import asked, lay
from tests.web.player import WAIT, options, press_enter, situation
from tests.web.test_access import problems

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]
OFTEN = 0.8  # so often one passes, where one may: else a game takes long

# Letters that are smaller than so many pixels, with what they say.
TINY = """least => {
  const words = document.createTreeWalker(document.querySelector('.board-frame'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (words.nextNode()) {
    const { textContent, parentElement } = words.currentNode;
    if (!textContent.trim() || parentElement.closest('.unseen')) continue;
    const size = parseFloat(getComputedStyle(parentElement).fontSize);
    if (size < least - 0.01) found.push(`${size}: ${textContent.trim()}`);
  }
  return found;
}"""
# Parts of the board that stick out of the box that holds it, and boxes that cut off what is in them.
CUT_OFF = """() => {
  const box = document.querySelector('section.board').getBoundingClientRect();
  const out = [...document.querySelectorAll('.board-frame [data-piece]')].filter((piece) => {
    if (piece.closest('.others.phone')) return false;  // swiped, one after the other
    const { left, right } = piece.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1;
  });
  const cut = [...document.querySelectorAll('.board-frame *:not(svg, svg *)')].filter((part) => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = part;
    if (clientWidth < 3 || part.matches('.others.phone')) return false;
    if (getComputedStyle(part).overflowX === 'visible') return false;
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  });
  return [...out.map((piece) => piece.dataset.piece), ...cut.map((part) => `${part.className}: ${part.innerText}`)];
}"""
# What a person looks at while choosing a Leader, and cannot see because something lies over it.
COVERED = """() => ['.own .name', '[data-piece^="travellers:"]', '[data-piece^="slot:"]', '.tg-sail'].filter((id) => {
  const part = document.querySelector(id);
  const { left, top, width, height } = part.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return !part.contains(seen) && !seen.contains(part);
})"""
# Two islands at the top and bottom, and two on either side: nothing lies where our board has it.
PLACES = {"A": (50, 8), "B": (85, 30), "C": (85, 70), "D": (50, 92), "E": (15, 70), "F": (15, 30)}
ROW = '[[islands]]\nid = "small_{}"\nsource = "rulebook"\nx = {}\ny = {}\n'
ANOTHER_BOARD = Overlay("another.toml", "".join(ROW.format(name, *place) for name, place in PLACES.items()))
NAMES = "Anna", "Robin", "Wren", "Tane", "Moana"
SOON_OVER = Overlay("soon.toml", '[[numbers]]\nid = "stall_rounds"\nsource = "rulebook"\nvalue = 1\n')


def sit_down(page: Page, house: House, seats: int, ends: Overlay | None = SOON_OVER) -> None:
    """Anna against bots, without a second look at each turn.

    One round without a recruit ends the match, or three of them, as usual.
    """
    plainly(page, motion="system")
    rules: Any = {"options": {"stall": "end"}, "overlay": ends}
    lay(page, house, *NAMES[:seats], game="tungaru", until=lambda match: match.to_move == 0, level="random", **rules)
    expect(page.locator(".tg")).to_be_visible(timeout=WAIT)


def touch(page: Page, chance: random.Random) -> None:
    tap(page, chance, "pass" if chance.random() < OFTEN else "")


def play(page: Page, decisions: int, act: Callable[[Page, random.Random], None], seed: int = 1) -> int:
    """So many decisions, or until the end; return how many."""
    chance = random.Random(seed)
    now = situation(page)
    for taken in range(decisions):
        if now["over"]:
            return taken
        act(page, chance)
        now = situation(page, now)
    return decisions


@pytest.mark.long
def test_two_players_play_a_whole_game_by_clicks_on_the_board(page: Page, house: House, tools: None) -> None:
    page.add_init_script(JUMPS)
    sit_down(page, house, 2, ends=None)
    taken = play_on_the_board(page, 25)
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    assert found + problems(page) == []
    taken += play_on_the_board(page, 1000, 2, "pass", OFTEN)
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(2, timeout=WAIT)
    assert taken > 10  # random bots sometimes end a game early
    assert page.evaluate("window.jumps") < 0.02
    assert targets(page).count() == 0


@pytest.mark.long
def test_five_players_play_a_whole_game_by_clicks_on_the_board(page: Page, house: House) -> None:
    sit_down(page, house, 5)
    play_on_the_board(page, 15)
    play_on_the_board(page, 1000, 3, "pass", OFTEN)
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(5, timeout=WAIT)


def crowded(match: Match) -> bool:
    """The person chooses a Leader, and somebody else has five Nomads at work."""
    if match.to_move != 0 or match.game.question(match.state).kind != "leader":
        return False
    view: Any = match.game.view(match.state, 0)
    return max(sum(slot.nomad is not None for slot in player.nomads) for player in view.players[1:]) >= 5


def test_five_players_fit_on_every_screen(page: Page, house: House) -> None:
    lay(page, house, *NAMES, game="tungaru", until=crowded, level="random", seed="4")
    for width, height in ((1440, 900), (1280, 720), (390, 844), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("region", name="Chart")).to_have_count(1 if width < 800 else 0, timeout=WAIT)
        expect(page.locator("[data-piece^='leader:']").first).to_be_visible(timeout=WAIT)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(TINY, 13 if width < 800 else 12) == []
        if width > 800:
            room = page.locator("section.board").evaluate("box => box.clientHeight - box.scrollHeight")
            assert room >= -1, "a turn needs no scrolling"
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            assert page.evaluate(COVERED) == []


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard(page: Page, house: House) -> None:
    sit_down(page, house, 2)
    situation(page)
    page.keyboard.press("/")  # to the list, and on from there
    page.keyboard.press("Escape")
    while not page.evaluate("document.activeElement.matches('.board-frame [data-possible=yes]')"):
        page.keyboard.press("Tab")

    def press(page: Page, chance: random.Random) -> None:
        """Whoever decided on the board goes on there, at something that can be chosen."""
        page.wait_for_function(
            "() => document.activeElement.matches('.board-frame [data-possible=yes], .unplaced button')"
        )
        many = page.evaluate("document.activeElement.getAttribute('aria-haspopup') === 'dialog'")
        press_enter(page)
        if many:
            page.wait_for_function("() => document.activeElement.closest('.tip')")
            press_enter(page)

    assert play(page, 1000, press) >= 10
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce")  # type: ignore[arg-type]
    yield context.new_page()
    context.close()


@pytest.mark.long
def test_a_whole_game_is_played_on_a_touch_phone(phone: Page, house: House, tools: None) -> None:
    sit_down(phone, house, 2)
    play(phone, 15, touch)
    found = problems(phone)
    phone.emulate_media(color_scheme="dark")
    assert found + problems(phone) == []
    play(phone, 1000, touch, seed=2)
    expect(phone.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)


# Parts of the table that lie on each other.
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('.tg .phone section')].filter((part) => !part.closest('[data-dock]'));
  const boxes = parts.map((part) => [part, part.getBoundingClientRect()]).filter(([, box]) => box.height > 0);
  return boxes.flatMap(([part, box], n) => boxes.slice(n + 1)
    .filter(([other, its]) => !part.contains(other) && its.top < box.bottom - 1 && its.bottom > box.top + 1
      && its.left < box.right - 1 && its.right > box.left + 1)
    .map(([other]) => `${part.ariaLabel} and ${other.ariaLabel}`));
}"""
# A part begins between the question, which stays on top, and the dock, which stays at the bottom.
IN_SIGHT = """part => {
  const { top } = part.getBoundingClientRect();
  const edge = (what) => document.querySelector(what).getBoundingClientRect();
  return top >= edge('.question').bottom - 1 && top < edge('[data-dock]').top - 60;
}"""


def test_on_a_phone_all_one_needs_is_a_tap_away_and_the_next_players_are_named(phone: Page, house: House) -> None:
    lay(phone, house, "Anna", "Robin", "Wren", game="tungaru", until=asked("turn", 4), level="novice", seed="3")
    expect(phone.get_by_role("region", name="Round", exact=True)).to_contain_text("Then Robin, then Wren", timeout=WAIT)
    expect(phone.get_by_role("region", name="Other players")).to_have_count(1, timeout=WAIT)
    assert phone.evaluate(OVERLAPS) == []
    jumps = phone.get_by_role("navigation", name="Parts of the table")
    for button, part in (("Mine", "Your Culture board"), ("Others", "Other players"), ("Map", "Chart")):
        jumps.get_by_role("button", name=button).tap()
        expect(phone.get_by_role("region", name=part)).to_be_in_viewport()
        assert phone.get_by_role("region", name=part).evaluate(IN_SIGHT), part
    own, far = (phone.get_by_role("region", name=name).bounding_box() for name in ("Your Culture board", "Migration"))
    assert own and far and own["y"] < far["y"], "what one acts with comes first"


def test_a_recruit_is_led_step_by_step(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Robin", "Wren", game="tungaru", until=asked("monument", 3), level="novice")
    steps = page.get_by_role("list", name="Steps")
    expect(steps.locator("[aria-current=step]")).to_contain_text("Monument", timeout=WAIT)
    page.locator("[data-piece='monument:0.nomad_space']").click()
    expect(steps.locator("[aria-current=step]")).to_contain_text("Place")
    page.locator("[data-piece='travellers:0']").click()
    expect(steps.locator("[aria-current=step]")).to_contain_text("Refill")
    targets(page).first.click()
    expect(page.get_by_role("log")).to_contain_text(re.compile("Anna brings .* space to"), timeout=WAIT)


def test_a_die_is_picked_up_and_placed(page: Page, house: House) -> None:
    plainly(page)
    lay(page, house, "Anna", "Robin", game="tungaru", until=asked("turn", 2), level="novice", seed="2")
    boat = page.locator("[data-piece='boat:0']")
    expect(boat).to_have_attribute("data-possible", "yes", timeout=WAIT)
    dice = page.locator("[data-piece^='die:0.']")
    before = dice.count()
    die = dice.first
    die.click()
    expect(die).to_have_attribute("data-chosen", "true")
    expect(boat).to_have_attribute("data-lit", "true")  # it sails with any die
    page.locator("[data-piece^='harvest:'][data-lit]").first.click()
    expect(dice).to_have_count(before - 1, timeout=WAIT)  # it lies there: nobody asks which one


def test_a_board_of_ones_own_is_drawn_and_its_pieces_say_why_they_cannot_be_chosen(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Robin", game="tungaru", until=asked("turn", 2), level="novice", overlay=ANOTHER_BOARD)
    expect(page.locator("[data-piece^='island:']")).to_have_count(len(PLACES), timeout=WAIT)
    assert page.evaluate(CUT_OFF) == []
    page.locator("[data-piece][data-possible=no]").first.hover()
    expect(page.locator(".tip[popover]")).to_contain_text("Not possible")
    assert options(page).count() > 1


def with_travellers(match: Match) -> bool:
    """The person is to choose a Leader, and both players have Travellers."""
    view: Any = match.game.view(match.state, 0)
    return asked("leader")(match) and all(p.travellers for p in view.players)


def test_piles_and_hands_that_are_hidden_are_only_counted(page: Page, house: House) -> None:
    lay(page, house, "Anna", "Robin", game="tungaru", level="easy", options={"piles": "hidden"}, until=with_travellers)
    other = page.locator(".tg-other")
    expect(other.locator(".hand")).to_have_text("In hand: 5 cards")
    expect(other.locator(".score")).to_have_text(re.compile(r"^\d+\+$"))
    words = re.compile(r"^Robin\. .*Travellers?, face down;.*points? without Travellers")
    expect(page.get_by_role("button", name=words)).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile(r"^Traveller pile\. \d Travellers?: \w+"))).to_have_count(1)
