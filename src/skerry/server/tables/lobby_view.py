"""Who is around a table for friends, as each screen shows it.  Nothing of the match is in it."""

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from skerry.games import GAMES
from skerry.match import SeatPlan
from skerry.server.people.home_lists import unusual
from skerry.server.protocol.messages import Friends, Sitter
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.lobby import Room
    from skerry.server.tables.table import LiveTable

Presence = Literal["here", "away", "gone", ""]


class Around:
    """Looked at once and written once for all screens that show the same, however many there are."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.owner = room.table.record.owner
        self.common = common(room)
        self.written: dict[tuple[bool, bool, tuple[int, ...]], bytes] = {}

    def seen_by(self, socket: Socket) -> bytes:
        hosting = socket.person is not None and socket.person == self.owner
        knows_link = hosting or self.room.fits(socket.invitation)
        key = (hosting, knows_link, tuple(socket.seats))
        if key not in self.written:
            sitters = [replace(one, mine=seat in socket.seats) for seat, one in enumerate(self.common.seats)]
            invitation = self.room.terms.invitation if knows_link else ""
            seen = replace(self.common, hosting=hosting, seats=sitters, invitation=invitation)
            self.written[key] = msgspec.json.encode(seen)
        return self.written[key]


def common(room: "Room") -> Friends:
    """What all screens show."""
    table = room.table
    there = presences(table)
    return Friends(
        game=table.record.game,
        title=GAMES[table.record.game].title if table.record.game in GAMES else table.record.game,
        options=unusual(table.record),
        begun=room.terms.begun is not None,
        hosting=False,
        seats=[sitter(table, seat, plan, there) for seat, plan in enumerate(table.record.plans())],
        watchers=sum(1 for other in table.sockets if not other.seats),
        watching=room.terms.watching,
        hints=room.terms.hints,
        listed=room.terms.listed,
        pace=room.terms.pace,
        invitation="",
        missing="" if room.terms.begun else room.missing(),
        next=room.terms.next,
    )


def sitter(table: "LiveTable", seat: int, plan: SeatPlan, there: dict[str, Presence]) -> Sitter:
    place = table.places[seat]
    return Sitter(
        name=plan.name,
        bot=plan.bot,
        person=place.person is not None,
        mine=False,
        host=place.person is not None and place.person == table.record.owner,
        mark=place.mark,
        ready=place.ready,
        presence="" if place.person is None else there.get(place.person, "gone"),
    )


def presences(table: "LiveTable") -> dict[str, Presence]:
    """Of everybody with a screen: away if all of them are."""
    found: dict[str, Presence] = {}
    for socket in table.sockets:
        if socket.person is not None and found.get(socket.person) != "here":
            found[socket.person] = "away" if socket.is_away else "here"
    return found
