"""What a seat cannot see, filled in at random: the C Buildings in other hands.

The order of the piles and which Elder lies face down where have no truth yet: they are drawn when revealed.
"""

from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import BUILDING, COPY, DO_BUILD, ELDER_DO, MAY, WHICH_ELDER, Nusfjord
from skerry.games.nusfjord.steps.actions import can_do, to_copy
from skerry.games.nusfjord.steps.elders import can_use_any


def imagine(state: Nusfjord, seat: i64, rng: Rng) -> Nusfjord:
    """Law: the seat's view of the result equals its view of `state`.  §home.5"""
    s = state.clone()
    hands: i64 = 0
    for other in range(s.seats):
        if other != seat:
            hands |= s.players[other].hand
    if hands == 0:
        return s
    hidden = s.pile_c | hands
    unknown = hidden
    left = bits.count(unknown)
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            cards = bits.count(p.hand)
            p.hand = 0
            for _card in range(cards):
                card = bits.bit(bits.nth(unknown, rng.below(left)))
                unknown &= ~card
                left -= 1
                p.hand |= card
    s.pile_c = unknown
    if not is_answerable(s):
        mend_hand(s, seat, hidden, rng)
    return s


def is_answerable(s: Nusfjord) -> bool:
    """Could the open question have been asked with these hands?  Only some questions rest on a hand."""
    if s.over or s.depth == 0:
        return True
    ask = s.ask_now()
    step = step_of(ask)
    seat = seat_of(ask)
    arg = arg_of(ask)
    if step == BUILDING:
        return can_do(s, seat, A.K_BUILDING, arg)
    if step == COPY:
        return to_copy(s, seat, arg) != 0
    if step == MAY:
        return can_do(s, seat, arg & 15, arg >> 4)
    if step == ELDER_DO:
        return arg & 15 != DO_BUILD or can_do(s, seat, A.K_BUILDING)
    if step == WHICH_ELDER:
        return can_use_any(s, seat)
    return True


def mend_hand(s: Nusfjord, seat: i64, hidden: i64, rng: Rng) -> None:
    """Give the one who is asked another card for one of the hand, so that the question makes sense.

    One card is always enough: what the true hand makes possible, a single card of it does.  It may lie in
    a third hand, which then gets the other one for it."""
    asked = seat_of(s.ask_now())
    p = s.players[asked]
    if asked == seat or p.hand == 0:
        return
    hand = p.hand
    old = bits.bit(bits.nth(hand, rng.below(bits.count(hand))))
    tries = hidden & ~hand
    while tries != 0:
        new = bits.bit(bits.nth(tries, rng.below(bits.count(tries))))
        tries &= ~new
        p.hand = (hand & ~old) | new
        if is_answerable(s):
            swap_cards(s, seat, asked, old, new)
            return
    p.hand = hand


def swap_cards(s: Nusfjord, seat: i64, asked: i64, old: i64, new: i64) -> None:
    """Where the new card lay, lies the old one."""
    if s.pile_c & new != 0:
        s.pile_c = (s.pile_c & ~new) | old
        return
    for other in range(s.seats):
        p = s.players[other]
        if other != seat and other != asked and p.hand & new != 0:
            p.hand = (p.hand & ~new) | old
