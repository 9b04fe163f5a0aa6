"""Turns: gather, draw, play, rest."""

import pytest

from skerry.core.state import CHANCE
from skerry.games._blank.state import DEAL, ROUND, TURN
from tests.games._blank.builder import GAME, a_state, do, options, why_not

LOW, HALF, HIGH = range(3)


def test_everyone_has_two_turns_and_then_chooses_a_pool() -> None:
    """§turn.1"""
    builder = a_state(3).with_(first=1, round=0)
    builder.state.then(ROUND)
    state = builder.state
    state.settle()
    do(state, "tide low")
    order = []
    while "rest" in options(state):
        order.append(state.to_move())
        do(state, "rest")
    assert order == [1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize(("tide", "shells"), [(LOW, 1), (HALF, 2), (HIGH, 3)])
def test_a_gatherer_finds_more_the_higher_the_tide(tide: int, shells: int) -> None:
    """§turn.2, §tide.1"""
    state = do(a_state().player(0, shells=5).with_(tide=tide).at(TURN, 0), "gather")
    assert state.players[0].shells == 5 + shells


def test_a_gatherer_takes_what_is_left_and_nobody_gathers_from_an_empty_supply() -> None:
    """§turn.2"""
    state = a_state().player(0, shells=23).player(1, shells=0).with_(tide=HIGH).at(TURN, 0)
    do(state, "gather")
    assert state.players[0].shells == 24 and state.supply == 0
    state.ask(TURN, 1)
    assert "gather" not in options(state)
    assert why_not(state, "gather") == "§turn.2 The supply is empty"


def test_a_card_costs_a_shell_and_only_its_drawer_sees_it() -> None:
    """§turn.3"""
    state = do(a_state(3).player(1, shells=2, hand=["rake"]).at(TURN, 1), "draw")
    assert state.players[1].shells == 1 and state.to_move() == CHANCE
    assert state.witnesses(state.legal_actions()[0]) == 0b010
    do(state, "deal museum")
    assert GAME.view(state, 1).players[1].hand == ["rake", "museum"]
    for other in (-1, 0, 2):
        assert GAME.view(state, other).players[1].hand is None
        assert GAME.view(state, other).players[1].hand_size == 2


def test_nobody_draws_without_a_shell_with_a_full_hand_or_from_an_empty_deck() -> None:
    """§turn.3"""
    state = a_state().player(0, shells=0).at(TURN, 0)
    assert why_not(state, "draw") == "§turn.3 You need 1 Shell and have 0"
    state = a_state().player(0, hand=["rake", "heron", "museum"]).at(TURN, 0)
    assert why_not(state, "draw") == "§turn.3 You hold 3 cards; the limit is 3"
    state = a_state().with_(deck=0).at(TURN, 0)
    assert why_not(state, "draw") == "§turn.3 The deck is empty"


def test_a_played_card_is_paid_and_lies_open() -> None:
    """§turn.4"""
    state = do(a_state().player(0, shells=5, hand=["wide_net"]).with_(supply=19).at(TURN, 0), "play wide_net")
    assert state.players[0].shells == 2 and state.supply == 22
    assert GAME.view(state, 1).players[0].played == ["wide_net"] and state.players[0].n_hand == 0


def test_a_card_that_is_too_dear_or_not_in_hand_cannot_be_played() -> None:
    """§turn.4"""
    state = a_state().player(0, shells=3, hand=["museum"]).at(TURN, 0)
    assert options(state) == ["gather", "draw", "rest"]
    assert why_not(state, "play museum") == "§turn.4 You need 4 Shells and have 3"
    assert why_not(state, "play rake") == "§turn.4 This card is not in your hand"


def test_resting_is_always_possible_and_changes_nothing() -> None:
    """§turn.5"""
    state = a_state().player(0, shells=0).player(1, shells=24).with_(deck=0).at(TURN, 0)
    assert options(state) == ["rest"]
    do(state, "rest")
    assert (state.players[0].shells, state.players[1].shells, state.depth) == (0, 24, 0)


def test_a_draw_that_is_asked_of_chance_offers_the_deck() -> None:
    state = a_state().player(0, hand=["rake"]).player(1, played=["heron"]).at(DEAL, CHANCE, 0)
    assert len(options(state)) == 14
    assert why_not(state, "deal rake") == "§setup.2 This card is no longer in the deck"
