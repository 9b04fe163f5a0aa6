"""What a variant takes out of sight: the Traveller piles and hands of the others.

They are no secret. Everybody has seen each card and tile go there, so `imagine` and the rows for learners leave them as
they are.  §open.1, §open.2
"""

from skerry.games.tungaru.state import Player, Tungaru


def is_hidden(state: Tungaru, number: int, seat: int) -> bool:
    """This seat is not shown the Traveller pile and the hand of that player.  §open.2"""
    return bool(state.hides) and not state.over and number != seat


def in_sight(state: Tungaru, number: int, seat: int) -> Player:
    """That player as the seat sees it: without a Traveller pile that is not shown."""
    p = state.players[number]
    if not is_hidden(state, number, seat):
        return p
    found = p.clone()
    found.nomads = p.face_up
    return found


def out_of_sight(state: Tungaru, seat: int) -> int:
    """The Nomads that the seat does not see, as a set: the pile, and Traveller piles that are not shown."""
    found = int(state.pile)
    for number, p in enumerate(state.players):
        found |= int(p.nomads & ~in_sight(state, number, seat).nomads)
    return found
