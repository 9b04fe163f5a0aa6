"""Final scoring: six kinds, both examples of the rulebook, the tie-break."""

import pytest

from skerry.games.tungaru import scoring
from skerry.games.tungaru.state import Tungaru
from tests.games.tungaru.builder import GAME, a_state

STEFAN = ["N19", "N16", "N15", "N29", "N25", "N03", "N05", "N01", "N21"]
LOUIS = ["N10", "N11", "N12", "N06", "N08", "N07", "N09", "N14"]


def scored(**fields: object) -> Tungaru:
    return a_state(4).player(0, goods=(0, 0, 0, 0), **fields).state  # type: ignore[arg-type]


def test_storage_tiles_score_for_each_storage_nomad() -> None:
    """§score.storage, E9, R48"""
    state = scored(travellers=["N19"], nomads=["N01", "N09"])
    assert scoring.storage_points(state.kit, state.players[0]) == 5 * 2


def test_a_storage_nomad_that_scores_storage_counts_itself() -> None:
    """§score.storage, R48"""
    state = a_state(5, deluxe_nomads="yes").player(0, travellers=["D04"]).state
    assert scoring.storage_points(state.kit, state.players[0]) == 4


def test_nomad_tiles_score_for_each_nomad_and_themselves() -> None:
    """§score.nomad, E10, E16"""
    state = scored(travellers=STEFAN)
    assert scoring.nomad_points(state.kit, state.players[0]) == 3 * 9
    state = scored(travellers=LOUIS)
    assert scoring.nomad_points(state.kit, state.players[0]) == 1 * 8


def test_flowers_score_for_each_colour_and_a_doubled_colour_once() -> None:
    """§score.flower, E11, R46, R47"""
    state = scored(travellers=["N25", "N03", "N05", "N01"])
    assert scoring.flower_points(state.kit, state.players[0]) == (3 + 2 + 2) * 3
    assert scoring.flower_points(state.kit, scored(travellers=["N01"]).players[0]) == 2


def test_a_doubled_flower_still_counts_for_everything_else() -> None:
    """§score.flower, §score.nomad, R58"""
    state = scored(travellers=["N25", "N01", "N14"])
    assert scoring.nomad_points(state.kit, state.players[0]) == 3
    assert scoring.flower_points(state.kit, state.players[0]) == 3


def test_settler_tiles_score_for_each_settler_on_the_board() -> None:
    """§score.settler, E12"""
    state = scored(travellers=["N21"], settlers="AB")
    assert scoring.settler_points(state.kit, state.players[0]) == 5 * 2


def test_the_settler_on_the_islet_scores() -> None:
    """§score.settler, §settle.3"""
    state = a_state(3).player(0, travellers=["N21"], settlers="AB", exhausted="A", islet=1, reserve=0).state
    assert scoring.settler_points(state.kit, state.players[0]) == 5 * 3


def test_the_first_example_of_the_rulebook() -> None:
    """§score.1, §goal.1, E13: 68 points"""
    state = scored(travellers=STEFAN, settlers="AB", monuments="C")
    assert state.score(0) == 68


def test_monument_tiles_score_for_each_monument_on_an_island() -> None:
    """§score.monument, E14"""
    state = scored(travellers=["N10", "N11", "N12"], monuments="ABCDE")
    assert scoring.monument_points(state.kit, state.players[0]) == 6 * 5


def test_a_goods_tile_scores_for_each_kind_in_the_storage() -> None:
    """§score.goods, E8"""
    state = a_state(4).player(0, travellers=["N06"], goods=(1, 1, 1, 1)).state
    assert scoring.goods_points(state.kit, state.players[0]) == 12
    state = a_state(4).player(0, travellers=["N06"], goods=(3, 0, 0, 0)).state
    assert scoring.goods_points(state.kit, state.players[0]) == 2


def test_goods_are_counted_anew_for_every_tile() -> None:
    """§score.goods, E15"""
    state = a_state(4).player(0, travellers=["N06", "N08", "N07", "N09"], goods=(3, 1, 0, 1)).state
    assert scoring.goods_points(state.kit, state.players[0]) == 10 + 14 + 18


def test_the_second_example_of_the_rulebook() -> None:
    """§score.1, E17: 80 points"""
    state = a_state(4).player(0, travellers=LOUIS, goods=(3, 1, 0, 1), monuments="ABCDE", settlers="A").state
    assert state.score(0) == 80


def test_face_up_nomads_score_like_those_in_the_pile_and_add_to_the_track() -> None:
    """§score.1, R58"""
    state = a_state(4).player(0, nomads=LOUIS[:3], travellers=LOUIS[3:], goods=(3, 1, 0, 1), monuments="ABCDE").state
    state.players[0].points = 11
    assert state.score(0) == 91
    assert [line.points[0] for line in GAME.breakdown(state, 0)] == [11, 0, 30, 0, 8, 42, 0]


@pytest.mark.parametrize(("first", "winner"), [(0, 3), (1, 3), (2, 1), (3, 1)])
def test_a_tie_goes_to_whoever_came_last_in_the_turn_order(first: int, winner: int) -> None:
    """§score.tie, R53"""
    state = a_state(4).with_(first=first).state
    for seat, points in enumerate((3, 9, 5, 9)):
        state.players[seat].points = points
    assert state.winners() == 1 << winner
    like = {1: 3, 3: 1}[winner]
    assert GAME.result(state) == f"{{{winner}}} wins with 9 points, like {{{like}}}, but came later in the turn order"
