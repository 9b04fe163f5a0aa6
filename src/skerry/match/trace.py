"""A running hash of all positions, written into the log now and then, so that drift is noticed.

It covers what a player would notice: whose move it is, the legal options, the scores and the winners.  It leaves out
the fields of the state, which may be renamed, added or packed differently without any game playing differently.  Each
hash builds on the one before, so a single mark vouches for every position up to it.
"""

import hashlib

from skerry.core.actions import Actions
from skerry.core.state import State

EVERY = 25  # log entries between two marks
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
