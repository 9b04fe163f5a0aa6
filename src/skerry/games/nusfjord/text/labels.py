"""The possible answers in words."""

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord import state as S
from skerry.games.nusfjord.cards import CARD_QUESTION
from skerry.games.nusfjord.state import Nusfjord
from skerry.games.nusfjord.text import board, cards
from skerry.games.nusfjord.text.words import goods


def label(state: Nusfjord, action: int) -> str:
    ask = state.ask_now()
    step, seat, arg = step_of(ask), seat_of(ask), arg_of(ask)
    kit = state.kit
    if step == CARD_QUESTION:
        return cards.label(state, action)
    if action < A.REVEAL:
        return f"{{{action - A.BEGIN}}} is First Player of round 1"
    if action < A.DRAW:
        return f"Laid open: {board.card_line(state, action - A.REVEAL)}"
    if action < A.TURN_UP:
        return f"{{{arg}}} draws {board.card_line(state, action - A.DRAW)}"
    if action < A.HUNGRY:
        return f"Turned up: {board.elder_line(state, action - A.TURN_UP)}"
    if action < A.FEED:
        elder = action - A.HUNGRY
        return f"No fish for {kit.elder_names[elder]} ({state.players[seat].elder_fish(elder)} on him)"
    if action < A.PLACE:
        return f"A fish on a Share with {{{action - A.FEED}}}"
    if action < A.WORK:
        return board.space_words(state, seat, action - A.PLACE)
    if action < A.PASS:
        elder = action - A.WORK
        fish = state.players[seat].elder_fish(elder)
        return f"{board.elder_line(state, elder)} ({fish} fish on him)"
    if action == A.PASS:
        return "Pass: a turn without a Worker"
    if action < A.BUILD:
        return f"Use {kit.card_names[action - A.USE]}: {kit.card_words[action - A.USE]}"
    if action < A.LOT:
        return board.offer_line(state, seat, action - A.BUILD, arg)
    if action < A.SHIP:
        return lot_words(state, seat, action - A.LOT)
    if action < A.SERVE:
        return (
            upgrade_words(state, action - A.SHIP, arg)
            if step == S.UPGRADE
            else board.ship_words(state, seat, action - A.SHIP, arg)
        )
    if action < A.DOUBLE:
        return board.serve_words(state, seat, action - A.SERVE + 1, arg)
    if action < A.TAKE:
        return board.double_words(state, seat, action - A.DOUBLE)
    if action < A.COPY:
        return board.elder_line(state, action - A.TAKE)
    if action < A.DO:
        return board.space_words(state, seat, action - A.COPY)
    if action < A.YES:
        return do_words(state, seat, action - A.DO, arg)
    if A.ELDER <= action < A.SEAT:
        return board.elder_line(state, action - A.ELDER)
    if action == A.YES:
        return f"Yes: {kit.elder_words[arg]}" if step == S.USE_NOW else "Yes"
    return "No" if action == A.NO else "Done"


def lot_words(state: Nusfjord, seat: int, cell: int) -> str:
    """Where, and whether it takes half of a free double space."""
    words = f"On {board.cell_words(cell)}"
    free = state.players[seat].free
    for double in range(A.N_DOUBLES):
        pair = state.kit.pair[double]
        if state.kit.doubles >> double & 1 and pair >> cell & 1 and free & pair == pair:
            return f"{words} (half of a free double space)"
    return words


def upgrade_words(state: Nusfjord, ship: int, prices: int) -> str:
    names = state.kit.ship_names
    price = goods(prices & 15) if ship == A.CUTTER else goods(0, 0, prices >> 4 & 15)
    return f"A {names[ship]} for a {names[ship - 1]}; you pay {price}"


def do_words(state: Nusfjord, seat: int, kind: int, arg: int) -> str:
    more = {A.K_THIN_OUT: arg >> 4 & 15, A.K_REFOREST: arg >> 8 & 15}.get(kind, 0)
    words = board.action_words(state, seat, kind)
    return f"{words} and {more} more wood" if more else words


def label_unseen(state: Nusfjord) -> str:
    ask = state.ask_now()
    if step_of(ask) == CARD_QUESTION:
        return "Puts a hidden card back"
    return f"{{{arg_of(ask)}}} draws a C Building"


def taking(state: Nusfjord, action: int) -> str | None:
    """Buildings built and Elders taken are what statistics count."""
    if A.BUILD <= action < A.LOT:
        return state.kit.card_names[action - A.BUILD]
    return state.kit.elder_names[action - A.TAKE] if A.TAKE <= action < A.COPY else None
