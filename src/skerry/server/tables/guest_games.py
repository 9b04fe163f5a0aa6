"""The games of a guest who has signed in as somebody: moved only one by one, on purpose, and taken back if wished.

A link to another device may come from anybody.  Opening a stranger's link must not hand over one's games, and
least of all one's hand in a game that the stranger plays, too, perhaps under another name.  So nothing moves by itself.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Sequence

import msgspec
from msgspec.structs import replace

from skerry.server.errors import Conflict, Damaged, TableError
from skerry.server.people import home_lists
from skerry.server.people.sessions import People
from skerry.server.protocol.account_calls import Bringable, MovedGame
from skerry.server.runtime import machine_clock
from skerry.server.store import moved_games, seats
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.moved_games import GameTransfer
from skerry.server.store.records import Record
from skerry.server.store.seats import Place, seats_of
from skerry.server.store.store import Store
from skerry.server.tables.following import retrying
from skerry.server.tables.registry import Tables
from skerry.server.tables.table import LiveTable

SHOWN_GAMES = 100  # of one guest

BOTH_SAT = "You have both had a seat in this game."
OTHERS_PLAY = "Others play in it, too. Sign in with a password to move it, or finish it as you began it."


class Bringing:
    def __init__(self, tables: Tables, people: People) -> None:
        self.tables = tables
        self.people = people
        self.store: Store = tables.store

    # ---- what could be moved
    async def games(self, guest: str, person: str, proof: str) -> list[Bringable]:
        return await asyncio.to_thread(self.bringable, guest, person, proof)

    def bringable(self, guest: str, person: str, proof: str) -> list[Bringable]:
        found = []
        for record in self.store.records_of(guest, SHOWN_GAMES):
            with contextlib.suppress(msgspec.MsgspecError):  # damaged: opening it says so
                players = [plan.name for plan in record.plans()]
                places = seats.read_places(self.store, record)
                why = self.why_not(record, places, guest, person, proof)
                found.append(
                    Bringable(
                        record.id,
                        home_lists.title_of(record.game),
                        players,
                        record.to_move is None,
                        record.changed,
                        why,
                    )
                )
        return found

    def why_not(self, record: Record, places: Sequence[Place], guest: str, person: str, proof: str) -> str:
        """Why the guest's seats cannot be the person's, in words; empty if they can."""
        sat = seats.have_sat(self.store, record.id)
        theirs = set(seats_of(places, guest))
        if seats_of(places, person) or sat.get(person, set()) - theirs:
            return BOTH_SAT
        others = ({place.person for place in places} | set(sat)) - {None, guest, person}
        is_running = record.to_move is not None
        return OTHERS_PLAY if is_running and proof != "password" and (others or record.with_friends) else ""

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
            return await retrying(table, lambda: self.bring_once(table, guest, person, proof))

    async def bring_once(self, table: LiveTable, guest: str, person: str, proof: str) -> bool:
        table.record.check()
        record = await asyncio.to_thread(self.store.record, table.id)
        mine, is_owner = seats_of(table.places, guest), table.record.owner == guest
        if record is None or not (mine or is_owner):
            return False
        if await asyncio.to_thread(self.why_not, record, table.places, guest, person, proof):
            return False
        moved = GameTransfer(table.id, guest, person, mine, is_owner, machine_clock.wall())

        def write_transfer(db: Db) -> None:
            moved_games.write_moved(db, moved)
            moved_games.move_results(db, record, guest, person)

        places = [replace(place, person=person) if seat in mine else place for seat, place in enumerate(table.places)]
        await give_seats(table, places, person if is_owner else table.record.owner, write_transfer)
        return True

    # ---- taking back
    async def moved(self, guests: Sequence[str]) -> list[MovedGame]:
        rows = await asyncio.to_thread(moved_games.moved_by, self.store, guests)
        found = []
        for row in rows:
            record = await asyncio.to_thread(self.store.record, row.match)
            if record is not None:
                players = [plan.name for plan in record.plans()]
                names = await self.people.called(row.guest), await self.people.called(row.person)
                found.append(MovedGame(row.match, home_lists.title_of(record.game), players, *names, row.until))
        return found

    async def take_back(self, guests: Sequence[str], ids: Sequence[str]) -> list[str]:
        rows = await asyncio.to_thread(moved_games.moved_by, self.store, guests)
        theirs = {(row.match, row.guest) for row in rows}
        done: list[str] = []
        for guest in guests:
            for id_ in dict.fromkeys(ids):
                if (id_, guest) in theirs and id_ not in done and await self.try_on(self.take_one(id_, guest)):
                    done.append(id_)
        return done

    async def take_one(self, id_: str, guest: str) -> bool:
        """Give the game back to the guest, also if it was passed on since; nobody loses a seat they took later."""
        table = await self.tables.open(id_)
        async with table.lock:
            return await retrying(table, lambda: self.take_once(table, guest))

    async def take_once(self, table: LiveTable, guest: str) -> bool:
        id_ = table.id
        rows = await asyncio.to_thread(moved_games.moved_of_match, self.store, id_)
        mine = [row for row in rows if row.guest == guest]
        if not mine:
            return False
        table.record.check()
        record = await asyncio.to_thread(self.store.record, id_)
        sat = (await asyncio.to_thread(seats.have_sat, self.store, id_)).get(guest, set())
        held = {seat for row in mine for seat in row.seats}
        if record is None or seats_of(table.places, guest) or sat - held:
            return False
        holders = recipients_of(rows, guest)
        others = {place.person for place in table.places} - holders - {None}
        free: set[str | None] = {*holders, None} if record.to_move is None or not others else set(holders)
        places = [
            replace(place, person=guest) if seat in held and place.person in free else place
            for seat, place in enumerate(table.places)
        ]
        takes_owner = any(row.owned for row in mine) and (table.record.owner in holders or not others)

        def write_return(db: Db) -> None:
            for giver in (guest, *holders):
                moved_games.delete_moved(db, id_, giver)
            for holder in holders:
                moved_games.move_results(db, record, holder, guest)

        if places == table.places and not takes_owner:
            return False
        await give_seats(table, places, guest if takes_owner else table.record.owner, write_return)
        return True

    async def give_back(self, person: str, id_: str) -> bool:
        """Instead of deleting a game that a guest may still take back, give it back, unless it is damaged anyway."""
        rows = await asyncio.to_thread(moved_games.moved_of_match, self.store, id_)
        guests = [row.guest for row in rows if row.person == person]
        if not guests:
            return False
        with contextlib.suppress(Damaged):
            table = await self.tables.open(id_)
            if not {place.person for place in table.places} - {None, person}:
                return await self.take_one(id_, guests[0])
        return False


def recipients_of(rows: Sequence[GameTransfer], guest: str) -> set[str]:
    """Everybody to whom the game came from this guest, be it by way of others."""
    found: set[str] = set()
    new = {guest}
    while new:
        new = {row.person for row in rows if row.guest in new} - found - {guest}
        found |= new
    return found


async def give_seats(table: LiveTable, places: list[Place], owner: str, more: Work) -> None:
    """Only under the lock."""
    with contextlib.suppress(Damaged):  # the seats are written; that nobody can play it any more is another matter
        await table.seat(table.record.plans(), places, owner, more=more)
    if table.lobby is not None:
        table.lobby.send_away("You no longer have a seat in this game.")
        table.lobby.show()
