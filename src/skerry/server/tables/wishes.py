"""What somebody asks for at their own screen: another name, the table in words, a hint."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match.match import check_seat
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Ask, Outline, Rename
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def rename(table: "LiveTable", socket: Socket, message: Rename) -> None:
    plans = table.record.plans()
    if message.seat not in socket.seats:
        name = plans[message.seat].name if 0 <= message.seat < len(plans) else f"seat {message.seat}"
        raise TableError(f"{name} is not playing on this screen.")
    if table.room is not None:
        table.room.check_name(plans, message.seat, message.name)
    plans[message.seat] = check_seat(replace(plans[message.seat], name=message.name))
    await table.seat(plans, table.places, table.record.owner)
    if table.room is not None:
        table.room.show()


async def outline(table: "LiveTable", socket: Socket, message: Outline) -> None:
    socket.outline = message.wanted
    await table.show_again(socket)


async def hint(table: "LiveTable", socket: Socket, message: Ask) -> None:
    table.bots.ask(socket, message)
