"""The games of a guest who has signed in as somebody: moved only one by one, on purpose, and taken back if wished.

A link to another device may come from anybody.  Whoever opens a stranger's link must not hand over their games, and
least of all their hand in a game that the stranger plays, too, perhaps under another name.  So nothing moves by itself.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Awaitable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skerry.server.errors import Conflict, Damaged, TableError
from skerry.server.people import home_lists
from skerry.server.people.sessions import People
from skerry.server.protocol.calls import Bringable, MovedGame
from skerry.server.store import seats
from skerry.server.store.records import Record, json
from skerry.server.store.seats import Place, seats_of
from skerry.server.store.store import Store
from skerry.server.store.writer import Work
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable

DAYS = 14
SHOWN = 100  # games of one guest

BOTH = "You have both had a seat in this game."
OTHERS = "Others play in it, too. Sign in with a password to move it, or finish it as you began it."


class Row(Struct, frozen=True):
    """A game that was moved."""

    match: str
    guest: str
    person: str
    seats: list[int]
    owned: bool
    at: float


class Bringing:
    def __init__(self, tables: Tables, people: People) -> None:
        self.tables = tables
        self.people = people
        self.store: Store = tables.store

    # ---- what could be moved
    async def games(self, guest: str, person: str, proof: str) -> list[Bringable]:
        return await asyncio.to_thread(self.bringable, guest, person, proof)

    def bringable(self, guest: str, person: str, proof: str) -> list[Bringable]:
        titles = {game.name: game.title for game in home_lists.games()}
        found = []
        for record in self.store.records_of(guest, SHOWN):
            with contextlib.suppress(msgspec.MsgspecError):  # damaged: opening it says so
                players = [plan.name for plan in record.plans()]
                places = seats.read_places(self.store, record)
                why = self.why_not(record, places, guest, person, proof)
                title = titles.get(record.game, record.game)
                found.append(Bringable(record.id, title, players, record.to_move is None, record.changed, why))
        return found

    def why_not(self, record: Record, places: Sequence[Place], guest: str, person: str, proof: str) -> str:
        """Why the guest's seats cannot be the person's, in words; empty if they can."""
        sat = seats.have_sat(self.store, record.id)
        theirs = set(seats_of(places, guest))
        if seats_of(places, person) or sat.get(person, set()) - theirs:
            return BOTH
        others = ({place.person for place in places} | set(sat)) - {None, guest, person}
        is_running = record.to_move is not None
        return OTHERS if is_running and proof != "password" and (others or record.with_friends) else ""

    # ---- moving
    async def bring(self, guests: Sequence[str], person: str, proof: str, ids: Sequence[str]) -> list[str]:
        """Return the games that have changed hands."""
        done: list[str] = []
        for guest in guests:
            theirs = await asyncio.to_thread(self.ids_of, guest)
            for id_ in dict.fromkeys(ids):
                if id_ in theirs and id_ not in done and await self.try_on(self.bring_one(id_, guest, person, proof)):
                    done.append(id_)
        return done

    def ids_of(self, guest: str) -> set[str]:
        return self.store.owned(guest) | set(seats.seats_by_match(self.store, guest))

    async def try_on(self, work: Awaitable[bool]) -> bool:
        try:
            return await work
        except (TableError, Conflict, Damaged):  # it is gone, or somebody was faster: it stays where it is
            return False

    async def bring_one(self, id_: str, guest: str, person: str, proof: str) -> bool:
        table = await self.tables.open(id_)
        async with table.lock:
            table.record.check()
            record = await asyncio.to_thread(self.store.record, id_)
            mine, is_owner = seats_of(table.places, guest), table.record.owner == guest
            if record is None or not (mine or is_owner):
                return False
            if await asyncio.to_thread(self.why_not, record, table.places, guest, person, proof):
                return False
            row = Row(id_, guest, person, mine, is_owner, time.time())

            def more(db: sqlite3.Connection) -> None:
                write_row(db, row)
                move_along(db, record, guest, person)

            places = [
                replace(place, person=person) if seat in mine else place for seat, place in enumerate(table.places)
            ]
            await hand_over(table, places, person if is_owner else table.record.owner, more)
            return True

    # ---- taking back
    def rows(self, where: str, *values: object) -> list[Row]:
        query = f"SELECT match, guest, person, seats, owned, at FROM brought WHERE at > ? AND {where} ORDER BY at DESC"
        found = self.store.read(query, time.time() - DAYS * 24 * 3600, *values)
        return [
            Row(match, guest, person, msgspec.json.decode(held, type=list[int]), bool(owned), at)
            for match, guest, person, held, owned, at in found
        ]

    async def moved(self, guests: Sequence[str]) -> list[MovedGame]:
        rows = await asyncio.to_thread(self.rows, "guest IN (SELECT value FROM json_each(?))", json(guests))
        titles = {game.name: game.title for game in home_lists.games()}
        found = []
        for row in rows:
            record = await asyncio.to_thread(self.store.record, row.match)
            if record is not None:
                players = [plan.name for plan in record.plans()]
                names = await self.people.called(row.guest), await self.people.called(row.person)
                until = row.at + DAYS * 24 * 3600
                found.append(MovedGame(row.match, titles.get(record.game, record.game), players, *names, until))
        return found

    async def count_moved(self, guests: Sequence[str]) -> int:
        return len(await asyncio.to_thread(self.rows, "guest IN (SELECT value FROM json_each(?))", json(guests)))

    async def take_back(self, guests: Sequence[str], ids: Sequence[str]) -> list[str]:
        rows = await asyncio.to_thread(self.rows, "guest IN (SELECT value FROM json_each(?))", json(guests))
        theirs = {(row.match, row.guest) for row in rows}
        done: list[str] = []
        for guest in guests:
            for id_ in dict.fromkeys(ids):
                if (id_, guest) in theirs and id_ not in done and await self.try_on(self.take_one(id_, guest)):
                    done.append(id_)
        return done

    async def take_one(self, id_: str, guest: str) -> bool:
        """The guest's again, whoever it was passed on to since; but nobody is driven from a seat they took later."""
        rows = await asyncio.to_thread(self.rows, "match = ?", id_)
        mine = [row for row in rows if row.guest == guest]
        if not mine:
            return False
        table = await self.tables.open(id_)
        async with table.lock:
            table.record.check()
            record = await asyncio.to_thread(self.store.record, id_)
            sat = (await asyncio.to_thread(seats.have_sat, self.store, id_)).get(guest, set())
            held = {seat for row in mine for seat in row.seats}
            if record is None or seats_of(table.places, guest) or sat - held:
                return False
            holders = passed_on(rows, guest)
            others = {place.person for place in table.places} - holders - {None}
            free: set[str | None] = {*holders, None} if record.to_move is None or not others else set(holders)
            places = [
                replace(place, person=guest) if seat in held and place.person in free else place
                for seat, place in enumerate(table.places)
            ]
            takes_owner = any(row.owned for row in mine) and (table.record.owner in holders or not others)

            def more(db: sqlite3.Connection) -> None:
                for one in (guest, *holders):
                    db.execute("DELETE FROM brought WHERE match = ? AND guest = ?", (id_, one))
                for holder in holders:
                    move_along(db, record, holder, guest)

            if places == table.places and not takes_owner:
                return False
            await hand_over(table, places, guest if takes_owner else table.record.owner, more)
            return True

    async def give_back(self, person: str, id_: str) -> bool:
        """Whoever deletes a game that a guest may still take back only gives it back, unless it is damaged anyway."""
        rows = await asyncio.to_thread(self.rows, "match = ? AND person = ?", id_, person)
        if not rows:
            return False
        with contextlib.suppress(Damaged):
            table = await self.tables.open(id_)
            if not {place.person for place in table.places} - {None, person}:
                return await self.take_one(id_, rows[0].guest)
        return False


