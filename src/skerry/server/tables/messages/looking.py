"""Looking back at an earlier moment of the match, or through other eyes once it is over."""

from typing import TYPE_CHECKING

from skerry.match.picture import past
from skerry.server.protocol.messages import WHOLE_STORY, Look, Past
from skerry.server.runtime.slow_lane import in_thread
from skerry.server.tables.history import seen_by
from skerry.server.tables.messages.rows import ABOUT_TABLE, ANYBODY, FREE, LOOK, row
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def look_back(table: "LiveTable", socket: Socket, message: Look) -> None:
    match = await seen_by(table, socket.seats, message.seat)
    story = WHOLE_STORY if match.over else message.seat
    seen, points, words = await in_thread(len(match.log), past, match, message.seat, message.move)
    socket.tell(Past(seen, points, story, len(match.moves), words if socket.outline else None))
    async with table.lock:
        socket.follows = story
        if socket.delivered.logs.get(story) != len(match.log):
            await table.show_again(socket)


ROWS = (row(Look, ANYBODY, ABOUT_TABLE, FREE, LOOK, look_back),)
