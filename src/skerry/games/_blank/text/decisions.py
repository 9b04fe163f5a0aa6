"""Decisions as lines of the log."""

from skerry.core.answers import Event, Moved
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank import actions as A
from skerry.games._blank.observe import POOLS
from skerry.games._blank.state import DEAL, POOL, Blank
from skerry.games._blank.text.labels import gathered, label
from skerry.games._blank.text.terms import pool_piece
from skerry.games._blank.text.words import shells


def decision_event(state: Blank, action: int) -> Event | None:
    """None for a drawn card: its note becomes the line."""
    seat = int(seat_of(state.ask_now()))
    who, player, kit = f"{{{seat}}}", f"player:{seat}", state.kit
    if action < A.TIDE:
        return Event(f"{{{action - A.BEGIN}}} goes first", "setup.3", about=(f"player:{action - A.BEGIN}",))
    if action < A.DEAL:
        return Event(label(state, action), "tide.1")
    if action < A.GATHER:
        return None
    if action == A.GATHER:
        n = gathered(state)
        found = (Moved("shells", "supply", player, n),)
        return Event(f"{who} gathers {shells(n)}", "turn.2", about=(player,), moved=found)
    if action == A.DRAW:
        paid = (Moved("shells", player, "supply", kit.draw_cost),)
        return Event(f"{who} pays {shells(kit.draw_cost)} to draw a card", "turn.3", about=(player,), moved=paid)
    if action < A.REST:
        card = action - A.PLAY
        piece, cost = f"card:{kit.ids[card]}", int(kit.cards[card].cost)
        moved = (Moved(piece, player, player), Moved("shells", player, "supply", cost))
        words = f"{who} plays {kit.names[card]} for {shells(cost) if cost else 'free'}"
        return Event(words, "turn.4", about=(piece, player), moved=moved)
    if action == A.REST:
        return Event(f"{who} rests", "turn.5", about=(player,))
    if action < A.GULL:
        return Event(f"{who} chooses the {POOLS[action - A.HIDE]} pool", "pool.1", about=(pool_piece(action),))
    piece = f"pool:{POOLS[action - A.GULL]}"
    return Event(label(state, action), "pool.3", about=(piece,), moved=(Moved("gull", "", piece),))


def decision_event_unseen(state: Blank) -> Event:
    ask = state.ask_now()
    if step_of(ask) == DEAL:
        seat = arg_of(ask)
        return Event(f"{{{seat}}} draws a card", "turn.3", about=("deck", f"player:{seat}"))
    assert step_of(ask) == POOL
    return Event(f"{{{seat_of(ask)}}} chooses a pool, face down", "pool.1", about=(f"player:{seat_of(ask)}",))
