"""Who is around a table for friends, as one screen shows it.  Nothing of the match is in it."""

from typing import TYPE_CHECKING, Literal

from skerry.games import GAMES
from skerry.match import SeatPlan
from skerry.server.protocol import Friends, Sitter
from skerry.server.shelf import unusual
from skerry.server.sockets import Socket

if TYPE_CHECKING:
    from skerry.server.live import LiveTable
    from skerry.server.room import Room


def seen_by(room: "Room", socket: Socket) -> Friends:
    table = room.table
    hosting = socket.person is not None and socket.person == table.record.owner
    plans = table.record.plans()
    knows_link = hosting or room.fits(socket.invitation)
    return Friends(
        game=table.record.game,
        title=GAMES[table.record.game].title if table.record.game in GAMES else table.record.game,
        options=unusual(table.record),
        begun=room.terms.begun is not None,
        hosting=hosting,
        seats=[sitter(table, seat, plan, socket) for seat, plan in enumerate(plans)],
        watchers=sum(1 for other in table.sockets if not other.seats),
        watching=room.terms.watching,
        hints=room.terms.hints,
        listed=room.terms.listed,
        pace=room.terms.pace,
        invitation=room.terms.invitation if knows_link else "",
        missing="" if room.terms.begun else room.missing(),
        next=room.terms.next,
    )


def sitter(table: "LiveTable", seat: int, plan: SeatPlan, socket: Socket) -> Sitter:
    place = table.places[seat]
    return Sitter(
        name=plan.name,
        bot=plan.bot,
        person=place.person is not None,
        mine=seat in socket.seats,
        host=place.person is not None and place.person == table.record.owner,
        mark=place.mark,
        ready=place.ready,
        presence=presence(table, place.person),
    )


def presence(table: "LiveTable", person: str | None) -> Literal["here", "away", "gone", ""]:
    if person is None:
        return ""
    screens = [socket for socket in table.sockets if socket.person == person]
    if not screens:
        return "gone"
    return "away" if all(socket.is_away for socket in screens) else "here"
