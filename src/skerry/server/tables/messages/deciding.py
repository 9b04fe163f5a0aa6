"""What players do in the match: decide, undo, confirm a turn.  Asking the others and giving up are in `consent.py`.

Everything here happens under the table's lock.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from skerry.core.state import CHANCE
from skerry.match import Match, Refused
from skerry.match.asides import RECONSIDERED, TURN_DONE
from skerry.match.holding import confirmed, has_offer, play_and_hold
from skerry.match.match import Entry
from skerry.match.picture import reads_chance
from skerry.server.errors import Stale, TableError
from skerry.server.protocol.messages import Confirm, Play, Undo
from skerry.server.tables.messages.repeats import ActT, IsDone, was_played, was_said, was_undone
from skerry.server.tables.messages.rows import ABOUT_MATCH, LOCK, MOVE, SEATED, row
from skerry.server.tables.socket import Socket

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable

Decide = Callable[["LiveTable", Match, Socket, ActT], Awaitable[None]]


def decision(
    decide: Decide[ActT],
    is_done: IsDone[ActT],
    is_move: bool = False,
    checks_seat: bool = True,
    while_paused: bool = False,
) -> Callable[["LiveTable", Socket, ActT], Awaitable[None]]:
    """Call `decide` if the message was made for the match as it is now.  What `is_done` already is not done again.

    To a move, what others have said meanwhile does not matter.  Without `checks_seat`, `decide` does that itself.
    """

    async def answer(table: "LiveTable", socket: Socket, message: ActT) -> None:
        match = await table.current()
        if not (match.stands_since(message.version) if is_move else message.version == len(match.log)):
            if message.n and is_done(match, socket.seats, message):
                return
            raise Stale
        if checks_seat:
            check_decider(match, socket, message.seat)
        if table.is_paused and not while_paused:
            raise TableError("The game is paused. Continue it first.")
        await decide(table, match, socket, message)

    return answer


def logged(act: Callable[[Match, ActT], list[Entry]]) -> Decide[ActT]:
    """For what does nothing but add to the log: `act` returns what it has added."""

    async def decide(table: "LiveTable", match: Match, _: Socket, message: ActT) -> None:
        await table.change(match, lambda: act(match, message))

    return decide


def check_decider(match: Match, socket: Socket, seat: int) -> None:
    if seat not in socket.seats:
        raise TableError(f"{match.seat_name(seat)} is not playing on this screen.")
    if match.seats[seat].bot is not None:
        raise TableError("A bot is playing for you. Take your seat back first.")


async def play_decision(table: "LiveTable", match: Match, socket: Socket, message: Play) -> None:
    if match.typed_in and match.to_move == CHANCE:
        await type_in(table, match, socket, message)
        return
    check_decider(match, socket, message.seat)
    held = match.pending.held
    if held is not None and not has_offer(match, message.seat):
        raise TableError("Confirm or undo your turn first." if held == message.seat else still_checking(match, held))
    await table.change(match, lambda: held_play(table, match, message, len(socket.seats) > 1))


def still_checking(match: Match, seat: int) -> str:
    return f"{match.seat_name(seat)} is still checking the last turn. You can move in a moment."


def held_play(table: "LiveTable", match: Match, message: Play, is_shared: bool) -> list[Entry]:
    before, seat, text = len(match.log), message.seat, message.text
    if match.pending.meant == text:
        return match.aside(seat, TURN_DONE)
    if match.pending.meant:
        match.check_step(seat, text)
        match.aside(seat, RECONSIDERED)
    if message.hold:
        _, matters = play_and_hold(match, seat, text, is_shared)
        table.checking.is_brief = message.briefly and not matters
    else:
        match.play(seat, text)
    return match.log[before:]


async def type_in(table: "LiveTable", match: Match, socket: Socket, message: Play) -> None:
    """A roll or a draw at the real table, typed in by one who may see it."""
    if not any(reads_chance(match, seat) for seat in socket.seats if message.seat in (seat, CHANCE)):
        name = match.seat_name(message.seat)
        raise TableError(f"{name} cannot see this roll or card, so somebody else has to enter it.")
    try:
        await table.change(match, lambda: match.play(CHANCE, message.text))
    except Refused as error:  # why not may be what somebody else holds
        raise TableError("That result is not possible now. Check the dice or cards on your table.") from error


def undo_decision(match: Match, message: Undo) -> list[Entry]:
    seat, pending = message.seat, match.pending
    is_meant = bool(pending.meant) and pending.held == seat and not has_offer(match, seat)
    return match.aside(seat, RECONSIDERED) if is_meant else match.undo(seat)


async def confirm(table: "LiveTable", match: Match, socket: Socket, message: Confirm) -> None:
    if table.held == message.seat:
        await table.change(match, lambda: confirmed(match, message.seat, len(socket.seats) > 1))
    else:
        table.show_all(match)


ROWS = (
    row(Play, SEATED, ABOUT_MATCH, LOCK, MOVE, decision(play_decision, was_played, is_move=True, checks_seat=False)),
    row(Undo, SEATED, ABOUT_MATCH, LOCK, MOVE, decision(logged(undo_decision), was_undone, is_move=True)),
    row(Confirm, SEATED, ABOUT_MATCH, LOCK, MOVE, decision(confirm, was_said(TURN_DONE))),
)
