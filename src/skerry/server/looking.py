"""Looking back, and saving to a file: on a snapshot and off the event loop, so that no move has to wait."""

import asyncio
from typing import TYPE_CHECKING

from skerry.match import Match
from skerry.match.picture import Line, lines, may_look, past, points_by_round, whole_story
from skerry.match.save import encode, write
from skerry.server.errors import Damaged, TableError
from skerry.server.protocol import WHOLE_STORY, Look, Past
from skerry.server.seats import seats_of
from skerry.server.sockets import Socket

if TYPE_CHECKING:
    from skerry.server.live import LiveTable


async def look(table: "LiveTable", socket: Socket, message: Look) -> None:
    match = await seen_by(table, socket.seats, message.seat)
    story = WHOLE_STORY if match.over else message.seat
    seen, points, words = await asyncio.to_thread(past, match, message.seat, message.move)
    socket.tell(Past(seen, points, story, len(match.moves), words if socket.outline else None))
    async with table.lock:
        socket.follows = story
        if socket.told.logs.get(story) != len(match.log):
            await table.show_again(socket)


async def seen_by(table: "LiveTable", seats: list[int], seat: int) -> Match:
    """A snapshot for a browser with these `seats` that wants to see through the eyes of this seat."""
    async with table.lock:
        match = await table.current()
        if not may_look(match, seat, seats):
            raise TableError("You can see through this player's eyes once the game is over.")
        return match.snapshot()


async def saved(table: "LiveTable", person: str | None) -> bytes | None:
    """The match as a file; None before the end, for seed and hidden decisions are in it.

    The owner of a match that cannot be played here gets its file at any time.
    """
    async with table.lock:
        try:
            match = (await table.current()).snapshot()
        except Damaged:
            is_over = table.record.to_move is None and table.record.is_up_to_date
            is_open = is_over or person == table.record.owner
            return write(await asyncio.to_thread(table.store.saved, table.record)) if is_open else None
    return await asyncio.to_thread(encode, match) if match.over else None


async def curve(table: "LiveTable") -> list[list[int]]:
    """Points by round, worked out when first asked for.  Before the end they would give away what is hidden."""
    async with table.lock:
        match = (await table.current()).snapshot()
    if not match.over:
        raise TableError("Points by round are shown once the game is over.")
    if table.rounds is None or table.rounds[0] != len(match.log):
        table.rounds = len(match.log), await asyncio.to_thread(points_by_round, match)
    return table.rounds[1]


async def story(table: "LiveTable", person: str | None, seat: int) -> list[Line]:
    """The log as this person may read it through the eyes of the seat."""
    mine = seats_of(table.places, person)
    table.check_entry(person)
    match = await seen_by(table, mine, seat)
    return await asyncio.to_thread(whole_story, match) if match.over else await asyncio.to_thread(lines, match, seat)
