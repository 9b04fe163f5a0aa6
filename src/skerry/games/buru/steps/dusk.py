"""Dusk, and the end of the game."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step
from skerry.games.buru import actions as A
from skerry.games.buru.player import ALL_EXPLORERS, NONE
from skerry.games.buru.state import AT_DUSK, COUNT, DAWN, NOTE_DUSK, NOTE_END, NOTE_FINAL, NOTE_MARKER_PASSES, Buru


@final
class Dusk(Step[Buru]):
    """§dusk.1, §dusk.2"""

    def run(self, state: Buru, ask: i64) -> None:
        state.phase = AT_DUSK
        state.note(NOTE_DUSK, 0, bits.count(state.decrees))
        state.decree_box |= state.decrees
        state.decrees = 0
        state.region = NONE
        state.flipped = 0
        state.order = 0
        state.stood = 0
        state.deeds = 0
        state.decrees_won = 0
        state.forest_takers = 0
        for p in state.players:
            p.mat = ALL_EXPLORERS
            p.placed = 0
            p.n_placed = 0
            p.sent = 0
            p.kept = NONE
            p.tasked = 0
            p.plot = NONE
            p.possible_plots = 0
        if state.kit.totems_return and state.round < state.kit.rounds:  # at the end they count for their holders
            for spirit in range(i64(A.N_SPIRITS)):
                state.totems[spirit] = NONE
        stays = state.round == state.kit.rounds and state.kit.marker_stays_last
        if state.marker_passes and not state.marker_taken and not stays:  # §dusk.2
            state.emissary = (state.emissary + 1) % state.n
            state.note(NOTE_MARKER_PASSES, state.emissary)
        state.marker_taken = False
        if state.round == state.kit.rounds:
            state.ask(COUNT, state.speaker())
        else:
            state.then(DAWN)


@final
class Count(Step[Buru]):
    """Everyone reveals their Elders; nobody has a choice.  §end.1, §goal.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.COUNT
        return 1

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        state.over = True
        state.news += 1
        state.note(NOTE_END)
        for lawan in range(state.seats, state.n):
            state.note(NOTE_FINAL, lawan, state.score(lawan))
