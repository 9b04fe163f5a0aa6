"""The middle column: Issue a Share, Buy All Shares, Deforest."""

import pytest

from tests.games.nusfjord.builder import a_state, do, options, why_not


def test_an_unissued_share_goes_to_the_board_for_two_gold() -> None:
    """§issue.1"""
    state = do(a_state(2).turn_of(0), "place issue_share")
    p = state.players[0]
    assert (p.unissued, p.gold, state.market_of(0), p.n_shares) == (2, 2, 1, 2)


def test_a_share_can_be_issued_three_times_in_a_game() -> None:
    """§issue.1, §issue.2"""
    state = a_state(2).issued(0, 2, 1, 2).turn_of(0)
    assert why_not(state, "place issue_share") == "§issue.2 You have no unissued Share left"


@pytest.mark.parametrize(("round", "cost"), [(1, 2), (3, 2), (4, 1), (5, 1), (6, 0), (7, 0)])
def test_two_shares_cost_less_in_later_rounds(round: int, cost: int) -> None:
    """§buy.1, §buy.2, E6"""
    scene = a_state(3, round=round).issued(1, 2, 1).issued(2, 2, 1).player(0, gold=cost)
    state = do(scene.turn_of(0), "place buy_shares")
    p = state.players[0]
    assert (p.gold, p.shares_of(1), p.shares_of(2), p.n_shares, state.n_market) == (0, 1, 1, 4, 0)


def test_a_single_share_in_round_six_is_free_but_nothing_is_paid_out() -> None:
    """§buy.2, E7"""
    state = do(a_state(2, round=6).issued(1, 2, 1).turn_of(0), "place buy_shares")
    assert (state.players[0].gold, state.players[0].shares_of(1)) == (0, 1)


def test_own_shares_come_back_as_issued() -> None:
    """§buy.1, R22"""
    state = do(a_state(2).issued(0, 2, 1).player(0, gold=1).turn_of(0), "place buy_shares")
    assert (state.players[0].shares_of(0), state.players[0].unissued) == (3, 2)


def test_all_shares_or_none() -> None:
    """§buy.3"""
    state = a_state(2).issued(1, 2, 2).player(0, gold=1).turn_of(0)
    assert why_not(state, "place buy_shares") == "§buy.3 You need 2 gold and have 1"
    assert why_not(a_state(2).turn_of(0), "place buy_shares") == "§buy.3 No Share is for sale"


@pytest.mark.parametrize(("before", "after"), [(0, 5), (9, 12), (12, 12)])
def test_a_forest_gives_five_wood_up_to_the_limit(before: int, after: int) -> None:
    """§deforest.1, §goods.2, E9, R12"""
    state = do(a_state(2).player(0, wood=before).turn_of(0), "place deforest", "double r0c2")
    assert (state.players[0].wood, state.players[0].n_forests) == (after, 3)


def test_a_lone_forest_frees_two_spaces_and_a_stacked_one_none() -> None:
    """§deforest.3, R27"""
    state = do(a_state(2).turn_of(0), "place deforest", "double r0c2")
    assert state.players[0].n_free == 5
    state = do(a_state(2).turn_of(0), "place deforest", "double r1c2")
    assert state.players[0].n_free == 7


def test_the_player_chooses_the_double_space() -> None:
    """§deforest.3"""
    state = do(a_state(2).turn_of(0), "place deforest")
    assert options(state) == ["double r0c2", "double r1c2", "double r2c2"]
    assert why_not(state, "double r1c0") == "§deforest.3 There is no Forest here"


def test_without_a_forest_nothing_is_removed() -> None:
    """§deforest.2"""
    assert why_not(a_state(2).forests(0).turn_of(0), "place deforest") == "§deforest.2 You have no Forest"
