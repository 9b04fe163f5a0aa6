"""Today's deal: one for each game and day, the same for everybody on this server.  One try counts."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.bot_names import BOT_NAMES
from skerry.server.errors import Conflict, Damaged, NotFound, StoreError, TableError
from skerry.server.practice.bot_scores import BotScores, margin_of
from skerry.server.protocol.practice_calls import DailyDay, DailyGame, DailyScore
from skerry.server.runtime import machine_clock
from skerry.server.store import daily, seats
from skerry.server.store.daily import DailyTry
from skerry.server.store.engine.db import Db
from skerry.server.store.records import Record, record_of
from skerry.server.store.store import Store, durable
from skerry.server.tables.ids import new_id
from skerry.server.tables.registry import Tables
from skerry.server.tables.stored import read_match

log = logging.getLogger("skerry.daily")

MOST_TRIES = 2_000  # of one day and game
SHOWN_SCORES = 20  # of one day
PAST = 14  # days that are shown
OVERTIME = timedelta(days=1)  # after its day, in which a game may still come to its end
ALREADY_PLAYED = "You have already played today's deal."

Deals = dict[str, list[DailyTry]]  # of one game, by day


class Daily:
    def __init__(self, secret: str, tables: Tables, today: Callable[[], date] = date.today) -> None:
        self.secret = secret.encode()
        self.tables = tables
        self.store: Store = tables.store
        self.today = today
        self.lock = asyncio.Lock()
        self.bot_scores = BotScores(self.store)

    # ---- the deal
    def seed(self, day: date, game: str) -> str:
        """Nobody can work it out before the day without the server's secret.

        Those who have finished know it, as after every game.  Withholding it for a day would help little: a second
        browser is a second guest, who has seen the deal and may have practised it from any position.
        """
        words = f"daily {day.isoformat()} {game}"
        return f"{words} {hmac.new(self.secret, words.encode(), hashlib.sha256).hexdigest()[:24]}"

    def new_match(self, day: date, game: str, name: str) -> Match:
        seats = [SeatPlan(name)]
        options = GAMES[game].daily_options(day.toordinal())
        if GAMES[game].seats[0] > 1:
            seats.append(SeatPlan(next(bot for bot in BOT_NAMES if bot != name), "medium"))
        match = Match(game, seats, options=options, seed=self.seed(day, game))
        match.begin()
        return match

    async def play(self, person: str, game: str, name: str) -> str:
        """The person's table for today, or a new one.  Deleting it does not give a second try."""
        if game not in GAMES or not GAMES[game].daily:
            raise NotFound("There is no daily deal for this game.")
        async with self.lock:
            day = self.today()
            tries = await asyncio.to_thread(daily.tries_of_deal, self.store, day.isoformat(), game)
            owned = await asyncio.to_thread(self.store.owned, person)
            mine = mine_of(tries, person, owned)
            if mine is not None:
                if mine.match not in owned:
                    raise TableError(ALREADY_PLAYED)
                return mine.match
            if len(tries) >= MOST_TRIES:
                raise TableError("Too many people have played this deal today. Come back tomorrow.")
            match = await asyncio.to_thread(self.new_match, day, game, name)
            return await self.begin(
                DailyTry(day.isoformat(), game, new_id(), person, match.names[0], machine_clock.wall()), match
            )

    async def begin(self, new: DailyTry, match: Match) -> str:
        person = new.person or ""

        def write_try(db: Db) -> None:
            seats.write_places(db, new.match, seats.first_places(match.seats, person), False)
            if not daily.add_try(db, new):
                raise Conflict(f"{person} has played {new.game} of {new.day}")

        try:
            await durable(self.store.create(record_of(new.match, person, match), match, write_try))
        except Conflict as error:
            raise TableError(ALREADY_PLAYED) from error
        return new.match

    async def keep_try(self, id_: str) -> None:
        """Before a table is deleted: if it is somebody's try, its result stays, and whose it was."""
        async with self.lock:
            record = await asyncio.to_thread(self.store.record, id_)
            day = None if record is None else self.day_of(record)
            if record is None or day is None:
                return
            await self.settle()
            values = (day.isoformat(), record.game, id_, record.owner)
            await durable(self.store.put(lambda db: daily.give_try(db, *values)))

    def day_of(self, record: Record) -> date | None:
        """The day whose deal this is."""
        try:
            day = date.fromisoformat(record.seed.split()[1])
        except (ValueError, IndexError):
            return None
        return day if record.seed == self.seed(day, record.game) else None

    # ---- results
    async def settle(self) -> None:
        """Store the results of games that have ended since somebody last looked; after its day, a try is closed."""
        settled = await asyncio.to_thread(self.results)
        if settled:
            await durable(self.store.put(lambda db: daily.settle_tries(db, settled)))

    def results(self) -> list[DailyTry]:
        too_late = (self.today() - OVERTIME).isoformat()
        return [self.result(try_, record) for try_, record in daily.unsettled_tries(self.store, too_late)]

    def result(self, try_: DailyTry, record: Record | None) -> DailyTry:
        try:
            match = None if record is None else read_match(self.store, record)
        except Damaged:  # the log has the details
            match = None
        if match is None:
            return replace(try_, closed=True)
        margin = margin_of(match)
        won = margin is not None and 0 in match.winners
        return replace(try_, points=match.state.scores()[0], margin=margin, won=won)

    # ---- showing
    async def show(self, person: str) -> list[DailyGame]:
        async with self.lock:
            try:
                await self.settle()
            except StoreError as error:  # what is known can be shown all the same
                log.error("results of daily deals cannot be stored: %s", error)
            found = await asyncio.to_thread(self.games, person)
        for deal in found:
            if deal.over and deal.bots is None:
                today = self.today()
                await self.bot_scores.ask(today, await asyncio.to_thread(self.new_match, today, deal.game, "Par"))
        return found

    def games(self, person: str) -> list[DailyGame]:
        """Results as they are stored."""
        today = self.today().isoformat()
        deals: dict[str, Deals] = {}
        for try_ in daily.read_tries(self.store, today, PAST):
            deals.setdefault(try_.game, {}).setdefault(try_.day, []).append(try_)
        scores, owned = daily.read_bot_scores(self.store), self.store.owned(person)
        found = []
        for game, rules in sorted(GAMES.items(), key=lambda row: row[1].place):
            if not rules.daily:
                continue
            past = deals.get(game, {})
            tries = past.pop(today, [])
            mine = mine_of(tries, person, owned)
            over = mine is not None and (mine.points is not None or mine.match not in owned)
            days = [
                DailyDay(day, scores_of(past[day], mine_of(past[day], person, owned)), scores.get((day, game)))
                for day in sorted(past, reverse=True)
            ]
            found.append(
                DailyGame(
                    game=game,
                    title=rules.title,
                    words=rules.daily,
                    table=mine.match if mine and mine.match in owned else None,
                    over=over,
                    scores=scores_of(tries, mine),
                    bots=scores.get((today, game)) if over else None,
                    past=[day for day in days if day.scores],
                )
            )
        return found


def mine_of(tries: Sequence[DailyTry], person: str, owned: set[str]) -> DailyTry | None:
    """A guest's games move into their account, so `owned` is the better guide to whose try it is."""
    return next((try_ for try_ in tries if try_.match in owned or try_.person == person), None)


def scores_of(tries: Sequence[DailyTry], mine: DailyTry | None) -> list[DailyScore]:
    """The best first.  Who has not finished is not in it."""
    done = sorted((try_ for try_ in tries if try_.points is not None), key=lambda try_: -(try_.points or 0))
    rows = [DailyScore(try_.name, try_.points or 0, try_.margin, try_.won, try_ is mine) for try_ in done]
    return [row for place, row in enumerate(rows) if place < SHOWN_SCORES or row.mine]
