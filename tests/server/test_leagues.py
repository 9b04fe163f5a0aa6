"""Leagues run by themselves: whole ones in simulated time, with late people, kills and several processes."""

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from skerry.server.bots.thinking import Thinking
from skerry.server.competition import leagues as league_calls
from skerry.server.competition import rounds as rounds_of_leagues
from skerry.server.competition.league_view import league_shown, list_leagues
from skerry.server.competition.leagues import HOSTED_EACH, Leagues
from skerry.server.competition.rounds import OPEN_FOR, Rounds
from skerry.server.competition.standings import standings_of
from skerry.server.errors import Conflict, NotFound, Refusal, StoreError
from skerry.server.people.house_rules import HouseRules
from skerry.server.protocol.competition_calls import LeagueShown, NewLeague
from skerry.server.runtime import machine_clock
from skerry.server.store import clocks, house, leagues
from skerry.server.store.engine.db import Db
from skerry.server.store.engine.engines import open_engine
from skerry.server.store.erasure import NOBODY, forget_person
from skerry.server.store.house import HouseRule
from skerry.server.store.leagues import BYE, LeagueRecord
from skerry.server.store.store import Store
from skerry.server.tables.registry import Tables
from tests.loop import finished
from tests.server.test_erasure import tables_naming

DAY = 24 * 3600.0
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida"]


