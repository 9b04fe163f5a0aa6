"""What needs everybody's yes, taking back a decision or ending a game at a standstill; and what needs nobody's."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.manners import END, END_NOW, NO, RESIGNS, TAKE_BACK, YES
from skerry.match.match import Entry
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Answer, AskBack, AskEnd, Resign
from skerry.server.tables.push import asked, persons
from skerry.server.tables.socket import Socket
from skerry.server.tables.table_bots import check_level

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


def ask_back(match: Match, message: AskBack) -> list[Entry]:
    target = match.last_decision(message.seat)
    if match.over or target is None:
        raise TableError("There is nothing to take back.")
    if match.reveals(target) and len(persons(match)) < len(match.seats):
        raise TableError("Something has been revealed since then, so the bots do not agree.")
    return say(match, message.seat, TAKE_BACK)


def ask_end(match: Match, message: AskEnd) -> list[Entry]:
    if not match.game.standstill(match.state):
        raise TableError("The rules do not let you end the game here.")
    return say(match, message.seat, END_NOW)


def answer(match: Match, message: Answer) -> list[Entry]:
    open_ = asked(match)
    if open_ is None or message.seat not in open_.open:
        raise TableError("There is nothing to answer any more.")
    return say(match, message.seat, YES if message.yes else NO)


def say(match: Match, seat: int, text: str) -> list[Entry]:
    """Ask or answer; with the last yes, what was asked for happens.  Return what was added to the log."""
    before = len(match.log)
    match.aside(seat, text)
    finish(match)
    return match.log[before:]


def finish(match: Match) -> None:
    """Everybody has said yes, or there is nobody to ask but bots."""
    open_ = asked(match)
    if open_ is None or open_.open:
        return
    if open_.kind == "back":
        match.aside(open_.seat, f"(taken back to {open_.move})")
    else:
        match.aside(open_.seat, END)


async def resign(table: "LiveTable", match: Match, _: Socket, message: Resign) -> None:
    """The seat cannot win any more.  A bot plays on there, unless nobody is left who would want that."""
    seat = message.seat
    if match.over:
        raise TableError("The game is over.")
    people = [n for n, place in enumerate(table.places) if place.person and n != seat and n not in match.resigned]
    rivals = [n for n in range(len(match.seats)) if n != seat and n not in match.resigned]
    if not people or len(rivals) < 2:
        await table.change(match, lambda: match.aside(seat, RESIGNS) + match.aside(seat, END))
        return
    check_level(message.bot)
    if match.typed_in:
        raise TableError("With real dice and cards no bot can take your place: it cannot see its cards.")
    plans = list(match.seats)
    plans[seat] = replace(plans[seat], bot=message.bot)
    words = f"{plans[seat].name} resigned. A bot ({message.bot}) plays on"
    if table.room is not None:
        await table.room.seat(plans, table.places, words, asides=[(seat, RESIGNS)])
    else:
        await table.seat(plans, table.places, table.record.owner, (), [(seat, RESIGNS)])
