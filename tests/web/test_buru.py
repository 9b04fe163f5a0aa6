"""Buru in the browser, played on the board."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from skerry.bots import Observer, make_bot
from skerry.core.state import CHANCE
from skerry.match import Match, SeatPlan
from tests.web.board import COUNT_JUMPS, JUMPS, plainly, play_on_the_board, tap, targets
from tests.web.house import House
from tests.web.laid import lay, put
from tests.web.player import WAIT, open_table, press_enter, situation
from tests.web.test_access import problems

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]

# Anything written on the page, with its size in pixels.
SMALLEST = """() => {
  const texts = document.createTreeWalker(document.querySelector('.board-frame'), NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (texts.nextNode()) {
    const box = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !box.checkVisibility() || box.closest('.unseen')) continue;
    const scale = box.ownerSVGElement ? box.ownerSVGElement.getScreenCTM().a : 1;
    sizes.push([parseFloat(getComputedStyle(box).fontSize) * scale, texts.currentNode.data]);
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
}"""

# Pieces whose words do not fit into them, or that lie outside of the board.
CUT_OFF = """() => {
  const found = [];
  const board = document.querySelector('.board-frame').getBoundingClientRect();
  for (const piece of document.querySelectorAll('.board-frame .piece')) {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    if (left < board.left - 4 || right > board.right + 4) found.push(['outside', piece.dataset.piece]);
    for (const part of piece.querySelectorAll('.drawing *')) {
      if (part.ownerSVGElement || part.matches('.step, .left, .new')) continue;
      if (!part.checkVisibility() || !part.textContent.trim()) continue;
      const box = part.getBoundingClientRect();
      const over = Math.max(left - box.left, box.right - right, top - box.top, box.bottom - bottom);
      if (over > 3) found.push([piece.dataset.piece, part.className, part.textContent.trim(), Math.round(over)]);
    }
  }
  return found;
}"""


READY = "() => document.activeElement.matches('.board-frame [data-possible=yes], .board-frame .unplaced button')"


# What is on the stage, and all around it in the same moment.
ON_STAGE = """title => {
  const text = (selector) => document.querySelector(selector)?.textContent ?? '';
  if (!text('.stage').includes(title)) return null;
  return { stage: text('.stage'), log: text('[role=log]'), lane: text("[data-piece='stack:forest.1']") };
}"""


def sit_down(page: Page, house: House, *seats: str, **options: str) -> None:
    open_table(page, house, *seats, game="buru", options=options)
    expect(page.locator(".bu")).to_be_visible(timeout=WAIT)


def asked(kind: str, round_: int = 1, **mine: Any) -> Any:
    """Until the person is asked this in that round or later, and has so much."""

    def reached(match: Match) -> bool:
        if match.to_move != 0 or match.game.question(match.state).kind != kind:
            return False
        view: Any = match.game.view(match.state, 0)
        own = view.players[0]
        return view.round >= round_ and all(getattr(own, name) == value for name, value in mine.items())

    return reached


@pytest.mark.long
def test_a_game_of_two_is_played_to_its_end_on_the_board(page: Page, house: House, tools: None) -> None:
    plainly(page)
    sit_down(page, house, "Anna", "bot")
    taken = play_on_the_board(page, 20)
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    assert found + problems(page) == []
    taken += play_on_the_board(page, 400, seed=2)
    assert taken > 45
    expect(page.get_by_role("region", name="The end")).to_be_visible(timeout=WAIT)
    assert targets(page).count() == 0


@pytest.mark.parametrize(("kind", "seed"), [("go", "3"), ("village", "3"), ("discard", "1")])
def test_four_players_fit_on_every_screen(page: Page, house: House, kind: str, seed: str) -> None:
    plainly(page)
    lay(page, house, "Anna", "Bo", "Cleo", "Dov", game="buru", until=asked(kind, 2), level="random", seed=seed)
    assert not situation(page)["over"]
    for width, height in ((1440, 900), (1280, 720), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator("section.board")
        assert board.evaluate("box => box.scrollHeight - box.clientHeight") <= 1, "a turn needs no scrolling"
        assert board.evaluate("box => box.scrollWidth - box.clientWidth") <= 1
        size, words = page.evaluate(SMALLEST)
        assert size >= 11.99, (width, words, size)
        assert page.evaluate(CUT_OFF) == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    island, room = page.evaluate(AT_A_GLANCE)
    assert island <= room, "all four regions on one screen"


# On a phone: how high the island is, and how much of the screen question and dock leave for it.
AT_A_GLANCE = """() => {
  const high = (selector) => document.querySelector(selector).getBoundingClientRect().height;
  return [high('.bu-island'), innerHeight - high('.question') - high('[data-dock]')];
}"""


@pytest.mark.long
def test_four_players_play_to_the_end_and_every_box_keeps_its_place(page: Page, house: House) -> None:
    plainly(page)
    page.add_init_script(JUMPS)
    sit_down(page, house, "Anna", "bot", "bot", "bot")
    situation(page)
    page.evaluate(COUNT_JUMPS)
    taken = play_on_the_board(page, 45, seed=3)
    assert taken == 45 and page.evaluate("window.jumps") < 0.02
    play_on_the_board(page, 400, seed=4)
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(4, timeout=WAIT)


@pytest.mark.long
def test_alone_against_the_lawan_at_their_best(page: Page, house: House) -> None:
    plainly(page)
    sit_down(page, house, "Anna", level="expert")
    others = page.get_by_role("region", name="Other players")
    expect(others).to_contain_text("Lawan A", timeout=WAIT)
    expect(others).to_contain_text("Plot ?")
    expect(page.get_by_role("region", name="Your mat")).to_contain_text("Lawan A")  # ahead of it, behind, or level
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_text(
        [re.compile("Anna"), re.compile("Lawan A"), re.compile("Lawan B")]
    )
    page.get_by_text("details", exact=True).click()
    expect(page.get_by_role("table", name="Points by category").get_by_role("columnheader")).to_have_count(3)
    play_on_the_board(page, 400)
    end = page.get_by_role("region", name="The end")
    expect(end).to_be_visible(timeout=WAIT)
    expect(end.get_by_role("heading", level=2).first).to_have_text(re.compile("^(You win|Lawan [AB] wins)!$"))
    result = end.get_by_role("list", name="Result").get_by_role("listitem")
    expect(result).to_have_count(3)
    points = [int(text) for text in result.locator("b").evaluate_all("all => all.map((one) => one.firstChild.data)")]
    assert points == sorted(points, reverse=True)
    curve = end.get_by_role("img", name=re.compile("^Points at the start"))
    expect(curve).to_have_accessible_name(re.compile("Lawan A: 0, .*Lawan B: 0, "), timeout=WAIT)


@pytest.mark.long
def test_a_game_by_keyboard_alone(page: Page, house: House) -> None:
    plainly(page)
    sit_down(page, house, "Anna", "bot")
    now = situation(page)
    page.locator("[data-piece='region:forest']").focus()
    while not now["over"]:
        # Whoever decides on the board goes on there: the focus is on something that can be chosen.
        page.wait_for_function(READY, timeout=WAIT)
        several = page.evaluate("document.activeElement.matches('[aria-haspopup]')")
        press_enter(page)
        if several:
            expect(page.get_by_role("dialog").get_by_role("button").first).to_be_focused()
            press_enter(page)
        now = situation(page, now)


def test_region_and_explorer_are_chosen_in_either_order(page: Page, house: House) -> None:
    plainly(page)
    lay(page, house, "Anna", "Robin", game="buru", until=asked("go", 2, mat_count=5), level="random")
    situation(page)
    log = page.get_by_role("log")
    three, shore = page.locator("[data-piece='explorer:0.3']"), page.locator("[data-piece='region:shore']")
    three.click()
    expect(three).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ghost")).to_have_count(4)  # what it would make of each region
    three.click()
    expect(page.locator(".ghost")).to_have_count(0)
    three.click()
    shore.click()
    expect(log).to_contain_text("Anna places Power 3 at the Shore, face down", timeout=WAIT)
    situation(page)
    page.locator("[data-piece='region:village']").click()
    page.locator("[data-piece='explorer:0.5'][data-takes]").click()
    expect(log).to_contain_text("Anna places Power 5 in the Village, face down", timeout=WAIT)


def test_keys_are_the_numbers_one_sees(page: Page, house: House) -> None:
    """That of the region, then the Power; or the Explorer in hand, and the region."""
    plainly(page)
    lay(page, house, "Anna", "Robin", game="buru", until=asked("go", 2, mat_count=4), level="random")
    situation(page)
    log, mat = page.get_by_role("log"), page.locator("[data-piece^='explorer:0.'][data-possible]")
    expect(mat).not_to_have_count(0, timeout=WAIT)
    powers = sorted(piece[-1] for piece in mat.evaluate_all("all => all.map((one) => one.dataset.piece)"))
    page.keyboard.press("2")
    expect(page.locator("[data-takes^=lay]").first).to_be_visible(timeout=WAIT)
    page.keyboard.press(powers[-1])
    expect(log).to_contain_text(f"Anna places Power {powers[-1]} at the Shore, face down", timeout=WAIT)
    situation(page)
    page.locator(f"[data-piece='explorer:0.{powers[1]}']").click()
    page.keyboard.press("4")
    expect(log).to_contain_text(f"Anna places Power {powers[1]} at the Sacred Lake, face down", timeout=WAIT)


REVEALED = "Robin reveals 1 + 4 + 5 = 10 in the Forest"


@pytest.mark.long
def test_a_reveal_has_its_stage_and_a_key_skips_it(page: Page, house: House, tools: None) -> None:
    """Until it closes, lanes and log show what was before."""
    plainly(page, motion="reduced", pace="normal")
    lay(page, house, "Anna", "Robin", "Eve", game="buru", until=asked("go", 2, mat_count=2), level="random", seed="584")
    situation(page)
    page.locator("[data-piece^='explorer:0.'][data-possible]").first.click()
    page.locator("[data-piece='region:village']").click()
    expect(page.locator(".stage")).to_contain_text("Noon: who kept what?", timeout=WAIT)
    shown = page.wait_for_function(ON_STAGE, arg="The Forest", timeout=WAIT).json_value()
    assert "Triumphant" in shown["stage"]
    assert "Gunung's totem from Anna" in shown["stage"]
    assert REVEALED not in shown["log"]
    assert "–" in shown["lane"]  # still a range
    page.keyboard.press("Escape")
    expect(page.locator(".stage")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text(REVEALED)
    look_back_at_the_reveal(page)


def look_back_at_the_reveal(page: Page) -> None:
    """Step by step it stays before one's eyes, by day and by night, until the next step."""
    slider = page.get_by_role("slider")
    page.keyboard.press("r")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # before Robin took a card, and before the reveal
    before = int(slider.input_value())
    expect(page.locator("main")).to_have_attribute("data-move", str(before), timeout=WAIT)
    page.keyboard.press("ArrowRight")
    stage = page.locator(".stage")
    expect(stage).to_contain_text("The Forest", timeout=WAIT)
    expect(stage).to_contain_text("Triumphant")
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    assert found + problems(page) == []
    page.set_viewport_size({"width": 1280, "height": 720})
    low = stage.locator(".bu-title, .bu-fight, .bu-below").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
            .every((box, at, boxes) => at === 0 || box.top >= boxes[at - 1].bottom - 1)"""
    )
    assert low, "nothing lies on anything else on a low screen"
    page.keyboard.press("ArrowRight")
    expect(page.locator("main")).to_have_attribute("data-move", str(before + 2), timeout=WAIT)
    expect(stage).to_have_count(0)
    slider.fill(str(before + 1))  # a jump to the same move
    expect(stage).to_contain_text("The Forest", timeout=WAIT)


def test_elders_fan_out_and_one_is_discarded(page: Page, house: House, tools: None) -> None:
    plainly(page)
    lay(page, house, "Anna", "Robin", game="buru", until=asked("discard"), level="random", seed="7")
    situation(page)
    fan = page.get_by_role("group", name="Your Elders")
    expect(fan.get_by_text("new", exact=True)).not_to_have_count(0)
    assert problems(page) == []
    kept = fan.locator("[data-piece]").count() - 1
    fan.locator("[data-takes]").first.click()
    expect(fan).to_have_count(0, timeout=WAIT)
    expect(page.get_by_role("region", name="Your mat").locator("[data-piece^='elder:']")).to_have_count(kept)


@pytest.mark.long
def test_a_game_by_touch_on_a_phone(browser: Browser, house: House, tools: None) -> None:
    phone: ViewportSize = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    plainly(page)
    sit_down(page, house, "Anna", "bot")
    now = situation(page)
    chance = random.Random(1)
    for taken in range(400):
        if now["over"]:
            break
        assert now["targets"] > 0
        tap(page, chance)
        if taken in (6, 24):
            size, words = page.evaluate(SMALLEST)
            assert size >= 12.99, (words, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            assert page.evaluate(CUT_OFF) == []
            assert problems(page) == []
        now = situation(page, now)
    assert now["over"]
    context.close()


# ---- what is face down stays face down


def begun() -> Match:
    match = Match("buru", [SeatPlan("Anna"), SeatPlan("Robin", "random"), SeatPlan("Eve", "random")], seed="1")
    match.begin()
    return match


def in_the_morning() -> Match:
    """In the second round, where everybody has two Explorers left."""
    match, bot, reached = begun(), make_bot("random", "buru", 1), asked("go", 2, mat_count=2)
    while not reached(match):
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.game.actions.text(bot.choose(Observer(match.game, match.state, seat))))
    return match


def under_other_faces(real: Match) -> Match:
    """The same match as far as Anna can tell: what the others placed face down this round is something else."""
    match = begun()
    faces = dict(zip("12345", "34512", strict=True))
    for move in real.moves:
        if move.entry.forced or move.entry.seat == CHANCE:
            continue  # they come by themselves
        view: Any = match.game.view(match.state, 0)
        verb, _, which = move.entry.text.partition(" ")
        hides = verb == "lay" and move.entry.seat != 0 and view.round == 2
        match.play(move.entry.seat, f"lay {faces[which]}" if hides else move.entry.text)
    return match


def seen(page: Page, house: House, match: Match) -> list[str]:
    """Everything the server sends about the table, and the whole page made of it."""
    messages: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: messages.append(str(frame))))
    id_ = put(page, house, match)
    situation(page)
    expect(page.get_by_role("region", name="Other players")).to_be_visible(timeout=WAIT)
    page.locator("[data-piece='player:1']").hover()
    expect(page.locator(".bu .tip")).to_be_visible()
    whole = page.evaluate("document.documentElement.outerHTML")
    return [text.replace(id_, "TABLE") for text in [*messages, whole]]


def test_nothing_that_lies_face_down_is_in_the_page_or_in_a_message(browser: Browser, house: House) -> None:
    real = in_the_morning()
    imagined = under_other_faces(real)
    assert real.game.view(real.state, 1) != imagined.game.view(imagined.state, 1)
    found = []
    for match in (real, imagined):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        plainly(page)
        found.append(seen(page, house, match))
        context.close()
    assert len(found[0]) > 1
    assert found[0] == found[1]
