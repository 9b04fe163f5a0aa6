"""All tables of the server."""

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from skerry.bots import LEVELS
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.series import Book, Series, check_series, new_book
from skerry.server.bots.pool import Thinking
from skerry.server.errors import DELETED, HARMED, SIGNED_OUT, Damaged, Denied, NotFound, TableError
from skerry.server.people.home_lists import is_guided_table
from skerry.server.protocol.aftermath_calls import RematchWish
from skerry.server.protocol.calls import Learner, NewTable
from skerry.server.protocol.table_settings import implied_settings, problem_with_settings
from skerry.server.runtime.wake_ups import WakeUps
from skerry.server.store import bulk, seats
from skerry.server.store.contacts import blocked_by
from skerry.server.store.engine.db import Db
from skerry.server.store.records import json, record_of
from skerry.server.store.seats import Place, TableTerms, first_places, seats_of
from skerry.server.store.shared_uptime import uptime_of
from skerry.server.store.store import Store, durable
from skerry.server.store.tokens import is_program
from skerry.server.tables import rematches
from skerry.server.tables.following import catch_up, retrying
from skerry.server.tables.lobby import new_code, new_invitation
from skerry.server.tables.marks import with_liked_marks
from skerry.server.tables.rematches import gathering_of, new_id
from skerry.server.tables.seating import open_seat
from skerry.server.tables.stored import StoredTable, read_table
from skerry.server.tables.table import LiveTable
from skerry.server.tables.uploads import Uploads
from skerry.teacher.lessons.courses import new_guided

NO_TABLE = "There is no game at this address. Check the link, or start a new game."
MAX_LEARNING = 100  # of a guest's newest tables that are searched for a guided game
MAX_IDLE = 500  # tables kept in memory though nobody is there
MAX_ENTRIES_HELD = 500_000  # of all their logs together


