"""What players do to each other besides moving: asides in the log, which change no position.

An aside is an entry in brackets: `0: (checking)`, `0: (done)`, `1: (take back?)`, `0: (yes)`.  Two of them do change
the position, once all have agreed: `1: (taken back to 12)` and `0: (end)`.  The latter also ends a game that others
have given up.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

CHECKING = "(checking)"  # the seat looks over its turn before anybody goes on
DONE = "(done)"
TAKE_BACK = "(take back?)"
END_NOW = "(end?)"
YES = "(yes)"
NO = "(no)"
END = "(end)"
BACK = "(back)"  # the bot that sat in hands back
RESIGNS = "(resigns)"  # the seat cannot win any more
LATE = "(late)"  # the seat's time is up
HINT = "(hint)"  # the seat has asked a bot for advice
PLAIN = {CHECKING, DONE, TAKE_BACK, END_NOW, YES, NO, END, BACK, RESIGNS, LATE, HINT}
TAKEN_BACK = re.compile(r"\(taken back to (\d{1,5})\)")
STAND_IN = re.compile(r"\((bot|left): [a-z]{1,20}\)")


class Request(Struct, frozen=True):
    """Something that needs everybody's yes.  It lapses as soon as somebody moves."""

    text: str
    seat: int
    yes: tuple[int, ...] = ()


class Manners(Struct, frozen=True):
    held: int | None = None  # the seat that looks over its turn
    request: Request | None = None


def is_aside(text: str) -> bool:
    return text.startswith("(") and (text in PLAIN or bool(TAKEN_BACK.fullmatch(text) or STAND_IN.fullmatch(text)))


def changes_position(text: str) -> bool:
    return text == END or target_of(text) is not None


def target_of(text: str) -> int | None:
    """The move that an agreed take-back goes back to."""
    found = TAKEN_BACK.fullmatch(text)
    return int(found[1]) if found else None


def follow(manners: Manners, seat: int, text: str) -> Manners:
    """How things stand after this aside."""
    if text == CHECKING:
        return replace(manners, held=seat)
    if text == DONE:
        return replace(manners, held=None) if manners.held == seat else manners
    if text in (TAKE_BACK, END_NOW):
        return replace(manners, request=Request(text, seat))
    if text == NO:
        return replace(manners, request=None)
    if text == YES and manners.request is not None:
        yes = (*manners.request.yes, seat)
        return replace(manners, request=replace(manners.request, yes=yes))
    if (text == RESIGNS or STAND_IN.fullmatch(text)) and manners.held == seat:
        return replace(manners, held=None)
    return manners


def words(text: str, name: str) -> str:
    """What the log tells everybody of an aside of this player; empty for what only passes."""
    if target_of(text) is not None:
        return f"{name} takes a decision back, with everybody's consent"
    if STAND_IN.fullmatch(text):
        kind, level = text.strip("()").split(": ")
        return f"A bot ({level}) plays for {name}" if kind == "bot" else f"{name} has left; a bot ({level}) plays on"
    return TOLD.get(text, "").format(name)


TOLD = {
    BACK: "{0} is back",
    RESIGNS: "{0} resigns",
    LATE: "{0}'s time is up",
    HINT: "{0} asked for a hint",
    END_NOW: "{0} suggests ending the game here",
    TAKE_BACK: "{0} asks to take a decision back",
    NO: "{0} does not agree",
}
