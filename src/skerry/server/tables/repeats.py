"""A message that comes a second time, because the page has not heard what became of the first.

Nothing is done twice: the log only grows, an undo is an entry of its own, and a message names the length of the log
that it was made for.  What is left to find out is whether it was done the first time.
"""

from collections.abc import Sequence

import msgspec

from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.match.manners import DONE, END_NOW, NO, RESIGNS, TAKE_BACK, YES, changes_position, is_aside
from skerry.match.match import UNDO, Entry
from skerry.server.protocol.messages import Act, Answer, AskBack, AskEnd, Confirm, Numbered, Play, Undo
from skerry.server.tables.push import persons

read_number = msgspec.json.Decoder(Numbered).decode


def number_of(data: bytes) -> int:
    """The number of a message that is not read otherwise; 0 if it has none."""
    try:
        return read_number(data).n
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return 0


def is_done_already(match: Match, seats: Sequence[int], message: Act) -> bool:
    """Is this what happened next?  Whoever has these `seats` may know."""
    since = match.log[max(0, message.version) :]
    if isinstance(message, Play):
        first = next((entry for entry in since if moves(entry)), None)
        return first is not None and first.text == message.text and may_know(match, seats, first, message.seat)
    if message.seat not in seats:
        return False
    if isinstance(message, Undo):
        first = next((entry for entry in since if moves(entry)), None)
        return first is not None and (first.seat, first.text) == (message.seat, UNDO)
    return any(entry.seat == message.seat and entry.text == aside_of(message) for entry in since)


def moves(entry: Entry) -> bool:
    return not is_aside(entry.text) or changes_position(entry.text)


def may_know(match: Match, seats: Sequence[int], entry: Entry, seat: int) -> bool:
    """A roll or a draw that was typed in may be somebody's secret, unless all who play sit before this screen."""
    if entry.seat == CHANCE:
        return match.typed_in and set(persons(match)) <= set(seats)
    return entry.seat == seat and seat in seats


def aside_of(message: Act) -> str:
    if isinstance(message, Confirm):
        return DONE
    if isinstance(message, AskBack):
        return TAKE_BACK
    if isinstance(message, AskEnd):
        return END_NOW
    if isinstance(message, Answer):
        return YES if message.yes else NO
    return RESIGNS
