"""The Forest: everyone present takes a card."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.state import Buru
from skerry.games.buru.steps.dawn import discard_forest_card


@final
class ForestCard(Step[Buru]):
    """§forest.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        shown: i64 = 0
        for place in range(state.n_forest):
            shown |= 1 << state.forest_card(place)
        n: i64 = 0
        while shown != 0:
            out[n] = A.TAKE + bits.lowest(shown)
            shown &= shown - 1
            n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        place: i64 = 0
        while state.forest_card(place) != action - A.TAKE:
            place += 1
        take_forest_card(state, seat_of(ask), place)


def take_forest_card(state: Buru, number: i64, place: i64) -> None:
    """Its goods, then it is discarded.  §forest.1"""
    state.gain_all(number, state.kit.forest_gain[discard_forest_card(state, place)])
