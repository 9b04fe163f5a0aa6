"""How the end is told."""

import pytest

from skerry.games.buru.kit.rows import LAWAN_LEVELS
from tests.games.buru.builder import GAME, a_state


def test_a_person_who_is_ahead_of_both_lawan_wins() -> None:
    """§lawan.result"""
    state = a_state(1).player(0, esteem=30).player(1, esteem=20).player(2, esteem=25).state
    assert GAME.result(state) == "{0} wins with 30 points; Lawan B has 25"


def test_a_lawan_that_is_level_with_the_best_person_wins() -> None:
    """§lawan.result"""
    state = a_state(1).player(0, esteem=30).player(1, esteem=30).player(2, esteem=25).state
    assert GAME.result(state) == "Lawan A wins with 30 points; {0} has as many, but a tie goes to the Lawan"


def test_people_among_themselves_are_told_as_in_every_game() -> None:
    """§score.3"""
    assert GAME.result(a_state(3).player(1, esteem=7).state) == "{1} wins with 7 points"


@pytest.mark.parametrize(
    ("tributes", "fish", "emissary", "told"),
    [
        ((1, 0), (0, 5), 1, "{0} wins with 9 points, like {1}, but has more tribute cards"),
        ((0, 0), (2, 5), 0, "{1} wins with 9 points, like {0}, but has more fish"),
        ((1, 1), (2, 2), 0, "{0} wins with 9 points, like {1}, but sits closest clockwise from the Emissary"),
    ],
)
def test_the_tie_break_is_named(tributes: tuple[int, int], fish: tuple[int, int], emissary: int, told: str) -> None:
    """§score.3"""
    builder = a_state(2).with_(emissary=emissary)
    worth = int(builder.state.kit.tribute_esteem[0])
    for seat in range(2):
        builder.player(seat, esteem=9 - worth * tributes[seat], fish=fish[seat], tributes=(tributes[seat], 0, 0))
    assert GAME.result(builder.state) == told


def test_the_tie_of_three_is_told_by_what_decides_it() -> None:
    """§score.3: one has fewer tribute cards, of the other two one has more fish."""
    builder = a_state(3)
    worth = int(builder.state.kit.tribute_esteem[0])
    builder.player(0, esteem=9, fish=9).player(1, esteem=9 - worth, fish=1, tributes=(1, 0, 0))
    builder.player(2, esteem=9 - worth, fish=2, tributes=(1, 0, 0))
    assert GAME.result(builder.state) == "{2} wins with 9 points, like {0} and {1}, but has more fish"


def test_the_lawan_stand_on_the_score_sheet_with_what_everybody_knows_of_them() -> None:
    """§lawan.elders, §lawan.result"""
    state = a_state(1).player(0, esteem=3).player(1, esteem=4, tributes=(0, 1, 0)).player(2, esteem=1).state
    state.level = LAWAN_LEVELS.index("expert")  # 2 Esteem for each tribute, 5 for each Elder
    state.players[1].n_elders = 2
    labels = [line.label for line in GAME.breakdown(state, 0)]
    first, second = GAME.rivals(state)
    expected = {"Tributes": 6 + 2, "Islanders": 2, "Decrees": 0, "Totems": 0, "Elders": 10}
    assert (first.name, dict(zip(labels, first.points, strict=True)), first.won) == ("Lawan A", expected, False)
    assert (second.name, sum(second.points)) == ("Lawan B", 1)
    state.over = True
    assert [rival.won for rival in GAME.rivals(state)] == [True, False]
    assert sum(GAME.rivals(state)[0].points) == state.score(1)
    assert GAME.rivals(a_state(2).state) == []
