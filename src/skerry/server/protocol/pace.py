"""How fast a game is played, and the clocks at its table as browsers show them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Pace(Struct, frozen=True):
    """How fast a game is played: minutes for each player (live), or days for each turn (slow)."""

    kind: Literal["none", "live", "slow"]
    amount: Annotated[int, Meta(ge=-(2**31), lt=2**31)]
    late: Literal["nothing", "move", "bot"]  # when time is up: a bot moves, or gets the seat
    increment: Annotated[int, Meta(ge=0, le=300)] = 0  # live: seconds that each turn adds

    def is_good(self) -> bool:
        if self.increment and self.kind != "live":
            return False
        return self.kind == "none" or 1 <= self.amount <= (180 if self.kind == "live" else 30)

    def in_words(self) -> str:
        if self.kind == "none":
            return "no clock"
        unit, whose = ("minute", "player") if self.kind == "live" else ("day", "turn")
        added = f", plus {self.increment} seconds each turn" if self.increment else ""
        return f"{self.amount} {unit}{'' if self.amount == 1 else 's'} per {whose}{added}{LATE_WORDS[self.late]}"


LATE_WORDS = {"nothing": "", "move": ", then a bot moves", "bot": ", then a bot takes over"}
NO_CLOCK = Pace("none", 0, "nothing")


def pace_problem(pace: Pace, typed_in: bool) -> str:
    """Why a table cannot be played at this pace, or nothing."""
    if not pace.is_good():
        return "A clock gives everybody 1 to 180 minutes, or 1 to 30 days for each turn; only minutes can be added to."
    if typed_in and pace.late != "nothing":
        return "With real dice and cards, a bot cannot move for anybody, because it cannot see the cards."
    return ""


class Clock(Struct, frozen=True, omit_defaults=True):
    """Time at a table, in seconds; the browser counts on from the moment it arrives."""

    used: list[float]
    running: int | None = None  # the seat whose time passes now
    left: list[float] | None = None  # live: for each player, the grace of this turn not counted
    grace: float = 0  # seconds until it is counted
    due: float | None = None  # slow: until the turn is late
    late: bool = False  # the turn is
    paused: bool = False  # no time passes for anybody
