"""Log lines that many matches have in common are in memory once."""

from random import Random

import pytest

from skerry.core.answers import Event
from skerry.match import Match, SeatPlan, kept_once
from skerry.match.match import Move


def played(seed: str) -> Match:
    match, chance = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed=seed * 64), Random(1)
    match.begin()
    for _ in range(6):
        assert match.to_move is not None
        match.play(match.to_move, match.actions.text(chance.choice(list(match.state.legal_actions()))))
    return match


def lines_of(move: Move) -> list[Event]:
    return [line for line in (move.seen, move.unseen, *move.events) if line is not None]


def test_two_matches_share_what_is_the_same_in_both() -> None:
    first, second = ([line for move in played("5").moves for line in lines_of(move)] for _ in range(2))
    assert len(first) > 6 and first == second
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_what_is_kept_has_a_limit_and_nothing_changes_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = played("7").moves
    monkeypatch.setattr(kept_once, "SHARED_VALUES", {})
    monkeypatch.setattr(kept_once, "MOST_KEPT", 3)
    assert played("7").moves == before and len(kept_once.SHARED_VALUES) <= 4
