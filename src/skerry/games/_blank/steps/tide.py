"""The round and its tide."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core.state import CHANCE, Step
from skerry.games._blank import actions as A
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import GULL, NOTE_END, NOTE_TIDE, POOL, REVEAL, ROUND, TIDE, TURN, Blank


@final
class RoundStart(Step[Blank]):
    """Lays out a whole round, the last question first.  §goal.1, §turn.1, §pool.4, §end.1"""

    def run(self, state: Blank, ask: i64) -> None:
        if state.round == state.kit.tides:
            state.over = True
            state.note(NOTE_END)
            return
        seats = state.seats
        if state.round > 0:
            state.first = (state.first + 1) % seats
        state.round += 1
        state.gull = NO_POOL
        state.pools_shown = False
        for p in state.players:
            p.pool = NO_POOL
        state.then(ROUND)
        state.then(REVEAL)
        if seats == 1:
            state.ask(GULL, CHANCE)
        for back in range(seats):
            state.ask(POOL, (state.first + seats - 1 - back) % seats)
        for back in range(2 * seats):
            state.ask(TURN, (state.first + 2 * seats - 1 - back) % seats)
        state.ask(TIDE, CHANCE)
        state.note(NOTE_TIDE, 0, state.round)


@final
class Tide(Step[Blank]):
    """§tide.1"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        for tide in range(i64(A.N_TIDES)):
            out[tide] = A.TIDE + tide
        return A.N_TIDES

    def weights_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        total: i64 = 0
        for tide in range(i64(A.N_TIDES)):
            out[tide] = state.kit.tide_weight[tide]
            total += out[tide]
        return total

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        state.tide = action - A.TIDE
