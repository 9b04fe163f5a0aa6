"""What people are asked, and what not."""

from skerry.games import GAMES
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import BUILDING, LOT, Nusfjord
from skerry.match.match import unasked
from tests.games.nusfjord.scene import Scene

GAME = GAMES["nusfjord"]


def choosing_a_lot(*cells: int, forests: int = 0) -> Nusfjord:
    """Free Building spaces by number, four in a row; the Forests are of double space 4, in the second row."""
    scene = Scene("101").display("101")
    player = scene.state.players[0]
    player.free, player.n_free = sum(1 << cell for cell in cells), len(cells)
    player.forests = forests << 12
    scene.state.ask(LOT, 0, scene.slot("101"))
    return scene.state


def test_the_place_is_not_asked_where_it_does_not_matter() -> None:
    for cells in ([2, 3], [1, 4, 11], [8, 9]):
        assert unasked(GAME, choosing_a_lot(*cells)) == A.LOT + cells[0]


def test_the_place_is_asked_where_it_costs_room_for_forests() -> None:
    for cells in ([1, 4, 5], [1, 2, 3], [8, 9, 11]):
        assert unasked(GAME, choosing_a_lot(*cells)) is None


def test_room_that_a_forest_will_leave_counts_too() -> None:
    assert unasked(GAME, choosing_a_lot(1, 4, 7)) == A.LOT + 1
    assert unasked(GAME, choosing_a_lot(1, 4, 7, forests=1)) is None  # later, 4 to 7 hold two Forests
    assert unasked(GAME, choosing_a_lot(4, 7, forests=1)) == A.LOT + 4


def test_a_single_building_that_one_can_afford_is_not_bought_unasked() -> None:
    scene = Scene("101").display("101").player(0, wood=5, fish=5, gold=5)
    scene.state.depth = 0
    scene.state.ask(BUILDING, 0, 0)
    assert len(scene.state.legal_actions()) == 1
    assert unasked(GAME, scene.state) is None
