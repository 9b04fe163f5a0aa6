"""Nusfjord in the browser, played on the board."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.match import Match, SeatPlan
from tests.web.board import COUNT_JUMPS, JUMPS, click, plainly, play_on_the_board, tap, targets
from tests.web.house import House
from tests.web.laid import in_round, lay, put
from tests.web.player import WAIT, done, open_table, options, press_enter, situation
from tests.web.test_access import DRAWN, problems

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("wrong")]

# Words on the board that are too small, or stand out of their card.
UNREADABLE = """least => [...document.querySelectorAll('.nf *')].filter((box) => {
  const own = [...box.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
  if (own.length === 0 || !box.checkVisibility() || box.closest('.unseen')) return false;
  if (parseFloat(getComputedStyle(box).fontSize) < least) return true;
  const card = box.closest('.spot')?.getBoundingClientRect();
  return card && own.some((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { bottom, right } = range.getBoundingClientRect();
    return bottom > card.bottom + 2 || right > card.right + 2;
  });
}).map((box) => box.textContent)"""
# Where each part of the board is, to the pixel.
SECTIONS = "[...document.querySelectorAll('.nf section[aria-label]')].filter((part) => part.checkVisibility())"
PLACES = f"""() => {SECTIONS}.map((part) => {{
  const {{ x, y, width, height }} = part.getBoundingClientRect();
  return [part.ariaLabel.split(',')[0], ...[x, y, width, height].map(Math.round)].join(' ');
}})"""
# The focus is where Enter decides, and something to tap lies between the question and the dock.
AT_A_TARGET = "() => document.activeElement.matches('.board-frame [data-possible=yes], .board-frame [data-takes]')"
IN_SIGHT = """() => [...document.querySelectorAll('.board-frame :is([data-possible=yes], [data-takes])')].some((at) => {
  const { left, top, width, height } = at.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there && (at.contains(there) || at.parentElement.contains(there));
})"""

# A part begins between the question, which stays on top, and the dock, which stays at the bottom.
BETWEEN_BARS = """part => {
  const { top } = part.getBoundingClientRect();
  const edge = (what) => document.querySelector(what).getBoundingClientRect();
  return top >= edge('.question').bottom - 1 && top < edge('[data-dock]').top - 100;
}"""


def sit_down(page: Page, house: House, seats: int) -> None:
    """Anna against bots, without a second look at each turn."""
    plainly(page, motion="system")
    open_table(page, house, "Anna", *["bot"] * (seats - 1), game="nusfjord")
    expect(page.locator(".nf")).to_be_visible(timeout=WAIT)  # the drawing comes after the list


@pytest.mark.long
def test_a_game_is_played_to_its_end_by_clicking_on_the_board(page: Page, house: House, tools: None) -> None:
    sit_down(page, house, 2)
    taken = play_on_the_board(page, 20)
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_be_visible(timeout=WAIT)
    page.keyboard.press("h")
    page.get_by_role("region", name="Hint").get_by_role("button", name="Move").click(timeout=WAIT)
    expect(page.locator(".nf .pointers .try")).not_to_have_count(0)  # the hint is on the pieces as well
    found = problems(page)
    page.emulate_media(color_scheme="dark")
    assert found + problems(page) == []
    taken += play_on_the_board(page, 400, seed=2)
    assert taken >= 21
    page.locator("summary").filter(has_text="Log").click(timeout=WAIT)
    expect(page.get_by_role("log")).to_contain_text("The game ends after round 7")
    assert targets(page).count() == 0


@pytest.mark.long
def test_five_players_fit_on_the_board_and_others_can_be_visited(page: Page, house: House) -> None:
    page.add_init_script(JUMPS)
    sit_down(page, house, 5)
    play_on_the_board(page, 8)
    for width, height in ((1440, 900), (1280, 720), (360, 740), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(UNREADABLE, 13 if width < 400 else 12) == []
        if height >= 900:
            room = page.locator("section.board").evaluate("box => box.clientHeight - box.scrollHeight")
            assert room >= -1, "a turn needs no scrolling"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("region", name="Other players").get_by_role("button", name=re.compile("^Robin1")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Robin1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(COUNT_JUMPS)
    places = page.evaluate(PLACES)
    while "Round 7" not in page.locator(".strip").first.inner_text():
        play_on_the_board(page, 1)
    assert page.evaluate("window.jumps") < 0.02
    assert page.evaluate(PLACES) == places  # whatever was asked
    assert page.evaluate(UNREADABLE, 12) == []  # all C Buildings are there
    play_on_the_board(page, 400)
    expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(5, timeout=WAIT)


@pytest.mark.parametrize("players", [2, 3])
def test_on_a_low_screen_the_last_round_and_its_replay_are_seen_without_scrolling(
    page: Page, house: House, players: int
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    names = ("Anna", "Runa", "Eskil")[:players]
    lay(page, house, *names, game="nusfjord", until=in_round(7, workers=2), level="novice", seed="3")
    situation(page)
    assert page.get_by_role("region", name="Buildings").locator(".slot").count() > 20
    check_fit(page)
    page.keyboard.press("r")
    expect(page.get_by_role("slider")).to_be_focused(timeout=WAIT)
    check_fit(page)
    assert page.get_by_role("region", name="Replay").evaluate("bar => bar.getBoundingClientRect().top") >= 0


def check_fit(page: Page) -> None:
    """All of the board is in sight, and every word can be read."""
    page.evaluate(DRAWN)
    assert page.locator("section.board").evaluate("box => box.scrollHeight - box.clientHeight") <= 1
    cut = "box => [...box.querySelectorAll('section')].filter((part) => part.scrollHeight > part.clientHeight + 2)"
    assert page.locator(".nf").evaluate(f"{cut}.map((part) => part.ariaLabel)") == []
    assert page.evaluate(UNREADABLE, 12) == []


@pytest.mark.long
def test_a_campaign_is_begun_in_the_lobby_and_goes_from_game_to_game(page: Page, house: House) -> None:
    plainly(page)
    page.goto(house.url)
    page.get_by_role("button", name=re.compile("^Campaign of three solo games")).click(timeout=WAIT)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Rank 0")
    expect(dialog.get_by_label("Series")).to_have_count(0)  # that is the server's business
    dialog.get_by_label("Deck of Buildings").select_option("cod")
    dialog.get_by_role("button", name="Start the game").click()
    solo = page.get_by_role("region", name="Solo game")
    expect(solo).to_contain_text("red Workers", timeout=WAIT)
    expect(solo.get_by_role("group", name="Campaign")).to_contain_text("Rank 0")
    while "red Workers" in solo.inner_text():
        play_on_the_board(page, 1)
    expect(solo).to_contain_text("blue Workers")
    play_on_the_board(page, 400)
    end = page.get_by_role("region", name="The end")
    expect(end).to_contain_text("1 of 3 games played", timeout=WAIT)
    end.get_by_role("button", name="On to game 2").click()
    expect(solo).to_contain_text("Buildings of the deck are out of this game", timeout=WAIT)
    page.goto(house.url)
    expect(page.get_by_role("link", name=re.compile("game 2 of 3"))).to_be_visible(timeout=WAIT)


def test_a_piece_says_why_it_cannot_be_chosen_and_a_card_is_enlarged(page: Page, house: House) -> None:
    sit_down(page, house, 2)
    situation(page)
    # Nobody has wood in the first round.
    page.locator("[data-piece='space:build_ship']").hover()
    expect(page.locator(".nf .tip")).to_contain_text("Not possible")
    card = page.locator("[data-piece^='card:']").first
    card.hover()
    expect(page.locator(".nf .tip")).to_contain_text("Reconstructed")
    page.mouse.move(0, 0)
    expect(page.locator(".nf .tip")).to_have_count(0)
    # The same as a list, under verbs.
    place = page.get_by_role("list", name="Place a Worker")
    expect(place).to_be_visible()
    count = options(page).count()
    assert place.get_by_role("button").count() > 1
    page.keyboard.press("/")
    page.keyboard.type("gold")
    expect(options(page)).not_to_have_count(count)
    page.keyboard.press("Escape")
    expect(options(page)).to_have_count(count)


def test_forests_can_be_planted_on_any_two_free_neighbours(page: Page, house: House) -> None:
    """Where double spaces overlap, each is a target of its own that names its two spaces."""
    match = Match("nusfjord", [SeatPlan("Anna")], seed="1")
    match.begin()
    for text in ("place deforest", "double r1c2", "place reforest"):  # the whole second row is free then
        match.play(0, text)
    put(page, house, match)
    for column in range(3):
        pair = page.locator(f"[data-piece='double:0.r1c{column}']")
        expect(pair).to_have_text(f"spaces {column + 1}–{column + 2}−2", timeout=WAIT)
        expect(pair).to_have_attribute("data-takes", f"double r1c{column}")
    page.locator("[data-piece='double:0.r1c1']").click()
    expect(page.get_by_role("log")).to_contain_text("Anna plants 2 Forests (row 2, spaces 2 and 3)", timeout=WAIT)
    expect(page.locator("[data-piece='double:0.r1c1']")).to_have_text("2 Forests")
    expect(page.locator("[data-piece$='.r1c0'], [data-piece$='.r1c3']")).to_have_text(["free−1", "free−1"])


def test_the_board_is_played_by_keyboard(page: Page, house: House) -> None:
    sit_down(page, house, 1)  # nobody else, who might stand there first
    gold = page.locator("[data-piece='space:gold']")
    gold.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-piece='space:issue_share']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(gold).to_be_focused()
    press_enter(page)
    expect(page.get_by_role("log")).to_contain_text("Anna gains 1 gold", timeout=WAIT)
    page.get_by_role("log").locator(".turn").filter(has_text="Anna places a Worker").first.hover()
    expect(gold).to_have_attribute("data-lit", "true")


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard_alone(page: Page, house: House) -> None:
    sit_down(page, house, 1)
    now = situation(page)
    page.locator("[data-possible=yes]").first.focus()
    while not now["over"]:
        page.wait_for_function(AT_A_TARGET, timeout=WAIT)
        press_enter(page)
        if page.locator(".tip.held").count():  # several options: the first
            press_enter(page)
        now = situation(page, now)


@pytest.mark.long
def test_a_whole_game_is_played_on_a_touch_phone(browser: Browser, house: House) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    sit_down(page, house, 2)
    chance = random.Random(1)
    now = situation(page)
    while not now["over"]:
        page.wait_for_function(IN_SIGHT, timeout=WAIT)  # nobody has to look for it
        tap(page, chance)
        now = situation(page, now)
    context.close()


def test_on_a_phone_the_board_comes_part_by_part_and_nothing_jumps_or_overlaps(
    page: Page, house: House, tools: None
) -> None:
    page.set_viewport_size({"width": 412, "height": 823})
    page.add_init_script(JUMPS)
    open_table(page, house, "Anna", *["bot"] * 4, game="nusfjord")
    for part in ("Action board", "Your harbor", "Buildings", "Elders to take", "Other players"):
        expect(page.get_by_role("region", name=part)).to_have_count(1, timeout=WAIT)
    expect(page.get_by_role("button", name=re.compile("^Robin4"))).to_have_count(1, timeout=WAIT)
    page.get_by_role("button", name=re.compile("^Log")).click()
    expect(page.get_by_role("log")).to_be_in_viewport(timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.get_by_role("log")).to_have_count(0)
    assert page.evaluate("window.jumps") < 0.02
    assert problems(page) == []  # each piece is large enough for a finger, those out of sight as well


def test_on_a_phone_every_part_of_the_table_is_a_tap_away(page: Page, house: House) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    lay(page, house, "Anna", "Runa", "Eskil", game="nusfjord", until=in_round(4), level="novice", seed="3")
    expect(page.get_by_role("region", name="Other players")).to_have_count(1, timeout=WAIT)  # all has come
    expect(page.get_by_role("button", name=re.compile("^Eskil"))).to_have_count(1, timeout=WAIT)
    situation(page)
    page.wait_for_timeout(1_000)  # what can be chosen has been brought into sight: one scroll would stop the other
    jumps = page.get_by_role("navigation", name="Parts of the table")
    places = ("Build", "Buildings"), ("Others", "Other players"), ("Harbor", "Your harbor"), ("Actions", "Action board")
    for button, part in places:
        jumps.get_by_role("button", name=button).click(timeout=WAIT)
        there = page.get_by_role("region", name=part)
        expect(there).to_be_in_viewport()
        page.wait_for_function(BETWEEN_BARS, arg=there.element_handle(), timeout=WAIT)


def test_a_short_hint_leaves_its_room_to_the_log(page: Page, house: House) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    lay(page, house, "Anna", "Runa", game="nusfjord", until=in_round(4), level="novice", seed="3")
    situation(page)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint.get_by_role("button", name="Nudge")).to_be_visible(timeout=WAIT)
    hint.get_by_role("button", name="Nudge").click()
    bottom = hint.evaluate("card => card.getBoundingClientRect().bottom")
    log = page.get_by_role("log").bounding_box()
    assert log is not None and bottom < log["y"] < bottom + 120, "no room is wasted below"
    assert log["height"] > 90


def test_on_a_phone_the_turn_is_ended_and_the_end_is_seen_without_scrolling(page: Page, house: House) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_table(page, house, "Anna", "bot", game="nusfjord")
    expect(page.locator(".nf")).to_be_visible(timeout=WAIT)
    now = situation(page)
    while not now["done"]:
        click(page, random.Random(1))
        now = situation(page, now)
    expect(done(page)).to_be_in_viewport()
    expect(page.locator("main .dock").get_by_role("button", name=re.compile("^Undo"))).to_be_in_viewport()
    done(page).click()
    situation(page, now)
    page.evaluate("scrollTo(0, 900)")
    page.get_by_role("button", name=re.compile(r"^\d+ options?$")).click()
    expect(options(page).first).to_be_in_viewport()
