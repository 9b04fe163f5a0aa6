"""The results of daily deals: who has won and by how much, over days, and whatever becomes of single games."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from skerry.games import GAMES
from skerry.match import Match
from skerry.match.asides import AGREED_END, RESIGNS
from skerry.match.picture import known_points
from skerry.match.save import encode_match
from skerry.server.bots.thinking import Thinking
from skerry.server.errors import StoreError, TableError
from skerry.server.people.sessions import People
from skerry.server.practice import bot_scores
from skerry.server.practice.daily import Daily
from skerry.server.protocol.practice_calls import DailyGame
from skerry.server.store.daily import DailyTry, add_try
from skerry.server.store.store import Store
from skerry.server.tables.guest_games import Bringing
from skerry.server.tables.registry import Tables
from tests.loop import finished

DEALT = [name for name, rules in GAMES.items() if rules.daily]


class Days:
    """A server's daily deals, and a calendar to turn."""

    def __init__(self, data: Path) -> None:
        self.day = date(2026, 11, 17)
        self.path = data / "matches.sqlite3"
        self.store = Store(self.path)
        self.tables = Tables(self.store, Thinking(10))
        self.daily = Daily("secret", self.tables, lambda: self.day)

    def begin(self, person: str, game: str) -> str:
        return finished(self.daily.play(person, game, person))

    def of(self, person: str, game: str) -> DailyGame:
        finished(self.daily.settle())
        return next(deal for deal in self.daily.games(person) if deal.game == game)

    def play(self, id_: str, to_the_end: bool = True) -> Match:
        """Any decisions, until the match is over or the first seat is ahead and resigns."""
        record = self.store.record(id_)
        assert record is not None
        match, chance = self.store.load(record), Random(1)
        first = len(match.log)
        while (seat := match.to_move) is not None:
            scores = known_points(match.game, match.state)
            if not to_the_end and scores[0] > max(scores[1:]):
                match.aside(0, RESIGNS)
                match.aside(0, AGREED_END)
            else:
                match.play(seat, match.actions.text(chance.choice(list(match.state.legal_actions()))))
        self.store.append(record, first, match.log[first:], match).result()
        return match


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    days = Days(tmp_path)
    yield days
    days.store.close()


def test_who_resigns_has_not_won_however_far_ahead(days: Days) -> None:
    match = days.play(days.begin("Ann", "tungaru"), to_the_end=False)
    assert match.resigned == [0]
    (score,) = days.of("Ann", "tungaru").scores
    assert score.margin is not None and score.margin > 0
    assert not score.won


def test_against_lawan_a_result_says_who_won_and_by_how_much(days: Days) -> None:
    match = days.play(days.begin("Ann", "buru"))
    lawan = [sum(rival.points) for rival in match.game.rivals(match.state)]
    (score,) = days.of("Ann", "buru").scores
    assert score.margin == score.points - max(lawan)
    assert score.won == (not any(rival.won for rival in match.game.rivals(match.state)))


def test_bots_are_compared_with_lawan_as_well(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_scores, "LEVEL", "random")
    found = bot_scores.bot_score_of(encode_match(days.daily.new_match(days.day, "buru", "Par")))
    assert found.margin is not None and found.margin < 0


def test_a_game_that_cannot_be_replayed_spoils_nobody_elses_day(days: Days) -> None:
    tables = {name: days.begin(name, "nusfjord") for name in ("Ann", "Ben")}
    for table in tables.values():
        days.play(table)
    with sqlite3.connect(days.path) as db:
        db.execute("UPDATE entries SET text = 'fly to the moon' WHERE match = ? AND seq = 9", [tables["Ann"]])
    assert [score.name for score in days.of("Ben", "nusfjord").scores] == ["Ben"]
    assert days.of("Ann", "nusfjord").table == tables["Ann"], "there she reads what is wrong with it"


def test_a_damaged_result_costs_none_of_the_others(days: Days) -> None:
    for name in ("Ann", "Ben"):
        days.play(days.begin(name, "nusfjord"))
    assert {score.name for score in days.of("Ann", "nusfjord").scores} == {"Ann", "Ben"}
    with sqlite3.connect(days.path) as db:
        db.execute("UPDATE tries SET points = 'many' WHERE name = 'Ben'")
        db.execute("INSERT INTO bot_scores (day, game, score) VALUES ('2026-11-17', 'nusfjord', '{')")
    assert [score.name for score in days.of("Ann", "nusfjord").scores] == ["Ann"]
    days.day += timedelta(days=1)
    days.play(days.begin("Ben", "nusfjord"))
    assert [day.day for day in days.of("Ann", "nusfjord").past] == ["2026-11-17"]


