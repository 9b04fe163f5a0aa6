"""A game over ten days: four people whose browsers are closed most of the time, and what reaches them meanwhile.

The server runs in this process, so that its clocks can be moved on; each visit is a browser of its own, which keeps
what the one before it has stored.
"""

import json
import math
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, expect

from skerry.core.state import CHANCE
from skerry.server.notices import due, sending
from skerry.server.settings import Settings
from skerry.server.store import uptime
from skerry.server.tables import timeouts
from tests.server.browser import PATIENCE, Running
from tests.server.machine import Machine
from tests.server.receivers import Receiver
from tests.web.player import WAIT
from tests.web.test_friends import ASKS, act, asked, sit_down
from tests.web.test_notify_me import receiver
from tests.web.test_notify_me import settings as open_notify_me
from tests.web.test_people_page import open_settings
from tests.web.test_plans import card, choose

__all__ = ["receiver"]  # the fixture
NAMES = ("Anna", "Bo", "Cleo", "Dag")  # by seat
DESK: ViewportSize = {"width": 1440, "height": 900}
PACE = {"kind": "slow", "amount": 2, "late": "bot"}
ROUND = 12  # decisions: everybody has two turns, and chooses a pool
BETWEEN = 7.0  # hours between a turn and the visit of whoever is next
Told = Counter[tuple[str, str]]  # how often whom of what
LOOKS: Counter[str] = Counter()  # of the server: who is late, and who is to be told


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A leap of its clocks is time in which the server has run: nobody is forgiven anything."""
    monkeypatch.setattr(uptime, "JUMP", math.inf)
    monkeypatch.setattr(due, "DUE_LOOK", 0.05)
    monkeypatch.setattr(sending, "SEND_LOOK", 0.05)
    monkeypatch.setattr(timeouts, "CHECK_EVERY", 0.05)
    for looks in (due.DueNotices, timeouts.Lateness):
        monkeypatch.setattr(looks, "look", counted(looks.__name__, looks.look))
    return Machine(monkeypatch)


def counted(name: str, look: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    async def and_count(of: Any) -> Any:
        found = await look(of)
        LOOKS[name] += 1
        return found

    return and_count


@pytest.fixture
def days(tmp_path: Path, machine: Machine, browser: Browser, receiver: Receiver) -> Iterator["Days"]:
    running = Running(Settings(data=tmp_path / "data", webhook_hosts=(receiver.origin,)))
    yield Days(running, machine, browser, receiver)
    running.stop()


class Days:
    """The table, the time, those who come and go, and what they were told."""

    def __init__(self, running: Running, machine: Machine, browser: Browser, receiver: Receiver) -> None:
        self.running, self.machine, self.browser, self.receiver = running, machine, browser, receiver
        self.url = f"http://{running.host}/"
        self.kept: dict[str, StorageState] = {}  # by their browsers
        self.table = ""
        self.expected: Told = Counter()
        self.began = machine.now

    # ---- time, and what it brings
    @property
    def day(self) -> float:
        return (self.machine.now - self.began) / (24 * 3600)

    def pass_time(self, hours: float, **told: str) -> None:
        """Somebody is told of something meanwhile, once; everybody else is not told anything."""
        self.until(lambda: not self.read("SELECT 1 FROM channels WHERE until > 0"))  # a message under way has come
        self.machine.sleep(hours * 3600)
        for name, event in told.items():
            self.expected[name, event] += 1
        before = LOOKS.copy()  # a look that is under way may know nothing of it yet
        self.until(lambda: len(before) == 2 and all(LOOKS[name] > count + 1 for name, count in before.items()))
        self.until_told()

    def until_told(self) -> None:
        self.until(lambda: self.told == self.expected or self.told - self.expected != Counter())
        assert self.told == self.expected

    @property
    def told(self) -> Told:
        posted = [(path.strip("/"), json.loads(body)) for path, _, body in list(self.receiver.posted)]
        return Counter((name, notice["event"]) for name, body in posted for notice in body["notices"])

    def until(self, good: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not good():
            assert time.monotonic() < end, (self.day, self.expected - self.told)
            time.sleep(0.02)

    # ---- the table, as it is stored
    def read(self, query: str, *values: object) -> list[Any]:
        with closing(sqlite3.connect(self.running.data / "matches.sqlite3")) as db:
            return db.execute(query, values).fetchall()

    @property
    def turn(self) -> str | None:
        """Whose it is; None at the end."""
        self.until(lambda: self.to_move() != CHANCE)
        seat = self.to_move()
        return None if seat is None else NAMES[seat]

    def to_move(self) -> int | None:
        found: int | None = self.read("SELECT to_move FROM matches WHERE id = ?", self.table)[0][0]
        return found

    def decided(self) -> int:
        """How many decisions the players have made."""
        query = "SELECT count(*) FROM entries WHERE match = ? AND seat != ? AND text NOT LIKE '(%'"
        found = self.read(query, self.table, CHANCE)
        return int(found[0][0])

    def is_bot(self, name: str) -> bool:
        seats = json.loads(self.read("SELECT seats FROM matches WHERE id = ?", self.table)[0][0])
        return bool(seats[NAMES.index(name)].get("bot"))

    # ---- visits
    @contextmanager
    def visit(self, name: str, path: str | None = None) -> Iterator[Page]:
        """Somebody opens a browser, usually at the table, and closes it again."""
        kept = self.kept.get(name)
        problems: list[str] = []
        more: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
        with closing(self.browser.new_context(viewport=DESK, storage_state=kept, **more)) as context:
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(self.url + (f"t/{self.table}" if path is None else path))
            yield page
            self.kept[name] = context.storage_state()
        assert problems == []

    def decide(self, page: Page) -> None:
        """One decision; it is stored before the browser is closed."""
        before = self.decided()
        page.wait_for_function(ASKS, timeout=WAIT)
        act(page)
        self.until(lambda: self.decided() > before)

    def play_until(self, name: str) -> None:
        """Turn by turn: hours later, whoever is told comes, decides and goes."""
        while (now := self.turn) != name:
            assert now is not None
            self.come_and_decide(now)

    def come_and_decide(self, name: str) -> None:
        self.pass_time(BETWEEN, **{name: "turn"})
        with self.visit(name) as page:
            self.decide(page)


def gather(days: Days) -> None:
    """One after another they come, are told how they can be reached, and go; with the last, the game begins."""
    with days.visit("Anna", "") as page:
        seats = [{"name": "Anna"}] + [{"name": "Friend", "open": True}] * 3
        made = page.request.post(f"{days.url}api/tables", data={"game": "_blank", "seats": seats, "pace": PACE})
        days.table = made.json()["id"]
        page.goto(f"{days.url}t/{days.table}")
        link = page.get_by_label("Invitation link").input_value(timeout=WAIT)
        dialog = open_notify_me(page)
        dialog.get_by_role("button", name="Set up a webhook").click(timeout=WAIT)
        dialog.get_by_label("Kind of webhook").select_option("json")
        dialog.get_by_label("Address of the webhook").fill(f"{days.receiver.origin}/Anna")
        dialog.get_by_role("button", name="Add", exact=True).click()
        expect(dialog.get_by_role("button", name="Send a test")).to_be_visible(timeout=WAIT)
        dialog.get_by_role("button", name="Close").click()
        get_ready(page)
    for name in NAMES[1:]:
        days.pass_time(2)
        with days.visit(name, "") as page:
            sit_down(page, link, name)
            wish = {"kind": "json", "address": f"{days.receiver.origin}/{name}"}
            assert page.request.post(f"{days.url}api/me/notices/channels", data=wish).ok
            get_ready(page)
            if name == NAMES[-1]:
                expect(page.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)
                days.expected.update((other, "start") for other in NAMES[:-1])
                days.until_told()


def get_ready(page: Page) -> None:
    button = page.get_by_role("button", name="I am ready")
    button.click()
    expect(button).to_be_hidden(timeout=WAIT)


def plan_and_stay_away(days: Days, name: str) -> None:
    """What was planned is played while nobody is there; the planner is not disturbed."""
    days.play_until(name)
    days.pass_time(BETWEEN, **{name: "turn"})
    with days.visit(name) as page:
        days.decide(page)
        page.get_by_role("button", name=re.compile("^Plan ahead")).click(timeout=WAIT)
        choose(page, "Rest")
        page.get_by_role("region", name="Plan ahead").get_by_role("button", name="Plan this").click()
        expect(card(page)).to_contain_text("Rest", timeout=WAIT)
    before = NAMES[NAMES.index(name) - 1]
    days.play_until(before)
    count = days.decided()
    days.come_and_decide(before)
    days.until(lambda: days.decided() == count + 2)
    assert days.turn not in (before, name)
    with days.visit(name) as page:
        expect(page.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)
        expect(card(page)).to_be_hidden()
        expect(page.get_by_role("log").first).to_contain_text(f"{name} rests", timeout=WAIT)


def go_on_vacation(days: Days, name: str) -> None:
    """For three days, in which the turn comes, and would be late: nothing happens, and nobody is told of it."""
    days.play_until(name)
    days.pass_time(BETWEEN, **{name: "turn"})
    with days.visit(name) as page:
        days.decide(page)
        page.goto(days.url)
        open_settings(page)
        page.get_by_text("Vacation", exact=True).click()
        page.get_by_label("How long").select_option("3")
        page.get_by_role("button", name="Go on vacation now").click()
        expect(page.get_by_text(re.compile("^You are on vacation until"))).to_be_visible(timeout=WAIT)
    began = days.day
    days.play_until(name)
    days.pass_time(49)
    assert days.day - began < 3
    with days.visit("Anna", "") as page:
        expect(page.get_by_text(f"{name} is on vacation")).to_be_visible(timeout=WAIT)
    assert days.turn == name and not days.is_bot(name)
    days.pass_time((3 - (days.day - began)) * 24 + 1, **{name: "turn"})
    days.pass_time(30)  # two days of the clock are left, not less
    assert days.turn == name and not days.is_bot(name)
    with days.visit(name) as page:
        days.decide(page)


def meet_in_the_evening(days: Days, decisions: int) -> None:
    """All have the table open: who is there need not be told."""
    now = days.turn
    assert now is not None
    days.pass_time(24, **{now: "turn"})
    with days.visit("Anna") as anna, days.visit("Bo") as bo, days.visit("Cleo") as cleo, days.visit("Dag") as dag:
        pages = [anna, bo, cleo, dag]
        for page in pages:
            expect(page.get_by_role("list", name="Players")).to_be_visible(timeout=WAIT)
        while days.decided() < decisions:
            days.decide(asked(*pages))
    days.until_told()


def run_out_of_time(days: Days, name: str) -> None:
    """Warned twice, and then a bot plays on until its player is back."""
    days.play_until(name)
    days.pass_time(BETWEEN, **{name: "turn"})
    days.pass_time(37 - BETWEEN, **{name: "time"})
    days.pass_time(10, **{name: "time"})
    count = days.decided()
    days.pass_time(1.5)
    days.until(lambda: days.is_bot(name) and days.decided() == count + 1)
    now = days.turn
    assert now not in (name, None)
    days.come_and_decide(str(now))
    with days.visit(name) as page:
        expect(page.get_by_role("log").first).to_contain_text("time is up", timeout=WAIT)
        page.get_by_role("button", name="Take my seat back").click(timeout=WAIT)
        days.until(lambda: not days.is_bot(name))


def play_to_the_end(days: Days) -> str:
    """The last one sees the end and asks for a rematch; the others are told that it is over."""
    while True:
        now = days.turn
        assert now is not None
        days.pass_time(BETWEEN, **{now: "turn"})
        with days.visit(now) as page:
            days.decide(page)
            if days.turn is None:
                expect(page.get_by_role("list", name="Result").get_by_role("listitem")).to_have_count(4, timeout=WAIT)
                days.expected.update((other, "end") for other in NAMES if other != now)
                days.until_told()
                page.get_by_role("button", name="Rematch", exact=True).click()
                expect(page.get_by_role("region", name="You want a rematch · 1 of 4")).to_be_visible(timeout=WAIT)
                return now


def begin_again(days: Days, asker: str) -> None:
    """Two more say that they are in; the fourth does not come, and the asker begins without."""
    late, *others = [name for name in NAMES if name != asker]
    for name in others:
        days.pass_time(BETWEEN)
        with days.visit(name) as page:
            offered = page.get_by_role("region", name=re.compile(f"^{asker} wants a rematch"))
            offered.get_by_role("button", name="I’m in").click(timeout=WAIT)
            expect(offered.get_by_role("button", name="I’m in")).to_be_hidden(timeout=WAIT)
    days.pass_time(BETWEEN)
    old = f"{days.url}t/{days.table}"
    with days.visit(asker) as page:
        page.get_by_role("button", name="Start with those who are in").click(timeout=WAIT)
        expect(page).not_to_have_url(old, timeout=WAIT)
        players = page.get_by_role("list", name="Players")
        expect(players).to_contain_text(others[0], timeout=WAIT)
        expect(players).not_to_contain_text(late)
        days.expected.update((name, "start") for name in others)
        days.until_told()


@pytest.mark.long
def test_four_people_play_over_ten_days_with_their_browsers_closed(days: Days) -> None:
    gather(days)
    plan_and_stay_away(days, "Bo")
    meet_in_the_evening(days, decisions=ROUND)
    go_on_vacation(days, "Dag")
    meet_in_the_evening(days, decisions=3 * ROUND + 5)
    run_out_of_time(days, "Cleo")
    begin_again(days, play_to_the_end(days))
    assert days.day > 10
