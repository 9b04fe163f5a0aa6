"""What somebody asks for at their own screen: another name, the table in words, a hint; whether the server is there."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match.match import checked_seat
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Ask, Away, Outline, Ping, Pong, Rename
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.messages.rows import (
    ABOUT_LOBBY,
    ABOUT_TABLE,
    ANYBODY,
    FREE,
    HINT,
    LOCK,
    MOVE,
    TALK,
    in_lobby,
    row,
)
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def rename(table: "LiveTable", socket: Socket, message: Rename) -> None:
    plans = table.record.plans()
    if message.seat not in socket.seats:
        name = plans[message.seat].name if 0 <= message.seat < len(plans) else f"seat {message.seat}"
        raise TableError(f"{name} is not playing on this screen.")
    if table.lobby is not None:
        table.lobby.check_name(plans, message.seat, message.name)
    plans[message.seat] = checked_seat(replace(plans[message.seat], name=message.name))
    await table.seat(plans, table.places, table.record.owner)
    if table.lobby is not None:
        table.lobby.show()


async def switch_outline(table: "LiveTable", socket: Socket, message: Outline) -> None:
    socket.outline = message.wanted
    await table.show_again(socket)


async def give_hint(table: "LiveTable", socket: Socket, message: Ask) -> None:
    table.bots.ask(socket, message)


async def look_away(lobby: Lobby, socket: Socket, message: Away) -> None:
    socket.is_away = message.away


async def answer_ping(table: "LiveTable", socket: Socket, message: Ping) -> None:
    socket.tell(Pong())


ROWS = (
    row(Ask, ANYBODY, ABOUT_TABLE, FREE, HINT, give_hint),
    row(Rename, ANYBODY, ABOUT_TABLE, LOCK, TALK, rename),
    row(Outline, ANYBODY, ABOUT_TABLE, LOCK, MOVE, switch_outline),
    row(Away, ANYBODY, ABOUT_LOBBY, LOCK, MOVE, in_lobby(look_away)),
    row(Ping, ANYBODY, ABOUT_TABLE, FREE, MOVE, answer_ping),
)
