from concurrent.futures import Executor, Future
from typing import Any

import pytest

from skerry.core.state import CHANCE
from skerry.teacher.review import review
from skerry.teacher.turns import turns_of
from tests.teacher.positions import a_match, played_out


class AtOnce(Executor):
    """Does the work when it is asked for."""

    def submit(self, job: Any, /, *args: Any, **names: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(job(*args, **names))
        return future


@pytest.mark.parametrize("players", [1, 2, 5])
def test_luck_and_decisions_add_up_to_the_result(players: int) -> None:
    match = played_out(a_match(players))
    found = review(match, range(players), 0.1, 1, AtOnce())
    for accounts, ends in ((found.points, found.end.points), (found.win, found.end.wins)):
        for seat, account in enumerate(accounts):
            assert account.start + account.own + account.others + account.luck == pytest.approx(account.end)
            assert account.end == ends[seat]
    assert found.end.points == tuple(match.state.scores())


def test_turns_hold_every_decision_once() -> None:
    match = played_out(a_match(3))
    turns = turns_of(match)
    inside = [number for turn in turns for number in range(turn.first, turn.after)]
    assert len(inside) == len(set(inside))
    chosen = [number for number, move in enumerate(match.moves) if move.entry.seat != CHANCE and not move.entry.forced]
    assert set(chosen) <= set(inside)
    for turn in turns:
        assert {match.moves[number].entry.seat for number in range(turn.first, turn.after)} == {turn.seat}


def test_a_better_move_is_legal_and_told_in_words() -> None:
    match = played_out(a_match(2, "blunders"))
    found = review(match, [0, 1], 3.0, 2, AtOnce())
    for missed in found.missed:
        state = match.at(missed.move)
        assert match.actions.number(missed.text) in state.legal_actions()
        assert missed.better and missed.played and missed.better != missed.played
        assert missed.gap.points.mean > 0 or missed.gap.win.mean > 0
