"""How fast a game is played, and the clocks at its table as browsers show them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Pace(Struct, frozen=True):
    """How fast a game is played: minutes for each player (live), or days for each turn (slow)."""

    kind: Literal["none", "live", "slow"]
    amount: Annotated[int, Meta(ge=-(2**31), lt=2**31)]
    late: Literal["nothing", "move", "bot"]  # when time is up: a bot moves, or gets the seat

    def is_good(self) -> bool:
        return self.kind == "none" or 1 <= self.amount <= (180 if self.kind == "live" else 30)


NO_CLOCK = Pace("none", 0, "nothing")


class Clock(Struct, frozen=True, omit_defaults=True):
    """Time at a table, in seconds; the browser counts on from the moment it arrives."""

    used: list[float]
    running: int | None = None  # the seat whose time passes now
    left: list[float] | None = None  # live: for each player, the grace of this turn not counted
    grace: float = 0  # seconds until it is counted
    due: float | None = None  # slow: until the turn is late
