"""Today's deal: one for each game and day, the same for everybody on this server.  One try counts."""

import asyncio
import contextlib
import hashlib
import hmac
import logging
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.save import write_whole
from skerry.server.errors import Damaged, NotFound, StoreError, TableError
from skerry.server.practice.par import Pars, margin_of
from skerry.server.protocol.calls import DailyDay, DailyGame, DailyScore
from skerry.server.store.records import Record, record_of
from skerry.server.store.store import Store, durable, telling
from skerry.server.tables.registry import Tables, new_id
from skerry.server.tables.table import read as read_match

log = logging.getLogger("skerry.daily")

MOST_TRIES = 2_000  # of one day and game
SHOWN = 20  # scores of one day
PAST = 14  # days that are shown
LATE = timedelta(days=1)  # after its day, in which a game may still come to its end


class Try(Struct):
    """One person's game of a day."""

    table: str
    person: str
    name: str
    points: int | None = None  # None until it is over
    margin: int | None = None  # ahead of the best rival, where there is one
    won: bool = False
    closed: bool = False  # without a result, and there will be none


Day = dict[str, list[Try]]  # by game


class Daily:
    def __init__(self, folder: Path, secret: str, tables: Tables, today: Callable[[], date] = date.today) -> None:
        self.folder = folder
        self.secret = secret.encode()
        self.tables = tables
        self.store: Store = tables.store
        self.today = today
        self.lock = asyncio.Lock()
        self.pars = Pars(folder)

    # ---- the deal
    def seed(self, day: date, game: str) -> str:
        """Nobody can work it out before the day without the server's secret.

        Whoever has finished knows it, as after every game.  Withholding it for a day would help little: a second
        browser is a second guest, who has seen the deal and may have practised it from any position.
        """
        words = f"daily {day.isoformat()} {game}"
        return f"{words} {hmac.new(self.secret, words.encode(), hashlib.sha256).hexdigest()[:24]}"

    def new_match(self, day: date, game: str, name: str) -> Match:
        seats = [SeatPlan(name)]
        options = GAMES[game].daily_options(day.toordinal())
        if GAMES[game].seats[0] > 1:
            seats.append(SeatPlan("Runa" if name != "Runa" else "Eskil", "medium"))
        match = Match(game, seats, options=options, seed=self.seed(day, game))
        match.begin()
        return match

    async def play(self, person: str, game: str, name: str) -> str:
        """The person's table for today, or a new one.  Deleting it does not give a second try."""
        if game not in GAMES or not GAMES[game].daily:
            raise NotFound("There is no daily deal for this game.")
        async with self.lock:
            day = self.today()
            known = await asyncio.to_thread(self.read, day)
            tries = known.setdefault(game, [])
            owned = await asyncio.to_thread(self.store.owned, person)
            mine = mine_of(tries, person, owned)
            if mine is not None:
                if mine.table not in owned:
                    raise TableError("You have already played today's deal.")
                return mine.table
            if len(tries) >= MOST_TRIES:
                raise TableError("Too many people have played this deal today. Come back tomorrow.")
            match = await asyncio.to_thread(self.new_match, day, game, name)
            id_ = new_id()
            await durable(self.store.create(record_of(id_, person, match), match))
            tries.append(Try(id_, person, match.names[0]))
            await asyncio.to_thread(self.write, day, known)
            return id_

    async def keep_try(self, id_: str) -> None:
        """Before a table is deleted: if it is somebody's try, its result stays, and whose it was."""
        async with self.lock:
            await asyncio.to_thread(self.settle_one, id_)

    def settle_one(self, id_: str) -> None:
        record = self.store.record(id_)
        day = None if record is None else self.day_of(record)
        if record is None or day is None:
            return
        known = self.seen(day)
        for one in known.get(record.game, []):
            if one.table == id_ and one.person != record.owner:
                one.person = record.owner
                self.write(day, known)

    def day_of(self, record: Record) -> date | None:
        """The day whose deal this is."""
        try:
            day = date.fromisoformat(record.seed.split()[1])
        except (ValueError, IndexError):
            return None
        return day if record.seed == self.seed(day, record.game) else None

    # ---- what is kept, a file for each day
    def file(self, day: date) -> Path:
        return self.folder / f"{day.isoformat()}.json"

    def read(self, day: date) -> Day:
        try:
            return msgspec.json.decode(self.file(day).read_bytes(), type=Day)
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            raise StoreError(f"{self.file(day)}: {error}") from error

    def write(self, day: date, known: Day) -> None:
        with telling(self.file(day)):
            self.folder.mkdir(mode=0o700, exist_ok=True)
            write_whole(self.file(day), msgspec.json.encode(known))

    def settle(self, day: date) -> Day:
        """The day with the results of games that have ended since somebody last looked."""
        known = self.read(day)
        unsettled = [one for tries in known.values() for one in tries if one.points is None and not one.closed]
        if not unsettled:
            return known
        over = {record.id: record for record in self.store.finished([one.table for one in unsettled])}
        is_closing = day < self.today() - LATE
        for one in unsettled:
            if one.table in over:
                self.count(one, over[one.table])
            one.closed = one.closed or (is_closing and one.points is None)
        if over or is_closing:
            self.write(day, known)
        return known

    def count(self, one: Try, record: Record) -> None:
        """The result of a game that is over."""
        try:
            match = read_match(self.store, record)
        except Damaged:  # the log has the details
            one.closed = True
            return
        one.points = match.state.scores()[0]
        one.margin = margin_of(match)
        one.won = one.margin is not None and 0 in match.winners

    # ---- showing
    async def show(self, person: str) -> list[DailyGame]:
        async with self.lock:
            found = await asyncio.to_thread(self.games, person)
        for deal in found:
            if deal.over and deal.par is None:
                today = self.today()
                self.pars.ask(today, await asyncio.to_thread(self.new_match, today, deal.game, "Par"))
        return found

    def games(self, person: str) -> list[DailyGame]:
        today = self.today()
        now = self.seen(today)
        past = self.past_days(today)
        pars = self.pars.read()
        owned = self.store.owned(person)
        found = []
        for game, rules in sorted(GAMES.items(), key=lambda row: row[1].place):
            if not rules.daily:
                continue
            tries = now.get(game, [])
            mine = mine_of(tries, person, owned)
            over = mine is not None and (mine.points is not None or mine.table not in owned)
            days = [
                DailyDay(
                    day.isoformat(),
                    scores_of(known[game], mine_of(known[game], person, owned)),
                    pars.get(day.isoformat(), {}).get(game),
                )
                for day, known in past
                if game in known
            ]
            found.append(
                DailyGame(
                    game=game,
                    title=rules.title,
                    words=rules.daily,
                    table=mine.table if mine and mine.table in owned else None,
                    over=over,
                    scores=scores_of(tries, mine),
                    par=pars.get(today.isoformat(), {}).get(game) if over else None,
                    past=[day for day in days if day.scores],
                )
            )
        return found

    def seen(self, day: date) -> Day:
        """Nothing of a day whose file cannot be used: the others can."""
        try:
            return self.settle(day)
        except StoreError as error:
            log.error("the deals of %s: %s", day, error)
            return {}

    def past_days(self, today: date) -> list[tuple[date, Day]]:
        days = []
        for file in self.folder.glob("????-??-??.json"):
            with contextlib.suppress(ValueError):  # it is no day
                days.append(date.fromisoformat(file.stem))
        newest = sorted((day for day in days if day < today), reverse=True)[:PAST]
        return [(day, self.seen(day)) for day in newest]


def mine_of(tries: list[Try], person: str, owned: set[str]) -> Try | None:
    """A guest's games move into their account, so `owned` is the better guide to whose try it is."""
    return next((one for one in tries if one.table in owned or one.person == person), None)


def scores_of(tries: list[Try], mine: Try | None) -> list[DailyScore]:
    """The best first.  Who has not finished is not in it."""
    done = sorted((one for one in tries if one.points is not None), key=lambda one: -(one.points or 0))
    rows = [DailyScore(one.name, one.points or 0, one.margin, one.won, one is mine) for one in done]
    return [row for place, row in enumerate(rows) if place < SHOWN or row.mine]
