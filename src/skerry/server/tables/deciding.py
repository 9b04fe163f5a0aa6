"""What players do in the match: decide, undo, confirm a turn.  Asking the others and giving up are in `consent.py`.

Everything here happens under the table's lock.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from skerry.core.state import CHANCE
from skerry.match import Match, Refused
from skerry.match.manners import DONE
from skerry.match.match import Entry
from skerry.match.picture import reads_chance
from skerry.server.errors import Stale, TableError
from skerry.server.protocol.messages import Act, Confirm, Play, Undo
from skerry.server.tables.repeats import is_done_already
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

A = TypeVar("A", bound=Act)
Decide = Callable[["LiveTable", Match, Socket, A], Awaitable[None]]


def decision(
    decide: Decide[A], is_move: bool = False, checks_seat: bool = True
) -> Callable[["LiveTable", Socket, A], Awaitable[None]]:
    """Call `decide` if the message was made for the match as it is now.  What was done already is not done again.

    To a move, what others have said meanwhile does not matter.  Without `checks_seat`, `decide` does that itself.
    """

    async def answer(table: "LiveTable", socket: Socket, message: A) -> None:
        match = await table.current()
        if not (match.stands_since(message.version) if is_move else message.version == len(match.log)):
            if message.n and is_done_already(match, socket.seats, message):
                return
            raise Stale
        if checks_seat:
            check_seat(match, socket, message.seat)
        await decide(table, match, socket, message)

    return answer


def logged(act: Callable[[Match, A], list[Entry]]) -> Decide[A]:
    """For what does nothing but add to the log: `act` returns what it has added."""

    async def decide(table: "LiveTable", match: Match, _: Socket, message: A) -> None:
        await table.change(match, lambda: act(match, message))

    return decide


def check_seat(match: Match, socket: Socket, seat: int) -> None:
    if seat not in socket.seats:
        raise TableError(f"{match.seat_name(seat)} is not playing on this screen.")
    if match.seats[seat].bot is not None:
        raise TableError("A bot is playing for you. Take your seat back first.")


async def play(table: "LiveTable", match: Match, socket: Socket, message: Play) -> None:
    if match.typed_in and match.to_move == CHANCE:
        await read_in(table, match, socket, message)
        return
    check_seat(match, socket, message.seat)
    holds = message.seat if message.hold else None
    await table.change(match, lambda: match.play(message.seat, message.text), holds, len(socket.seats) > 1)


async def read_in(table: "LiveTable", match: Match, socket: Socket, message: Play) -> None:
    """A roll or a draw at the real table, typed in by one who may see it."""
    if not any(reads_chance(match, seat) for seat in socket.seats if message.seat in (seat, CHANCE)):
        name = match.seat_name(message.seat)
        raise TableError(f"{name} cannot see this roll or card, so somebody else has to enter it.")
    try:
        await table.change(match, lambda: match.play(CHANCE, message.text))
    except Refused as error:  # why not may be what somebody else holds
        raise TableError("That cannot come up now. Check the dice or cards on your table.") from error


def undo(match: Match, message: Undo) -> list[Entry]:
    return match.undo(message.seat)


async def confirm(table: "LiveTable", match: Match, _: Socket, message: Confirm) -> None:
    if table.held == message.seat:
        await table.change(match, lambda: match.aside(message.seat, DONE))
    else:
        table.show_all(match)
