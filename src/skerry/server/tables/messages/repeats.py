"""A message that comes a second time, because the page did not get the answer to the first.

Nothing is done twice: the log only grows, an undo is an entry of its own, and a message names the length of the log
that it was made for.  These functions find out whether it was done the first time; each row of a decision names one.
"""

import contextlib
import json
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from skerry.core.state import CHANCE
from skerry.match import Match
from skerry.match.asides import CONSENT, RECONSIDERED, REFUSAL, changes_position, is_aside
from skerry.match.match import BETWEEN, UNDO, Entry
from skerry.server.protocol.messages import Act, Answer, Numbered, Play, Undo
from skerry.server.tables.push import persons

ActT = TypeVar("ActT", bound=Act)
IsDone = Callable[[Match, Sequence[int], ActT], bool]  # did this message of a screen with these seats do its work?

read_number = msgspec.json.Decoder(Numbered).decode


def number_of(data: bytes) -> int:
    """The number of a message that is not decoded otherwise; 0 if it has none.

    Half of an emoji, cut off by a limit on letters, is no text to msgspec, but JavaScript sends it.
    """
    for read in (read_number, lambda data: msgspec.convert(json.loads(data), Numbered)):
        with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
            return read(data).n
    return 0


def was_played(match: Match, seats: Sequence[int], message: Play) -> bool:
    first = first_move_since(match, message.version)
    was_move = (
        first is not None
        and first.text == message.text.partition(BETWEEN)[0]
        and may_know(match, seats, first, message.seat)
    )
    return was_move or is_in_log(match, seats, message, f"(means: {message.text})")


def was_undone(match: Match, seats: Sequence[int], message: Undo) -> bool:
    first = first_move_since(match, message.version)
    was_move = message.seat in seats and first is not None and (first.seat, first.text) == (message.seat, UNDO)
    return was_move or is_in_log(match, seats, message, RECONSIDERED)


def was_said(text: str) -> IsDone[Act]:
    """For messages that add this text to the log."""
    return lambda match, seats, message: is_in_log(match, seats, message, text)


def was_answered(match: Match, seats: Sequence[int], message: Answer) -> bool:
    return is_in_log(match, seats, message, CONSENT if message.yes else REFUSAL)


def is_in_log(match: Match, seats: Sequence[int], message: Act, text: str) -> bool:
    since = match.log[max(0, message.version) :]
    return message.seat in seats and any((entry.seat, entry.text) == (message.seat, text) for entry in since)


def first_move_since(match: Match, version: int) -> Entry | None:
    return next((entry for entry in match.log[max(0, version) :] if is_move(entry)), None)


def is_move(entry: Entry) -> bool:
    return not is_aside(entry.text) or changes_position(entry.text)


def may_know(match: Match, seats: Sequence[int], entry: Entry, seat: int) -> bool:
    """A roll or a draw that was typed in may be somebody's secret, unless all players share this screen."""
    if entry.seat == CHANCE:
        return match.typed_in and set(persons(match)) <= set(seats)
    return entry.seat == seat and seat in seats