class Club:
    """A server with leagues, and a calendar to turn; `reopen` is a new process on the same data."""

    def __init__(self, open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
        self.open_store = open_store
        self.time = 1_790_000_000.0
        self.chance = Random(7)
        monkeypatch.setattr(machine_clock, "wall", lambda: self.time)
        monkeypatch.setattr(rounds_of_leagues, "SUBSTITUTE", "random")
        monkeypatch.setattr(rounds_of_leagues, "FILLER", "random")
        self.reopen()

    def reopen(self) -> None:
        self.store = self.open_store()
        self.thinking = Thinking(10, processes=1)
        self.tables = Tables(self.store, self.thinking)
        self.leagues, self.rounds = Leagues(self.store), Rounds(self.tables)

    async def make(self, entries: list[str], **wish: Any) -> str:
        terms = {"game": "_blank", "players": 3, "rounds": 3, "least": 3, "name": "Autumn"} | wish
        id_ = await self.leagues.make("host", NewLeague(**terms))
        for name in entries:
            self.time += 1
            await self.leagues.enter(id_, name.lower(), name, (await self.read(id_)).league.code)
        return id_

    async def read(self, id_: str) -> LeagueRecord:
        return await self.leagues.read(id_)

    async def shown(self, id_: str, person: str = "host") -> LeagueShown:
        return league_shown(await self.read(id_), person)

    async def play(self, match_id: str, until: Callable[[int], bool] = lambda seat: False) -> None:
        """The people of a table decide, until it is over or the turn of somebody who has gone away."""
        live = await self.tables.open(match_id)
        async with live.lock:
            match = await live.current()
            while (seat := match.to_move) is not None and not until(seat):
                text = match.actions.text(self.chance.choice(list(match.state.legal_actions())))
                await live.change(match, partial(match.play, seat, text))

    async def games(self, id_: str) -> dict[str, dict[int, str]]:
        """Those of this round that are not over: who sits where."""
        record = await self.read(id_)
        tables = record.rounds[-1].tables if record.rounds else []
        return {table.match: table.seats for table in tables if table.match is not None and not table.is_over}

    async def until_over(self, match_id: str) -> None:
        """Bots finish it."""
        async with asyncio.timeout(60):
            while not self.store.read("SELECT 1 FROM outcomes WHERE match = ?", match_id):
                await asyncio.sleep(0.02)

    async def close(self) -> None:
        await self.tables.close()
        self.thinking.close()
        self.store.close()


@pytest.fixture
def club(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Club:
    return Club(lambda: Store(open_engine(tmp_path, database)), monkeypatch)


def run(club: Club, story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        try:
            await story()
        finally:
            await club.close()

    finished(whole())


def points_by_hand(record: LeagueRecord) -> dict[str, float]:
    """From the games as the database has them, in a way of its own."""
    points = {entry.person: 0.0 for entry in record.entries}
    for table in itertools.chain.from_iterable(round_.tables for round_ in record.rounds):
        if table.number == BYE:
            points[table.seats[0]] += record.league.plan.players - 1
        places = {line.seat: line.place for line in table.outcome}
        for one, two in itertools.permutations(places, 2):
            if one in table.seats:
                points[table.seats[one]] += (places[one] < places[two]) + (places[one] == places[two]) / 2
    return points


def test_nine_people_play_three_rounds_to_the_end(club: Club) -> None:
    """One stops moving in the second round, and bots finish that game; another withdraws after it."""

    async def story() -> None:
        id_ = await club.make(NAMES)
        assert (await club.shown(id_)).may_start and (await club.shown(id_, "ann")).info.state == "open"
        await club.leagues.start(id_, "host")
        for number in (1, 2, 3):
            await club.rounds.look()
            games = await club.games(id_)
            record = await club.read(id_)
            assert len(record.rounds) == number and len(games) == 3
            hers = (await club.shown(id_, "ann")).next
            assert hers in games and "ann" in games[hers].values()
            for match, seats in games.items():
                late = [seat for seat, person in seats.items() if person == "gus" and number == 2]
                await club.play(match, late.__contains__)
            if number == 2:
                await club.leagues.withdraw(id_, "hal")
                await club.rounds.look()
                (waiting,) = await club.games(id_)
                club.time += 15 * DAY
                await club.rounds.look()
                await club.until_over(waiting)
        await club.rounds.look()
        record = await club.read(id_)
        shown = await club.shown(id_, "ann")
        assert record.league.state == "over" and len(record.rounds) == 3 and shown.next is None
        lines = {line.person: line for line in standings_of(record)}
        assert {person: line.points for person, line in lines.items()} == points_by_hand(record)
        assert {name: line.games for name, line in lines.items()} == {n.lower(): 2 + (n != "Hal") for n in NAMES}
        table_points = [line.points for line in shown.standings]
        assert table_points == sorted(table_points, reverse=True) and shown.standings[0].place == 1
        assert [line.name for line in shown.standings if line.withdrew] == ["Hal"]
        assert [table.seats[-1].bot for table in shown.rounds[0].tables].count(True) <= 1
        meetings = [
            set(pair) for r in record.rounds for t in r.tables for pair in itertools.combinations(t.seats.values(), 2)
        ]
        assert len(meetings) - len({frozenset(pair) for pair in meetings}) <= 3

    run(club, story)


def test_who_is_late_at_the_deadline_forfeits_if_the_league_says_so(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:3], rounds=1, late="forfeit", round_days=5)
        await club.leagues.start(id_, "host")
        await club.rounds.look()
        ((match, seats),) = (await club.games(id_)).items()
        gone = next(seat for seat, person in seats.items() if person == "ben")
        await club.play(match, lambda seat: seat == gone)
        club.time += 4 * DAY
        await club.rounds.look()
        assert await club.games(id_), "there is a day left"
        club.time += 2 * DAY
        await club.rounds.look()
        await club.rounds.look()
        shown = await club.shown(id_)
        assert shown.info.state == "over"
        assert shown.standings[-1].name == "Ben" and shown.standings[-1].points == 0
        (table,) = shown.rounds[0].tables
        assert table.seats[-1].name == "Ben" and table.seats[-1].place == 3

    run(club, story)


def test_a_turn_that_takes_too_long_is_found_though_nobody_has_opened_the_table(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:2], players=2, least=2, turn_days=3)
        await club.leagues.start(id_, "host")
        await club.rounds.look()
        (match,) = await club.games(id_)
        club.time += 2.9 * DAY
        assert clocks.overdue(club.store, 10) == []
        club.time += 0.2 * DAY
        assert clocks.overdue(club.store, 10) == [match]

    run(club, story)


def test_leftover_people_play_with_bots_and_one_alone_has_a_bye(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:5], least=5, most=5, rounds=1)  # full, so it starts by itself
        await club.rounds.look()
        shown = await club.shown(id_)
        assert sorted(sum(seat.bot for seat in table.seats) for table in shown.rounds[0].tables) == [0, 1]
        assert shown.rounds[0].byes == []
        for match in await club.games(id_):
            await club.play(match)
        other = await club.make(NAMES[:3], players=2, least=2, rounds=1)
        await club.leagues.start(other, "host")
        await club.rounds.look()
        shown = await club.shown(other)
        (bye,) = shown.rounds[0].byes
        standing = next(line for line in shown.standings if line.name == bye.name)
        assert (standing.points, standing.games, standing.wins) == (1, 0, 0)

    run(club, story)


