"""Looking back in the browser: the slider, the buttons, the keys, the file."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from skerry.match.save import load_match
from tests.web.house import House
from tests.web.player import WAIT, decide_until, finish, open_table, options, play_again, situation

pytestmark = pytest.mark.quick


def test_a_finished_game_is_replayed_saved_and_played_again(page: Page, house: House, tmp_path: Path) -> None:
    open_table(page, house, "Anna", "bot")
    finish(page)
    page.get_by_text("Log", exact=True).click()
    show_whole_log(page)
    expect(page.get_by_role("log")).to_contain_text("Robin1 draws a card")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save as file").click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.suffix == ".json" and load_match(path).over
    page.get_by_role("button", name="Replay").last.click()
    expect(page.get_by_text("The beginning")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="One turn on").click()
    slider = page.get_by_role("slider")
    expect(slider).not_to_have_value("0")
    expect(page.get_by_text(f"Move {slider.input_value()}", exact=True)).to_be_visible(timeout=WAIT)
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    moves = int(slider.get_attribute("max") or 0)
    half = int(slider.input_value())
    assert moves * 0.4 < half < moves * 0.6
    expect(page.get_by_text(f"Move {half}", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Play the turns").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("half => document.querySelector('input[type=range]').valueAsNumber > half", arg=half)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text(f"Move {moves}", exact=True)).to_be_visible(timeout=WAIT)
    # Whoever looks back at the end sees what everybody drew.
    show_whole_log(page)
    expect(page.get_by_role("log")).not_to_contain_text("Robin1 draws a card", timeout=WAIT)
    expect(page.get_by_role("log")).to_contain_text(re.compile("Robin1 draws [A-Z]"))
    page.get_by_label("Seen by").select_option(label="as Robin1")
    expect(page.locator(".own h3 .title")).to_have_text("Robin1", timeout=WAIT)
    page.get_by_role("button", name="Close").click()
    first = page.url
    play_again(page).click()
    expect(page).not_to_have_url(first, timeout=WAIT)
    seats = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats).to_have_count(2, timeout=WAIT)
    expect(seats.nth(1)).to_contain_text("Anna")  # the other one has the first seat now


def show_whole_log(page: Page) -> None:
    """The cards of the setup are drawn in the oldest turns."""
    expect(page.get_by_role("log")).to_be_visible(timeout=WAIT)
    older = page.get_by_role("log").get_by_role("button", name=re.compile(r"^Show the \d+ turns before"))
    while older.count():
        older.click()


def test_a_running_game_is_replayed_and_goes_on(page: Page, house: House, tmp_path: Path) -> None:
    open_table(page, house, "Anna", "bot")
    decide_until(page, 3)
    before = page.get_by_role("region", name="Anna").inner_text()
    page.keyboard.press("r")
    for key, words in [
        ("Home", "The beginning"),
        (".", "Move 1"),
        (".", "Move 2"),
        (",", "Move 1"),
    ]:
        page.keyboard.press(key)
        expect(page.get_by_text(words, exact=True)).to_be_visible(timeout=WAIT)
    expect(options(page)).to_have_count(0)  # the past offers nothing to click
    expect(page.get_by_label("Seen by")).to_have_count(0)
    expect(page.get_by_role("link", name="Save as file")).to_have_count(0)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the log").click()
    waiting.value.save_as(tmp_path / "log.txt")
    text = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert "Anna draws" in text and "Robin1 draws a card" in text
    assert "seed" not in json.dumps(text)
    page.get_by_role("slider").focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('input[type=range]').valueAsNumber > 1")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play the turns")).to_be_visible()
    page.keyboard.press("Escape")
    assert situation(page)["options"]
    assert page.get_by_role("region", name="Anna").inner_text() == before
    decide_until(page, 2)
