"""What people are asked in one step."""

from skerry.games.tungaru.state import OVERFLOW, SPEND, TURN
from tests.games.tungaru.builder import GAME, a_state, options


def test_surplus_goods_are_returned_in_one_step() -> None:
    state = a_state(4).player(0, goods=(4, 3, 0, 0)).at(OVERFLOW, 0)
    ways = [GAME.bundle_label(state, way) for way in GAME.bundles(state)]
    assert ways == ["Return 2 Fish", "Return 1 Fish and 1 Shell", "Return 2 Shells"]
    for way in GAME.bundles(state):
        after = state.clone()
        for action in way:
            after.step(action)
        assert after.depth == 0 and GAME.problems(after) == []


def test_goods_of_any_kind_are_paid_in_one_step() -> None:
    state = a_state(4).player(0, goods=(1, 1, 0, 1)).at(SPEND, 0, 2)
    ways = [GAME.bundle_label(state, way) for way in GAME.bundles(state)]
    assert ways == ["Pay 1 Fish and 1 Shell", "Pay 1 Fish and 1 Pearl", "Pay 1 Shell and 1 Pearl"]


def test_a_single_good_and_all_else_are_ordinary_questions() -> None:
    assert GAME.bundles(a_state(4).player(0, goods=(3, 3, 0, 0)).at(OVERFLOW, 0)) == []
    state = a_state(4).player(0, goods=(7, 0, 0, 0), dice=[1]).at(TURN, 0)
    assert options(state) and GAME.bundles(state) == []


def test_a_step_has_at_most_five_goods_so_that_its_text_fits() -> None:
    five = a_state(4).player(0, goods=(10, 0, 0, 0)).at(OVERFLOW, 0)
    assert [len(way) for way in GAME.bundles(five)] == [5]
    assert GAME.bundles(a_state(4).player(0, goods=(11, 0, 0, 0)).at(OVERFLOW, 0)) == []