class Tables:
    """All tables of the server; those where somebody is are in memory."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self.uptime = uptime_of(store)
        self.uploads = Uploads()
        self.news = WakeUps()
        self.live: dict[str, LiveTable] = {}
        self.check_open: Callable[[str], None] = lambda id_: None  # Ended if the operator has ended it
        self.leads = not store.is_shared  # does this process look after clocks and the like, for all?
        self.orphaned = asyncio.Event()  # there may be tables that no process looks after
        self.orphaned.set()

    async def create(self, guest: str, wish: NewTable) -> str:
        """A new table of this guest; raises MatchError, for example, if it cannot be made."""
        mark = is_program(guest)
        plans = [
            open_seat(n) if seat.open else SeatPlan(seat.name, seat.bot, mark and seat.bot is None)
            for n, seat in enumerate(wish.seats)
        ]
        for plan in plans:
            if plan.bot is not None and plan.bot not in LEVELS:
                raise MatchError(f"There is no bot {plan.bot!r}. Choose from: {', '.join(LEVELS)}.")
        if wish.typed_in and any(plan.bot is not None for plan in plans):
            raise MatchError("With real dice and cards, every player must be a person: a bot cannot see its cards.")
        if any(seat.open for seat in wish.seats):
            return await self.create_for_friends(guest, wish, plans)
        book = None
        if wish.series:
            series = await asyncio.to_thread(self.series_of, guest, wish)
            if running := await asyncio.to_thread(self.store.running, guest, json(series.book)):
                return running
            match, book = await asyncio.to_thread(series.next_match, plans), series.book
        else:
            match = await asyncio.to_thread(Match, wish.game, plans, options=wish.options, typed_in=wish.typed_in)
        match.begin()
        return await self.add_table(guest, match, book, marks_for(plans, wish.marks) if wish.marks else None)

    async def learn(self, guest: str, game: str, wish: Learner) -> str:
        """The guest's guided first game: the one that is not finished, or a new one."""
        records = await asyncio.to_thread(self.store.records_of, guest, MAX_LEARNING)
        unfinished = [record for record in records if record.game == game and record.to_move is not None]
        running = [record.id for record in unfinished if is_guided_table(record)]
        if running and not wish.anew:
            return running[0]
        return await self.add_table(guest, await asyncio.to_thread(new_guided, game, wish.name))

    async def upload(self, guest: str, data: bytes, address: str) -> tuple[str, bool]:
        """A saved game as a table of this guest, and whether it is over; SaveError if it cannot be one."""
        known = await asyncio.to_thread(self.store.known_components)
        upload = await self.uploads.read(data, known, new_id(), guest, address)
        await bulk.store_upload(self.store, upload)
        return upload.record.id, upload.over

    async def add_table(
        self, guest: str, match: Match, book: Book | None = None, marks: Sequence[int] | None = None
    ) -> str:
        id_, places = new_id(), first_places(match.seats, guest)
        chosen = [replace(place, mark=mark) for place, mark in zip(places, marks or range(8), strict=False)]
        if not marks:
            chosen = await with_liked_marks(self.store, chosen, seats_of(chosen, guest)[:1])

        def write_seats(db: Db) -> None:
            seats.write_places(db, id_, chosen, False)

        await durable(self.store.create(record_of(id_, guest, match, book), match, write_seats))
        return id_

    async def create_for_friends(self, host: str, wish: NewTable, plans: list[SeatPlan]) -> str:
        """A table where people gather first.  The match gets its seed when it starts."""
        if wish.series:
            raise MatchError("A series is played on one screen for now, because its games belong to one person.")
        match = await asyncio.to_thread(Match, wish.game, plans, options=wish.options, typed_in=wish.typed_in)
        free = [seat.open for seat in wish.seats]
        places = [
            replace(place, person=None) if is_open else place
            for place, is_open in zip(first_places(plans, host), free, strict=True)
        ]
        if wish.rated and len(seats_of(places, host)) > 1:
            raise MatchError("In a rated game, everybody has one seat.")
        if not seats_of(places, host):
            raise MatchError("Take a seat yourself, and leave the open ones to your friends.")
        if problem := problem_with_settings(wish, wish.typed_in):
            raise MatchError(problem)
        return await self.gather(
            host, match, places, TableTerms(new_invitation(), code=new_code(), **implied_settings(wish))
        )

    async def gather(self, host: str, match: Match, places: list[Place], terms: TableTerms) -> str:
        id_ = new_id()
        places = await with_liked_marks(self.store, places, seats_of(places, host)[:1])
        await durable(self.store.put(gathering_of(id_, host, match, places, terms)))
        self.news.tell(place.person for place in places)
        return id_

    async def rematch(self, person: str | None, id_: str) -> str:
        """The same people once more, with the next seat in the first place.  The first who asks makes it."""
        table = await self.open(id_)
        async with table.lock:
            return await retrying(table, lambda: rematches.make_at_once(person, table))

    async def vote(self, person: str, id_: str, wish: RematchWish) -> str | None:
        """Somebody wants a rematch, or does not; the id of the new table as soon as there is one.

        With the last who agrees, it begins.
        """
        table = await self.open(id_)
        async with table.lock:
            next_ = await retrying(table, lambda: rematches.vote(person, table, wish))
        if next_ is not None:
            await self.start_if_ready(next_)
        return next_

    async def start_if_ready(self, id_: str) -> None:
        table = await self.open(id_)
        if table.lobby is not None:
            async with table.lock:
                await table.lobby.start_if_ready()

    def series_of(self, guest: str, wish: NewTable) -> Series:
        """The guest's series of this kind, ready for its next game."""
        if wish.typed_in:
            raise MatchError("A series is played with Skerry's own cards, because it keeps track of which are left.")
        check_series(wish.game, wish.series, wish.options)
        books = [msgspec.json.decode(text, type=Book) for text in self.store.books_of(guest)]
        known = [book for book in books if (book.game, book.kind) == (wish.game, wish.series)]
        series = Series(known[0] if known else new_book(wish.game, wish.series, wish.options))
        if wish.anew:
            series.give_up()
        series.change_options(wish.options)
        return series

    async def open(self, id_: str) -> LiveTable:
        """Join it before anything else is awaited: an idle table may be put away."""
        self.check_open(id_)
        while id_ in self.live and self.store.is_shared:
            table = self.live[id_]
            async with table.lock:
                await catch_up(table)
            if self.live.get(id_) is table:
                break
        if id_ not in self.live:
            try:
                known = await asyncio.to_thread(self.read, id_)
                self.drop_idle()
                self.live.setdefault(id_, LiveTable(known, self.store, self.thinking, self.uptime, self.news))
            except msgspec.MsgspecError as error:
                raise Damaged(HARMED) from error
        table = self.live[id_]
        table.used = time.monotonic()
        return table

    def read(self, id_: str) -> StoredTable:
        known = read_table(self.store, id_)
        if known is None:
            raise NotFound(DELETED if self.store.is_deleted(id_) else NO_TABLE)
        return known

    async def delete(self, guest: str | None, id_: str) -> None:
        """Only the guest who made it can delete it, and not while it is somebody else's, too."""
        record = await asyncio.to_thread(self.store.record, id_)
        if record is None:
            raise NotFound(NO_TABLE)
        if guest is not None and await self.withdraw(guest, id_):
            return
        if guest != record.owner:
            raise Denied("Only the person who started this game can delete it.")
        try:
            table = await self.open(id_)
        except Damaged:  # nobody plays there
            await durable(self.store.delete(record))
            return
        async with table.lock:
            await retrying(table, lambda: self.delete_once(guest, table))

    async def delete_once(self, guest: str | None, table: LiveTable) -> None:
        if guest != table.record.owner:
            raise Denied("Only the person who started this game can delete it.")
        await durable(self.store.delete(table.record))
        self.forget(table.id)
        self.store.tell(f"deleted {table.id}")

    def forget(self, id_: str) -> None:
        """It was deleted."""
        if table := self.live.pop(id_, None):
            table.close(DELETED)

    async def withdraw(self, person: str, id_: str) -> bool:
        """A game that others have played, too, stays theirs: it only leaves this person's list."""
        try:
            table = await self.open(id_)
        except Damaged:
            return False
        async with table.lock:
            return await retrying(table, lambda: self.withdraw_once(person, table))

    async def withdraw_once(self, person: str, table: LiveTable) -> bool:
        mine = seats_of(table.places, person)
        others = [place.person for place in table.places if place.person not in (None, person)]
        if not mine or not others or table.lobby is None or table.lobby.terms.begun is None:
            return False
        try:
            is_over = await table.lobby.is_over()
        except Damaged:  # nobody can look at it any more
            return False
        if not is_over:
            raise TableError("Others are still playing this game. Leave the table first.")
        places = [replace(place, person=None) if seat in mine else place for seat, place in enumerate(table.places)]
        owner = table.record.owner
        await table.seat(table.record.plans(), places, others[0] or "" if owner == person else owner)
        return True

    def end_sessions(self, sessions: list[str], farewell: str = SIGNED_OUT) -> None:
        for live in self.live.values():
            for socket in list(live.sockets):
                if socket.session in sessions:
                    socket.end(farewell)

    async def read_blocks(self, person: str) -> None:
        """The person has blocked somebody, or no longer: what is said from now on is shown accordingly."""
        blocked = await asyncio.to_thread(blocked_by, self.store, person)
        for live in self.live.values():
            for socket in live.sockets:
                if socket.person == person:
                    socket.blocked = blocked

    def drop_idle(self) -> None:
        """Make space for one more table: forget those where nobody has been for longest."""
        idle = [live for live in self.live.values() if live.idle]
        size = sum(live.size for live in idle)
        if len(idle) < MAX_IDLE and size <= MAX_ENTRIES_HELD:
            return
        idle.sort(key=lambda live: live.used, reverse=True)
        while idle and (len(idle) >= MAX_IDLE or size > MAX_ENTRIES_HELD):
            gone = idle.pop()
            size -= gone.size
            del self.live[gone.id]
            gone.put_away()

    async def close(self) -> None:
        self.uploads.pool.close()
        found = [task for live in self.live.values() for task in (live.bots.task, live.plans.task)]
        tasks = [task for task in found if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def marks_for(plans: Sequence[SeatPlan], wished: list[int]) -> list[int]:
    """Colours and shapes by seat: those wished for, which must be different, or those of the seats."""
    if wished and (len(wished) != len(plans) or len(set(wished)) != len(plans)):
        raise MatchError("Every player needs a colour of their own.")
    return wished or list(range(len(plans)))
