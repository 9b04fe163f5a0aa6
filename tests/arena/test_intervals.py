"""The bounds of the figures, against the textbook."""

import pytest

from skerry.arena.intervals import Estimate, difference, mean_interval, share_interval, student

pytestmark = pytest.mark.once


def bounds(estimate: Estimate | None) -> list[float]:
    assert estimate is not None
    return [round(estimate.low, 3), round(estimate.high, 3)]


def width(estimate: Estimate | None) -> float:
    assert estimate is not None
    return estimate.high - estimate.low


def test_eight_wins_of_ten_single_games_have_wilsons_interval() -> None:
    assert bounds(share_interval([(1, 1)] * 8 + [(0, 1)] * 2)) == [0.490, 0.943]


def test_deals_that_are_swept_count_as_one_game_each() -> None:
    swept = share_interval([(2, 2)] * 8 + [(0, 2)] * 2)
    assert width(swept) > width(share_interval([(1, 1)] * 8 + [(0, 1)] * 2))


def test_deals_that_are_split_make_the_figure_surer_than_single_games_would() -> None:
    split = share_interval([(1, 2)] * 16 + [(2, 2), (2, 2), (0, 2), (0, 2)])
    assert width(split) < width(share_interval([(1, 1)] * 20 + [(0, 1)] * 20)) * 0.75


def test_all_won_is_not_taken_for_certain() -> None:
    assert bounds(share_interval([(2, 2)] * 50)) == [0.929, 1.0]
    assert bounds(share_interval([(0, 2)] * 50)) == [0.0, 0.071]


def test_deals_that_are_all_alike_still_have_an_interval() -> None:
    assert width(share_interval([(1, 2)] * 10)) > 0.1


def test_one_deal_says_nothing_about_a_share() -> None:
    assert (
        bounds(share_interval([(1, 2)])) == [0.0, 1.0]
        and share_interval([]) is None
        and share_interval([(0, 0)]) is None
    )


def test_a_mean_of_one_to_five_has_students_interval() -> None:
    assert bounds(mean_interval([(x, 1) for x in (1, 2, 3, 4, 5)])) == [1.037, 4.963]


def test_the_games_of_a_deal_are_one_observation_of_the_mean() -> None:
    assert bounds(mean_interval([(2 * x, 2) for x in (1, 2, 3, 4, 5)])) == [1.037, 4.963]


@pytest.mark.parametrize(("freedom", "table"), [(1, 12.706), (2, 4.303), (4, 2.776), (10, 2.228), (30, 2.042)])
def test_students_quantiles_are_those_of_the_table(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, abs=0.002)


def test_a_difference_of_shares_is_sure_when_it_is_large() -> None:
    ones, others = [(1.0, 1)] * 45 + [(0.0, 1)] * 5, [(0.0, 1)] * 45 + [(1.0, 1)] * 5
    found = difference(ones, others)
    assert found is not None and found.value == pytest.approx(0.8) and found.low > 0.5
    none = difference(ones, ones[::-1])
    assert none is not None and none.low < 0 < none.high
