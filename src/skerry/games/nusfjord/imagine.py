"""What a seat cannot see, filled in at random: the C Buildings in other hands.

The order of the piles and which Elder lies face down where have no truth yet: they are drawn when revealed.
"""

from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.games.nusfjord.state import Nusfjord


def imagine(state: Nusfjord, seat: i64, rng: Rng) -> Nusfjord:
    """Law: the seat's view of the result equals its view of `state`.  §home.5"""
    s = state.clone()
    hands: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hands |= s.players[other].hand
    if hands == 0:
        return s
    unknown = s.pile_c | hands
    left = bits.count(unknown)
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            cards = bits.count(p.hand)
            p.hand = 0
            for _ in range(cards):
                card = bits.bit(bits.nth(unknown, rng.below(left)))
                unknown &= ~card
                left -= 1
                p.hand |= card
    s.pile_c = unknown
    return s
