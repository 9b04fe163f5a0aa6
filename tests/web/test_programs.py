"""Programs in the page: tokens are made and revoked in Settings, and a program at a table is marked as a bot."""

import re
import threading

import pytest
from playwright.sync_api import Page, expect

from skerry.client import Client, possible
from tests.server.browser import PATIENCE
from tests.server.programs.program import Program
from tests.web.house import House
from tests.web.player import WAIT, finish
from tests.web.test_access import problems

pytestmark = pytest.mark.quick


def open_programs(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Settings")).first.click(timeout=WAIT)
    page.get_by_text("Programs", exact=True).click()


def test_a_token_is_made_shown_once_and_revoked(page: Page, house: House, tools: None) -> None:
    page.goto(house.url)
    open_programs(page)
    page.get_by_label("Name of the program").fill("Gull")
    page.get_by_role("button", name="Make a token").click()
    shown = page.get_by_label(re.compile("This is the new token"))
    program = Program(house.url, shown.input_value())
    assert program.get("me").json()["name"] == "Gull"
    assert problems(page) == []
    page.reload()
    open_programs(page)
    expect(page.get_by_text(re.compile("plays · last used"))).to_be_visible(timeout=WAIT)
    expect(shown).to_have_count(0)
    page.get_by_role("button", name="Revoke the token of Gull").click()
    page.get_by_role("button", name="Really revoke the token of Gull").click()
    expect(page.get_by_text("has been revoked")).to_be_visible(timeout=WAIT)
    assert program.get("me").status_code == 401


def test_a_program_is_marked_from_the_waiting_room_to_the_result(page: Page, house: House, tools: None) -> None:
    page.goto(house.url)
    wish = {"game": "_blank", "seats": [{"name": "Ann"}, {"name": "Friend", "open": True}], "programs": True}
    table = page.request.post(f"{house.url}api/tables", data=wish).json()["id"]
    token = page.request.post(f"{house.url}api/me/tokens", data={"name": "Gull"}).json()["token"]
    page.goto(f"{house.url}t/{table}")
    link = page.locator("input[readonly]").first.input_value()
    gull = threading.Thread(target=play_to_the_end, args=[house.url, token, link], daemon=True)
    gull.start()
    expect(page.get_by_text("Bot: somebody’s program")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="I am ready").click()
    strip = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(strip.nth(1)).to_contain_text(re.compile(r"Gull\s*bot"), timeout=WAIT)
    finish(page)
    expect(page.get_by_role("list", name="Result")).to_contain_text(re.compile("Gull.*bot, a program"), timeout=WAIT)
    gull.join(PATIENCE)
    assert not gull.is_alive()


def play_to_the_end(server: str, token: str, link: str) -> None:
    with Client(server, token) as me:
        for state in me.turns(me.sit_down(link).state.id):
            me.play(state, possible(state)[0].text)
