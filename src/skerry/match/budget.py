"""What a seat can add to the log though the game does not advance: so much and no more, or it could fill the log.

Only what one can repeat is counted: what was undone, undos, requests and their answers, bots that sit in.  The rest is
bounded by these and by the moves: one checks a turn once for each move, asks for one hint at each decision.
"""

from msgspec import Struct
from msgspec.structs import replace

from skerry.match import manners

IDLE = 2_000  # entries of one seat that were undone or came to nothing
SEATINGS = 200  # times that a bot sits down on one seat


class Spent(Struct, frozen=True):
    """By seat, so far."""

    idle: tuple[int, ...]
    seatings: tuple[int, ...]

    def undone(self, seat: int, moves: int) -> "Spent":
        """The seat has taken back so many moves."""
        return replace(self, idle=added(self.idle, seat, moves + 1))

    def said(self, seat: int, text: str, asks: int | None) -> "Spent":
        """An aside.  Answers are charged to whoever `asks`: nobody can keep another from answering."""
        if text in (manners.TAKE_BACK, manners.END_NOW):
            return replace(self, idle=added(self.idle, seat, 1))
        if text in (manners.YES, manners.NO):
            return replace(self, idle=added(self.idle, seat if asks is None else asks, 1))
        if manners.STAND_IN.fullmatch(text):
            return replace(self, seatings=added(self.seatings, seat, 1))
        return self

    def is_used_up(self, seat: int) -> bool:
        return 0 <= seat < len(self.idle) and self.idle[seat] >= IDLE


def nothing(seats: int) -> Spent:
    return Spent((0,) * seats, (0,) * seats)


def added(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more if number == seat else count for number, count in enumerate(counts))