def test_the_page_asks_as_little_of_many_tries_as_of_one(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    read = days.store.read
    monkeypatch.setattr(days.store, "read", lambda query, *values: asked.append(query) or read(query, *values))
    days.of("Ann", "nusfjord")
    with_none = len(asked)
    for ago in range(20):
        day = (days.day - timedelta(days=ago)).isoformat()
        for number in range(50):
            for game in DEALT:
                new = DailyTry(day, game, f"{ago}-{number}", f"guest {number}", "Guest", number)
                days.store.put(partial(add_try, try_=new))
    asked.clear()
    days.of("Ann", "nusfjord")
    assert len(asked) == with_none


def test_a_game_counts_if_it_ends_the_day_after_but_no_later(days: Days) -> None:
    tables = {name: days.begin(name, "nusfjord") for name in ("Ann", "Ben", "Eve")}
    days.play(tables["Ann"])
    days.day += timedelta(days=1)
    days.of("Ann", "nusfjord")
    days.play(tables["Ben"])
    days.day += timedelta(days=1)
    days.of("Ann", "nusfjord")
    days.play(tables["Eve"])
    (day,) = days.of("Ann", "nusfjord").past
    assert {score.name for score in day.scores} == {"Ann", "Ben"}


def test_a_guests_try_is_theirs_in_their_account_as_well(days: Days) -> None:
    table = days.begin("Ann", "nusfjord")
    bringing = Bringing(days.tables, People(days.store))
    assert finished(bringing.bring(["Ann"], "Ann's account", "link", [table])) == [table]
    assert days.begin("Ann's account", "nusfjord") == table
    assert days.of("Ann's account", "nusfjord").table == table
    days.play(table)
    assert [score.mine for score in days.of("Ann's account", "nusfjord").scores] == [True]
    finished(days.daily.keep_try(table))
    finished(days.tables.delete("Ann's account", table))
    with pytest.raises(TableError, match="already played"):
        days.begin("Ann's account", "nusfjord")


def test_a_game_of_an_older_day_keeps_its_result_as_well(days: Days) -> None:
    table = days.begin("Ann", "nusfjord")
    days.play(table)
    days.day += timedelta(days=5)
    finished(days.daily.keep_try(table))
    finished(days.tables.delete("Ann", table))
    (day,) = days.of("Ann", "nusfjord").past
    assert [score.mine for score in day.scores] == [True]


def test_equal_results_are_listed_in_the_order_in_which_people_began(days: Days) -> None:
    day, people = days.day.isoformat(), ["Eve", "Ann", "Dan", "Ben"]
    for number, name in enumerate(people):
        new = DailyTry(day, "nusfjord", f"t{9 - number}", name, name, float(number), points=30)
        days.store.put(partial(add_try, try_=new)).result()
    assert [score.name for score in days.of("Ann", "nusfjord").scores] == people


def test_whoever_has_played_as_a_guest_and_with_their_account_has_both_results(days: Days) -> None:
    """The guest's game is deleted after it has moved into the account: a day knows one try of each person."""
    account = "Ann's account"
    tables = {name: days.begin(name, "nusfjord") for name in ("Ann", account)}
    for table in tables.values():
        days.play(table)
    assert finished(Bringing(days.tables, People(days.store)).bring(["Ann"], account, "link", [tables["Ann"]]))
    finished(days.daily.keep_try(tables["Ann"]))
    finished(days.tables.delete(account, tables["Ann"]))
    assert len(days.of(account, "nusfjord").scores) == 2
    assert days.begin(account, "nusfjord") == tables[account]


def test_of_two_processes_one_begins_the_try(days: Days) -> None:
    """As when another server has written it since this one looked."""
    new = DailyTry(days.day.isoformat(), "nusfjord", "t1", "Ann", "Ann", 1.0)
    days.store.put(partial(add_try, try_=new)).result()
    match = days.daily.new_match(days.day, "nusfjord", "Ann")
    with pytest.raises(TableError, match="already played"):
        finished(days.daily.begin(replace(new, match="t2"), match))
    assert days.store.record("t2") is None


def test_a_disk_that_takes_nothing_hides_no_results(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    days.play(days.begin("Ann", "nusfjord"))
    days.of("Ann", "nusfjord")
    days.play(days.begin("Ben", "nusfjord"))

    def full(work: object) -> Future[None]:
        future: Future[None] = Future()
        future.set_exception(StoreError("disk is full"))
        return future

    monkeypatch.setattr(days.store, "put", full)
    (deal,) = [deal for deal in finished(days.daily.show("Eve")) if deal.game == "nusfjord"]
    assert [score.name for score in deal.scores] == ["Ann"]
