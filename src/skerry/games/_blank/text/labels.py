"""The answers to the open question in words."""

from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank import actions as A
from skerry.games._blank.state import DEAL, Blank
from skerry.games._blank.text.words import card_words, shells
from skerry.games._blank.view import POOLS, TIDES


def label(state: Blank, action: int) -> str:
    if action < A.TIDE:
        return f"{{{action - A.BEGIN}}} begins"
    if action < A.DEAL:
        tide = action - A.TIDE
        return f"The tide is {TIDES[tide]}: a gatherer finds {shells(state.kit.tide_shells[tide])}"
    if action < A.GATHER:
        return f"{{{arg_of(state.ask_now())}}} draws {state.kit.names[action - A.DEAL]}"
    p = state.players[seat_of(state.ask_now())] if action < A.GULL else state.players[0]
    if action == A.GATHER:
        return f"Gather {shells(min(state.supply, state.gather_yield(p)))}"
    if action == A.DRAW:
        return f"Draw a card for {shells(state.kit.draw_cost)}"
    if action < A.REST:
        card = action - A.PLAY
        return f"Play {state.kit.names[card]} ({card_words(state, card)})"
    if action == A.REST:
        return "Rest"
    if action < A.GULL:
        pool = action - A.HIDE
        alone, shared = state.kit.pool_alone[pool], state.kit.pool_shared[pool]
        return f"Go to the {POOLS[pool]} pool ({alone} alone, {shared} shared)"
    return f"The gull lands at the {POOLS[action - A.GULL]} pool"


def label_unseen(state: Blank) -> str:
    ask = state.ask_now()
    if step_of(ask) == DEAL:
        return f"{{{arg_of(ask)}}} draws a card"
    return "Choose a pool, face down"


def taking(state: Blank, action: int) -> str | None:
    """Playing a card is what statistics count."""
    return state.kit.names[action - A.PLAY] if A.PLAY <= action < A.PLAY + A.N_CARDS else None
