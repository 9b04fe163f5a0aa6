"""Nusfjord in the browser, played on the board."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.house import House
from tests.web.player import WAIT, open_table

pytestmark = pytest.mark.page


def sit_down(page: Page, house: House, seats: int) -> list[str]:
    """Anna against bots; returns what goes wrong in the page from now on."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    # A turn that must be confirmed would wait for a click beside the board.
    page.add_init_script("localStorage.setItem('skerry.settings', JSON.stringify({ confirm: false }))")
    open_table(page, house, "Anna", *["bot"] * (seats - 1), game="nusfjord")
    expect(targets(page).first).to_be_visible(timeout=WAIT)
    return problems


def targets(page: Page) -> Locator:
    """What can be clicked on the board now: pieces, and buttons for the options that have none."""
    return page.locator(".nf [data-possible=yes], .nf .loose button")


def options_and_targets(page: Page) -> tuple[int, int]:
    """How many possible options the list has, and how many of them the board."""
    return page.evaluate(
        """() => [
            document.querySelectorAll('[aria-label="Possible now"] button.option').length,
            document.querySelectorAll('.nf [data-possible=yes], .nf .loose button').length,
        ]"""
    )


def play_on_the_board(page: Page, decisions: int, seed: int = 1) -> int:
    """Click on what is highlighted so many times, or until the end; return how often."""
    chance = random.Random(seed)
    again = page.get_by_role("button", name="Play again")
    log = page.get_by_role("log")
    for taken in range(decisions):
        expect(targets(page).or_(again).first).to_be_visible(timeout=WAIT)
        if again.is_visible():
            return taken
        options, on_board = options_and_targets(page)
        assert options == on_board, page.locator("main").inner_text()
        before = log.text_content() or ""
        targets(page).nth(chance.randrange(targets(page).count())).click()
        expect(log).not_to_have_text(before, timeout=WAIT)
    return decisions


def test_a_game_is_played_to_its_end_by_clicking_on_the_board(page: Page, house: House) -> None:
    problems = sit_down(page, house, 2)
    assert play_on_the_board(page, 400) >= 21
    expect(page.get_by_text("The game ends after round 7")).to_have_count(1, timeout=WAIT)
    expect(page.get_by_role("region", name="Your harbor")).to_be_visible()
    assert targets(page).count() == 0
    assert problems == []


def test_five_players_fit_on_the_board_and_others_can_be_visited(page: Page, house: House) -> None:
    problems = sit_down(page, house, 5)
    play_on_the_board(page, 8)
    expect(targets(page).first).to_be_visible(timeout=WAIT)
    for width, height in ((1440, 900), (360, 740), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1440, "height": 900})
    box = page.locator("section.board").bounding_box()
    drawn = page.locator(".nf").bounding_box()
    assert box and drawn and drawn["height"] <= box["height"] + 1, "a turn needs no scrolling"
    page.get_by_role("region", name="Other players").get_by_role("button", name=re.compile("^Robin1")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Robin1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert problems == []


def test_the_solo_game_shows_the_workers_in_turn_and_the_goal(page: Page, house: House) -> None:
    problems = sit_down(page, house, 1)
    solo = page.get_by_role("region", name="Solo game")
    expect(solo).to_contain_text("red Workers")
    while "red Workers" in solo.inner_text():
        play_on_the_board(page, 1)
    expect(solo).to_contain_text("blue Workers")
    assert problems == []


def test_a_piece_says_why_it_cannot_be_chosen_and_a_card_is_enlarged(page: Page, house: House) -> None:
    sit_down(page, house, 2)
    page.locator("[data-piece='space:buy_shares']").hover()
    expect(page.locator(".nf .tip")).to_contain_text("Not possible")
    card = page.locator("[data-piece^='card:']").first
    card.hover()
    expect(page.locator(".nf .tip")).to_contain_text("reconstructed")
    page.mouse.move(0, 0)
    expect(page.locator(".nf .tip")).to_have_count(0)


def test_the_board_is_played_by_keyboard(page: Page, house: House) -> None:
    sit_down(page, house, 1)  # nobody else, who might stand there first
    gold = page.locator("[data-piece='space:gold']")
    gold.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-piece='space:issue_share']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(gold).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Anna takes 1 gold", timeout=WAIT)
