"""Asides: log entries of the players that are no moves and change no position.

An aside is an entry in brackets: `0: (checking)`, `0: (done)`, `1: (take back?)`, `0: (yes)`.  Two of them do change
the position, once all have agreed: `1: (taken back to 12)` and `0: (end)`.  The latter also ends a game that others
have resigned.  `0: (means: lead 4)` is a decision that could not be undone and waits for the one who makes it to
confirm it; nobody else may know which one it is.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

CHECKING = "(checking)"  # the seat checks its turn before the game continues
TURN_DONE = "(done)"
RECONSIDERED = "(again)"  # the seat decides anew: what it meant to do has not happened
TAKE_BACK = "(take back?)"
END_NOW = "(end?)"
CONSENT = "(yes)"
REFUSAL = "(no)"
AGREED_END = "(end)"
RETURNED = "(back)"  # the person takes over from the bot
RESIGNS = "(resigns)"  # the seat cannot win any more
TIME_UP = "(late)"  # the seat's time is up
ASKED_HINT = "(hint)"  # the seat has asked a bot for advice
PLAIN_ASIDES = {
    CHECKING,
    TURN_DONE,
    RECONSIDERED,
    TAKE_BACK,
    END_NOW,
    CONSENT,
    REFUSAL,
    AGREED_END,
    RETURNED,
    RESIGNS,
    TIME_UP,
    ASKED_HINT,
}
TAKEN_BACK = re.compile(r"\(taken back to (\d{1,5})\)")
MEANT = re.compile(r"\(means: ([^()]{1,80})\)")
MEANT_PATTERN = "(means: %)"  # the same in a database
STAND_IN = re.compile(r"\((bot|left): [a-z]{1,20}\)")


class Request(Struct, frozen=True):
    """A request that everybody must agree to.  It lapses with the next move."""

    text: str
    seat: int
    yes: tuple[int, ...] = ()


class Pending(Struct, frozen=True):
    """What the players still have to settle among themselves."""

    held: int | None = None  # the seat that is checking its turn
    meant: str = ""  # the decision that waits with it; else the decision has been made
    request: Request | None = None


def is_aside(text: str) -> bool:
    return text.startswith("(") and (
        text in PLAIN_ASIDES or any(kind.fullmatch(text) for kind in (TAKEN_BACK, STAND_IN, MEANT))
    )


def changes_position(text: str) -> bool:
    return text == AGREED_END or target_of(text) is not None


def target_of(text: str) -> int | None:
    """The move that an agreed take-back goes back to."""
    found = TAKEN_BACK.fullmatch(text)
    return int(found[1]) if found else None


def meant_by(text: str) -> str:
    """The decision that waits for the one who makes it; empty for any other aside."""
    found = MEANT.fullmatch(text)
    return found[1] if found else ""


def lets_go_on(text: str) -> bool:
    """Is the decision that waits made now?"""
    return text == TURN_DONE or bool(STAND_IN.fullmatch(text))


def after_aside(pending: Pending, seat: int, text: str) -> Pending:
    """What is pending after this aside."""
    if text == CHECKING or meant_by(text):
        return replace(pending, held=seat, meant=meant_by(text))
    if text in (TURN_DONE, RECONSIDERED):
        return replace(pending, held=None, meant="") if pending.held == seat else pending
    if text in (TAKE_BACK, END_NOW):
        return replace(pending, request=Request(text, seat))
    if text == REFUSAL:
        return replace(pending, request=None)
    if text == CONSENT and pending.request is not None:
        yes = (*pending.request.yes, seat)
        return replace(pending, request=replace(pending.request, yes=yes))
    if (text == RESIGNS or STAND_IN.fullmatch(text)) and pending.held == seat:
        return replace(pending, held=None, meant="")
    return pending


def aside_words(text: str, name: str) -> str:
    """The line of the log for an aside of this player; empty for those that get none."""
    if target_of(text) is not None:
        return f"{name} takes a decision back, with everybody's consent"
    if STAND_IN.fullmatch(text):
        kind, level = text.strip("()").split(": ")
        return f"A bot ({level}) plays for {name}" if kind == "bot" else f"{name} has left; a bot ({level}) plays on"
    return ASIDE_WORDS.get(text, "").format(name)


ASIDE_WORDS = {
    RETURNED: "{0} is back",
    RESIGNS: "{0} resigns",
    TIME_UP: "{0}'s time is up",
    ASKED_HINT: "{0} asked for a hint",
    END_NOW: "{0} suggests ending the game here",
    TAKE_BACK: "{0} asks to take a decision back",
    REFUSAL: "{0} does not agree",
}
