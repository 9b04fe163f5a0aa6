"""Leagues as people use them: making one, entering, starting, withdrawing.  The rounds go on by themselves.

Whatever is checked here is checked on one revision of the league, and written only if it is still that one.
"""

import asyncio
import secrets
from collections.abc import Callable

from skerry.core.words import plural
from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.match import checked_seat
from skerry.match.names import lookalike_key
from skerry.server.errors import Conflict, Denied, NotFound, TableError
from skerry.server.protocol.competition_calls import LeaguePlan, NewLeague
from skerry.server.protocol.table_settings import RATED_TERMS
from skerry.server.runtime import machine_clock
from skerry.server.store import leagues
from skerry.server.store.engine.db import Db
from skerry.server.store.leagues import LeagueEntry, LeagueRecord, StoredLeague
from skerry.server.store.store import Store, durable
from skerry.server.tables.ids import new_id, new_invitation

HOSTED_EACH = 3  # unfinished leagues of one host
ENTERED_EACH = 10  # unfinished leagues that one person plays in
MOST_LEAGUES = 200  # unfinished, in all
CHANGE_TRIES = 5  # when others change the league at the same moment

NO_LEAGUE = "There is no league at this address. Check the link."
TOO_MANY_HOSTED = f"You already host {HOSTED_EACH} leagues. Finish or cancel one of them first."
TOO_MANY_LEAGUES = "This server has as many leagues as it can hold. Please try again later."

# From what is known to what is written, if anything.
LeagueChange = Callable[[LeagueRecord], Callable[[Db], None] | None]


class Leagues:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- making one
    async def make(self, host: str, wish: NewLeague) -> str:
        """Create a league; raises MatchError, for example, if the game cannot be played that way."""
        name = " ".join(wish.name.split())
        if not name or not name.isprintable():
            raise TableError("Give the league a name of ordinary letters.")
        if wish.most < wish.least:
            raise TableError("A league cannot have fewer places than it takes to start.")
        if wish.least < wish.players:
            raise TableError(f"It takes at least {wish.players} people to fill a table.")
        if problem := await asyncio.to_thread(self.problem, host):
            raise TableError(problem)
        plan = LeaguePlan(**{field: getattr(wish, field) for field in LeaguePlan.__struct_fields__})
        seats = [SeatPlan(f"Player {seat + 1}") for seat in range(wish.players)]
        await asyncio.to_thread(Match, wish.game, seats, options=wish.options)
        code = new_invitation() if wish.by_code else ""
        league = StoredLeague(new_id(), host, name, plan, code, "open", secrets.token_hex(8), machine_clock.wall())
        await durable(self.store.put(lambda db: leagues.add_league(db, league)))
        return league.id

    def problem(self, host: str) -> str:
        """Why this person cannot make another league, or nothing."""
        mine, in_all = leagues.count_unfinished(self.store, host)
        return TOO_MANY_HOSTED if mine >= HOSTED_EACH else TOO_MANY_LEAGUES if in_all >= MOST_LEAGUES else ""

    # ---- changing it
    async def enter(self, id_: str, person: str, name: str, code: str) -> None:
        """Whoever has entered already stays as they are."""
        checked_seat(SeatPlan(name))
        busy = await asyncio.to_thread(leagues.count_unfinished_entries, self.store, person)
        entry = LeagueEntry(person, name, machine_clock.wall())

        def step(record: LeagueRecord) -> Callable[[Db], None] | None:
            if any(other.person == person and other.withdrew is None for other in record.entries):
                return None
            check_entry(record, entry, code)
            if busy >= ENTERED_EACH:
                raise TableError(f"You already play in {ENTERED_EACH} leagues. Finish one of them first.")
            return leagues.changed_league(record.league, lambda db: leagues.add_entry(db, record.league, entry))

        await self.change(id_, step)

    async def withdraw(self, id_: str, person: str) -> None:
        """What somebody has played stays in the standings.  A game that is under way goes on."""

        def step(record: LeagueRecord) -> Callable[[Db], None] | None:
            league, after = record.league, len(record.rounds)
            if not any(entry.person == person and entry.withdrew is None for entry in record.entries):
                return None
            if league.state == "over":
                raise TableError("This league is over.")
            return leagues.changed_league(league, lambda db: leagues.withdraw_entry(db, league, person, after))

        await self.change(id_, step)

    async def start(self, id_: str, person: str) -> None:
        """By the host, once there are enough entries."""

        def step(record: LeagueRecord) -> Callable[[Db], None] | None:
            check_host(record.league, person)
            if record.league.state != "open":
                return None
            if missing := missing_entries(record):
                raise TableError(missing)
            return leagues.changed_league(record.league, lambda db: None, "running")

        await self.change(id_, step)

    async def cancel(self, id_: str, person: str) -> None:
        """By the host: no further rounds.  Games that are under way can be played to their end."""

        def step(record: LeagueRecord) -> Callable[[Db], None] | None:
            check_host(record.league, person)
            return None if record.league.state == "over" else end_league(record)

        await self.change(id_, step)

    async def change(self, id_: str, step: LeagueChange) -> None:
        """If somebody else was faster, look again."""
        for tries in range(CHANGE_TRIES):
            work = step(await self.read(id_))
            if work is None:
                return
            try:
                await durable(self.store.put(work))
                return
            except Conflict:
                if tries == CHANGE_TRIES - 1:
                    raise

    async def read(self, id_: str) -> LeagueRecord:
        record = await asyncio.to_thread(leagues.read_league, self.store, id_)
        if record is None:
            raise NotFound(NO_LEAGUE)
        return record


