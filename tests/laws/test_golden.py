"""Both builds play the same 10,000 games."""

from typing import Any

import pytest

from skerry.core.game import Game
from skerry.games import GAMES
from tests.laws import golden

LINES = golden.FILE.read_text().splitlines()


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats])
def test_ten_thousand_random_games_are_the_same_in_every_build(game: Game[Any], seats: int) -> None:
    assert golden.line(game, seats) in LINES


def test_every_golden_line_belongs_to_a_game() -> None:
    assert [tuple(line.split()[:2]) for line in LINES] == [
        (game.name, f"players={seats}") for game in GAMES.values() for seats in game.seats
    ]
