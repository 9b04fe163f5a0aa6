"""The rounds of leagues go on by themselves: draw a round, set up its tables, end what is late, and so on to the end.

Each step looks at what the database has and writes one thing, all or nothing: the draw of a round, one table, the end.
A process that is killed between two steps leaves a league that the next look takes further.  Two processes may look
at the same time: the second one to write is refused (see store/leagues.py), and that is all.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from skerry.match import Match, SeatPlan
from skerry.match.asides import AGREED_END, RESIGNS, TIME_UP
from skerry.server.competition.leagues import end_league, missing_entries
from skerry.server.competition.pairing import draw_round
from skerry.server.competition.standings import opponents_of, standings_of
from skerry.server.errors import Conflict, Damaged, Ended, NotFound, StoreError
from skerry.server.protocol.pace import Pace
from skerry.server.runtime import machine_clock
from skerry.server.runtime.supervise import Pause
from skerry.server.store import leagues, outcomes, seats
from skerry.server.store.engine.db import Db
from skerry.server.store.leagues import BYE, LeagueRecord, RoundTable, StoredLeague, StoredRound
from skerry.server.store.records import record_of
from skerry.server.store.seats import Place, TableTerms
from skerry.server.store.store import Store, durable
from skerry.server.tables.clock import DAY, Timer, person_to_act
from skerry.server.tables.following import retrying
from skerry.server.tables.ids import new_id
from skerry.server.tables.registry import Tables
from skerry.server.tables.seating import bot_name
from skerry.server.tables.table import LiveTable
from skerry.server.tables.timeouts import CLOCK_RETRY, CLOCK_RETRY_MOST, SUBSTITUTE

log = logging.getLogger("skerry.leagues")

LOOK_EVERY = 5.0  # seconds
OPEN_FOR = 90 * DAY  # a league that has not started by then never will
FILLER = "medium"  # the bots in empty seats


class Rounds:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store: Store = tables.store
        self.failed: dict[str, tuple[Pause, float]] = {}  # leagues that failed, and when to try again

    async def watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """At all leagues where something is to be done.  One that fails holds up none of the others."""
        for id_ in await asyncio.to_thread(self.waiting):
            try:
                while await self.take_further(id_):
                    pass
                self.failed.pop(id_, None)
            except Conflict:  # somebody else was faster: look again next time
                continue
            except Exception as error:
                self.put_off(id_, error)

    def waiting(self) -> list[str]:
        """Three queries, however many leagues there are."""
        now, open_ones = machine_clock.wall(), leagues.open_leagues(self.store)
        counts = leagues.entry_counts(self.store, [league.id for league in open_ones])
        due = [row.id for row in open_ones if counts.get(row.id, 0) >= row.plan.most or now > row.created + OPEN_FOR]
        found = due + leagues.running_to_look_at(self.store, now)
        later = {id_ for id_, (_, until) in self.failed.items() if until > machine_clock.monotonic()}
        return [id_ for id_ in found if id_ not in later]

    def put_off(self, id_: str, error: Exception) -> None:
        pause = self.failed[id_][0] if id_ in self.failed else Pause(CLOCK_RETRY, CLOCK_RETRY_MOST)
        seconds = pause.take()
        self.failed[id_] = pause, machine_clock.monotonic() + seconds
        is_bug = not isinstance(error, StoreError)
        log.error("league %s does not go on, next try in %.0f s: %r", id_, seconds, error, exc_info=is_bug)

    async def take_further(self, id_: str) -> bool:
        """One step; False if there is nothing to do now."""
        record = await asyncio.to_thread(leagues.read_league, self.store, id_)
        if record is None or record.league.state == "over":
            return False
        if record.league.state == "open":
            return await self.open_or_start(record)
        now = record.rounds[-1] if record.rounds else None
        if now is None or now.is_over:
            await self.next_round(record)
            return True
        waiting = [table for table in now.tables if table.match is None and table.number != BYE]
        if waiting:
            await self.set_up(record, now, waiting[0])
            return True
        if machine_clock.wall() >= max(now.deadline, self.tables.uptime.earliest):  # nobody is late after a start
            for table in now.tables:
                if not table.is_over and table.match is not None:
                    await self.end_table(record.league, now, table)
        return False

    async def open_or_start(self, record: LeagueRecord) -> bool:
        """It starts when it is full, and is given up if it never fills."""
        league = record.league
        if len(record.entries) >= league.plan.most and not missing_entries(record):
            await durable(self.store.put(leagues.changed_league(league, lambda db: None, "running")))
            return True
        if machine_clock.wall() > league.created + OPEN_FOR:
            await durable(self.store.put(end_league(record)))
        return False

    # ---- a round
    async def next_round(self, record: LeagueRecord) -> None:
        league, number = record.league, len(record.rounds) + 1
        playing = [entry for entry in record.entries if entry.withdrew is None]
        if number > league.plan.rounds or len(playing) < 2:
            await durable(self.store.put(end_league(record)))
            return
        new = drawn_round(record, number, machine_clock.wall())
        await durable(self.store.put(leagues.changed_league(league, lambda db: leagues.add_round(db, league, new))))

    async def set_up(self, record: LeagueRecord, now: StoredRound, table: RoundTable) -> None:
        """Its match begins at once: nobody has to be there at the same time."""
        league, plan = record.league, record.league.plan
        plans = plans_of(record, table)
        match = await asyncio.to_thread(Match, plan.game, plans, options=plan.options)
        match.begin()
        pace = Pace("slow", plan.turn_days, "bot")
        terms = TableTerms(
            "", begun=machine_clock.wall(), pace=pace, vacation="0", hints=not plan.rated, rated=plan.rated
        )
        timer = Timer(pace, [0.0] * len(plans), self.tables.uptime)
        timer.take_up(match)
        places = [Place(table.seats.get(seat), seat) for seat in range(len(plans))]
        id_, due = new_id(), timer.due()

        def add_table(db: Db) -> None:
            leagues.take_league(db, league)
            seats.write_places(db, id_, places, True)
            seats.write_terms(db, id_, terms, due)
            leagues.set_up_table(db, league, now.number, table.number, id_)

        owner = f"league:{league.id}"  # so that no player can delete it
        await durable(self.store.create(record_of(id_, owner, match, with_friends=True), match, add_table))
        live = await self.tables.open(id_)
        async with live.lock:
            live.bots.wake(await live.current())

    # ---- the deadline
    async def end_table(self, league: StoredLeague, now: StoredRound, table: RoundTable) -> None:
        """The round is over, and this game is not."""
        assert table.match is not None
        try:
            live = await self.tables.open(table.match)
            async with live.lock:
                await retrying(live, lambda: end_match(live, league.plan.late == "forfeit"))
        except (NotFound, Damaged, Ended):  # nobody can play it any more
            round_, number = now.number, table.number
            void = leagues.changed_league(league, lambda db: leagues.void_table(db, league, round_, number))
            await durable(self.store.put(void))


def drawn_round(record: LeagueRecord, number: int, now: float) -> StoredRound:
    plan = record.league.plan
    playing = {entry.person for entry in record.entries if entry.withdrew is None}
    order = [line.person for line in standings_of(record) if line.person in playing]
    tables = [table for round_ in record.rounds for table in round_.tables]
    short = [table for table in tables if table.number == BYE or len(table.seats) < plan.players]
    left_out = Counter(person for table in short for person in table.seats.values())
    draw = draw_round(order, opponents_of(tables), left_out, plan.players, record.league.seed, number)
    found = [new_table(n, people) for n, people in enumerate(draw.tables, BYE + 1)]
    byes = [new_table(BYE, [draw.bye])] if draw.bye is not None else []
    return StoredRound(number, now, now + plan.round_days * DAY, byes + found)


def new_table(number: int, people: Sequence[str]) -> RoundTable:
    return RoundTable(number, None, False, dict(enumerate(people)), [])


def plans_of(record: LeagueRecord, table: RoundTable) -> list[SeatPlan]:
    """People under the names they entered with, and bots in the empty seats."""
    names = {entry.person: entry.name for entry in record.entries}
    plans = [SeatPlan(names[person]) for _, person in sorted(table.seats.items())]
    while len(plans) < record.league.plan.players:
        plans.append(SeatPlan(bot_name(plans), FILLER))
    return plans


async def end_match(live: LiveTable, is_strict: bool) -> None:
    """Only under the lock."""
    match = await live.current()
    late = person_to_act(match)
    if match.over:  # a Skerry without leagues has written the end
        places = list(live.places)
        await durable(live.store.put(lambda db: outcomes.write_outcome(db, live.id, match, places, False)))
    elif is_strict and late is not None:
        await forfeit(live, match, late)
    else:
        await leave_to_bots(live, match)


async def forfeit(live: LiveTable, match: Match, late: int) -> None:
    """The game ends as it stands, and whoever was to move comes in last."""
    assert live.lobby is not None
    words = f"The round is over, and {match.seats[late].name} was to move. The game ends here"
    await live.lobby.seat(match.seats, live.places, words, asides=[(late, TIME_UP)])
    now = await live.current()
    await live.change(now, lambda: now.aside(late, RESIGNS) + now.aside(late, AGREED_END))


async def leave_to_bots(live: LiveTable, match: Match) -> None:
    """Bots play for everybody until the end, though nobody watches."""
    assert live.lobby is not None
    live.bots.in_hurry = True
    people = [seat for seat, plan in enumerate(match.seats) if plan.bot is None]
    if people:
        plans = [replace(plan, bot=plan.bot or SUBSTITUTE) for plan in match.seats]
        asides = [(seat, f"(bot: {SUBSTITUTE})") for seat in people]
        await live.lobby.seat(plans, live.places, "The round is over, so bots finish this game", asides=asides)
    live.bots.wake(await live.current())
