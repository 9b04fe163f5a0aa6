"""Phase 1: the round begins, the dice are rolled, income Nomads bring goods."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step
from skerry.games.tungaru import actions as A
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import NO_BENEFIT
from skerry.games.tungaru.state import (
    BENEFITS,
    CLEANUP,
    LEADER,
    NEXT_TURN,
    NONE,
    NOTE_INCOME,
    NOTE_ROUND,
    REVEAL,
    ROLL,
    ROUND_END,
    Player,
    Tungaru,
)


@final
class RoundStart(Step[Tungaru]):
    """Puts a whole round on the stack, the last step first.  §round.1"""

    def run(self, state: Tungaru, ask: i64) -> None:
        state.round += 1
        state.phase = 1
        state.note(NOTE_ROUND, state.first, state.round)
        state.then(ROUND_END)
        state.then(CLEANUP)
        state.then(NEXT_TURN)
        state.then(BENEFITS)
        state.then(REVEAL)
        for back in range(state.seats):
            state.ask(LEADER, (state.first + state.seats - 1 - back) % state.seats)
        state.ask(ROLL, CHANCE)


@final
class Roll(Step[Tungaru]):
    """Three dice, no triple: every ordered result is equally likely.  §roll.1, §roll.2"""

    def legal_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        for roll in range(i64(A.N_ROLLS)):
            out[roll] = A.ROLL + roll
        return A.N_ROLLS

    def weights_into(self, state: Tungaru, ask: i64, out: vec[i64]) -> i64:
        total: i64 = 0
        for roll in range(i64(A.N_ROLLS)):
            out[roll] = state.kit.roll_weight[roll]
            total += out[roll]
        return total

    def apply(self, state: Tungaru, ask: i64, action: i64) -> None:
        state.roll = state.kit.roll_dice[action - A.ROLL]
        for p in state.players:
            p.dice = state.roll
        for back in range(state.seats):  # the starting player's question ends up on top
            seat = (state.first + state.seats - 1 - back) % state.seats
            brought = income(state, state.players[seat])
            if brought != 0:
                state.note(NOTE_INCOME, seat, brought)
                state.gain(seat, brought)
        state.phase = 2
        state.shown = False


def income(state: Tungaru, p: Player) -> i64:
    """What the face-up income Nomads bring, as packed goods.  §roll.2, §nomad.income"""
    goods: i64 = 0
    mask = p.face_up & state.kit.income_nomads
    while mask != 0:
        goods += G.one(state.kit.nomads[bits.lowest(mask)].good)
        mask &= mask - 1
    return goods


def forget_round(state: Tungaru) -> None:
    """Everything that lasts for one round.  §cleanup.2"""
    for p in state.players:
        p.dice = 0
        p.worker_die = 0
        p.nomad_dice = 0
        p.spaces_used = 0
        p.sailed = 0
        p.spent = 0
        p.exhausted = 0
        p.gives_to = NONE
        p.leader = NONE
        p.benefit = NO_BENEFIT
    for island in range(state.side.islands):
        state.dice[island] = 0
    state.dice_full = 0
    state.roll = 0
    state.passed = 0
    state.turn = NONE
    state.recruits = 0
