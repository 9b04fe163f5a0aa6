"""Setup: who begins, and the hidden cards."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, arg_of
from skerry.games._blank import actions as A
from skerry.games._blank.cards import TidepoolKit
from skerry.games._blank.player import Player
from skerry.games._blank.state import BEGINNER, DEAL, NOTE_DRAWN, ROUND, Blank


def new_state(kit: TidepoolKit, seats: i64) -> Blank:
    """§setup.1, §setup.2, §setup.3"""
    state = Blank(seats)
    state.kit = kit
    state.supply = kit.shells_per_player * seats
    state.then(ROUND)
    for _ in range(seats):
        player = Player()
        player.shells = kit.start_shells
        state.supply -= kit.start_shells
        state.players = append(state.players, player)
    for seat in range(seats):
        for _ in range(kit.start_cards):
            state.ask(DEAL, CHANCE, seats - 1 - seat)
    state.ask(BEGINNER, CHANCE)
    return state


@final
class Beginner(Step[Blank]):
    """§setup.3"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        for seat in range(state.seats):
            out[seat] = A.BEGIN + seat
        return state.seats

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        state.first = action - A.BEGIN


@final
class Deal(Step[Blank]):
    """A card for the seat in the argument, which alone sees it.  §setup.2, §turn.3"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        return bits.members_into(state.deck, A.DEAL, out, 0)

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        card = action - A.DEAL
        seat = arg_of(ask)
        p = state.players[seat]
        state.deck &= ~bits.bit(card)
        p.hand |= bits.bit(card)
        p.n_hand += 1
        state.note(NOTE_DRAWN, seat, card)

    def witnesses(self, state: Blank, ask: i64, action: i64) -> i64:
        return bits.bit(arg_of(ask))
