"""What the log says of the way it was: a hash of every position, now and then.

Hashed is what a player would notice: who decides between what, the scores, who has won.  Not the fields of the state:
those may be named and counted otherwise tomorrow, and are packed otherwise in other builds, without any game going
another way.  Each hash goes on from the last, so one mark vouches for all positions before it.
"""

import hashlib

from skerry.core.actions import Actions
from skerry.core.state import State

EVERY = 25  # entries of the log from one mark to the next
LENGTH = 8  # characters of a mark


def begin(state: State, actions: Actions) -> str:
    return go_on("", state, actions)


def go_on(trace: str, state: State, actions: Actions) -> str:
    over = bool(state.over)
    texts = sorted(actions.text(action) for action in state.legal_actions())
    seen = [trace, "over" if over else str(int(state.to_move())), *map(str, state.scores()), "", *texts]
    if over:
        seen.append(str(int(state.winners())))
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:32]


def mark_of(trace: str) -> str:
    return trace[:LENGTH]
