"""All tables of the server."""

import asyncio
import secrets
import sqlite3
import time

import msgspec
from msgspec.structs import replace

from skerry.bots import LEVELS
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.series import Book, Series, check, new_book
from skerry.server.bots.pool import Thinking
from skerry.server.errors import DELETED, SIGNED_OUT, Damaged, Denied, NotFound, TableError
from skerry.server.people.home_lists import is_guided
from skerry.server.protocol.calls import Learner, NewTable
from skerry.server.store import bulk, seats
from skerry.server.store.records import json, record_of
from skerry.server.store.seats import Place, Terms, first_places, seats_of
from skerry.server.store.store import Store, durable
from skerry.server.store.uptime import Uptime
from skerry.server.tables.lobby import new_invitation, open_seat
from skerry.server.tables.table import Known, LiveTable, read_known
from skerry.server.tables.uploads import Uploads
from skerry.teacher.lessons.courses import new_guided

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two of them look alike
NO_TABLE = "There is no game at this address. Check the link, or start a new game."
MAX_LEARNING = 100  # of a guest's newest tables that are searched for a guided game
MAX_IDLE = 500  # tables kept in memory though nobody is there
MAX_ENTRIES = 500_000  # of all their logs together


class Tables:
    """All tables of the server; those where somebody is are in memory."""

    def __init__(self, store: Store, thinking: Thinking) -> None:
        self.store = store
        self.thinking = thinking
        self.uptime = Uptime(store)
        self.uploads = Uploads()
        self.live: dict[str, LiveTable] = {}

    async def create(self, guest: str, wish: NewTable) -> str:
        """A new table of this guest; raises MatchError and the like if there can be none."""
        plans = [open_seat(n) if seat.open else SeatPlan(seat.name, seat.bot) for n, seat in enumerate(wish.seats)]
        for plan in plans:
            if plan.bot is not None and plan.bot not in LEVELS:
                raise MatchError(f"there is no bot {plan.bot!r}; there are: {', '.join(LEVELS)}")
        if wish.typed_in and any(plan.bot is not None for plan in plans):
            raise MatchError("with real dice and cards every player must be a person: a bot cannot see its cards")
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
        return await self.keep(guest, match, book)

    async def learn(self, guest: str, game: str, wish: Learner) -> str:
        """The guest's guided first game: the one that is not finished, or a new one."""
        records = await asyncio.to_thread(self.store.records_of, guest, MAX_LEARNING)
        running = [one.id for one in records if one.game == game and one.to_move is not None and is_guided(one)]
        if running and not wish.anew:
            return running[0]
        return await self.keep(guest, await asyncio.to_thread(new_guided, game, wish.name))

    async def read_in(self, guest: str, data: bytes, address: str) -> tuple[str, bool]:
        """A saved game as a table of this guest, and whether it is over; SaveError if it cannot be one."""
        known = await asyncio.to_thread(self.store.known_components)
        upload = await self.uploads.read(data, known, new_id(), guest, address)
        await bulk.keep(self.store, upload)
        return upload.record.id, upload.over

    async def keep(self, guest: str, match: Match, book: Book | None = None) -> str:
        id_ = new_id()
        await durable(self.store.create(record_of(id_, guest, match, book), match))
        return id_

    async def create_for_friends(self, host: str, wish: NewTable, plans: list[SeatPlan]) -> str:
        """A table where people gather first.  The match gets its seed when it starts."""
        if wish.series:
            raise MatchError("a series is played at one screen for now: its games belong to one person")
        match = await asyncio.to_thread(Match, wish.game, plans, options=wish.options, typed_in=wish.typed_in)
        free = [seat.open for seat in wish.seats]
        places = [
            replace(place, person=None) if is_open else place
            for place, is_open in zip(first_places(plans, host), free, strict=True)
        ]
        if not seats_of(places, host):
            raise MatchError("take a seat yourself, and leave the open ones to your friends")
        if not wish.pace.is_good():
            raise MatchError("a clock gives everybody 1 to 180 minutes, or 1 to 30 days for a turn")
        if wish.typed_in and wish.pace.late != "nothing":
            raise MatchError("with real dice and cards no bot can move for anybody: a bot cannot see its cards")
        terms = Terms(new_invitation(), wish.watching, wish.hints, listed=wish.listed, pace=wish.pace)
        return await self.gather(host, match, places, terms)

    async def gather(self, host: str, match: Match, places: list[Place], terms: Terms) -> str:
        id_ = new_id()

        def more(db: sqlite3.Connection) -> None:
            seats.write_places(db, id_, places, False)
            seats.write_terms(db, id_, terms)

        await durable(self.store.create(record_of(id_, host, match, with_friends=True), match, more))
        return id_

    async def rematch(self, person: str | None, id_: str) -> str:
        """The same people once more, with the next seat in the first place.  The first who asks makes it."""
        table = await self.open(id_)
        async with table.lock:
            room, mine = table.room, seats_of(table.places, person)
            if room is None or not mine or person is None:
                raise Denied("Only those who played can ask for a rematch.")
            if room.terms.next is not None:
                return room.terms.next
            if not (await table.current()).over:
                raise TableError("Finish this game first.")
            plans = [
                replace(plan, bot=None) if place.person else plan if plan.bot else open_seat(seat)
                for seat, (plan, place) in enumerate(zip(table.record.plans(), table.places, strict=True))
            ]
            plans, places = plans[1:] + plans[:1], table.places[1:] + table.places[:1]
            options = msgspec.json.decode(table.record.options, type=dict[str, str])
            typed_in = bool(table.record.is_table)
            match = await asyncio.to_thread(Match, table.record.game, plans, options=options, typed_in=typed_in)
            terms = replace(room.terms, invitation=new_invitation(), begun=None, next=None, listed=False)
            places = [replace(place, ready=False) for place in places]
            next_ = await self.gather(person, match, places, terms)
            await room.agree(replace(room.terms, next=next_))
            room.show()
            return next_

    def series_of(self, guest: str, wish: NewTable) -> Series:
        """The guest's series of this kind, ready for its next game."""
        if wish.typed_in:
            raise MatchError("a series is played with Skerry's own cards, because it keeps track of which are left")
        check(wish.game, wish.series, wish.options)
        books = [msgspec.json.decode(text, type=Book) for text in self.store.books_of(guest)]
        known = [book for book in books if (book.game, book.kind) == (wish.game, wish.series)]
        series = Series(known[0] if known else new_book(wish.game, wish.series, wish.options))
        if wish.anew:
            series.give_up()
        series.begin_anew(wish.options)
        return series

    async def open(self, id_: str) -> LiveTable:
        """Join it before anything else is awaited: an idle table may be put away."""
        if id_ not in self.live:
            try:
                known = await asyncio.to_thread(self.read, id_)
                self.make_room()
                self.live.setdefault(id_, LiveTable(known, self.store, self.thinking, self.uptime))
            except msgspec.MsgspecError as error:
                raise Damaged(f"table {id_}: is damaged") from error
        table = self.live[id_]
        table.used = time.monotonic()
        return table

    def read(self, id_: str) -> Known:
        known = read_known(self.store, id_)
        if known is None:
            raise NotFound(DELETED if self.store.is_deleted(id_) else NO_TABLE)
        return known

    async def delete(self, guest: str | None, id_: str) -> None:
        """For good; only by the guest who made it, and not as long as it is somebody else's, too."""
        record = await asyncio.to_thread(self.store.record, id_)
        if record is None:
            raise NotFound(NO_TABLE)
        if guest is not None and await self.withdraw(guest, id_):
            return
        if guest != record.owner:
            raise Denied("Only the person who started this game can delete it.")
        live = self.live.pop(id_, None)
        if live is None:
            await durable(self.store.delete(id_))
            return
        async with live.lock:
            live.close(DELETED)
            await durable(self.store.delete(id_))

    async def withdraw(self, person: str, id_: str) -> bool:
        """A game that others have played, too, stays theirs: it only leaves this person's list."""
        try:
            table = await self.open(id_)
        except Damaged:
            return False
        async with table.lock:
            mine = seats_of(table.places, person)
            others = [place.person for place in table.places if place.person not in (None, person)]
            if not mine or not others or table.room is None or table.room.terms.begun is None:
                return False
            try:
                is_over = await table.room.is_over()
            except Damaged:  # nobody can look at it any more
                return False
            if not is_over:
                raise TableError("Others are still playing this game. Leave the table first.")
            places = [replace(place, person=None) if seat in mine else place for seat, place in enumerate(table.places)]
            owner = table.record.owner
            await table.seat(table.record.plans(), places, others[0] or "" if owner == person else owner)
            return True

    def end_sessions(self, sessions: list[str]) -> None:
        for live in self.live.values():
            for socket in list(live.sockets):
                if socket.session in sessions:
                    socket.end(SIGNED_OUT)

    def make_room(self) -> None:
        """One comes in, so one goes: the one where nobody has been for longest; more if they are very long."""
        idle = [live for live in self.live.values() if live.idle]
        size = sum(live.size for live in idle)
        if len(idle) < MAX_IDLE and size <= MAX_ENTRIES:
            return
        idle.sort(key=lambda live: live.used, reverse=True)
        while idle and (len(idle) >= MAX_IDLE or size > MAX_ENTRIES):
            gone = idle.pop()
            size -= gone.size
            del self.live[gone.id]
            gone.put_away()

    async def close(self) -> None:
        self.uploads.stop(wait=True)
        tasks = [live.bots.task for live in self.live.values() if live.bots.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))
