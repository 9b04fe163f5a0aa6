"""What a seat cannot see, filled in at random: the Leaders that lie face down.  §leader.1"""

from mypy_extensions import i64

from skerry.core.rng import Rng
from skerry.games.tungaru.actions import N_LEADERS
from skerry.games.tungaru.state import NONE, Tungaru


def imagine(state: Tungaru, seat: i64, rng: Rng) -> Tungaru:
    """Law: the seat's view of the result equals its view of `state`.  The pile is a set, it needs no shuffling."""
    s = state.clone()
    if not s.shown:
        for other in range(s.seats):
            p = s.players[other]
            if other != seat and p.leader != NONE:
                p.leader = any_card(p.hand, rng)
    return s


def any_card(hand: i64, rng: Rng) -> i64:
    """One of the cards, each as likely as the other."""
    cards: i64 = 0
    for kind in range(i64(N_LEADERS)):
        cards += (hand >> (4 * kind)) & 15
    left = rng.below(cards)
    leader: i64 = 0
    while left >= (hand >> (4 * leader)) & 15:
        left -= (hand >> (4 * leader)) & 15
        leader += 1
    return leader
