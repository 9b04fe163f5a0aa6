"""Which verb an action is, and of what: the blocks of the action table."""

from bisect import bisect_right
from functools import cache

from skerry.games.nusfjord import actions as A

ACTION_BLOCKS = (
    (A.BEGIN, "begin"),
    (A.REVEAL, "reveal"),
    (A.DRAW, "draw"),
    (A.TURN_UP, "turn_up"),
    (A.HUNGRY, "hungry"),
    (A.FEED, "feed"),
    (A.PLACE, "place"),
    (A.WORK, "work"),
    (A.PASS, "pass"),
    (A.USE, "use"),
    (A.BUILD, "build"),
    (A.LOT, "lot"),
    (A.SHIP, "ship"),
    (A.SERVE, "serve"),
    (A.DOUBLE, "double"),
    (A.TAKE, "take"),
    (A.COPY, "copy"),
    (A.DO, "do"),
    (A.YES, "yes"),
    (A.NO, "no"),
    (A.DONE, "done"),
    (A.AMOUNT, "amount"),
    (A.ELDER, "elder"),
    (A.PICK, "pick"),
    (A.WAY, "way"),
)
FIRSTS = [first for first, _ in ACTION_BLOCKS]


@cache
def block(action: int) -> tuple[str, int]:
    """`("build", 3)`: the verb, and the number of the item."""
    first, verb = ACTION_BLOCKS[bisect_right(FIRSTS, action) - 1]
    return verb, action - first
