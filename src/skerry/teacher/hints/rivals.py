"""What rivals do if one leaves something to them: who takes it, and how often."""

from skerry.bots.levels import judgement_of
from skerry.bots.observer import Observer
from skerry.brain.continuation import Continuation
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.teacher.pairs import new_continuation

LOOKS = 10  # imagined states
MOST_DECISIONS = 60  # before the seat's next turn


def rivals_after(observer: Observer, wanted: int, instead: int, seed: int) -> dict[int, float]:
    """If the seat does something else instead: how often each rival does what it wanted, before its next turn, so that
    it can no longer be done then."""
    judgement = judgement_of(observer.game.name)
    if judgement is None:
        return {}
    player = new_continuation(observer.game, judgement)
    rng = Rng(seed)
    taken: dict[int, float] = {}
    for _ in range(LOOKS):
        state = observer.imagine(rng)
        state.apply(instead)
        player.play(state, int(rng.word()), int(rng.word()), 0)  # the rest of this turn
        taker = first_taker(observer.seat, state, wanted, player)
        if taker is not None:
            taken[taker] = taken.get(taker, 0.0) + 1 / LOOKS
    return taken


def first_taker(seat: int, state: State, wanted: int, player: Continuation) -> int | None:
    """Who takes it before the seat's next turn; None also if dice or draws come first."""
    taker = None
    for _ in range(MOST_DECISIONS):
        if state.over or state.to_move() == CHANCE:
            return None
        if state.to_move() == seat:
            break
        action = int(player.choose(state))
        if action == wanted and taker is None:
            taker = int(state.to_move())
        state.apply(action)
    return None if wanted in state.legal_actions() else taker
