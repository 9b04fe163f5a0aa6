"""Storage: capacity, overflow, Storage Nomads."""

from skerry.games.tungaru.state import MEANS, OVERFLOW, TURN
from skerry.games.tungaru.steps.turns import TO_HARVEST
from tests.games.tungaru.builder import GAME, a_state, do, goods, options, why_not


def test_a_storage_nomad_gives_two_more_spaces_and_the_monument_one() -> None:
    """§storage.1, §storage.3, §nomad.storage"""
    state = a_state(4).player(0, nomads=["N01", "N09"], storage_monument=0).state
    assert state.players[0].capacity == 6 + 2 * 2


def test_what_fits_is_kept_without_a_question() -> None:
    """§storage.2"""
    state = a_state(4).player(0, goods=(1, 1, 1, 1), dice=[2]).at(MEANS, 0, TO_HARVEST)
    do(state, "die 2")
    assert goods(state, 0) == (2, 1, 1, 1) and state.depth == 0


def test_a_player_with_a_full_storage_chooses_what_to_return() -> None:
    """§storage.2, R24"""
    state = a_state(4).player(0, goods=(0, 3, 0, 2), dice=[2]).at(MEANS, 0, TO_HARVEST)
    do(state, "die 2")
    assert options(state) == ["return fish", "return shell", "return pearl"]
    assert why_not(state, "return coconut") == "§storage.2 You have no Coconuts"
    do(state, "return shell")
    assert goods(state, 0) == (1, 2, 0, 2) and state.depth == 0


def test_goods_are_returned_one_by_one_until_the_rest_fits() -> None:
    """§storage.2"""
    state = a_state(4).player(0, goods=(4, 3, 0, 0)).at(OVERFLOW, 0)
    do(state, "return fish", "return shell")
    assert goods(state, 0) == (3, 2, 0, 0) and state.depth == 0


def test_the_fish_on_the_fisher_needs_no_space_and_cannot_be_returned() -> None:
    """§leader.fisher, R27"""
    builder = a_state(4).player(0, goods=(1, 4, 0, 1), fisher_fish=1, leader="fisher")
    assert builder.state.players[0].stored() == 5
    builder.state.gain(0, 1 << 24)
    state = builder.state
    assert options(state) == ["return shell", "return pearl"]
    do(state, "return pearl")
    assert goods(state, 0) == (1, 4, 0, 1) and GAME.problems(state) == []


def test_goods_on_storage_nomads_pay_costs_like_all_others() -> None:
    """§storage.3, R25"""
    state = a_state(4).player(0, goods=(7, 0, 0, 0), nomads=["N01"], dice=[1]).at(TURN, 0)
    assert "settle A" in options(state)
