"""The answers to the open question as data."""

from skerry.core.answers import Terms
from skerry.core.state import seat_of
from skerry.games._blank import actions as A
from skerry.games._blank.observe import POOLS
from skerry.games._blank.state import Blank
from skerry.games._blank.text.labels import gathered


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
