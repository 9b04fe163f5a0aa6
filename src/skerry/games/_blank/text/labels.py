"""The answers to the open question in words, for the one who chooses."""

from skerry.core.state import arg_of, seat_of
from skerry.games._blank import actions as A
from skerry.games._blank.observe import POOLS, TIDES
from skerry.games._blank.state import Blank
from skerry.games._blank.text.words import card_words, shells


def label(state: Blank, action: int) -> str:
    """An option speaks to the one who chooses."""
    kit = state.kit
    if action < A.TIDE:
        return f"{{{action - A.BEGIN}}} goes first"
    if action < A.DEAL:
        tide = action - A.TIDE
        return f"It is {TIDES[tide]} tide: a gatherer finds {shells(kit.tide_shells[tide])}"
    if action < A.GATHER:
        return f"{{{arg_of(state.ask_now())}}} draws {kit.names[action - A.DEAL]}"
    if action == A.GATHER:
        return f"Gather {shells(gathered(state))}"
    if action == A.DRAW:
        return f"Draw a card for {shells(kit.draw_cost)}"
    if action < A.REST:
        card = action - A.PLAY
        return f"Play {kit.names[card]} ({card_words(state, card)})"
    if action == A.REST:
        return "Rest"
    if action < A.GULL:
        pool = action - A.HIDE
        return f"Go to the {POOLS[pool]} pool ({kit.pool_alone[pool]} alone, {kit.pool_shared[pool]} shared)"
    return f"The gull lands at the {POOLS[action - A.GULL]} pool"


def gathered(state: Blank) -> int:
    return min(state.supply, state.gather_yield(state.players[seat_of(state.ask_now())]))


def taking(state: Blank, action: int) -> str | None:
    """Playing a card is what statistics count."""
    return state.kit.names[action - A.PLAY] if A.PLAY <= action < A.PLAY + A.N_CARDS else None
