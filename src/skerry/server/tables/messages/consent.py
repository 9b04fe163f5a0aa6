"""Taking back a decision and ending a game at a standstill, which need everybody's consent; and resigning."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.match import Match
from skerry.match.asides import AGREED_END, CONSENT, END_NOW, REFUSAL, RESIGNS, TAKE_BACK
from skerry.match.match import Entry
from skerry.server.errors import TableError
from skerry.server.protocol.messages import Answer, AskBack, AskEnd, Resign
from skerry.server.tables.messages.deciding import decision, logged
from skerry.server.tables.messages.repeats import was_answered, was_said
from skerry.server.tables.messages.rows import ABOUT_MATCH, LOCK, MOVE, SEATED, TALK, row
from skerry.server.tables.push import askable, open_request
from skerry.server.tables.socket import Socket
from skerry.server.tables.table_bots import check_level

if TYPE_CHECKING:
    from skerry.server.tables.table import LiveTable


async def ask_to_take_back(table: "LiveTable", match: Match, socket: Socket, message: AskBack) -> None:
    if table.lobby is not None and table.lobby.terms.rated:
        raise TableError("This game is rated, so decisions stand. You can undo as long as nothing new is known.")
    await logged(ask_back)(table, match, socket, message)


def ask_back(match: Match, message: AskBack) -> list[Entry]:
    target = match.last_decision(message.seat)
    if match.over or target is None:
        raise TableError("There is nothing to take back.")
    if match.reveals(target) and len(askable(match)) < len(match.seats):
        raise TableError("Something has been revealed since, so the bots will not allow it.")
    return ask_or_answer(match, message.seat, TAKE_BACK)


def ask_end(match: Match, message: AskEnd) -> list[Entry]:
    if not match.game.standstill(match.state):
        raise TableError("The rules do not let you end the game here.")
    return ask_or_answer(match, message.seat, END_NOW)


def answer_request(match: Match, message: Answer) -> list[Entry]:
    open_ = open_request(match)
    if open_ is None or message.seat not in open_.open:
        raise TableError("That request has already been settled.")
    return ask_or_answer(match, message.seat, CONSENT if message.yes else REFUSAL)


def ask_or_answer(match: Match, seat: int, text: str) -> list[Entry]:
    """Ask or answer; with the last yes, what was asked for happens.  Return what was added to the log."""
    before = len(match.log)
    match.aside(seat, text)
    grant_request(match)
    return match.log[before:]


def grant_request(match: Match) -> None:
    """Everybody has said yes, or there is nobody to ask but bots."""
    open_ = open_request(match)
    if open_ is None or open_.open:
        return
    if open_.kind == "back":
        match.aside(open_.seat, f"(taken back to {open_.move})")
    else:
        match.aside(open_.seat, AGREED_END)


async def resign(table: "LiveTable", match: Match, _: Socket, message: Resign) -> None:
    """The seat cannot win any more.  A bot plays on there, unless nobody is left who would want that."""
    seat = message.seat
    if match.over:
        raise TableError("The game is over.")
    people = [n for n, place in enumerate(table.places) if place.person and n != seat and n not in match.resigned]
    rivals = [n for n in range(len(match.seats)) if n != seat and n not in match.resigned]
    if not people or len(rivals) < 2:
        await table.change(match, lambda: match.aside(seat, RESIGNS) + match.aside(seat, AGREED_END))
        return
    check_level(message.bot)
    if match.typed_in:
        raise TableError("With real dice and cards, a bot cannot take your place, because it cannot see its cards.")
    plans = list(match.seats)
    plans[seat] = replace(plans[seat], bot=message.bot)
    words = f"{plans[seat].name} resigned. A bot ({message.bot}) plays on"
    if table.lobby is not None:
        await table.lobby.seat(plans, table.places, words, asides=[(seat, RESIGNS)])
    else:
        await table.seat(plans, table.places, table.record.owner, (), [(seat, RESIGNS)])


ROWS = (
    row(AskBack, SEATED, ABOUT_MATCH, LOCK, TALK, decision(ask_to_take_back, was_said(TAKE_BACK))),
    row(AskEnd, SEATED, ABOUT_MATCH, LOCK, TALK, decision(logged(ask_end), was_said(END_NOW))),
    row(Answer, SEATED, ABOUT_MATCH, LOCK, MOVE, decision(logged(answer_request), was_answered)),
    row(Resign, SEATED, ABOUT_MATCH, LOCK, MOVE, decision(resign, was_said(RESIGNS), while_paused=True)),
)
