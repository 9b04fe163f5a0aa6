"""The pools: a choice made face down, shown at once."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import EVERYBODY, Step, seat_of
from skerry.games._blank import actions as A
from skerry.games._blank.state import NOTE_POOL, Blank


@final
class PoolChoice(Step[Blank]):
    """§pool.1"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        for pool in range(i64(A.N_POOLS)):
            out[pool] = A.HIDE + pool
        return A.N_POOLS

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        state.players[seat_of(ask)].pool = action - A.HIDE

    def witnesses(self, state: Blank, ask: i64, action: i64) -> i64:
        seat = seat_of(ask)
        return EVERYBODY if state.is_last_to_hide(seat) else bits.bit(seat)


@final
class GullComes(Step[Blank]):
    """§pool.3"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        for pool in range(i64(A.N_POOLS)):
            out[pool] = A.GULL + pool
        return A.N_POOLS

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        state.gull = action - A.GULL


@final
class Reveal(Step[Blank]):
    """§pool.1, §pool.2"""

    def run(self, state: Blank, ask: i64) -> None:
        state.news += 1
        state.pools_shown = True
        for k in range(state.seats):
            seat = (state.first + k) % state.seats
            p = state.players[seat]
            alone = state.is_alone(seat)
            found = state.take_shells(seat, self.find(state, seat) if alone else state.kit.pool_shared[p.pool])
            state.note(NOTE_POOL, seat, p.pool, found)

    def find(self, state: Blank, seat: i64) -> i64:
        """What a player alone at a pool may take.  §pool.2, §card.alone"""
        p = state.players[seat]
        shells = state.kit.pool_alone[p.pool]
        mask = p.played & state.kit.alone_cards
        card: i64 = 0
        while mask != 0:
            if mask & 1:
                shells += state.kit.cards[card].on_alone()
            mask >>= 1
            card += 1
        return shells
