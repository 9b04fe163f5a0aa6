"""New tables: alone or with friends, guided, and of saved games."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from skerry.bots import LEVELS
from skerry.match import Match, MatchError, SeatPlan
from skerry.match.series import Book, Series, check_series, new_book
from skerry.server.people.home_lists import is_guided_table
from skerry.server.protocol.calls import Learner, NewTable
from skerry.server.protocol.table_settings import implied_settings, problem_with_settings
from skerry.server.store import bulk, seats
from skerry.server.store.engine.db import Db
from skerry.server.store.records import json, record_of
from skerry.server.store.seats import Place, TableTerms, first_places, seats_of
from skerry.server.store.store import durable
from skerry.server.store.tokens import is_program
from skerry.server.tables.ids import new_code, new_id, new_invitation
from skerry.server.tables.marks import with_liked_marks
from skerry.server.tables.rematches import gathering_of
from skerry.server.tables.seating import open_seat
from skerry.teacher.lessons.courses import new_guided

if TYPE_CHECKING:
    from skerry.server.tables.registry import Tables

MAX_LEARNING = 100  # of a guest's newest tables that are searched for a guided game


async def create_table(tables: "Tables", guest: str, wish: NewTable) -> str:
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
        return await create_for_friends(tables, guest, wish, plans)
    book = None
    if wish.series:
        series = await asyncio.to_thread(series_of, tables, guest, wish)
        if running := await asyncio.to_thread(tables.store.running, guest, json(series.book)):
            return running
        match, book = await asyncio.to_thread(series.next_match, plans), series.book
    else:
        match = await asyncio.to_thread(Match, wish.game, plans, options=wish.options, typed_in=wish.typed_in)
    match.begin()
    return await add_table(tables, guest, match, book, marks_for(plans, wish.marks) if wish.marks else None)


async def create_guided(tables: "Tables", guest: str, game: str, wish: Learner) -> str:
    """The guest's guided first game: the one that is not finished, or a new one."""
    records = await asyncio.to_thread(tables.store.records_of, guest, MAX_LEARNING)
    unfinished = [record for record in records if record.game == game and record.to_move is not None]
    running = [record.id for record in unfinished if is_guided_table(record)]
    if running and not wish.anew:
        return running[0]
    return await add_table(tables, guest, await asyncio.to_thread(new_guided, game, wish.name))


async def add_upload(tables: "Tables", guest: str, data: bytes, address: str) -> tuple[str, bool]:
    """A saved game as a table of this guest, and whether it is over; SaveError if it cannot be one."""
    known = await asyncio.to_thread(tables.store.known_components)
    upload = await tables.uploads.read(data, known, new_id(), guest, address)
    await bulk.store_upload(tables.store, upload)
    return upload.record.id, upload.over


async def add_table(
    tables: "Tables", guest: str, match: Match, book: Book | None = None, marks: Sequence[int] | None = None
) -> str:
    id_, places = new_id(), first_places(match.seats, guest)
    chosen = [replace(place, mark=mark) for place, mark in zip(places, marks or range(8), strict=False)]
    if not marks:
        chosen = await with_liked_marks(tables.store, chosen, seats_of(chosen, guest)[:1])

    def write_seats(db: Db) -> None:
        seats.write_places(db, id_, chosen, False)

    await durable(tables.store.create(record_of(id_, guest, match, book), match, write_seats))
    return id_


async def create_for_friends(tables: "Tables", host: str, wish: NewTable, plans: list[SeatPlan]) -> str:
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
    return await gather_friends(
        tables, host, match, places, TableTerms(new_invitation(), code=new_code(), **implied_settings(wish))
    )


async def gather_friends(tables: "Tables", host: str, match: Match, places: list[Place], terms: TableTerms) -> str:
    id_ = new_id()
    places = await with_liked_marks(tables.store, places, seats_of(places, host)[:1])
    await durable(tables.store.put(gathering_of(id_, host, match, places, terms)))
    tables.news.tell(place.person for place in places)
    return id_


def series_of(tables: "Tables", guest: str, wish: NewTable) -> Series:
    """The guest's series of this kind, ready for its next game."""
    if wish.typed_in:
        raise MatchError("A series is played with Skerry's own cards, because it keeps track of which are left.")
    check_series(wish.game, wish.series, wish.options)
    books = [msgspec.json.decode(text, type=Book) for text in tables.store.books_of(guest)]
    known = [book for book in books if (book.game, book.kind) == (wish.game, wish.series)]
    series = Series(known[0] if known else new_book(wish.game, wish.series, wish.options))
    if wish.anew:
        series.give_up()
    series.change_options(wish.options)
    return series


def marks_for(plans: Sequence[SeatPlan], wished: list[int]) -> list[int]:
    """Colours and shapes by seat: those wished for, which must be different, or those of the seats."""
    if wished and (len(wished) != len(plans) or len(set(wished)) != len(plans)):
        raise MatchError("Every player needs a colour of their own.")
    return wished or list(range(len(plans)))
