"""The steps, in the order of their numbers in state.py."""

from skerry.games._blank.state import STEPS
from skerry.games._blank.steps.pools import GullComes, PoolChoice, Reveal
from skerry.games._blank.steps.setup import Beginner, Deal, new_state
from skerry.games._blank.steps.tide import RoundStart, Tide
from skerry.games._blank.steps.turns import Turn

__all__ = ["new_state"]

STEPS.extend([Beginner(), Tide(), Deal(), Turn(), PoolChoice(), GullComes(), Reveal(), RoundStart()])
