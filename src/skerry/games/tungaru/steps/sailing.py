"""Sailing: with a die, with a flipped Nomad, or by the Fisher's benefit."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.tungaru import actions as A
from skerry.games.tungaru.state import ARRIVE, MEANS, Tungaru
from skerry.games.tungaru.steps.storage import charge
from skerry.games.tungaru.steps.turns import TO_SAIL


def set_sail(state: Tungaru, seat: i64, ground: i64) -> None:
    """The boat arrives after everything is paid.  §sail.2"""
    state.then(ARRIVE, seat | (ground << 4))
    if (state.side.far[state.players[seat].ground] >> ground) & 1:
        charge(state, seat, state.kit.sail_fish)


def targets_into(state: Tungaru, seat: i64, out: vec[i64]) -> i64:
    targets = state.sail_targets(state.players[seat])
    return bits.members_into(targets, A.SAIL_TO, out, 0)


@final
class SailTo(Step[Tungaru]):
    """First the destination, then the die.  §sail.1, §sail.2, §sail.3"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        return targets_into(state, seat_of(ask), out)

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        set_sail(state, seat_of(ask), action - A.SAIL_TO)
        state.ask(MEANS, seat_of(ask), TO_SAIL)


@final
class FlipSail(Step[Tungaru]):
    """Sailing with a flipped Nomad needs no die, and the player may decline.  §nomad.flip_sail"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        n = targets_into(state, seat_of(ask), out)
        out[n] = A.SKIP
        return n + 1

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        if action != A.SKIP:
            set_sail(state, seat_of(ask), action - A.SAIL_TO)


@final
class Arrive(Step[Tungaru]):
    """§sail.1"""

    def run(self, state: Tungaru, ask: i64) -> None:
        seat = arg_of(ask) & 15
        ground = arg_of(ask) >> 4
        state.put_boat(state.players[seat], ground)
