"""Dawn: Decrees, then the Forest."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step
from skerry.games.buru import actions as A
from skerry.games.buru.state import (
    AT_DAWN,
    DECREE,
    GROW,
    MORNING,
    NOTE_FOREST_RESHUFFLED,
    NOTE_PLOT_DRAWN,
    NOTE_ROUND,
    Buru,
)


@final
class Dawn(Step[Buru]):
    """§dawn.1, §dawn.2, §lawan.plot"""

    def run(self, state: Buru, ask: i64) -> None:
        state.round += 1
        state.phase = AT_DAWN
        state.note(NOTE_ROUND, state.emissary, state.round)
        for lawan in range(state.seats, state.n):
            state.players[lawan].possible_plots = state.plot_deck
            state.note(NOTE_PLOT_DRAWN, lawan)
        if state.kit.forest_fresh:
            while state.n_forest > 0:
                discard_forest_card(state, 0)
        state.then(MORNING)
        fill_forest(state)
        for _card in range(state.kit.decrees_per_round):
            state.ask(DECREE, CHANCE)


@final
class DecreeCard(Step[Buru]):
    """A Decree goes to its region or altar.  §dawn.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.decree_deck, A.DECREE, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        decree = bits.bit(action - A.DECREE)
        state.decree_deck &= ~decree
        state.decrees |= decree


def discard_forest_card(state: Buru, place: i64) -> i64:
    card = state.leave_forest(place)
    state.forest_gone += bits.bit(4 * card)
    return card


def fill_forest(state: Buru) -> None:
    """Top up; the discards are shuffled when the deck is empty.  §dawn.2"""
    if state.n_forest >= state.kit.forest_size[state.n]:
        return
    if state.forest_deck == 0 and state.forest_gone != 0:
        state.forest_deck = state.forest_gone
        state.forest_gone = 0
        state.note(NOTE_FOREST_RESHUFFLED)
    if state.forest_deck != 0:
        state.ask(GROW, CHANCE)


@final
class ForestGrows(Step[Buru]):
    """§dawn.2"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for card in range(i64(A.N_FOREST)):
            if (state.forest_deck >> (4 * card)) & 15 != 0:
                out[n] = A.GROW + card
                n += 1
        return n

    def weights_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        total: i64 = 0
        for card in range(i64(A.N_FOREST)):
            copies = (state.forest_deck >> (4 * card)) & 15
            if copies != 0:
                out[n] = copies
                total += copies
                n += 1
        return total

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        card = action - A.GROW
        state.forest_deck -= bits.bit(4 * card)
        state.forest |= card << (4 * state.n_forest)
        state.n_forest += 1
        fill_forest(state)
