"""A live table.  A decision is checked, stored, then shown: in that order, and one at a time for each match."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skerry.match import Match, MatchError, SeatPlan
from skerry.match.manners import CHECKING
from skerry.match.match import Entry, ends_turn
from skerry.match.series import Book, Series, Standing
from skerry.server.bots.pool import Thinking
from skerry.server.errors import DELETED, HARMED, Conflict, Damaged, NotFound, StoreError, TableError
from skerry.server.protocol.messages import ClientMessage, Join, Problem, Said
from skerry.server.runtime.slow_lane import LONG, in_thread
from skerry.server.store import results, seats
from skerry.server.store.records import Record
from skerry.server.store.seats import Place, Terms, seats_of
from skerry.server.store.store import Store, durable
from skerry.server.store.uptime import Uptime
from skerry.server.store.writer import Work
from skerry.server.tables import dispatch
from skerry.server.tables.clock import Timer, acting, read_timer
from skerry.server.tables.lobby import Room
from skerry.server.tables.push import Showing, welcome
from skerry.server.tables.socket import Socket
from skerry.server.tables.table_bots import BotsAtTable
from skerry.teacher.lessons.guide import Guide, guide_of

log = logging.getLogger("skerry.tables")

MAX_WATCHING = 200  # sockets of one table, besides the players'


class Known(Struct, frozen=True):
    """What the store knows of a table, besides the log."""

    record: Record
    places: list[Place]
    terms: Terms | None = None  # of a table for friends
    chat: Sequence[Said] = ()


class LiveTable:
    def __init__(self, known: Known, store: Store, thinking: Thinking, uptime: Uptime) -> None:
        self.id = known.record.id
        self.record = known.record
        self.places = known.places
        self.room = Room(self, known.terms, known.chat) if known.terms else None
        self.store = store
        self.thinking = thinking
        self.uptime = uptime
        self.match: Match | None = None  # None: to be read from the store again
        self.welcome = b""  # to it
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.used = time.monotonic()  # when somebody was last here
        self.bots = BotsAtTable(self)
        self.timer: Timer | None = None  # of a table for friends, as long as the match is in memory
        self.guide: Guide | None = None  # of a guided game
        self.rounds: tuple[int, list[list[int]]] | None = None  # points by round of a log of that length

    @property
    def held(self) -> int | None:
        """The seat that is checking its turn before bots or the next person go on."""
        return None if self.match is None else self.match.manners.held

    @property
    def size(self) -> int:
        """Entries of its log in memory."""
        return 0 if self.match is None else len(self.match.log)

    @property
    def is_long(self) -> bool:
        return self.size > LONG

    @property
    def idle(self) -> bool:
        return not self.sockets and not self.bots.busy and not self.lock.locked()

    # ---- coming and going
    def join(self, person: str | None, join: Join, session: str | None = None) -> Socket:
        """Whoever has a seat gets it; everybody else watches, if the table allows it."""
        mine = seats_of(self.places, person)
        if not mine and sum(not socket.seats for socket in self.sockets) >= MAX_WATCHING:
            raise TableError(f"{MAX_WATCHING} people are watching this game already. Please try again later.")
        if self.room is not None:
            self.room.check_entry(mine, join.invitation)
        socket = Socket(person, mine, join, self.catch_up, session)
        self.sockets.add(socket)
        return socket

    async def greet(self, socket: Socket) -> None:
        """What never changes, and the first picture, up to date with the store whoever has written there."""
        async with self.lock:
            if self.room is not None:
                self.room.greet(socket)
            if not self.begun:
                return
            if self.match is not None and await asyncio.to_thread(self.store.length, self.id) != len(self.match.log):
                self.match = None
            await self.current()
            socket.greet(self.welcome)
            await self.show_again(socket)

    def leave(self, socket: Socket) -> None:
        self.sockets.discard(socket)
        self.used = time.monotonic()
        if socket.errand is not None:
            socket.errand.cancel()
        if self.room is not None:
            self.room.show()

    def put_away(self) -> None:
        """Nobody is here: the match goes at once, and the rest of it when the collector finds it."""
        self.match = self.guide = self.rounds = None

    def close(self, farewell: str) -> None:
        """The table is gone: tell everybody who is there why."""
        self.bots.stop()
        for socket in self.sockets:
            socket.end(farewell)

    def check_entry(self, person: str | None) -> None:
        """May this person look at the table at all?"""
        if self.room is not None:
            self.room.check_entry(seats_of(self.places, person), "")

    @property
    def begun(self) -> bool:
        return self.room is None or self.room.terms.begun is not None

    # ---- seats
    async def seat(
        self,
        plans: Sequence[SeatPlan],
        places: list[Place],
        owner: str,
        said: Sequence[Said] = (),
        asides: Sequence[tuple[int, str]] = (),
        terms: Terms | None = None,
        more: Work | None = None,
    ) -> None:
        """These sit here from now on: on disk first, then before everybody's eyes.  Only under the lock.

        `asides` tell of it in the log of a match that has begun; `terms` are what is agreed on from now on; `more`
        is written with it.
        """
        record = self.record.seated(plans, owner)
        terms = terms or (None if self.room is None else self.room.terms)
        match = await self.current() if asides else None
        first, entries = (len(match.log), []) if match else (0, [])
        try:
            for seat, text in asides:
                assert match is not None
                entries += match.aside(seat, text)
            if self.match is not None:
                self.match.seats = list(plans)
                self.pass_on(self.match)
            due = self.timer.due() if self.timer else None
            await durable(seats.keep(self.store, record, places, terms, said, first, entries, due, more))
        except Conflict:
            await self.read_again()
            raise
        except BaseException:
            self.match = None
            raise
        self.sit(replace(record, seating=record.seating + 1), places, terms)
        if self.begun and (self.sockets or self.match is not None):  # else there is nobody to show it to
            match = await self.current()
            self.show_all(match)
            self.bots.wake(match)

    def sit(self, record: Record, places: list[Place], terms: Terms | None) -> None:
        """As the store has it."""
        self.record, self.places = record, places
        if self.room is not None and terms is not None:
            self.room.terms = terms
        for socket in self.sockets:
            socket.seats = seats_of(places, socket.person)

    async def read_again(self) -> None:
        """Somebody else has written who sits here, or how it goes on.  Only under the lock."""
        self.match = None
        known = await asyncio.to_thread(read_known, self.store, self.id)
        if known is None:
            self.close(DELETED)
            raise NotFound(DELETED)
        self.sit(known.record, known.places, known.terms)
        if self.room is not None:
            self.room.chat = list(known.chat)

    async def start(self, match: Match, terms: Terms, places: list[Place], said: Sequence[Said]) -> None:
        """Everybody is here and ready.  Only under the lock."""
        timer = Timer(terms.pace, [0.0] * len(match.seats), self.uptime)
        timer.take_up(match)
        try:
            await durable(seats.begin(self.store, self.record, match, places, terms, said, timer.due()))
        except Conflict:
            await self.read_again()
            raise
        record = await asyncio.to_thread(self.store.record, self.id)
        assert record is not None and self.room is not None
        self.record, self.places, self.room.terms = record, places, terms
        self.match, self.welcome, self.timer = match, welcome(match), timer
        for socket in self.sockets:
            socket.greet(self.welcome)
        self.show_all(match)
        self.bots.wake(match)

    # ---- deciding
    async def handle(self, socket: Socket, message: ClientMessage) -> None:
        """Do as the browser asks, or tell it why not."""
        await dispatch.handle(self, socket, message)

    async def change(
        self, match: Match, act: Callable[[], list[Entry]], holds: int | None = None, is_shared: bool = False
    ) -> None:
        """Act, store it, show it.  If it cannot be stored, nobody ever sees it.

        The seat that `holds` may look over a turn that this ended; at a shared screen also what chance gave it.
        """
        first, before, actor = len(match.log), match.state, acting(match)
        try:
            entries = act()
            if holds is not None and ends_turn(match, holds, is_shared):
                entries = [*entries, *match.aside(holds, CHECKING)]
            book = self.told(match)[1] if match.over else None
            more = self.besides(match, actor, first, entries)
            await durable(self.store.append(self.record, first, entries, match, book, more))
        except BaseException as error:
            is_refusal = isinstance(error, (MatchError, TableError))
            if not is_refusal or len(match.log) != first or match.state is not before:
                self.match = None  # what it has in memory is not what the store has
            raise
        self.show_all(match)
        self.bots.wake(match)

    def besides(self, match: Match, actor: int | None, first: int, entries: list[Entry]) -> Work | None:
        """What is written with these entries, if anything: the time they took, and everybody's results."""
        if self.timer is None and not match.over and not match.typed_in:
            return None
        place, spent = self.timer.charge(actor, entries, match) if self.timer else (-1, 0.0)
        due = self.timer.due() if self.timer else None
        reached = results.rows_of(self.id, match, self.places) if match.over else []

        def more(db: sqlite3.Connection) -> None:
            if due is not None:
                seats.write_time(db, self.id, first + place, spent, due)
            results.write(db, reached)

        return more

    def pass_on(self, match: Match) -> None:
        if self.timer is not None:
            self.timer.pass_on(match)

    # ---- showing
    def showing(self, match: Match) -> Showing:
        clock = self.timer.shown() if self.timer else None
        guided = None if self.guide is None else self.guide.now(match)
        return Showing(match, self.told(match)[0], self.thinking.hurries(match), clock, guided)

    def show_all(self, match: Match, but: Socket | None = None) -> None:
        """A browser that it cannot be shown to reconnects; for everybody else the game goes on."""
        showing: Showing | None = None
        for socket in self.sockets:
            if socket is but:
                continue
            try:
                showing = showing or self.showing(match)
                socket.show(showing.push)
            except Exception:
                log.exception("table %s: cannot be shown", self.id)
                socket.fail()

    def told(self, match: Match) -> tuple[Standing | None, Book | None]:
        """Where the series of this match stands, with its result if it is over; and what is to be kept of that."""
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
        showing = self.showing(match)
        if socket.push is None and showing.lacks(socket) > LONG:
            push = await in_thread(LONG + 1, showing.push, socket)  # nothing changes meanwhile: we have the lock
            socket.show(lambda _: push)
        else:
            socket.show(showing.push)

    async def catch_up(self, socket: Socket) -> None:
        async with self.lock:  # what has not been stored yet is shown to nobody
            await self.show_again(socket)

    async def current(self) -> Match:
        """The match as the store has it.  Only under the lock."""
        if not self.begun:
            raise TableError("This game has not started yet.")
        if self.match is None:
            length = await asyncio.to_thread(self.store.length, self.id)
            match = await in_thread(length, read, self.store, self.record)
            for warning in match.warnings:
                log.warning("table %s: %s", self.id, warning)
            if self.room is not None:
                pace, count = self.room.terms.pace, len(match.seats)
                self.timer = await asyncio.to_thread(read_timer, self.store, self.id, count, pace, self.uptime)
                self.timer.take_up(match)
            self.match = match
            self.welcome = welcome(match)
            self.guide = await asyncio.to_thread(guide_of, match)
        return self.match

    def tell_all(self, problem: Problem) -> None:
        for socket in self.sockets:
            socket.tell(problem)


def read_known(store: Store, id_: str) -> Known | None:
    record = store.record(id_)
    if record is None:
        return None
    terms = seats.read_terms(store, id_)
    if terms is None and record.with_friends:
        store.damaged[id_] = HARMED
        raise Damaged(HARMED)
    if terms is not None:
        record.check()  # those around the table are shown before the match is
    chat = seats.read_chat(store, id_) if terms else []
    return Known(record, seats.read_places(store, record), terms, chat)


def read(store: Store, record: Record) -> Match:
    """A broken game must not look like a broken server."""
    try:
        return store.load(record)
    except Damaged as error:
        log.warning("table %s: %s", record.id, error.__cause__ or error)
        raise
    except StoreError:
        raise
    except Exception as error:
        log.exception("table %s", record.id)
        raise Damaged(f"table {record.id}: cannot be continued; see the server's log") from error
