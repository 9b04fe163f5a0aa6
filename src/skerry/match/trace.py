"""A running hash of all positions, written into the log now and then, so that drift is noticed.

It covers what a player would notice: whose move it was and between which options, at every entry, and the scores and
winners where it is written down.  It leaves out the fields of the state, which may be renamed, added or packed
differently without any game playing differently.  Each hash builds on the one before, so a single mark vouches for
every position up to it.
"""

import hashlib

from skerry.core.actions import Actions
from skerry.core.state import State

ENTRIES_PER_MARK = 25  # log entries between two marks
LENGTH = 8  # characters of a mark


def next_trace(trace: str, state: State, actions: Actions) -> str:
    """The hash of all positions so far, this one included; it starts from an empty text."""
    texts = sorted(actions.text(action) for action in state.legal_actions())
    return hash_of(trace, "over" if state.over else str(int(state.to_move())), *texts)


def mark_of(trace: str, state: State) -> str:
    """What the log says of all positions so far, and of the scores in this one."""
    winners = str(int(state.winners())) if state.over else ""
    return hash_of(trace, winners, *map(str, state.scores()))[:LENGTH]


def hash_of(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:32]
