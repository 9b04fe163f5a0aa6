"""A game's judgement, as tests look at it."""

from typing import Any

from skerry.bots.judging import load_judgement
from skerry.brain.judgement import Judgement, reals
from skerry.core.state import State


def judgement(game: str) -> Judgement[Any]:
    found = load_judgement(game)
    assert found is not None
    return found


def features(game: str, state: State, seat: int) -> dict[str, float]:
    """What the judgement counts of this seat, by name."""
    judged = judgement(game)
    row = reals(judged.length)
    judged.features_into(state, seat, row)
    return dict(zip(judged.names(), row, strict=False))
