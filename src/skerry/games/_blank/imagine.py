"""What a seat cannot see, filled in at random: other hands, the deck, choices made face down."""

from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.games._blank.actions import N_POOLS
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import Blank


def imagine(state: Blank, seat: i64, rng: Rng) -> Blank:
    """Law: the seat's view of the result equals its view of `state`."""
    s = state.clone()
    unknown = s.deck
    for other in range(s.seats):
        if other != seat:
            unknown |= s.players[other].hand
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            p.hand = 0
            for _card in range(p.n_hand):
                card = bits.nth(unknown, rng.below(bits.count(unknown)))
                unknown &= ~bits.bit(card)
                p.hand |= bits.bit(card)
            if p.pool != NO_POOL and not s.pools_shown:
                p.pool = rng.below(N_POOLS)
    s.deck = unknown
    return s
