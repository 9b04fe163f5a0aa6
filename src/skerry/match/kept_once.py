"""What many matches have in common is kept once: a server has hundreds of tables of one game in memory.

Of the log lines of 60 games, one in ten is new; each is a sentence and the pieces it is about.
"""

from collections.abc import Hashable
from typing import TypeVar

ValueT = TypeVar("ValueT", bound=Hashable)

MOST_KEPT = 20_000  # values, about ten megabytes; then it begins anew
SHARED_VALUES: dict[Hashable, Hashable] = {}


def kept_once(value: ValueT) -> ValueT:
    """The value that was first given, if there is one that equals this."""
    kept = SHARED_VALUES.setdefault(value, value)
    if kept is value and len(SHARED_VALUES) > MOST_KEPT:
        SHARED_VALUES.clear()
    return kept  # type: ignore[return-value]
