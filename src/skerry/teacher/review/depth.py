"""How long a review looks, and how carefully."""

from collections.abc import Callable

from msgspec import Struct

Progress = Callable[[str, float], None]  # what is being done, and how much of all is done, 0 to 1


class Depth(Struct, frozen=True):
    seconds: float
    simulations: int  # of the player who compares moves
    pairs: int  # by that player
    glances: int  # turns that may have a better move
    each: float  # seconds of the processor's time for one of them, if need be
    searched: int  # simulations of the search that proposes other moves
    curve: float  # the share of the time for curve and luck
    checks: float  # the share of the rest for checking what is about to be told
    told: float  # points that are worth telling, in units of what a hint would mention; at least one point more than it
    luck: float  # the error of all luck together that is aimed at: a standard deviation, in chances to win
    batches: int  # of looks ahead and of playouts: with more, little would change
    patience: float  # on a busy machine it may take so many times as long
    deep: bool = False

    def worth_telling(self, least: float) -> float:
        return max(least + 1, self.told * least)


QUICK = Depth(
    seconds=13.0,
    simulations=8,
    pairs=80,
    glances=14,
    each=4.0,
    searched=80,
    curve=0.35,
    checks=0.25,
    told=2.0,
    luck=0.018,
    batches=16,
    patience=1.15,
)
DEEP = Depth(
    seconds=120.0,
    simulations=16,
    pairs=200,
    glances=60,
    each=10.0,
    searched=400,
    curve=0.2,
    checks=0.3,
    told=1.0,
    luck=0.018,
    batches=80,
    patience=4.0,
    deep=True,
)
