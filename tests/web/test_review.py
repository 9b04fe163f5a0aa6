"""The review in the browser: from the end of a game to the curve, the table, a position on the board, and a new try."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.house import House
from tests.web.player import WAIT, decide_until, finish, open_table
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


@pytest.mark.long
def test_a_finished_game_is_reviewed_and_played_on(page: Page, house: House, tools: None, wrong: None) -> None:
    table = open_table(page, house, "Anna", "bot:random")
    finish(page)
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("progressbar").or_(page.get_by_role("table")).first).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("heading", name="Luck apart from decisions")).to_be_visible(timeout=2 * WAIT)
    rows = page.get_by_role("table", name="Luck apart from decisions").get_by_role("row")
    columns = [[int(word.replace("−", "-")) for word in cells] for cells in zip(*numbers(rows), strict=True)]
    assert len(columns) == 2
    for *parts, end in columns:
        assert sum(parts) == end
    found = problems(page)
    page.keyboard.press("t")
    region = page.get_by_role("region", name="All numbers")
    expect(region).to_contain_text("Anna")
    page.emulate_media(color_scheme="dark")
    found += problems(page)
    page.get_by_role("button", name="Chance to win").click()
    expect(page.get_by_role("img", name=re.compile("chance to win after each turn"))).to_be_visible()
    found += problems(page)
    assert found == []
    cursor = page.get_by_role("slider", name="Turn")
    cursor.press("End")
    last = cursor.get_attribute("aria-valuetext")
    cursor.press("ArrowLeft")
    assert cursor.get_attribute("aria-valuetext") and cursor.get_attribute("max") != cursor.input_value()
    assert last
    page.goto(f"{house.url}t/{table}#replay=5")
    expect(page.get_by_role("slider")).to_have_value("5", timeout=WAIT)
    page.get_by_role("button", name="Play on from here").click()
    expect(page).not_to_have_url(re.compile(table), timeout=WAIT)
    decide_until(page, 1)


def numbers(rows: object) -> list[list[str]]:
    """The numbers of the table, row by row, without its head."""
    texts = [row.get_by_role("cell").all_inner_texts() for row in rows.all()[1:]]  # type: ignore[attr-defined]
    return [[text.replace("+", "") for text in row] for row in texts]
