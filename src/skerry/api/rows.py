"""Rows of numbers: who writes them for a game, and how long their history may be."""

from functools import cache
from typing import Any

from skerry.core.course import no_mask
from skerry.core.game import Game as Rules
from skerry.core.observe import Encoder
from skerry.match import MatchError

MOST_HISTORY = 1000
blank_mask = cache(no_mask)


def encoder_of(rules: Rules[Any], state: Any) -> Encoder[Any]:
    """Made once for all games that need the same."""
    key = (rules.name, state.kit.hash, int(state.seats), len(state.players))
    if key not in ENCODERS:
        ENCODERS[key] = rules.encoder(state)
    return ENCODERS[key]


ENCODERS: dict[tuple[str, str, int, int], Encoder[Any]] = {}


def check_history(history: int) -> None:
    if not 0 <= history <= MOST_HISTORY:
        raise MatchError(f"history is a number of moves from 0 to {MOST_HISTORY}, not {history}")
