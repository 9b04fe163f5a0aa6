"""How the end is told: what is counted step by step adds up to the score."""

import random
import re

import pytest

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.picture import picture, points_of


def over(name: str, seed: int) -> Match:
    game, chance = GAMES[name], random.Random(seed)
    options = dict(game.among_bots)
    match = Match(name, [SeatPlan(who) for who in ("Anna", "Bo", "Cy")], seed=str(seed), options=options)
    match.begin()
    while not match.over:
        assert match.to_move is not None and points_of(match, 0).groups == []  # nothing before the end
        match.play(match.to_move, match.actions.text(chance.choice(match.state.legal_actions())))
    return match


@pytest.mark.parametrize("name", list(GAMES))
def test_the_steps_add_up_to_the_score_and_begin_with_what_was_known(name: str) -> None:
    match = over(name, 5)
    shown = picture(match, 1)
    assert shown.groups
    steps = [group.step for group in shown.groups]
    assert steps == sorted(steps) and set(steps) == set(range(len(set(steps)))) | set(steps)
    for seat, score in enumerate(shown.scores):
        counted = sum(group.points for group in shown.groups if group.seat == seat)
        lines = {line.label: line.points[seat] for line in shown.breakdown}
        before = {"buru": score - lines.get("Elders", 0), "tungaru": lines.get("Score track", 0)}.get(name, 0)
        assert counted == score - before


def test_every_sum_of_tungaru_is_right() -> None:
    """`8 × 6 Monuments` are 48 points."""
    groups = picture(over("tungaru", 5), 0).groups
    sums = [(group, re.match(r"(\d+) × (\d+)", group.words)) for group in groups]
    checked = [int(found[1]) * int(found[2]) == group.points for group, found in sums if found]
    assert checked and all(checked)
    assert all(sum(part.value for part in group.parts) == group.points for group, found in sums if not found)


def test_burus_secret_elders_turn_over_one_by_one_and_the_best_two_last() -> None:
    match = over("buru", 8)
    shown = picture(match, 0)
    assert all(group.secret and len(group.parts) == 1 for group in shown.groups)
    assert len({group.step for group in shown.groups}) == len(shown.groups)
    best = sorted(range(3), key=lambda seat: shown.scores[seat])[1:]
    places = [n for n, group in enumerate(shown.groups) if group.seat not in best]
    assert places == list(range(len(places)))
