"""Elders: draw, then discard one."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of, seat_of
from skerry.games.buru import actions as A
from skerry.games.buru.state import (
    DISCARD,
    ELDER,
    ELDERS,
    NOTE_ELDERS_RESHUFFLED,
    NOTE_LAWAN_ELDER,
    NOTE_NO_ELDER,
    Buru,
)


@final
class Elders(Step[Buru]):
    """The argument: the player, cards still to draw, cards drawn.  §elder.1, §elder.2"""

    def run(self, state: Buru, ask: i64) -> None:
        arg = arg_of(ask)
        number = arg & 15
        left = (arg >> 4) & 15
        drawn = arg >> 8
        if left > 0 and has_elders(state):
            state.then(ELDERS, number | ((left - 1) << 4) | ((drawn + 1) << 8))
            state.ask(ELDER, CHANCE, number)
        elif drawn > 0:
            state.ask(DISCARD, number)
        else:
            state.note(NOTE_NO_ELDER, number)


def has_elders(state: Buru) -> bool:
    """Are there any to draw?  The discards form a new deck when the old one has run out.  §elder.2"""
    if state.elders_left() > 0:
        return True
    if state.elders_discarded() == 0:  # no reshuffle: what everyone remembers of the last one stays true
        return False
    state.elders_lawan |= state.elder_deck  # what is left of the set are the cards the Lawan took
    state.elders_unseen = 0
    state.elder_deck = 0
    for seat in range(state.seats):
        p = state.players[seat]
        state.elder_deck |= p.elders_out
        p.elders_back = p.elders_out
        p.elders_out = 0
        p.elders_new = 0
    state.note(NOTE_ELDERS_RESHUFFLED)
    return True


@final
class ElderCard(Step[Buru]):
    """A card for the seat in the argument; nobody else sees it.  §elder.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.elder_deck, A.ELDER, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        bit: i64 = 1 << (action - A.ELDER)
        p = state.players[arg_of(ask)]
        state.elder_deck &= ~bit
        p.elders |= bit
        p.n_elders += 1
        p.elders_new += 1
        p.elders_drawn |= bit

    def witnesses(self, state: Buru, ask: i64, action: i64) -> i64:
        return 1 << arg_of(ask)


@final
class ElderDiscard(Step[Buru]):
    """Any one of the hand, face down.  §elder.1"""

    def legal_into(self, state: Buru, ask: i64, out: vec[i64]) -> i64:
        seat = seat_of(ask)
        return bits.members_into(state.players[seat].elders, A.DISCARD, out, 0)

    def apply(self, state: Buru, ask: i64, action: i64) -> None:
        bit: i64 = 1 << (action - A.DISCARD)
        seat = seat_of(ask)
        p = state.players[seat]
        p.elders &= ~bit
        p.n_elders -= 1
        p.elders_out |= bit
        p.elders_drawn = 0

    def witnesses(self, state: Buru, ask: i64, action: i64) -> i64:
        return 1 << seat_of(ask)


def lawan_keeps_elder(state: Buru, number: i64) -> None:
    """The top card, face down: nobody knows which it is, so it stays in the set of unseen cards.  §lawan.elders"""
    if has_elders(state):
        state.elders_unseen += 1
        state.players[number].n_elders += 1
        state.note(NOTE_LAWAN_ELDER, number)
    else:
        state.note(NOTE_NO_ELDER, number)
