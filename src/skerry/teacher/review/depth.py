"""How long a review takes, and how carefully it looks."""

from collections.abc import Callable

from msgspec import Struct

Progress = Callable[[str, float], None]  # what is being done, and how much of all is done, 0 to 1


class Depth(Struct, frozen=True):
    seconds: float
    simulations: int  # of the player who compares moves
    pairs: int  # at most, for one turn
    candidates: int  # turns for which other moves are proposed
    each: float  # seconds of processor time for one of them, at most
    searched: int  # simulations of the search that proposes other moves
    curve: float  # the share of the time for curve and luck
    turning: float  # the share of the time for measuring turning points
    checks: float  # the share of the rest for checking what is about to be reported
    reported: float  # points worth reporting, in units of what a hint would mention; at least one point more than that
    luck: float  # the target error of all luck together: a standard deviation, in chances to win
    batches: int  # of measurements, at most: with more, little would change
    patience: float  # how many times as long it may take on a busy machine
    deep: bool = False

    def least_points(self, least: float) -> float:
        return max(least + 1, self.reported * least)


QUICK = Depth(
    seconds=13.0,
    simulations=8,
    pairs=80,
    candidates=14,
    each=4.0,
    searched=80,
    curve=0.3,
    turning=0.15,
    checks=0.25,
    reported=2.0,
    luck=0.018,
    batches=16,
    patience=1.15,
)
DEEP = Depth(
    seconds=120.0,
    simulations=16,
    pairs=200,
    candidates=60,
    each=10.0,
    searched=400,
    curve=0.2,
    turning=0.1,
    checks=0.3,
    reported=1.0,
    luck=0.018,
    batches=80,
    patience=4.0,
    deep=True,
)
