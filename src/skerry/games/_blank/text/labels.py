"""The answers to the open question: in words for who chooses, in words for the log, as data."""

from skerry.core.game import Event, Moved, Terms
from skerry.core.state import arg_of, seat_of, step_of
from skerry.games._blank import actions as A
from skerry.games._blank.state import DEAL, POOL, Blank
from skerry.games._blank.text.words import card_words, shells
from skerry.games._blank.view import POOLS, TIDES


def label(state: Blank, action: int) -> str:
    """An option speaks to the one who chooses."""
    kit = state.kit
    if action < A.TIDE:
        return f"{{{action - A.BEGIN}}} goes first"
    if action < A.DEAL:
        tide = action - A.TIDE
        return f"The tide is {TIDES[tide]}: a gatherer finds {shells(kit.tide_shells[tide])}"
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


def told(state: Blank, action: int) -> Event | None:
    """The log speaks of players by name; a drawn card is told by its note."""
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
        words = f"{who} plays {kit.names[card]} for {shells(cost)}"
        return Event(words, "turn.4", about=(piece, player), moved=moved)
    if action == A.REST:
        return Event(f"{who} rests", "turn.5", about=(player,))
    if action < A.GULL:
        return Event(f"{who} chooses the {POOLS[action - A.HIDE]} pool", "pool.1", about=(pool_piece(action),))
    piece = f"pool:{POOLS[action - A.GULL]}"
    return Event(label(state, action), "pool.3", about=(piece,), moved=(Moved("gull", "", piece),))


def told_unseen(state: Blank) -> Event:
    ask = state.ask_now()
    if step_of(ask) == DEAL:
        seat = arg_of(ask)
        return Event(f"{{{seat}}} draws a card", "turn.3", about=("deck", f"player:{seat}"))
    assert step_of(ask) == POOL
    return Event(f"{{{seat_of(ask)}}} chooses a pool, face down", "pool.1", about=(f"player:{seat_of(ask)}",))


def terms(state: Blank, action: int) -> Terms:
    if action == A.GATHER:
        return Terms(("supply",), gives={"shells": gathered(state)}, short="Gather")
    if action == A.DRAW:
        return Terms(("deck",), price={"shells": int(state.kit.draw_cost)}, short="Draw")
    if A.PLAY <= action < A.REST:
        card = state.kit.cards[action - A.PLAY]
        gains = int(card.gains(state, seat_of(state.ask_now())))
        return Terms(
            (f"card:{state.kit.ids[action - A.PLAY]}",),
            price={"shells": int(card.cost)} if card.cost else {},
            gives={"shells": gains} if gains else {},
            group="Play",
            short=state.kit.names[action - A.PLAY],
        )
    if action == A.REST:
        return Terms(short="Rest")
    if A.HIDE <= action < A.GULL:
        return Terms((pool_piece(action),), group="Pool", short=POOLS[action - A.HIDE])
    return Terms()


def pool_piece(action: int) -> str:
    return f"pool:{POOLS[action - A.HIDE]}"


def gathered(state: Blank) -> int:
    return min(state.supply, state.gather_yield(state.players[seat_of(state.ask_now())]))


def taking(state: Blank, action: int) -> str | None:
    """Playing a card is what statistics count."""
    return state.kit.names[action - A.PLAY] if A.PLAY <= action < A.PLAY + A.N_CARDS else None
