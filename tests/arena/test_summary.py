"""The figures of a tournament, from results made by hand and from real ones."""

from pathlib import Path
from typing import Any

import pytest

from skerry.arena import GameResult, summarise
from skerry.arena.rating import places
from tests.arena.fields import BOT, a_plan, named, played


def a_result(deal: int, bots: str, scores: list[int], won: list[float], **more: Any) -> GameResult:
    names = named(bots).split()
    times = more.pop("times", [[1.0] for _ in names])
    return GameResult(
        key=f"{deal}{bots}",
        deal=deal,
        seating=0,
        seed="1",
        bots=names,
        scores=scores,
        won=won,
        points={"Shells": scores},
        first=more.pop("first", 0),
        times=times,
        **more,
    )


def test_shares_points_and_times_are_those_of_the_games() -> None:
    results = [
        a_result(0, "random bot", [4, 6], [0, 1], times=[[1, 3], [10]]),
        a_result(0, "bot random", [5, 5], [0.5, 0.5], times=[[30], [2]]),
        a_result(1, "bot random", [9, 2], [1, 0]),
        a_result(1, "random bot", [3, 4], [0, 1]),
    ]
    best, other = summarise(a_plan("random,bot", 4), results).bots
    assert (best.name, other.name) == (BOT, "random")
    assert best.wins is not None and best.wins.value == 3.5 / 4 and best.wins.low < 3.5 / 4 < best.wins.high
    assert best.points.value == 6 and other.points.value == 3.5
    assert best.categories == {"Shells": 6}
    assert best.times.mean == (10 + 30 + 1 + 1) / 4 and best.times.slowest == 30 and other.times.decisions == 5
    assert best.ahead["random"].value == 3.5 / 4
    assert best.rating and other.rating and best.rating.strength > 25 > other.rating.strength


def test_with_more_seats_than_bots_a_share_is_that_of_a_seat() -> None:
    results = [
        a_result(0, "bot random bot", [5, 1, 2], [1, 0, 0]),
        a_result(0, "random bot random", [1, 9, 1], [0, 1, 0]),
    ]
    best, other = summarise(a_plan("random,bot", 2, players=3), results).bots
    assert best.wins is not None and best.wins.value == 2 / 3 and best.games == 3
    assert other.wins is not None and other.wins.value == 0


def test_a_tie_break_decides_the_places_before_points() -> None:
    assert places(a_result(0, "a b c", [7, 7, 5], [0, 1, 0])) == [1, 0, 2]
    assert places(a_result(0, "a b c", [7, 7, 5], [0.5, 0.5, 0])) == [0, 0, 2]


def test_the_order_of_play_is_counted_from_the_first_decision() -> None:
    results = [a_result(n, "bot bot bot", [1, 2, 9], [0, 0, 1], first=2) for n in range(3)]
    first, second, third = summarise(a_plan("bot", 3, players=3), results).seats
    assert first.wins and first.wins.value == 1 and first.points.value == 9
    assert (second.points.value, third.points.value) == (1, 2)


def test_alone_there_are_points_but_no_wins_and_no_ratings(tmp_path: Path) -> None:
    plan = a_plan("bot@5sims,random", 12, players=1)
    summary = summarise(plan, played(plan, tmp_path))
    assert [bot.wins for bot in summary.bots] == [None, None] and summary.seats == []
    assert [bot.rating for bot in summary.bots] == [None, None]
    assert all(bot.points.low < bot.points.value < bot.points.high for bot in summary.bots)
    assert all(bot.games == 6 for bot in summary.bots)


def test_a_bot_that_searches_is_surely_above_one_that_does_not(tmp_path: Path) -> None:
    plan = a_plan("random,bot@30sims", 30)
    best, other = summarise(plan, played(plan, tmp_path)).bots
    assert best.name == named("bot@30sims") and best.wins and best.wins.low > 0.5
    assert best.rating and other.rating
    assert best.rating.strength - other.rating.strength > 5


def test_the_games_worth_a_look_are_there(tmp_path: Path) -> None:
    plan = a_plan(games=6)
    for light in summarise(plan, played(plan, tmp_path)).highlights:
        assert (tmp_path / "games" / light.file).exists()


@pytest.mark.parametrize(("players", "words"), [(1, "1 player: bot"), (2, "2 players: bot against itself")])
def test_field_and_extent_are_told_in_a_line(players: int, words: str, tmp_path: Path) -> None:
    plan = a_plan("bot", 3, players=players, budget="1sims")
    summary = summarise(plan, played(plan, tmp_path))
    assert summary.field == named(words) and summary.extent == "3 deals × 1 seating = 3 games, seed 1"
