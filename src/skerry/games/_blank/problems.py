"""What must hold in every position."""

from skerry.core import bits
from skerry.games._blank.actions import N_CARDS
from skerry.games._blank.state import Blank


def problems(state: Blank) -> list[str]:
    found = []
    shells = state.supply + sum(p.shells for p in state.players)
    if shells != state.kit.shells_per_player * state.seats:
        found.append(f"{shells} Shells in all, there should be {state.kit.shells_per_player * state.seats}")
    places = [state.deck, *(p.hand for p in state.players), *(p.played for p in state.players)]
    if sum(bits.count(place) for place in places) != N_CARDS:
        found.append("cards are lost or doubled")
    for seat, p in enumerate(state.players):
        if p.shells < 0 or state.supply < 0:
            found.append(f"seat {seat}: fewer than no Shells")
        if p.n_hand != bits.count(p.hand) or p.n_played != bits.count(p.played):
            found.append(f"seat {seat}: card counters are off")
        if p.n_hand > state.kit.hand_limit:
            found.append(f"seat {seat}: more cards than the hand limit")
    return found
