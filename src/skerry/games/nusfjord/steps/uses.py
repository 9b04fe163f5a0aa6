"""Buildings that are used on their owner's turn: Anytime and Once.  §card.3, §card.4"""

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_USE
from skerry.games.nusfjord.state import Nusfjord


def has_use(state: Nusfjord, seat: i64) -> bool:
    mask = state.players[seat].built & state.deck.mask[ON_USE]
    while mask != 0:
        slot = bits.lowest(mask)
        mask &= mask - 1
        if state.deck.cards[slot].can_use(state, seat, slot):
            return True
    return False


def uses_into(state: Nusfjord, seat: i64, out: vec[i64], n: i64) -> i64:
    """Write the Buildings that can be used now behind the first n options."""
    first = n
    mask = state.players[seat].built & state.deck.mask[ON_USE]
    while mask != 0:
        slot = bits.lowest(mask)
        mask &= mask - 1
        if state.deck.cards[slot].can_use(state, seat, slot):
            out[n] = A.USE + state.deck.ids[slot]
            n += 1
    if state.deck.mixed:
        sort(out, first, n)
    return n


def use_building(state: Nusfjord, seat: i64, action: i64) -> None:
    slot = state.deck.slot_of(action - A.USE)
    state.deck.cards[slot].use(state, seat, slot)


def sort(out: vec[i64], first: i64, end: i64) -> None:
    """Cards of mixed decks do not lie in the order of their numbers."""
    for i in range(first + 1, end):
        action = out[i]
        j = i
        while j > first and out[j - 1] > action:
            out[j] = out[j - 1]
            j -= 1
        out[j] = action
