"""How the end is told."""

from tests.games.buru.builder import GAME, a_state


def test_a_person_who_is_ahead_of_both_lawan_wins() -> None:
    """§lawan.result"""
    state = a_state(1).player(0, esteem=30).player(1, esteem=20).player(2, esteem=25).state
    assert GAME.result(state) == "{0} wins with 30 points; Lawan B has 25"


def test_a_lawan_that_is_level_with_the_best_person_wins() -> None:
    """§lawan.result"""
    state = a_state(1).player(0, esteem=30).player(1, esteem=30).player(2, esteem=25).state
    assert GAME.result(state) == "Lawan A wins with 30 points; the best of you has 30"


def test_people_among_themselves_are_told_as_in_every_game() -> None:
    """§score.3"""
    assert GAME.result(a_state(3).player(1, esteem=7).state) == "{1} wins with 7 points"
