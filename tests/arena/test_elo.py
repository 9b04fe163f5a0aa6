"""Strengths on Elo's scale, against what one can work out by hand."""

from math import log10

import pytest

from skerry.arena.elo import ANCHORED, Duel, elo

pytestmark = pytest.mark.once


def duel(one: str, other: str, won: int, games: int) -> Duel:
    """Single games, each of a deal of its own."""
    return Duel(one, other, {deal: (float(deal < won), 1) for deal in range(games)})


def test_ten_wins_for_one_defeat_are_four_hundred_points() -> None:
    found = elo([duel("strong", "easy", 1000, 1100)], "easy")
    assert found["easy"].value == found["easy"].low == found["easy"].high == ANCHORED
    assert found["strong"].value == pytest.approx(1400, abs=1)


def test_the_interval_is_that_of_the_share_of_wins() -> None:
    found = elo([duel("strong", "easy", 300, 400)], "easy")["strong"]
    shares = (0.75 - 1.96 * (0.75 * 0.25 / 400) ** 0.5, 0.75 + 1.96 * (0.75 * 0.25 / 400) ** 0.5)
    by_hand = [1000 + 400 * log10(share / (1 - share)) for share in shares]
    assert [found.low, found.high] == pytest.approx(by_hand, abs=6)


def test_one_who_never_lost_is_strong_but_unsure() -> None:
    found = elo([duel("strong", "easy", 40, 40)], "easy")["strong"]
    assert 1400 < found.value < 2400 and found.high - found.low > 400


def test_games_against_others_count() -> None:
    """With a middle that both have played, the two need not have met."""
    found = elo([duel("middle", "easy", 75, 100), duel("strong", "middle", 75, 100)], "easy")
    step = found["middle"].value - 1000
    assert found["strong"].value - found["middle"].value == pytest.approx(step, abs=1)
    assert found["strong"].high - found["strong"].low > found["middle"].high - found["middle"].low


def test_the_order_of_the_duels_does_not_matter() -> None:
    duels = [duel("a", "easy", 30, 100), duel("b", "easy", 60, 100), duel("b", "a", 70, 100)]
    turned = [Duel(d.other, d.one, {deal: (1 - won, 1) for deal, (won, _) in d.deals.items()}) for d in duels[::-1]]
    for name, strength in elo(duels, "easy").items():
        again = elo(turned, "easy")[name]
        assert [strength.value, strength.low, strength.high] == pytest.approx([again.value, again.low, again.high])


def test_deals_that_are_swept_make_it_less_sure() -> None:
    swept = Duel("a", "easy", {deal: (4.0 if deal < 30 else 0.0, 4) for deal in range(50)})
    single = duel("a", "easy", 120, 200)
    wide, narrow = (elo([one], "easy")["a"] for one in (swept, single))
    assert wide.value == pytest.approx(narrow.value, abs=2)
    assert wide.high - wide.low > 1.7 * (narrow.high - narrow.low)


def test_who_has_played_nobody_that_leads_to_the_anchor_has_no_strength() -> None:
    found = elo([duel("a", "easy", 3, 4), duel("x", "y", 3, 4), Duel("z", "easy", {})], "easy")
    assert set(found) == {"a", "easy"}


def test_an_anchor_alone_has_its_strength() -> None:
    assert elo([], "easy")["easy"].value == ANCHORED
