"""Limits on what a seat can add to the log without advancing the game, so that nobody can fill it.

Only what can be repeated is counted: undone moves, undos, decisions that were meant and then not made, requests and
their answers, bots that sit in.  The rest is bounded by these and by the moves: a turn is checked once
for each move, a hint asked for once at each decision.
"""

from msgspec import Struct
from msgspec.structs import replace

from skerry.match import asides

MAX_IDLE_ENTRIES = 2_000  # entries of one seat that were undone or came to nothing
MAX_SEATINGS = 200  # times that a bot sits down on one seat


class LogUse(Struct, frozen=True):
    """What each seat has added so far."""

    idle: tuple[int, ...]
    seatings: tuple[int, ...]

    def undone(self, seat: int, moves: int) -> "LogUse":
        """The seat has taken back this many moves."""
        return replace(self, idle=count_up(self.idle, seat, moves + 1))

    def said(self, seat: int, text: str, asks: int | None) -> "LogUse":
        """Count an aside.  Answers count for the seat that `asks`, so that no seat can use up another's share."""
        if text in (asides.TAKE_BACK, asides.END_NOW):
            return replace(self, idle=count_up(self.idle, seat, 1))
        if text == asides.RECONSIDERED:
            return replace(self, idle=count_up(self.idle, seat, 2))
        if text in (asides.CONSENT, asides.REFUSAL):
            return replace(self, idle=count_up(self.idle, seat if asks is None else asks, 1))
        if asides.STAND_IN.fullmatch(text):
            return replace(self, seatings=count_up(self.seatings, seat, 1))
        return self

    def is_used_up(self, seat: int) -> bool:
        return 0 <= seat < len(self.idle) and self.idle[seat] >= MAX_IDLE_ENTRIES


def no_log_use(seats: int) -> LogUse:
    return LogUse((0,) * seats, (0,) * seats)


def count_up(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more if number == seat else count for number, count in enumerate(counts))
