"""Noon: everyone's last Explorer is revealed and fishes."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step
from skerry.games.buru import actions as A
from skerry.games.buru.cards import FISH
from skerry.games.buru.state import AT_NOON, DUSK, NOTE_KEPT, PLOT, POWER, REGION, Buru


@final
class Noon(Step[Buru]):
    """Everyone reveals the Explorer they kept; nobody has a choice.  §noon.1, §lawan.plot"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.REVEAL
        return 1

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        state.phase = AT_NOON
        state.news += 1
        state.then(DUSK)
        for back in range(i64(A.N_REGIONS)):
            state.then(REGION, state.kit.region_order[A.N_REGIONS - 1 - back])
        for back in range(state.n - state.seats):
            lawan = state.n - 1 - back
            state.ask(POWER, CHANCE, lawan | (A.N_REGIONS << 4))
            state.ask(PLOT, CHANCE, lawan)
        for seat in range(state.seats):
            p = state.players[seat]
            show_kept(state, seat, bits.lowest(p.mat))


def show_kept(state: Buru, number: i64, explorer: i64) -> None:
    """§noon.1"""
    p = state.players[number]
    p.kept = explorer
    p.mat &= ~(1 << explorer)
    state.note(NOTE_KEPT, number, explorer, state.gain(number, FISH, state.kit.power[explorer]))
