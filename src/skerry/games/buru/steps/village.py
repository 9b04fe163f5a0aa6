"""The Village: Islanders are tasked, one after another."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.cards import ASKS, PALM
from skerry.games.buru.state import GET, NOTE_DYED, NOTE_TASK, VILLAGE, Buru
from skerry.games.buru.steps.afternoon import has_side_gains, side_gains


def must_task(state: Buru, space: i64) -> bool:
    """The aid says "up to" of several tasks, but not of a single one.  §village.4"""
    return state.task_forced and state.kit.space_parts[space] == 1


@final
class Village(Step[Buru]):
    """The argument: tasks left, then the space.  §village.1, §village.2, §village.3, §village.4"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        rested = p.islanders & ~p.tasked & state.kit.can_be_tasked
        n: i64 = 0
        while rested != 0:
            card = bits.lowest(rested)
            rested &= rested - 1
            if state.kit.islanders[card].can_task(p):
                out[n] = A.TASK + card
                n += 1
        can_stop = n == 0 or not must_task(state, arg_of(ask) >> 4)
        if state.free_order and state.side_open and has_side_gains(state, arg_of(ask) >> 4):
            out[n] = A.SIDE
            n += 1
        if can_stop:
            out[n] = A.DONE
            n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        arg = arg_of(ask)
        if action == A.DONE:
            return
        if action == A.SIDE:
            state.ask(VILLAGE, seat, arg)
            side_gains(state, seat, arg >> 4)
            return
        card = action - A.TASK
        state.players[seat].tasked |= bits.bit(card)
        state.deeds = (state.deeds << 8) | action
        if arg & 7 > 1:
            state.ask(VILLAGE, seat, arg - 1)
        came = state.kit.islanders[card].on_task(state, seat)
        if came != ASKS:
            state.note(NOTE_TASK, seat, card, came)


@final
class Give(Step[Buru]):
    """The token that the Dyer takes.  §islander.dye"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        for token in range(i64(A.N_TOKENS)):
            if p.goods[PALM + token] > 0:
                out[n] = A.GIVE + token
                n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        token = action - A.GIVE
        state.players[seat].goods[PALM + token] -= 1
        state.ask(GET, seat, token | (arg_of(ask) << 2))


@final
class Get(Step[Buru]):
    """The token of another kind that the Dyer returns.  §islander.dye"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        given = arg_of(ask) & 3
        n: i64 = 0
        for token in range(i64(A.N_TOKENS)):
            if token != given:
                out[n] = A.GET + token
                n += 1
        return n

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        came = state.gain(seat, PALM + action - A.GET, 1)
        came += state.kit.islanders[arg_of(ask) >> 2].work_on(state, seat)
        state.note(NOTE_DYED, seat, arg_of(ask), came)
