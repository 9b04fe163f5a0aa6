"""The turns: gather, draw, play, rest."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.state import CHANCE, Step, seat_of
from skerry.games._blank import actions as A
from skerry.games._blank.state import DEAL, Blank


@final
class Turn(Step[Blank]):
    """§turn.1"""

    def legal_into(self, state: Blank, ask: i64, out: vec[i64]) -> i64:
        kit = state.kit
        seat = seat_of(ask)
        p = state.players[seat]
        n: i64 = 0
        if state.supply > 0:  # §turn.2
            out[n] = A.GATHER
            n += 1
        if p.shells >= kit.draw_cost and p.n_hand < kit.hand_limit and state.deck != 0:  # §turn.3
            out[n] = A.DRAW
            n += 1
        mask = p.hand
        card: i64 = 0
        while mask != 0:  # §turn.4
            if mask & 1 and kit.cards[card].cost <= p.shells:
                out[n] = A.PLAY + card
                n += 1
            mask >>= 1
            card += 1
        out[n] = A.REST  # §turn.5
        return n + 1

    def apply(self, state: Blank, ask: i64, action: i64) -> None:
        seat = seat_of(ask)
        p = state.players[seat]
        if action == A.GATHER:  # §turn.2
            state.take_shells(seat, state.gather_yield(p))
        elif action == A.DRAW:  # §turn.3
            state.pay_shells(seat, state.kit.draw_cost)
            state.ask(DEAL, CHANCE, seat)
        elif action != A.REST:  # §turn.4
            self.play(state, seat, action - A.PLAY)

    def play(self, state: Blank, seat: i64, number: i64) -> None:
        """§turn.4"""
        p = state.players[seat]
        card = state.kit.cards[number]
        state.pay_shells(seat, card.cost)
        p.hand &= ~bits.bit(number)
        p.n_hand -= 1
        p.played |= bits.bit(number)
        p.n_played += 1
        card.on_play(state, seat)