def test_a_game_that_is_gone_holds_up_nobody(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:2], players=2, least=2, rounds=1)
        await club.leagues.start(id_, "host")
        await club.rounds.look()
        (match,) = await club.games(id_)
        for person in ("ann", "host"):
            with pytest.raises(Refusal):
                await club.tables.delete(person, match)
        club.tables.live.clear()
        record = club.store.record(match)
        assert record is not None
        club.store.delete(record).result(30)
        club.time += 15 * DAY
        await club.rounds.look()
        await club.rounds.look()
        shown = await club.shown(id_)
        assert shown.info.state == "over" and [line.points for line in shown.standings] == [0.5, 0.5]

    run(club, story)


# ---- kills and several processes


class Killed(Exception):
    """The process is no more."""


def dying(store: Store, after: int, is_written: bool) -> None:
    """The so-manieth write is the last thing this process does; it may have reached the disk."""
    puts, put = itertools.count(), store.put

    def dies(work: Callable[[Db], object]) -> "Future[object]":
        if next(puts) < after:
            return put(work)
        if is_written:
            put(work).result(30)
        raise Killed

    store.put = dies  # type: ignore[assignment, method-assign]


@pytest.mark.parametrize("is_written", [False, True])
def test_a_league_survives_a_kill_between_any_two_steps(club: Club, is_written: bool) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:5], players=2, least=2, rounds=2)
        await club.leagues.start(id_, "host")
        kills = 0
        for after in itertools.cycle(range(3)):
            if (await club.read(id_)).league.state == "over":
                break
            dying(club.store, after, is_written)
            with contextlib.suppress(Killed):
                while await club.rounds.take_further(id_):
                    pass
                for match in await club.games(id_):
                    await club.play(match)
            kills += 1
            await club.close()
            club.reopen()
        assert kills > 5
        record = await club.read(id_)
        assert [len(round_.tables) for round_ in record.rounds] == [3, 3]
        matches = {table.match for round_ in record.rounds for table in round_.tables if table.number != BYE}
        made = {row[0] for row in club.store.read("SELECT id FROM matches")}
        assert made == matches and len(made) == 4, "a match that belongs to no table, or a table without one"
        assert {line.person: line.points for line in standings_of(record)} == points_by_hand(record)
        assert sorted(line.games for line in standings_of(record)) == [1, 1, 2, 2, 2]

    run(club, story)


def test_two_processes_do_each_step_once(club: Club) -> None:
    async def story() -> None:
        ids = [await club.make(NAMES[:4], players=2, least=2, rounds=2, name=f"L{n}") for n in range(3)]
        for id_ in ids:
            await club.leagues.start(id_, "host")
        first = (club.tables, club.thinking, club.store)
        processes = [club.rounds]
        club.reopen()
        processes.append(club.rounds)
        for _ in range(2):
            for _ in range(3):  # a process that was slower looks again
                await asyncio.gather(*(rounds.look() for rounds in processes))
            for id_ in ids:
                games = await club.games(id_)
                assert len(games) == 2
                for match in games:
                    await club.play(match)
        for _ in range(2):
            await asyncio.gather(*(rounds.look() for rounds in processes))
        await first[0].close()
        first[1].close()
        first[2].close()
        assert club.store.read("SELECT count(*) FROM matches") == [(12,)]
        for id_ in ids:
            record = await club.read(id_)
            assert record.league.state == "over"
            assert {line.games for line in standings_of(record)} == {2}

    run(club, story)


# ---- who may do what


