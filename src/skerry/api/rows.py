"""Rows of numbers: who writes them for a game, and how long their history may be."""

from operator import index
from typing import Any, SupportsIndex

from skerry.core.game import Game as Rules
from skerry.core.observe import Encoder
from skerry.match import MatchError

MOST_HISTORY = 1000


def encoder_of(rules: Rules[Any], state: Any) -> Encoder[Any]:
    """Made once for all games that need the same."""
    key = (rules.name, state.kit.hash, int(state.seats), len(state.players))
    if key not in ENCODERS:
        ENCODERS[key] = rules.encoder(state)
    return ENCODERS[key]


ENCODERS: dict[tuple[str, str, int, int], Encoder[Any]] = {}


def check_history(history: SupportsIndex) -> int:
    return whole(history, 0, MOST_HISTORY, "history is a number of moves")


def whole(given: SupportsIndex, low: int, high: int, what: str) -> int:
    """A whole number in these bounds, also one of NumPy's; otherwise one line that says what was expected."""
    if hasattr(given, "__index__") and low <= (number := index(given)) <= high:
        return number
    raise MatchError(f"{what} from {low} to {high:,}, not {repr(given)[:40]}")
