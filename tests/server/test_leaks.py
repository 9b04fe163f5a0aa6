"""No screen learns what is hidden: a few games of each here, `bench/leaks.py` plays a thousand."""

import pytest
from msgspec.structs import replace

from skerry.games import GAMES
from skerry.match import Match, SeatPlan
from skerry.match.match import Entry
from tests.server import leaks

pytestmark = pytest.mark.both


@pytest.mark.parametrize("name", sorted(GAMES))
def test_everything_sent_is_the_same_for_every_truth(name: str) -> None:
    seats = leaks.seats_of(name)
    assert leaks.check_game(name, seats[0], 1, every=9) > 5
    assert leaks.check_game(name, seats[-1], 2, every=31) > 5


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that names the card drawn, for everybody."""
    plain = Match.apply_entry

    def careless(match: Match, entry: Entry, action: int) -> None:
        plain(match, entry, action)
        move = match.moves[-1]
        if move.unseen is not None and move.seen is not None:
            told = replace(move.seen, audience=move.unseen.audience)
            match.moves[-1] = replace(move, unseen=told)

    monkeypatch.setattr(Match, "apply_entry", careless)
    with pytest.raises(AssertionError, match="tells too much"):
        for seed in range(5):
            leaks.check_game("_blank", 3, seed)


def test_a_match_without_secrets_has_none() -> None:
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed="x")
    match.begin()
    assert leaks.sent(match, 0) != leaks.sent(match, 1)  # each sees the own hand
