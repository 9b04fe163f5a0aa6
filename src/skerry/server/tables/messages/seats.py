"""What people do with the seats at a table for friends: getting ready, a bot sitting in, leaving.

Everything here happens under the table's lock.
"""

from msgspec.structs import replace

from skerry.core.words import join_words
from skerry.match import SeatPlan, log_limits
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Leave, Mark, Ready, Seating, StandIn
from skerry.server.store import contacts, people
from skerry.server.store.engine.db import Db
from skerry.server.store.seats import Place
from skerry.server.store.store import durable
from skerry.server.tables.ids import new_invitation
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.messages.rows import ABOUT_LOBBY, ABOUT_SEATS, HOST, LOCK, MOVE, SEATED, TALK, in_lobby, row
from skerry.server.tables.seating import SEAT_ORDINALS, bot_name, chosen_mark, open_seat
from skerry.server.tables.socket import Socket


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
    """It is remembered for later tables, too."""
    table = lobby.table
    mine = socket.seats[0]

    def keep_mark(db: Db) -> None:
        people.write_mark(db, socket.person or "", message.mark)

    places = chosen_mark(table.places, mine, message.mark)
    await table.seat(table.record.plans(), places, table.record.owner, more=keep_mark)


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
        raise TableError("A bot has filled in for you many times in this game, so it now plays to the end.")
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


ROWS = (
    row(Ready, SEATED, ABOUT_LOBBY, LOCK, MOVE, in_lobby(get_ready)),
    row(Mark, SEATED, ABOUT_LOBBY, LOCK, MOVE, in_lobby(choose_mark)),
    row(Seating, HOST, ABOUT_SEATS, LOCK, TALK, in_lobby(seat_bot)),
    row(StandIn, SEATED, ABOUT_SEATS, LOCK, TALK, in_lobby(stand_in)),
    row(Leave, SEATED, ABOUT_SEATS, LOCK, MOVE, in_lobby(leave)),
)
