"""A live table.  A decision is checked, stored, then shown: in that order, and one at a time for each match."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from skerry.match import Match, MatchError, SeatPlan
from skerry.match.match import Entry
from skerry.match.series import Book, Series, Standing
from skerry.server.bots.thinking import Thinking
from skerry.server.errors import NotFound, TableError
from skerry.server.protocol.messages import ClientMessage, Join, Problem
from skerry.server.runtime.slow_lane import LONG_LOG, in_thread
from skerry.server.runtime.wake_ups import WakeUps
from skerry.server.store import outcomes, results, seats
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.plans import forget_plans
from skerry.server.store.records import Record
from skerry.server.store.seats import Place, Spoken, TableTerms, seats_of
from skerry.server.store.store import Store, durable
from skerry.server.store.time_off import Span, TimeOff, counted_vacation, read_time_off, vacations_of
from skerry.server.store.tokens import is_program
from skerry.server.store.uptime import Uptime
from skerry.server.tables import following
from skerry.server.tables.checking import Checking
from skerry.server.tables.clock import DAY, Timer, person_to_act, read_timer
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.messages import dispatch
from skerry.server.tables.planning import PlansAtTable
from skerry.server.tables.presence import SharedPresence
from skerry.server.tables.push import EncodedCatalogue, PushBuilder, catalogue_of, welcome
from skerry.server.tables.socket import Socket
from skerry.server.tables.stored import StoredTable, read_match
from skerry.server.tables.table_bots import BotsAtTable
from skerry.teacher.lessons.guide import Guide, guide_of

log = logging.getLogger("skerry.tables")

REPLAY_OVER = "This link to a replay is no longer valid. Whoever sent it can send you another."
MAX_WATCHING = 200  # sockets of one table, not counting the players'


class LiveTable:
    def __init__(
        self, known: StoredTable, store: Store, thinking: Thinking, uptime: Uptime, news: WakeUps | None = None
    ) -> None:
        self.id = known.record.id
        self.record = known.record
        self.places = known.places
        self.lobby = Lobby(self, known.terms, known.chat, known.votes) if known.terms else None
        self.store = store
        self.thinking = thinking
        self.uptime = uptime
        self.news = news or WakeUps()
        self.match: Match | None = None  # None: to be read from the store again
        self.catalogue: EncodedCatalogue | None = None  # of the match, as long as that is in memory
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.presence = SharedPresence(self)
        self.used = time.monotonic()  # when somebody was last here
        self.bots = BotsAtTable(self)
        self.checking = Checking(self)
        self.time_off = known.time_off
        self.plans = PlansAtTable(self)
        self.timer: Timer | None = None  # of a table for friends, as long as the match is in memory
        self.guide: Guide | None = None  # of a guided game
        self.rounds: tuple[int, list[list[int]]] | None = None  # points by round of a log of that length

    @property
    def held(self) -> int | None:
        """The seat that is checking its turn before bots or the next person go on."""
        return None if self.match is None else self.match.pending.held

    @property
    def size(self) -> int:
        """Entries of its log in memory."""
        return 0 if self.match is None else len(self.match.log)

    @property
    def is_long(self) -> bool:
        return self.size > LONG_LOG

    @property
    def idle(self) -> bool:
        is_busy = self.bots.busy or self.plans.busy or self.checking.busy
        return not self.sockets and not is_busy and not self.lock.locked()

    # ---- coming and going
    def join(self, person: str | None, join: Join, session: str | None = None) -> Socket:
        """People with a seat get it; everybody else watches, if the table allows it."""
        mine = [] if join.replay else seats_of(self.places, person)
        if not mine and sum(not socket.seats for socket in self.sockets) >= MAX_WATCHING:
            raise TableError(f"{MAX_WATCHING} people are already watching this game. Please try again later.")
        if self.lobby is not None and not join.replay:
            self.lobby.check_entry(mine, join.invitation)
        socket = Socket(person, mine, join, self.catch_up, session)
        self.sockets.add(socket)
        return socket

    async def greet(self, socket: Socket) -> None:
        """Send what never changes, then the first picture, as the store has it now."""
        async with self.lock:
            if socket.is_replay and not (self.begun and (await self.current()).over):
                raise NotFound(REPLAY_OVER)
            if self.lobby is not None and not socket.is_replay:
                await self.lobby.greet(socket)
                await self.lobby.start_if_ready()  # of a rematch, if this is the first to arrive
            if not self.begun:
                return
            await following.catch_up(self, socket)
            socket.greet(self.welcome(await self.current()))
            await self.show_again(socket)

    def welcome(self, match: Match) -> bytes:
        """What never changes, for a browser that has just come."""
        if self.catalogue is None:
            self.catalogue = catalogue_of(match)
        return welcome(match, self.catalogue, [place.mark for place in self.places])

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        self.used = time.monotonic()
        if socket.errand is not None:
            socket.errand.cancel()
        if self.lobby is not None:
            self.lobby.show()

    def end_replays(self) -> None:
        """The link is no longer good."""
        for socket in self.sockets:
            if socket.is_replay:
                socket.end(REPLAY_OVER)

    def put_away(self) -> None:
        """Nobody is here: drop the match now; the garbage collector frees the rest later."""
        self.match = self.guide = self.rounds = self.catalogue = None

    def close(self, farewell: str) -> None:
        """The table is gone: tell everybody who is there why."""
        self.bots.stop()
        self.plans.stop()
        self.checking.stop()
        for socket in self.sockets:
            socket.end(farewell)

    def check_entry(self, person: str | None) -> None:
        """May this person look at the table at all?"""
        if self.lobby is not None:
            self.lobby.check_entry(seats_of(self.places, person), "")

    @property
    def begun(self) -> bool:
        return self.lobby is None or self.lobby.terms.begun is not None

    # ---- seats
    async def seat(
        self,
        plans: Sequence[SeatPlan],
        places: list[Place],
        owner: str,
        said: Sequence[Spoken] = (),
        asides: Sequence[tuple[int, str]] = (),
        terms: TableTerms | None = None,
        more: Work | None = None,
    ) -> list[Spoken]:
        """Change who sits here: store it, then show it.  Return what was `said`, with its numbers.

        `asides` go to the log of a match that has begun; `terms` are the new ones; `more` is written with it.
        Only under the lock.
        """
        if self.begun and {place.person for place in places} - {place.person for place in self.places}:
            self.time_off = await asyncio.to_thread(vacations_of, self.store, self.time_off, places)
        plans = [replace(plan, program=is_program(place.person)) for plan, place in zip(plans, places, strict=True)]
        record = self.record.seated(plans, owner)
        terms = terms or (None if self.lobby is None else self.lobby.terms)
        match = await self.current() if asides else None
        first, entries = (len(match.log), []) if match else (0, [])
        more = joined_work(more, self.plans.after_seating(plans, places))
        try:
            for seat, text in asides:
                assert match is not None
                entries += match.aside(seat, text)
            if self.match is not None:
                self.match.seats = list(plans)
                self.pass_on(self.match)
            due = self.timer.due() if self.timer else None
            writing = seats.write_seating(self.store, record, places, terms, said, first, entries, due, more)
            numbered = await durable(writing)
        except BaseException:
            self.match = None
            raise
        self.sit(record.advanced(), places, terms)
        self.tell_others()
        if self.match is not None:
            self.checking.follow(self.match)
        if self.begun and (self.sockets or self.match is not None):  # else there is nobody to show it to
            match = await self.current()
            await self.plans.load()
            self.show_all(match)
            self.go_on(match)
        return numbered

    def sit(self, record: Record, places: list[Place], terms: TableTerms | None) -> None:
        """As the store has it."""
        self.news.tell(place.person for place in [*self.places, *places])
        self.record, self.places = record, places
        if self.lobby is not None and terms is not None:
            self.lobby.terms = terms
        self.set_time_off(self.time_off)
        for socket in self.sockets:
            socket.seats = [] if socket.is_replay else seats_of(places, socket.person)

    async def start(self, match: Match, terms: TableTerms, places: list[Place], said: Sequence[Spoken]) -> list[Spoken]:
        """Everybody is here and ready.  Return what was said, with its numbers.  Only under the lock."""
        time_off = await asyncio.to_thread(read_time_off, self.store, self.id)  # somebody may be on vacation already
        timer = Timer(terms.pace, [0.0] * len(match.seats), self.uptime)
        timer.vacations = {n: counted_vacation(time_off, place.person, terms, DAY) for n, place in enumerate(places)}
        timer.take_up(match)
        writing = seats.store_beginning(self.store, self.record, match, places, terms, said, timer.due())
        numbered = await durable(writing)
        record = await asyncio.to_thread(self.store.record, self.id)
        assert record is not None and self.lobby is not None
        record = replace(record, rev=self.record.rev + 1)  # others may have written since
        self.record, self.places, self.lobby.terms = record, places, terms
        self.tell_others()
        self.match, self.catalogue, self.timer = match, catalogue_of(match), timer
        self.set_time_off(time_off)
        greeting = self.welcome(match)
        for socket in self.sockets:
            socket.greet(greeting)
        self.show_all(match)
        self.go_on(match)
        return numbered

    # ---- deciding
    async def handle(self, socket: Socket, message: ClientMessage) -> None:
        """Do as the browser asks, or tell it why not."""
        await dispatch.handle(self, socket, message)

    async def change(self, match: Match, act: Callable[[], list[Entry]], more: Work | None = None) -> None:
        """Act, store it and `more`, show it.  What cannot be stored is shown to nobody."""
        first, before, actor = len(match.log), match.state, person_to_act(match)
        try:
            entries = act()
            book = self.series_of(match)[1] if match.over else None
            spent = self.timer.charge(actor, entries, match) if self.timer else (-1, 0.0)
            due = self.timer.due() if self.timer else None
            more = joined_work(more, self.results_written(match) if match.over else None)
            await durable(self.store.append(self.record, first, entries, match, book, more, spent, due))
        except BaseException as error:
            is_refusal = isinstance(error, (MatchError, TableError))
            if not is_refusal or len(match.log) != first or match.state is not before:
                self.match = None  # what it has in memory is not what the store has
            raise
        self.record = self.record.advanced()
        self.tell_others()
        self.checking.follow(match)
        if not match.over:  # the last move may have been undone
            self.end_replays()
        self.show_all(match)
        self.go_on(match)

    def go_on(self, match: Match) -> None:
        """Somebody else may be asked now: a bot, or a person who has decided in advance."""
        self.bots.wake(match)
        self.plans.wake(match)

    def results_written(self, match: Match) -> Work:
        """What is written with the last entries: what everybody has reached."""
        places = list(self.places)
        reached = results.result_rows(self.id, match, places)
        is_rated = self.lobby is not None and self.lobby.terms.rated

        def write(db: Db) -> None:
            results.write_results(db, reached)
            forget_plans(db, self.id, range(len(places)))
            if self.lobby is not None:
                outcomes.write_outcome(db, self.id, match, places, is_rated)

        return write

    def tell_others(self) -> None:
        """The other processes, that there is something new."""
        self.store.tell(f"table {self.id} {self.record.rev}")
        self.news.tell_of_table(self.id)

    def pass_on(self, match: Match) -> None:
        if self.timer is not None:
            self.timer.pass_on(match)

    # ---- when no time passes
    @property
    def is_paused(self) -> bool:
        return self.time_off.pause is not None

    def set_time_off(self, time_off: TimeOff) -> None:
        """As the store has it, for those who sit here now."""
        self.time_off = time_off
        if self.timer is not None:
            self.timer.pauses = [
                (pause.began, math.inf if pause.ended is None else pause.ended) for pause in time_off.pauses
            ]
            self.timer.vacations = {seat: self.vacation_of(seat) for seat in range(len(self.places))}

    def vacation_of(self, seat: int) -> list[Span]:
        """When the person there is away, as far as this table allows it."""
        terms = None if self.lobby is None else self.lobby.terms
        return counted_vacation(self.time_off, self.places[seat].person, terms, DAY)

    # ---- showing
    def push_builder(self, match: Match) -> PushBuilder:
        clock = self.timer.shown() if self.timer else None
        guided = None if self.guide is None else self.guide.now(match)
        hurried, seconds = self.thinking.hurries(match), self.checking.seconds_left()
        standing, plan_of = self.series_of(match)[0], self.plans.seen_by
        return PushBuilder(match, standing, hurried, clock, guided, seconds, plan_of)

    def show_all(self, match: Match, but: Socket | None = None) -> None:
        """A browser that it cannot be shown to reconnects; for everybody else the game goes on."""
        self.news.tell(place.person for place in self.places)
        if self.lobby is not None and match.over:
            self.lobby.gallery.show()
        builder: PushBuilder | None = None
        for socket in self.sockets:
            if socket is but:
                continue
            try:
                builder = builder or self.push_builder(match)
                socket.show(builder.push)
            except Exception:
                log.exception("Table %s cannot be shown.", self.id)
                socket.fail()

    def series_of(self, match: Match) -> tuple[Standing | None, Book | None]:
        """Where the series of this match stands, with its result if it is over; and what is to be stored of that."""
        book = self.record.book()
        if book is None:
            return None, None
        series = Series(book)
        return series.record(match) if match.over else series.standing, series.book

    async def show_again(self, socket: Socket) -> None:
        """The picture for this one; for all, if the store knows more than we did."""
        known = self.match is not None
        match = await self.current()
        self.bots.wake(match)
        if not known:
            self.show_all(match, socket)
        builder = self.push_builder(match)
        if socket.push is None and builder.lacks(socket) > LONG_LOG:
            push = await in_thread(LONG_LOG + 1, builder.push, socket)  # nothing changes meanwhile: we have the lock
            socket.show(lambda _: push)
        else:
            socket.show(builder.push)

    async def catch_up(self, socket: Socket) -> None:
        async with self.lock:  # what has not been stored yet is shown to nobody
            await self.show_again(socket)

    async def current(self) -> Match:
        """The match as the store has it.  Only under the lock."""
        if not self.begun:
            raise TableError("This game has not started yet.")
        if self.match is None:
            length = await asyncio.to_thread(self.store.length, self.id)
            match = await in_thread(length, read_match, self.store, self.record)
            for warning in match.warnings:
                log.warning("Table %s: %s", self.id, warning)
            if self.lobby is not None:
                pace, count = self.lobby.terms.pace, len(match.seats)
                self.timer = await asyncio.to_thread(read_timer, self.store, self.id, count, pace, self.uptime)
                self.timer.take_up(match)
                self.set_time_off(self.time_off)
            await self.plans.load()
            self.match = match
            self.catalogue = catalogue_of(match)
            self.guide = await asyncio.to_thread(guide_of, match)
            self.checking.follow(match)
        return self.match

    def tell_all(self, problem: Problem) -> None:
        for socket in self.sockets:
            socket.tell(problem)


def joined_work(*works: Work | None) -> Work | None:
    """What is written in one transaction; None if it is nothing."""
    found = [work for work in works if work is not None]

    def write(db: Db) -> None:
        for work in found:
            work(db)

    return write if found else None