def test_entries_are_checked_and_limited(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(work: Awaitable[None], words: str) -> None:
        with pytest.raises(Refusal, match=words):
            await work

    async def story() -> None:
        id_ = await club.make(["Ann"], players=2, least=2, most=3, by_code=True)
        code = (await club.read(id_)).league.code
        await refused(club.leagues.enter(id_, "ben", "Ben", "guess"), "you need the link")
        await refused(club.leagues.enter(id_, "ben", "ANN", code), "already called Ann")
        await club.leagues.enter(id_, "host", "Host", "")  # the link is the host's own
        await club.leagues.withdraw(id_, "host")
        await refused(club.leagues.start(id_, "host"), "1 more person has to enter")
        await club.leagues.enter(id_, "ben", "Ben", code)
        await club.leagues.enter(id_, "ben", "Ben", code)  # twice is once
        await refused(club.leagues.start(id_, "ann"), "Only the host")
        await club.leagues.enter(id_, "eve", "Eve", code)
        await refused(club.leagues.enter(id_, "dan", "Dan", code), "is full")
        await club.leagues.withdraw(id_, "eve")
        assert (await club.shown(id_)).names == ["Ann", "Ben"]
        await club.leagues.start(id_, "host")
        await refused(club.leagues.enter(id_, "eve", "Eve", code), "has started")
        await refused(club.leagues.enter("nowhere", "eve", "Eve", ""), "no league at this address")
        assert [info.id for info in list_leagues(club.store, "ann")] == [id_]
        assert list_leagues(club.store, "stranger") == [], "its link is a secret"
        assert (await club.shown(id_, "stranger")).code == ""
        await club.leagues.cancel(id_, "host")
        await refused(club.leagues.withdraw(id_, "ann"), "is over")
        for n in range(HOSTED_EACH):
            await club.make([], name=f"L{n}")
        await refused(club.make([], name="one more"), "already host")
        monkeypatch.setattr(league_calls, "ENTERED_EACH", 1)
        open_ones = [info.id for info in list_leagues(club.store, "ben") if info.state == "open"]
        await club.leagues.enter(open_ones[0], "ben", "Ben", "")
        await refused(club.leagues.enter(open_ones[1], "ben", "Ben", ""), "You already play in 1 league")

    run(club, story)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"name": " \t "}, "Give the league a name"),
        ({"most": 3, "least": 4}, "fewer places"),
        ({"players": 5, "least": 3}, "at least 5 people"),
        ({"players": 8, "least": 8}, "players"),
        ({"game": "chess"}, "chess"),
        ({"options": {"colour": "blue"}}, "colour"),
    ],
)
def test_a_league_that_cannot_be_played_is_not_made(club: Club, wish: dict[str, Any], words: str) -> None:
    async def story() -> None:
        with pytest.raises(Exception, match=words):
            await club.make([], **wish)
        assert leagues.count_unfinished(club.store, "host") == (0, 0)

    run(club, story)


