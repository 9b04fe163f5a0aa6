"""What a seat cannot see, filled in at random: face-down Explorers, Elders of others, the Elder deck.

Nothing else is hidden: undrawn cards are sets without an order, and a Lawan's cards have no face until revealed.
"""

from typing import Final

from mypy_extensions import i64

from skerry.core import bits
from skerry.core.numbers import positive
from skerry.core.rng import Rng
from skerry.core.state import zeros
from skerry.games.buru.actions import MAX_PLAYERS, N_ELDERS, N_EXPLORERS, N_REGIONS
from skerry.games.buru.player import Player
from skerry.games.buru.state import Buru

STRONG_FIRST: Final = 60  # how many in a hundred are taken to be the strongest Explorer that their owner had left


def imagine(state: Buru, seat: i64, rng: Rng) -> Buru:
    """Law: the seat's view of the result equals its view of `state`."""
    s = state.clone()
    for other in range(s.seats):
        if other != seat:
            guess_explorers(s, s.players[other], rng)
    guess_elders(s, seat, rng)
    return s


def draw(pool: i64, rng: Rng) -> i64:
    """A random member, as a set of one."""
    return bits.bit(bits.nth(pool, rng.below(bits.count(pool))))


def guess_explorers(s: Buru, p: Player, rng: Rng) -> None:
    """Deal the Powers not yet seen to the face-down Explorers and the mat, in the order in which they were placed.

    Strong ones usually go first, so they are dealt first more often than by chance.
    """
    pool = p.mat
    placed: i64 = 0
    for region in range(i64(N_REGIONS)):
        if (s.flipped >> region) & 1:
            placed |= p.explorers_in(region) << (5 * region)
        else:
            pool |= p.explorers_in(region)
    sent = p.sent
    while sent != 0:
        region = (sent & 15) - 1
        sent >>= 4
        if (s.flipped >> region) & 1 == 0:
            card = bits.bit(strong(s, pool, rng))
            pool &= ~card
            placed |= card << (5 * region)
    p.placed = placed
    p.mat = pool


def strong(s: Buru, pool: i64, rng: Rng) -> i64:
    """The Explorer that is placed next: often the strongest."""
    if rng.below(100) >= STRONG_FIRST:
        return bits.nth(pool, rng.below(bits.count(pool)))
    best = bits.lowest(pool)
    for card in range(best + 1, i64(N_EXPLORERS)):
        if (pool >> card) & 1 and s.kit.power[card] > s.kit.power[best]:
            best = card
    return best


def guess_elders(s: Buru, seat: i64, rng: Rng) -> None:
    """Deal the Elders that the seat does not know to Lawan, hands, discards and deck.

    The seat remembers what it discarded.  When these cards are shuffled back into the deck, others can have only
    those of them that they drew afterwards; so what they hold from earlier is dealt first, from the other cards.
    """
    unknown: i64 = (1 << N_ELDERS) - 1
    back: i64 = 0
    if seat >= 0:
        unknown &= ~(s.players[seat].elders | s.players[seat].elders_out)
        back = s.players[seat].elders_back
    if s.over:  # all hands are revealed
        for other in range(s.seats):
            unknown &= ~s.players[other].elders
    n_lawan = bits.count(s.elders_lawan)
    s.elders_lawan = deal(unknown & ~back, n_lawan, rng)
    unknown &= ~s.elders_lawan
    dealt = zeros(MAX_PLAYERS)
    for other in range(s.seats):
        if other != seat:
            dealt[other] = deal(unknown & ~back, old_elders(s, s.players[other], back), rng)
            unknown &= ~dealt[other]
    for other in range(s.seats):
        if other != seat:
            p = s.players[other]
            dealt[other] |= deal(unknown, hidden_elders(s, p) - bits.count(dealt[other]), rng)
            unknown &= ~dealt[other]
            p.elders_out = deal(dealt[other], bits.count(p.elders_out), rng)
            p.elders_back = 0  # what others remember is not imagined
            p.elders_drawn = 0
            if not s.over:
                p.elders = dealt[other] & ~p.elders_out
    s.elder_deck = unknown


def deal(pool: i64, cards: i64, rng: Rng) -> i64:
    """Random members of the pool, as a set."""
    dealt: i64 = 0
    for _card in range(cards):
        card = draw(pool, rng)
        pool &= ~card
        dealt |= card
    return dealt


def hidden_elders(s: Buru, p: Player) -> i64:
    """How many cards of this player others do not know: discards, and the hand until the end."""
    discards = bits.count(p.elders_out)
    return discards if s.over else discards + p.n_elders


def old_elders(s: Buru, p: Player, back: i64) -> i64:
    """How many of them, at least, were drawn before the last reshuffle."""
    new = p.elders_new
    if s.over:
        new -= bits.count(p.elders & back)
    return positive(hidden_elders(s, p) - new)
