"""The Forest: everyone there takes a card."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.state import NOTE_TAKES, Buru
from skerry.games.buru.steps.dawn import discard_forest_card


@final
class ForestCard(Step[Buru]):
    """§forest.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        shown: i64 = 0
        for place in range(state.n_forest):
            shown |= 1 << state.forest_card(place)
        return bits.members_into(shown, A.TAKE, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        place: i64 = 0
        while state.forest_card(place) != action - A.TAKE:
            place += 1
        take_forest_card(state, seat_of(ask), place)


def take_forest_card(state: Buru, number: i64, place: i64) -> None:
    """Gain its goods and discard it.  §forest.1"""
    if state.forest_takers == 0:
        state.forest_dealt = state.forest
    at: i64 = 0  # where it lay at first: cards to its left may be gone
    left = place
    while left > 0 or (state.forest_takers >> (4 * at)) & 15 != 0:
        if (state.forest_takers >> (4 * at)) & 15 == 0:
            left -= 1
        at += 1
    state.forest_takers |= (number + 1) << (4 * at)
    card = discard_forest_card(state, place)
    state.note(NOTE_TAKES, number, card, state.gain_all(number, state.kit.forest_gain[card]))