def test_leagues_where_nothing_is_to_be_done_cost_three_queries(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(league_calls, "HOSTED_EACH", 100)
        for number in range(6):
            id_ = await club.make(NAMES[:4], players=2, least=2, name=f"L{number}", rounds=2)
            if number % 2:
                await club.leagues.start(id_, "host")
        await club.rounds.look()
        asked: list[str] = []
        read = club.store.read
        monkeypatch.setattr(club.store, "read", lambda query, *values: asked.append(query) or read(query, *values))
        await club.rounds.look()
        assert len(asked) == 3

    run(club, story)


def test_a_league_that_fails_is_put_off_and_holds_up_none_of_the_others(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        bad, good = [await club.make(NAMES[:3], name=name) for name in ("Bad", "Good")]
        monkeypatch.setattr(club.rounds, "set_up", partial(failing, bad, club.rounds.set_up))
        for id_ in (bad, good):
            await club.leagues.start(id_, "host")
        for _ in range(5):
            await club.rounds.look()
        assert len(await club.games(good)) == 1 and not await club.games(bad)
        assert len([line for line in caplog.records if "does not go on" in line.message]) == 1
        monkeypatch.undo()
        club.rounds.failed.clear()  # later
        await club.rounds.look()
        assert len(await club.games(bad)) == 1

    async def failing(bad: str, set_up: Callable[..., Awaitable[None]], record: LeagueRecord, *more: Any) -> None:
        if record.league.id == bad:
            raise KeyError("the game is gone")
        await set_up(record, *more)

    run(club, story)


def test_a_table_that_the_operator_ends_is_void_at_the_deadline(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:4], players=2, least=2, rounds=2, round_days=5)
        await club.leagues.start(id_, "host")
        await club.rounds.look()
        ended, other = await club.games(id_)
        rules = HouseRules(club.store)
        club.tables.check_open = rules.check_table
        house.write_rules(club.store, [HouseRule("ended", ended, "", club.time)])
        rules.take(house.read_house_rules(club.store, club.time))
        await club.play(other)
        club.time += 6 * DAY
        await club.rounds.look()
        await club.rounds.look()
        record = await club.read(id_)
        assert len(record.rounds) == 2 and record.rounds[0].is_over, "the league goes on"
        assert [table.is_void for table in record.rounds[0].tables] == [True, False]
        assert not [line for line in caplog.records if line.levelname == "ERROR"]

    run(club, story)


def test_whoever_is_forgotten_plays_no_further_round(club: Club) -> None:
    async def story() -> None:
        running = await club.make(NAMES[:5], players=2, least=2, rounds=2)
        gathering = await club.make(NAMES[:2], players=2, least=2, name="Winter")
        over = await club.make(NAMES[:2], players=2, least=2, rounds=1, name="Spring")
        await club.leagues.start(running, "host")
        await club.leagues.start(over, "host")
        for _ in range(2):
            await club.rounds.look()
            for match in [*await club.games(running), *await club.games(over)]:
                if len((await club.read(running)).rounds) == 1 or match not in await club.games(running):
                    await club.play(match)
        record = await club.read(running)
        assert len(record.rounds) == 2 and (await club.read(over)).league.state == "over"
        stale = (await club.read(gathering)).league
        await asyncio.to_thread(forget_person, club.store, "ben")
        assert tables_naming(club.store, "ben") == ["house_rules"]
        (gone,) = [entry for entry in (await club.read(running)).entries if entry.name == NOBODY]
        assert gone.withdrew == 2, "what was played stays in the standings"
        assert (await club.shown(gathering)).names == ["Ann"]
        assert [entry.withdrew for entry in (await club.read(over)).entries] == [None, None]
        with pytest.raises(Conflict):
            club.store.put(leagues.changed_league(stale, lambda db: None)).result(30)

    run(club, story)


def test_the_leagues_of_a_forgotten_host_are_over(club: Club) -> None:
    async def story() -> None:
        ids = [await club.make(NAMES[:4], players=2, least=2, name=f"L{n}") for n in range(2)]
        await club.leagues.start(ids[1], "host")
        await club.rounds.look()
        stale = [(await club.read(id_)).league for id_ in ids]
        await asyncio.to_thread(forget_person, club.store, "host")
        for id_, before in zip(ids, stale, strict=True):
            assert (await club.shown(id_)).info.state == "over"
            with pytest.raises(Conflict):
                club.store.put(leagues.changed_league(before, lambda db: None, "running")).result(30)
        assert leagues.count_unfinished(club.store, "host") == (0, 0)
        assert len(await club.games(ids[1])) == 2, "games that are under way can be played to their end"

    run(club, story)


def test_no_table_is_set_up_for_somebody_who_was_forgotten_meanwhile(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:2], players=2, least=2)
        await club.leagues.start(id_, "host")
        await club.rounds.take_further(id_)
        record = await club.read(id_)
        await asyncio.to_thread(forget_person, club.store, "ben")
        with pytest.raises(Conflict):
            await club.rounds.set_up(record, record.rounds[-1], record.rounds[-1].tables[0])
        assert tables_naming(club.store, "ben") == ["house_rules"]

    run(club, story)


def test_a_league_that_never_fills_is_given_up(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make(NAMES[:2])
        await club.rounds.look()
        assert (await club.shown(id_)).info.state == "open"
        club.time += OPEN_FOR + 1
        await club.rounds.look()
        assert (await club.shown(id_)).info.state == "over"

    run(club, story)


def test_of_two_who_change_a_league_at_once_nobody_is_lost(club: Club) -> None:
    async def story() -> None:
        id_ = await club.make([], most=9)
        await asyncio.gather(*(club.leagues.enter(id_, name.lower(), name, "") for name in NAMES[:4]))
        assert sorted((await club.shown(id_)).names) == NAMES[:4]
        stale = (await club.read(id_)).league
        await club.leagues.enter(id_, "eve", "Eve", "")
        with pytest.raises(Conflict):
            club.store.put(leagues.changed_league(stale, lambda db: None, "over")).result(30)

    run(club, story)


def test_a_damaged_league_spoils_none_of_the_others(club: Club) -> None:
    async def story() -> None:
        bad, good = await club.make(NAMES[:3]), await club.make(NAMES[:3], name="Good")
        club.store.put(lambda db: db.execute("UPDATE leagues SET plan = '{' WHERE id = ?", (bad,))).result(30)
        await club.leagues.start(good, "host")
        await club.rounds.look()
        assert len(await club.games(good)) == 1
        assert [info.name for info in list_leagues(club.store, "ann")] == ["Good"]
        with pytest.raises((NotFound, StoreError)):
            await club.read(bad)

    run(club, story)
