"""Why an action is not possible now, with its § mark."""

from skerry.core import bits
from skerry.core.answers import Reason
from skerry.core.state import seat_of, step_of
from skerry.games._blank import actions as A
from skerry.games._blank.state import BEGINNER, DEAL, GULL, POOL, TIDE, TURN, Blank

BLOCKS = {
    BEGINNER: range(A.BEGIN, A.BEGIN + A.MAX_SEATS),
    TIDE: range(A.TIDE, A.TIDE + A.N_TIDES),
    DEAL: range(A.DEAL, A.DEAL + A.N_CARDS),
    TURN: range(A.GATHER, A.REST + 1),
    POOL: range(A.HIDE, A.HIDE + A.N_POOLS),
    GULL: range(A.GULL, A.GULL + A.N_POOLS),
}


def candidates(state: Blank) -> list[int]:
    """What one could think of: of the cards only those in hand."""
    ask = state.ask_now()
    step = step_of(ask)
    if step == BEGINNER:
        return list(range(A.BEGIN, A.BEGIN + state.seats))
    if step == TURN:
        hand = bits.members(state.players[seat_of(ask)].hand)
        return [A.GATHER, A.DRAW, *(A.PLAY + card for card in hand), A.REST]
    return list(BLOCKS[step])


def reason(state: Blank, action: int) -> Reason | None:
    """None for a legal action; for every other one, of whatever question, why it is not possible now."""
    step = step_of(state.ask_now())
    if action not in BLOCKS[step]:
        return Reason("turn.1", "That does not answer the question")
    if step == BEGINNER and action - A.BEGIN >= state.seats:
        return Reason("setup.3", f"Only {state.seats} players are at the table", {"seats": state.seats})
    if step == DEAL and not state.deck >> (action - A.DEAL) & 1:
        return Reason("setup.2", "This card is no longer in the deck")
    if step == TURN:
        return turn_reason(state, action)
    return None


def turn_reason(state: Blank, action: int) -> Reason | None:
    kit = state.kit
    p = state.players[seat_of(state.ask_now())]
    if action == A.GATHER and state.supply == 0:
        return Reason("turn.2", "The supply is empty")
    if action == A.DRAW:
        if state.deck == 0:
            return Reason("turn.3", "The deck is empty")
        if p.n_hand >= kit.hand_limit:
            return Reason(
                "turn.3", f"You hold {p.n_hand} cards; the limit is {kit.hand_limit}", {"limit": kit.hand_limit}
            )
        return too_dear("turn.3", kit.draw_cost, p.shells)
    if A.PLAY <= action < A.PLAY + A.N_CARDS:
        card = action - A.PLAY
        if not p.hand >> card & 1:
            return Reason("turn.4", "This card is not in your hand")
        return too_dear("turn.4", kit.cards[card].cost, p.shells)
    return None


def too_dear(rule: str, cost: int, shells: int) -> Reason | None:
    if shells >= cost:
        return None
    return Reason(
        rule, f"You need {cost} {'Shell' if cost == 1 else 'Shells'} and have {shells}", {"needs": cost, "has": shells}
    )
