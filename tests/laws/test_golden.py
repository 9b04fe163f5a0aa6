"""Both builds play the same 10,000 games.

The compiled build plays all of them every time.  Uncompiled that takes minutes, so by default it plays one part in
twenty; `SKERRY_FULL=1`, which CI sets, makes it play them all.
"""

import os
from typing import Any

import pytest

from skerry.core import state
from skerry.core.game import Game
from skerry.games import GAMES
from tests.laws import golden

LINES = golden.FILE.read_text().splitlines()
COMPILED = not str(state.__file__).endswith(".py")
PARTS = range(golden.PARTS if COMPILED or os.environ.get("SKERRY_FULL") else 1)
EVERY = pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats])


@EVERY
def test_ten_thousand_random_games_are_the_same_in_every_build(game: Game[Any], seats: int) -> None:
    for part in PARTS:
        assert golden.line(game, seats, part) in LINES


def test_every_part_of_every_game_has_its_line() -> None:
    assert [tuple(line.split()[:3]) for line in LINES] == [
        (game.name, f"players={seats}", f"part={part}")
        for game in GAMES.values()
        for seats in game.seats
        for part in range(golden.PARTS)
    ]
