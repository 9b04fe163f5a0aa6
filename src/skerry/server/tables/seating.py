"""Who sits where at a table for friends: sitting down, getting ready, a bot sitting in, leaving.

Everything here happens under the table's lock.
"""

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from skerry.core.words import join_words
from skerry.match import SeatPlan, log_limits
from skerry.match.bot_names import BOT_NAMES
from skerry.match.match import checked_seat
from skerry.server.errors import TableError
from skerry.server.protocol.calls import TakeSeat
from skerry.server.protocol.messages import Leave, Mark, Ready, Seating, StandIn
from skerry.server.store import contacts, people, seats
from skerry.server.store.engine.db import Db
from skerry.server.store.seats import Place, seats_of
from skerry.server.store.store import durable
from skerry.server.store.tokens import is_program
from skerry.server.tables.lobby import INVITATION_OVER, Lobby, in_lobby, new_invitation
from skerry.server.tables.marks import with_liked_marks, with_mark
from skerry.server.tables.rows import HOST, LOBBY, LOCK, MOVE, SEATED, SEATS, TALK, row
from skerry.server.tables.socket import Socket

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


async def get_ready(lobby: Lobby, socket: Socket, message: Ready) -> None:
    if lobby.has_begun:
        raise TableError("The game has started.")
    table = lobby.table
    places = list(table.places)
    for seat in socket.seats:
        places[seat] = replace(places[seat], ready=message.ready)
    await table.seat(table.record.plans(), places, table.record.owner)
    await lobby.start_if_ready()


async def choose_mark(lobby: Lobby, socket: Socket, message: Mark) -> None:
    """It is kept for the next tables as well."""
    table = lobby.table
    mine = socket.seats[0]

    def keep_mark(db: Db) -> None:
        people.write_mark(db, socket.person or "", message.mark)

    places = chosen_mark(table.places, mine, message.mark)
    await table.seat(table.record.plans(), places, table.record.owner, more=keep_mark)


def chosen_mark(places: Sequence[Place], mine: int, mark: int) -> list[Place]:
    if any(place.mark == mark and place.person is not None and n != mine for n, place in enumerate(places)):
        raise TableError("Somebody has already chosen this colour.")
    return with_mark(places, mine, mark)


async def stand_in(lobby: Lobby, socket: Socket, message: StandIn) -> None:
    """A bot plays for this person, or hands back."""
    level = message.bot
    if not lobby.has_begun:
        raise TableError("The game has not started yet, so nobody needs to play for you.")
    match = await lobby.table.current()
    changes = max(match.log_use.seatings[seat] for seat in socket.seats)
    if level is not None:
        lobby.check_bots(level)
        if changes >= log_limits.MAX_SEATINGS:
            raise TableError("A bot has filled in for you many times. Play on, or give up your seat.")
    elif set(match.resigned) & set(socket.seats):
        raise TableError("You have resigned, so the bot plays to the end.")
    elif changes >= 2 * log_limits.MAX_SEATINGS:
        raise TableError("A bot has filled in for you many times in this game, so this one plays to the end.")
    plans = lobby.table.record.plans()
    for seat in socket.seats:
        plans[seat] = replace(plans[seat], bot=level)
    names = join_words([plans[seat].name for seat in socket.seats])
    back = "is back" if len(socket.seats) == 1 else "are back"
    event = f"{names} {back}" if level is None else f"A bot ({level}) plays for {names}"
    await lobby.seat(plans, lobby.table.places, event)


async def leave(lobby: Lobby, socket: Socket, message: Leave) -> None:
    """Give up the seats; in a running game a bot finishes it.  If the host leaves, the next person is host."""
    if lobby.has_begun:
        lobby.check_bots(message.bot)
    record = lobby.table.record
    plans, places = record.plans(), list(lobby.table.places)
    names = join_words([plans[seat].name for seat in socket.seats])
    for seat in socket.seats:
        places[seat] = Place(None, places[seat].mark)
        plans[seat] = replace(plans[seat], bot=message.bot) if lobby.has_begun else open_seat(seat)
    others = [place.person for place in places if place.person is not None]
    owner = others[0] if socket.person == record.owner and others else record.owner
    await lobby.seat(plans, places, f"{names} left the table", owner)


async def seat_bot(lobby: Lobby, socket: Socket, message: Seating) -> None:
    """A bot sits down there, or the seat is open again."""
    plans, places = lobby.table.record.plans(), list(lobby.table.places)
    seat = message.seat
    if not 0 <= seat < len(plans) or seat in socket.seats:
        raise TableError("Choose somebody else's seat.")
    removed = plans[seat].name if places[seat].person else ""
    lobby.check_roster()
    changes = (await lobby.table.current()).log_use.seatings[seat] if lobby.has_begun else 0
    if not removed and changes >= log_limits.MAX_SEATINGS:
        raise TableError("This seat has changed hands many times in this game, so it cannot change again.")
    places[seat] = Place(None, places[seat].mark)
    if message.bot is None:
        plans[seat] = open_seat(seat)
        event = f"The {SEAT_ORDINALS[seat]} seat is open"
    else:
        lobby.check_bots(message.bot)
        plans[seat] = SeatPlan(plans[seat].name if lobby.has_begun else bot_name(plans), message.bot)
        event = f"A bot ({message.bot}) plays the {SEAT_ORDINALS[seat]} seat"
    if not removed:
        await lobby.seat(plans, places, event)
        return
    # Whoever was removed knows the old ones.
    terms = replace(lobby.terms, invitation=new_invitation(), code=lobby.fresh_code())
    gone = lobby.table.places[seat].person or ""
    table_id = lobby.table.id
    await durable(lobby.table.store.put(lambda db: contacts.delete_invitation(db, table_id, gone)))
    await lobby.seat(plans, places, f"The host removed {removed}. {event}. The invitation link is new", terms=terms)


def bot_name(plans: Sequence[SeatPlan]) -> str:
    taken = {plan.name for plan in plans}
    return next(name for name in BOT_NAMES if name not in taken)


ROWS = (
    row(Ready, SEATED, LOBBY, LOCK, MOVE, in_lobby(get_ready)),
    row(Mark, SEATED, LOBBY, LOCK, MOVE, in_lobby(choose_mark)),
    row(Seating, HOST, SEATS, LOCK, TALK, in_lobby(seat_bot)),
    row(StandIn, SEATED, SEATS, LOCK, TALK, in_lobby(stand_in)),
    row(Leave, SEATED, SEATS, LOCK, MOVE, in_lobby(leave)),
)