def passed_on(rows: Sequence[Row], guest: str) -> set[str]:
    """Everybody to whom the game came from this guest, be it by way of others."""
    found: set[str] = set()
    new = {guest}
    while new:
        new = {row.person for row in rows if row.guest in new} - found - {guest}
        found |= new
    return found


async def hand_over(table: LiveTable, places: list[Place], owner: str, more: Work) -> None:
    """Only under the lock."""
    with contextlib.suppress(Damaged):  # the seats are written; that nobody can play it any more is another matter
        await table.seat(table.record.plans(), places, owner, more=more)
    if table.room is not None:
        table.room.send_away("You no longer have a seat in this game.")
        table.room.show()


# ---- in the writing thread


def write_row(db: sqlite3.Connection, row: Row) -> None:
    db.execute("DELETE FROM brought WHERE at < ?", (row.at - DAYS * 24 * 3600,))
    values = (row.match, row.guest, row.person, json(row.seats), int(row.owned), row.at)
    db.execute(
        "INSERT OR REPLACE INTO brought (match, guest, person, seats, owned, at) VALUES (?, ?, ?, ?, ?, ?)", values
    )


def move_along(db: sqlite3.Connection, record: Record, old: str, new: str) -> None:
    """The result of a game that is over, and the series whose next game it is."""
    db.execute("UPDATE results SET person = ? WHERE person = ? AND match = ?", (new, old, record.id))
    if book := record.book():
        values = (new, old, book.game, book.kind, record.series)
        db.execute(
            "UPDATE OR IGNORE series SET owner = ? WHERE owner = ? AND game = ? AND kind = ? AND book = ?", values
        )
