from itertools import pairwise

import pytest

from skerry.teacher.review.chain import Measure, fit_positions, measurement


def test_steps_add_up_to_the_end_whatever_was_measured() -> None:
    steps = [Measure([1.0, -1.0], 0.5), Measure([0.2, 0.1], 0.01), Measure([3.0, 0.0], 2.0)]
    links = fit_positions(steps, {0: [Measure([10.0, 12.0], 0.3)], 2: [Measure([9.0, 14.0], 1.0)]}, [20.0, 11.0])
    for seat, end in enumerate([20.0, 11.0]):
        moved = sum(after.mean[seat] - before.mean[seat] for before, after in pairwise(links))
        assert links[0].mean[seat] + moved == pytest.approx(end)
        assert links[-1].mean[seat] == end


def test_what_is_known_well_stays_and_what_is_not_gives_way() -> None:
    steps = [Measure([1.0], 1e-6), Measure([1.0], 1.0)]
    links = fit_positions(steps, {0: [Measure([0.0], 1e-6)]}, [10.0])
    assert links[0].mean[0] == pytest.approx(0.0, abs=1e-3)
    assert links[1].mean[0] == pytest.approx(1.0, abs=1e-3)
    assert links[0].half < links[1].half * 1.5


def test_chances_that_add_up_still_do() -> None:
    steps = [Measure([0.1, 0.1, -0.2], 0.04), Measure([-0.3, 0.2, 0.1], 0.01)]
    links = fit_positions(steps, {0: [Measure([0.5, 0.2, 0.3], 0.02)]}, [1.0, 0.0, 0.0])
    assert all(sum(link.mean) == pytest.approx(1.0) for link in links)


def test_two_ways_to_the_same_value_agree_on_their_mean_and_are_surer_than_one() -> None:
    alone = fit_positions([Measure([1.0], 1.0)], {}, [5.0])[0]
    both = fit_positions([Measure([1.0], 1.0)], {0: [Measure([6.0], 1.0)]}, [5.0])[0]
    assert alone.mean == [pytest.approx(4.0)]
    assert both.mean == [pytest.approx(5.0)]
    assert both.half == pytest.approx(alone.half / 2**0.5)


def test_more_measurements_are_surer_but_never_surer_than_the_judgement() -> None:
    few, many = measurement([[0.0], [2.0]], 0.5), measurement([[0.0], [2.0]] * 500, 0.5)
    assert few.mean == many.mean == [1.0]
    assert few.variance > many.variance > 0.25
