"""The server goes in the middle of a click: the move is made once, or the page says that it was not."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.browser import Guest, possible
from tests.server.pages import decisions
from tests.web.house import House
from tests.web.player import WAIT, open_table, options, situation

pytestmark = pytest.mark.quick


class Wire:
    """Between the page and the server, where things get lost."""

    def __init__(self, page: Page) -> None:
        self.loses_clicks = self.loses_answers = self.is_cut = False
        self.clicks: list[str | bytes] = []
        self.lines: list[WebSocketRoute] = []
        self.dead: list[WebSocketRoute] = []  # what was lost on them stays lost
        page.route_web_socket("**/ws/**", self.lay)

    def lay(self, line: WebSocketRoute) -> None:
        if self.is_cut:
            line.close(code=1012)
            return
        server = line.connect_to_server()
        self.lines = [line, server]
        line.on_message(lambda message: self.carry(message, server))
        server.on_message(lambda message: self.answer(message, line))

    def answer(self, message: str | bytes, line: WebSocketRoute) -> None:
        if not self.loses_answers and line not in self.dead:
            line.send(message)

    def carry(self, message: str | bytes, server: WebSocketRoute) -> None:
        if '"n":' in str(message):
            self.clicks.append(message)
        if not self.loses_clicks:
            server.send(message)

    def cut(self) -> None:
        self.is_cut = True
        for line in self.lines:
            line.close(code=1012)

    def mend(self) -> None:
        self.dead += self.lines
        self.is_cut = self.loses_clicks = self.loses_answers = False


def at_a_table(page: Page, house: House) -> str:
    table = open_table(page, house, "Anna")
    situation(page)
    page.evaluate("window.isTheSame = true")
    return table


def rest(page: Page) -> None:
    options(page).filter(has_text="Rest").first.click(timeout=WAIT)


def rests(data: Path, table: str) -> int:
    return [text for _, text in decisions(data, table)].count("rest")


def until(page: Page, true: Callable[[], bool]) -> None:
    for _ in range(WAIT // 20):
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it has not happened")


def is_made_once(page: Page, house: House, table: str) -> None:
    expect(page.get_by_role("log")).to_contain_text("Anna rests", timeout=WAIT)
    expect(page.locator(".link")).to_have_text("connected")
    expect(page.locator(".notice")).to_have_count(0)
    assert rests(house.data, table) == 1
    assert page.evaluate("window.isTheSame")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_click_on_its_way_when_the_server_goes_is_made_once(
    page: Page, own_house: House, how: signal.Signals
) -> None:
    table = at_a_table(page, own_house)
    own_house.freeze()
    rest(page)
    expect(page.locator(".link")).to_have_text("waiting for the server…", timeout=WAIT)
    own_house.end(how)
    expect(page.locator(".link")).to_have_text("connection lost, reconnecting…", timeout=WAIT)
    own_house.start()
    is_made_once(page, own_house, table)


def test_a_move_whose_answer_was_lost_with_the_server_is_made_once(page: Page, own_house: House) -> None:
    wire = Wire(page)
    table = at_a_table(page, own_house)
    wire.loses_answers = True
    rest(page)
    until(page, lambda: rests(own_house.data, table) == 1)
    own_house.kill()
    expect(page.get_by_text("Your move will be sent again as soon as it is back")).to_be_visible(timeout=WAIT)
    wire.mend()
    own_house.start()
    is_made_once(page, own_house, table)
    assert len(wire.clicks) == 2 and wire.clicks[0] == wire.clicks[1]


def test_a_move_that_came_too_late_after_a_restart_is_told(page: Page, own_house: House) -> None:
    wire = Wire(page)
    table = at_a_table(page, own_house)
    wire.loses_clicks = True
    rest(page)
    until(page, lambda: bool(wire.clicks))
    wire.cut()
    own_house.end(signal.SIGTERM)
    own_house.start()
    other = Guest(own_house.url.split("/")[2])  # the same person, on another device
    for cookie in page.context.cookies():
        other.http.cookies.set(cookie["name"], cookie["value"])
    seat = other.sit(table)
    seat.play(next(text for text in possible(seat.picture) if text != "rest"))
    seat.until(lambda update, before=seat.picture["version"]: update["picture"]["version"] > before)
    wire.mend()
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Your last move did not go through. The game has moved on.", timeout=WAIT)
    expect(page.get_by_role("log")).not_to_contain_text("Anna rests")
    assert rests(own_house.data, table) == 0
    assert page.evaluate("window.isTheSame")
    other.leave()


def test_what_was_said_as_the_server_went_is_said_once(page: Page, own_house: House) -> None:
    wire = Wire(page)
    page.goto(own_house.url)
    wish = {"game": "_blank", "seats": [{"name": "Anna"}, {"name": "Friend", "open": True}]}
    table = page.request.post(f"{own_house.url}api/tables", data=wish).json()["id"]
    page.goto(f"{own_house.url}t/{table}")
    box = page.get_by_role("textbox", name="Message")
    said = page.get_by_role("log", name="Chat").get_by_text("Where are you?")
    box.fill("Where are you?", timeout=WAIT)
    wire.loses_answers = True
    box.press("Enter")
    until(page, lambda: any("Where are you?" in str(click) for click in wire.clicks))
    own_house.end(signal.SIGTERM)
    wire.mend()
    own_house.start()
    expect(said).to_have_count(1, timeout=WAIT)
    box.fill("Anybody?")
    box.press("Enter")
    expect(page.get_by_role("log", name="Chat").get_by_text("Anybody?")).to_have_count(1, timeout=WAIT)
    expect(said).to_have_count(1)
