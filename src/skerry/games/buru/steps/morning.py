"""Morning: Explorers go into the regions face down, one at a time."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.state import AT_MORNING, GO, LAY, NOON, SCHEME, Buru


@final
class Morning(Step[Buru]):
    """Lays out all turns, the last one first.  §morning.1"""

    def run(self, state: Buru, ask: i64) -> None:
        state.phase = AT_MORNING
        state.ask(NOON, state.speaker())
        turns = state.n * (A.N_EXPLORERS - 1)
        for back in range(turns):
            number = (state.emissary + turns - 1 - back) % state.n
            if state.is_lawan(number):
                state.ask(SCHEME, CHANCE, number)
            else:
                state.ask(GO, number)


@final
class Go(Step[Buru]):
    """The region, which everybody sees.  §morning.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        for region in range(i64(A.N_REGIONS)):
            out[region] = A.GO + region
        return A.N_REGIONS

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        state.ask(LAY, seat_of(ask), action - A.GO)


@final
class Lay(Step[Buru]):
    """The Explorer, which only its owner sees.  §morning.2"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        return bits.members_into(state.players[seat].mat, A.LAY, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        region = arg_of(ask)
        bit: i64 = 1 << (action - A.LAY)
        p.mat &= ~bit
        p.placed |= bit << (5 * region)
        p.sent |= (region + 1) << (4 * p.how_many_placed())
        p.n_placed += 1 << (4 * region)

    def witnesses(self, state: Buru, ask: i64, action: i64) -> i64:
        return 1 << seat_of(ask)
