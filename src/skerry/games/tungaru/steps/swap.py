"""The Chief's benefit: two Nomads on islands change places, before or after an action."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru.cards import SWAP
from skerry.games.tungaru.state import AFTER_ACTION, SWAP_FROM, SWAP_WITH, Tungaru


def can_swap(state: Tungaru) -> bool:
    """Two Nomads that nobody has reserved.  §benefit.swap"""
    tiles = state.swappable()
    return tiles & (tiles - 1) != 0


@final
class SwapFrom(Step[Tungaru]):
    """§benefit.swap"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.swappable(), A.SWAP_FROM, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.ask(SWAP_WITH, seat_of(ask), action - A.SWAP_FROM)


@final
class SwapWith(Step[Tungaru]):
    """§benefit.swap"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.swappable() & ~(1 << arg_of(ask)), A.SWAP_WITH, out, 0)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        one = arg_of(ask)
        other = action - A.SWAP_WITH
        nomad = state.nomad[one]
        state.nomad[one] = state.nomad[other]
        state.nomad[other] = nomad
        state.use_benefit(seat_of(ask))


@final
class Afterwards(Step[Tungaru]):
    """After the action, if the benefit has not been used yet.  §benefit.1, §benefit.swap"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask)
        if state.players[seat].benefit == SWAP and can_swap(state):
            state.ask(AFTER_ACTION, seat)


@final
class AfterAction(Step[Tungaru]):
    """§benefit.swap"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        out[0] = A.SWAP
        out[1] = A.SKIP
        return 2

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        if action == A.SWAP:
            state.ask(SWAP_FROM, seat_of(ask))
