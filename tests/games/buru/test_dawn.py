"""Dawn: Decrees and the Forest."""

import pytest

from skerry.core import bits
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import new_buffer
from skerry.games.buru.kit.load import load_kit
from skerry.games.buru.state import AT_MORNING, DAWN, GROW
from tests.games.buru.builder import GAME, a_state, legal, play, rule_against


def test_two_decrees_are_revealed_and_the_forest_is_topped_up() -> None:
    """§dawn.1, §dawn.2"""
    state = a_state(3).forest("f7").with_(round=0).then(DAWN)
    play(state, "decree d1", "decree d9", "grow f1", "grow f2")
    assert bits.count(state.decrees) == 2
    assert [state.forest_card(place) for place in range(3)] == [6, 0, 1]
    assert (state.round, state.phase) == (1, AT_MORNING)


def test_a_decree_comes_once() -> None:
    """§dawn.1"""
    state = play(a_state(2).with_(round=0).then(DAWN), "decree d4")
    assert "decree d4" not in legal(state) and len(legal(state)) == 11
    assert rule_against(state, "decree d4") == "dawn.1"


def test_cards_of_which_there_are_two_come_twice_as_often() -> None:
    """§dawn.2"""
    state = a_state(2).forest("f1").at(GROW)
    weights = new_buffer()
    assert state.weights_into(weights) == 15
    assert [weights[i] for i in range(11)] == [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2]


def test_the_discards_become_the_new_forest_deck() -> None:
    """§dawn.2"""
    builder = a_state(2).with_(round=0)
    builder.state.forest_gone, builder.state.forest_deck = builder.state.forest_deck, 0
    state = play(builder.then(DAWN), "decree d1", "decree d2")
    assert state.forest_gone == 0 and len(legal(state)) == 11


def test_left_over_cards_may_be_replaced_by_a_setting() -> None:
    """§dawn.2; setting "forest_refill" """
    fresh = '[[settings]]\nid = "forest_refill"\nsource = "rulebook"\nvalue = "fresh"\n'
    state = a_state(2, fresh).forest("f7", "f8").with_(round=0).then(DAWN)
    play(state, "decree d1", "decree d2", "grow f1", "grow f2")
    assert [state.forest_card(place) for place in range(2)] == [0, 1]
    assert GAME.problems(state) == []


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_ten_decrees_are_seen_in_five_rounds(seats: int) -> None:
    """E12; §dawn.1, §goal.1; numbers "rounds", "decrees_per_round" """
    state = GAME.new(load_kit(), seats, GAME.complete_options({}))
    rng, buffers = Rng(seats), (new_buffer(), new_buffer())
    while not state.over:
        state.apply(random_action(state, *buffers, rng))
    assert state.round == 5 and bits.count(state.decree_deck) == 2
