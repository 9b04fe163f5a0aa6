"""What must hold in every position."""

from skerry.core import bits
from skerry.games.buru import actions as A
from skerry.games.buru.player import NONE, Player
from skerry.games.buru.state import Buru


def problems(state: Buru) -> list[str]:
    found = cards(state)
    for number, p in enumerate(state.players):
        who = f"player {number}"
        if any(p.goods[kind] < 0 for kind in range(len(p.goods))):
            found.append(f"{who}: less than nothing of some goods")
        if p.goods[0] > state.kit.fish_limit:
            found.append(f"{who}: more fish than the limit")
        if p.tasked & ~p.islanders:
            found.append(f"{who}: a tasked Islander that is not there")
        if not state.is_lawan(number) and p.n_elders != bits.count(p.elders):
            found.append(f"{who}: the number of Elders is off")
        found += [f"{who}: {words}" for words in explorers(state, number, p)]
    for space in range(A.N_SPACES):
        if state.who_stands_on(space) >= state.n:
            found.append(f"space {space}: nobody's Explorers stand there")
    return found


def is_split(whole: int, *parts: int) -> bool:
    """Does every member of the whole lie in exactly one part?"""
    union = 0
    for part in parts:
        if union & part:
            return False
        union |= part
    return union == whole


def cards(state: Buru) -> list[str]:
    found = []
    players = state.players
    row = sum(1 << state.row_card(place) for place in range(state.n_row))
    islanders = [
        state.islander_deck,
        state.islanders_gone,
        row,
        *(p.islanders for p in players),
    ]
    if not is_split((1 << A.N_ISLANDERS) - 1, *islanders):
        found.append("Islanders are lost or doubled")
    decrees = [
        state.decree_deck,
        state.decrees,
        state.decree_box,
        *(p.decrees for p in players),
    ]
    if not is_split((1 << A.N_DECREES) - 1, *decrees):
        found.append("Decrees are lost or doubled")
    hands = [p.elders for p in players] + [p.elders_out for p in players]
    if not is_split((1 << A.N_ELDERS) - 1, state.elder_deck, state.elders_lawan, *hands):
        found.append("Elders are lost or doubled")
    kept = sum(p.n_elders for p in players[state.seats :])
    if kept != state.elders_unseen + bits.count(state.elders_lawan) or state.elders_left() < 0:
        found.append("the Elders of the Lawan are off")
    shown = sum(1 << (4 * state.forest_card(place)) for place in range(state.n_forest))
    if state.forest_deck + state.forest_gone + shown != state.kit.forest_deck:
        found.append("Forest cards are lost or doubled")
    if any(not NONE <= holder < state.n for holder in state.totems):
        found.append("a totem is nowhere")
    return found


def explorers(state: Buru, number: int, p: Player) -> list[str]:
    found = []
    regions = [p.explorers_in(region) for region in range(A.N_REGIONS)]
    kept = 1 << p.kept if p.kept != NONE else 0
    if not is_split((1 << A.N_EXPLORERS) - 1, p.mat, kept, *regions):
        found.append("Explorers are lost or doubled")
    for region in range(A.N_REGIONS):
        shown, there = bits.count(regions[region]), p.how_many_in(region)
        if shown > there or (shown < there and not state.is_lawan(number)):
            found.append(f"{there} Explorers in region {region}, but {shown} have a face")
    if p.how_many_placed() >= A.N_EXPLORERS:
        found.append("no Explorer was kept")
    return found
