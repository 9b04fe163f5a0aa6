"""The end and the score."""

import pytest

from skerry.games._blank.state import ROUND
from tests.games._blank.builder import GAME, a_state


def test_the_game_ends_after_the_fourth_tide() -> None:
    """§goal.1, §end.1"""
    for done in range(1, 5):
        builder = a_state(2).with_(round=done)
        builder.state.then(ROUND)
        builder.state.settle()
        assert builder.state.over == (done == 4)


@pytest.mark.parametrize(("shells", "points"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_two_shells_are_a_point(shells: int, points: int) -> None:
    """§score.1"""
    assert a_state().player(0, shells=shells).state.score(0) == points


def test_only_played_cards_score() -> None:
    """§score.2"""
    state = a_state().player(0, shells=0, hand=["tide_tax"], played=["crab_pot", "bucket"]).state
    assert state.score(0) == 2
    assert [(line.label, line.points[0]) for line in GAME.breakdown(state, 1)] == [
        ("Shells", 0),
        ("Cards", 2),
        ("Collections", 0),
    ]


def test_equal_points_share_the_victory() -> None:
    """§score.3, §goal.1"""
    state = a_state(3).player(0, shells=6).player(1, shells=2).player(2, shells=7).state
    assert state.winners() == 0b101
    assert a_state(3).player(1, shells=8).state.winners() == 0b010