def end_league(record: LeagueRecord) -> Callable[[Db], None]:
    return leagues.changed_league(record.league, lambda db: None, "over")


def check_host(league: StoredLeague, person: str) -> None:
    if league.host != person:
        raise Denied("Only the host of the league can do that.")


def check_entry(record: LeagueRecord, entry: LeagueEntry, code: str) -> None:
    """Raise an error if this person may not enter under this name."""
    league, back = record.league, [other for other in record.entries if other.person == entry.person]
    if league.state == "over":
        raise TableError("This league is over.")
    if league.state == "running" and not back:
        raise TableError("This league has started, so nobody else can enter.")
    is_invited = not league.code or league.host == entry.person or back
    if not is_invited and not secrets.compare_digest(league.code.encode(), code.encode()):
        raise Denied("To enter this league, you need the link from its host.")
    if not back and len(record.entries) >= league.plan.most:
        raise TableError("This league is full.")
    for other in record.entries:
        if other.person != entry.person and lookalike_key(other.name) == lookalike_key(entry.name):
            raise TableError(f"Somebody in this league is already called {other.name}. Choose another name.")


def missing_entries(record: LeagueRecord) -> str:
    """Why it cannot start yet, in words."""
    lacks = record.league.plan.least - len(record.entries)
    return (
        ""
        if lacks <= 0
        else f"{lacks} more {'person has' if lacks == 1 else 'people have'} to enter before it can start."
    )


def terms_of_league(plan: LeaguePlan) -> list[str]:
    """As people read them."""
    game = GAMES.get(plan.game)
    known = game.options if game else ()
    unusual = [
        f"{option.title.lower()}: {plan.options[option.name]}"
        for option in known
        if plan.options.get(option.name, option.default) != option.default
    ]
    late = "then bots finish the game" if plan.late == "bot" else "then whoever is to move loses"
    return [
        f"{plan.players} players at a table",
        *unusual,
        plural(plan.rounds, "round"),
        f"{plural(plan.turn_days, 'day')} for each turn, then a bot gets the seat",
        f"{plural(plan.round_days, 'day')} for each round, {late}",
        *([RATED_TERMS] if plan.rated else []),
    ]
