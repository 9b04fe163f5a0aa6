"""Phase 4: the end of the round, and of the game."""

from typing import final

from mypy_extensions import i64

from skerry.core.state import Step, step_of
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import CHIEF
from skerry.games.tungaru.state import (
    LEADER,
    NONE,
    NOTE_AGREED,
    NOTE_END,
    NOTE_FISH_STORED,
    NOTE_PASSED_ON,
    NOTE_QUIET,
    NOTE_STALL,
    NOTE_START,
    OVERFLOW,
    ROUND,
    Tungaru,
)
from skerry.games.tungaru.steps.roll import forget_round


@final
class Cleanup(Step[Tungaru]):
    """The Fisher's Fish moves into the storage, in the last round as well.  §leader.fisher, §storage.2"""

    def run(self, state: Tungaru, ask: i64) -> None:
        state.phase = 4
        for back in range(state.seats):
            seat = (state.first + state.seats - 1 - back) % state.seats
            p = state.players[seat]
            if p.fisher_fish:
                p.fisher_fish = 0
                p.put_goods(G.ONE_FISH)
                state.note(NOTE_FISH_STORED, seat, 1 if p.stored() <= p.capacity else 0)
                if p.stored() > p.capacity:
                    state.ask(OVERFLOW, seat)


def is_stalled(state: Tungaru) -> bool:
    """Too many rounds without a recruit, or no Nomad that could ever be recruited.  §end.2"""
    return state.nomads == 0 or (state.stall > 0 and state.quiet >= state.stall)


def may_agree(state: Tungaru) -> bool:
    """At a standstill, while the Leaders of a new round are chosen.  §end.3"""
    return not state.over and state.is_quiet() and step_of(state.ask_now()) == LEADER


def agree(state: Tungaru) -> None:
    """§end.3"""
    assert may_agree(state)
    state.over = True
    state.note(NOTE_AGREED, 0, state.quiet)


def chiefs(state: Tungaru) -> i64:
    n: i64 = 0
    for p in state.players:
        if p.leader == CHIEF:
            n += 1
    return n


@final
class RoundEnd(Step[Tungaru]):
    """§cleanup.1, §cleanup.2, §cleanup.3, §cleanup.4, §end.1"""

    def run(self, state: Tungaru, ask: i64) -> None:
        state.quiet += 1
        if state.recruits > 0:
            state.quiet = 0
        if state.ending:  # §end.1
            state.over = True
            state.note(NOTE_END)
            return
        if is_stalled(state):
            state.over = True
            state.note(NOTE_STALL, 0, state.quiet)
            return
        if state.is_quiet() or (state.stall > 0 and state.quiet > 0):
            state.note(NOTE_QUIET, 0, state.quiet, state.stall)
        start = state.next_start()
        if start != state.first:
            state.first = start
            state.note(NOTE_START, start, chiefs(state))
        self.pass_cards(state)
        forget_round(state)
        state.then(ROUND)

    def pass_cards(self, state: Tungaru) -> None:
        """Each played Leader goes to the left neighbour's hand.  §cleanup.4"""
        for seat in range(state.seats):
            leader = state.players[seat].leader
            if leader != NONE:
                left = (seat + 1) % state.seats
                state.players[left].hand += 1 << (4 * leader)
                state.note(NOTE_PASSED_ON, seat, leader, left)
