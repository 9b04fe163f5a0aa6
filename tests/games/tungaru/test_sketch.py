"""The small map of the terminal."""

import pytest

from skerry.bots import Observer, make_bot
from skerry.match import Match, SeatPlan


@pytest.mark.parametrize("names", [("Anna", "Bo"), ("Anna", "Bo", "Aino", "Eskil", "Runa")])
def test_the_map_shows_every_island_and_every_boat_in_80_columns(names: tuple[str, ...]) -> None:
    match = Match("tungaru", [SeatPlan(name) for name in names], seed="2")
    match.begin()
    bot = make_bot("random", "tungaru", 1)
    while match.game.round(match.state) < 2 and not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.game.actions.text(bot.choose(Observer(match.game, match.state, seat))))
    view, catalogue = match.game.view(match.state, 0), match.game.catalogue(match.state)
    lines = match.game.sketch(view, catalogue, match.names)
    assert max(map(len, lines)) <= 80
    drawn = "\n".join(lines)
    for island in catalogue.islands.values():
        assert drawn.count(island.name.upper()) == 1
    letters = 2 if len(names) > 2 else 1  # as few as tell them apart
    boats = [name for part in drawn.split("(")[1:] for name in part.split(")")[0].split()]
    assert sorted(boats) == sorted(name[:letters] for name in names)
