"""Sitting down at a table for friends, under the table's lock.  Getting ready and leaving: `messages/seats.py`."""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from skerry.match import SeatPlan
from skerry.match.bot_names import BOT_NAMES
from skerry.match.match import checked_seat
from skerry.server.errors import TableError
from skerry.server.protocol.calls import TakeSeat
from skerry.server.store import contacts, seats
from skerry.server.store.seats import Place, seats_of
from skerry.server.store.tokens import is_program
from skerry.server.tables.lobby import INVITATION_OVER, Lobby
from skerry.server.tables.marks import with_liked_marks, with_mark

SEAT_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
NOT_INVITED = "To sit down here, you need an invitation from the host."


def open_seat(seat: int) -> SeatPlan:
    return SeatPlan(f"{SEAT_ORDINALS[seat].capitalize()} seat")


async def take_seat(lobby: Lobby, person: str, wish: TakeSeat) -> int:
    """Seat somebody who was invited; return the seat."""
    table = lobby.table
    if not lobby.is_invitation(wish.invitation) and not lobby.is_open():
        raise TableError(INVITATION_OVER if wish.invitation else NOT_INVITED)
    plans, places = table.record.plans(), list(table.places)
    if mine := seats_of(places, person):
        return mine[0]
    if is_program(person) and not lobby.terms.programs:
        raise TableError("Programs may not join this table. Its host can allow it in the waiting room.")
    free = [seat for seat, plan in enumerate(plans) if plan.bot is None and places[seat].person is None]
    if wish.seat is not None and wish.seat not in free:
        raise TableError("This seat is taken. Choose another.")
    if not free:
        raise TableError("All seats are taken. You can still watch if the host allows it.")
    seat = free[0] if wish.seat is None else wish.seat
    lobby.check_roster()
    if lobby.has_begun:
        sat = await asyncio.to_thread(seats.has_sat, table.store, table.id, person)
        if set(sat) - {seat}:
            raise TableError("You have already played another seat in this game, so you know its secrets.")
    if await asyncio.to_thread(contacts.has_blocked, table.store, table.record.owner, person):
        raise TableError("You cannot sit down at this table.")
    lobby.check_name(plans, seat, wish.name)
    plans[seat] = checked_seat(SeatPlan(wish.name))
    if wish.mark is not None:
        places = chosen_mark(places, seat, wish.mark)
    places[seat] = replace(places[seat], person=person, ready=False)
    if wish.mark is None:
        places = await with_liked_marks(table.store, places, [seat])
    await lobby.seat(plans, places, f"{wish.name} took the {SEAT_ORDINALS[seat]} seat")
    return seat


def chosen_mark(places: Sequence[Place], mine: int, mark: int) -> list[Place]:
    if any(place.mark == mark and place.person is not None and n != mine for n, place in enumerate(places)):
        raise TableError("Somebody has already chosen this colour.")
    return with_mark(places, mine, mark)


def bot_name(plans: Sequence[SeatPlan]) -> str:
    taken = {plan.name for plan in plans}
    return next(name for name in BOT_NAMES if name not in taken)
