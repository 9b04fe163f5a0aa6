import pytest

from skerry.bots.levels import judgement_of
from skerry.core.rng import Rng
from skerry.teacher.pairs import Pairs, chance, estimate, new_continuation
from tests.teacher.positions import a_match, knows, late, number


def pairs_of(*texts: str, seed: int = 1) -> tuple[Pairs, list[int]]:
    match = late(a_match())
    judgement = judgement_of("_blank")
    assert judgement is not None
    actions = [number(match, text) for text in texts]
    return Pairs(knows(match), actions, new_continuation(match.game, judgement), seed), actions


def test_gathering_beats_resting_by_points_and_wins() -> None:
    pairs, (gather, rest) = pairs_of("gather", "rest")
    pairs.run(30)
    gap = pairs.gap(gather, rest)
    assert gap.points.mean > gap.points.half > 0
    assert gap.win.mean > 0
    assert pairs.ranking() == [gather, rest]


def test_a_gap_is_made_of_its_categories() -> None:
    pairs, (gather, rest) = pairs_of("gather", "rest")
    pairs.run(12)
    gap = pairs.gap(gather, rest)
    assert sum(part.mean for part in gap.categories.values()) == pytest.approx(gap.points.mean)
    assert pairs.gap(rest, gather).points.mean == pytest.approx(-gap.points.mean)


def test_what_is_plainly_worse_gets_no_more_playouts() -> None:
    pairs, (gather, rest) = pairs_of("gather", "rest")
    pairs.run(30)
    pairs.drop_clearly_worse()
    pairs.run(5)
    assert len(pairs.endings[gather]) == 35 and len(pairs.endings[rest]) == 30


def test_the_same_seed_plays_the_same_games() -> None:
    first, (gather, _) = pairs_of("gather", "rest", seed=5)
    again, _ = pairs_of("gather", "rest", seed=5)
    other, _ = pairs_of("gather", "rest", seed=6)
    for pairs in (first, again, other):
        pairs.run(8)
    assert first.endings == again.endings
    assert first.endings[gather] != other.endings[gather]


def test_playouts_do_not_know_the_truth() -> None:
    """Whoever looks on with the same knowledge gets the same numbers, whatever the others really hold."""
    match = a_match(3)
    judgement = judgement_of("_blank")
    assert judgement is not None and match.to_move is not None
    fancy = match.game.imagine(match.state, match.to_move, Rng(99))
    results = []
    for state in (match.state, fancy):
        observer = type(knows(match))(match.game, state, match.to_move)
        pairs = Pairs(observer, observer.legal[:2], new_continuation(match.game, judgement), 3)
        pairs.run(6)
        results.append(pairs.endings)
    assert results[0] == results[1]


def test_a_mean_of_one_value_claims_nothing() -> None:
    assert estimate([4.0]).half == float("inf")
    assert not estimate([4.0]).is_clear
    assert chance([0.0] * 12).half == pytest.approx(1.796 * (0.5 / 11 / 12) ** 0.5), "twelve alike are no certainty"
    sure = estimate([1.0, 3.0, 1.0, 3.0])
    assert sure.mean == 2.0 and sure.half == pytest.approx(2.353 * (4 / 3) ** 0.5 / 2)
