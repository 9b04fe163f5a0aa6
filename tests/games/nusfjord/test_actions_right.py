"""The right column: Reforest, Thin Out, Build a Ship."""

import pytest

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import SHIP
from tests.games.nusfjord.builder import GAME, a_state, do, log, options, why_not


def test_two_forests_are_stacked_on_a_free_double_space() -> None:
    """§reforest.1"""
    state = do(a_state(2).turn_of(0), "place reforest")
    assert options(state) == ["double r1c0", "double r2c0"]
    assert why_not(state, "double r0c2") == "§reforest.1 There are Forests here already"
    do(state, "double r2c0")
    p = state.players[0]
    assert (p.forests_on(6), p.n_forests, p.n_free) == (2, 6, 3)


def test_any_two_free_neighbours_in_a_row_are_a_double_space() -> None:
    """§reforest.1, §setup.9, R28"""
    scene = a_state(2).own(0, "101", cell="r1c0").forests(0, r0c2=2, r2c2=1)
    state = do(scene.turn_of(0), "place reforest")
    assert options(state) == ["double r1c1", "double r1c2", "double r2c0"]
    assert why_not(state, "double r1c0") == "§reforest.1 One of its two spaces is not free"
    do(state, "double r1c1")
    p = scene.p(0)
    assert (p.forests_on(4), p.n_forests) == (2, 5)
    assert [GAME.view(state, 0).players[0].harbor[cell].kind for cell in (5, 6, 7)] == ["forest", "forest", "free"]


def test_the_space_beside_the_forests_of_the_top_row_can_be_half_of_a_double_space() -> None:
    """§reforest.1, R28"""
    scene = a_state(2).forests(0, r1c2=1, r2c2=1)
    assert options(do(scene.turn_of(0), "place reforest"))[:2] == ["double r0c1", "double r0c2"]


def test_spaces_one_above_the_other_are_not_a_double_space() -> None:
    """§reforest.1, §reforest.2, R28"""
    scene = a_state(2).own(0, "101", cell="r1c0").own(0, "102", cell="r2c0")
    state = scene.turn_of(0)
    free = [cell.id for cell in GAME.view(state, 0).players[0].harbor if cell.kind == "free"]
    assert free == ["r0c1", "r1c1", "r2c1"]
    assert why_not(state, "place reforest") == "§reforest.2 You have no free double space"


def test_a_forest_lifted_from_a_straddling_pair_frees_its_two_spaces() -> None:
    """§deforest.3, §reforest.1, R27"""
    scene = a_state(2).forests(0, r1c1=1, r2c2=1)
    before = scene.p(0).n_free
    state = do(scene.turn_of(0), "place deforest")
    assert options(state) == ["double r1c1", "double r2c2"]
    do(state, "double r1c1")
    assert scene.p(0).n_free == before + 2


def test_no_stack_grows_by_reforesting() -> None:
    """§reforest.1, §reforest.2, R29"""
    scene = a_state(2).forests(0, r0c2=1, r1c0=1, r1c2=1, r2c0=1, r2c2=1)
    assert why_not(scene.turn_of(0), "place reforest") == "§reforest.2 You have no free double space"


def test_every_forest_gives_one_wood() -> None:
    """§thin_out.1, E3"""
    state = do(a_state(2).turn_of(0), "place thin_out")
    assert (state.players[0].wood, state.players[0].n_forests) == (4, 4)


def test_thinning_out_observes_the_limit() -> None:
    """§thin_out.1, §thin_out.2, §goods.2"""
    lines = log(a_state(2).player(0, wood=10).turn_of(0), "place thin_out")
    assert lines[:2] == ["P0 gains 2 wood", "2 wood is lost: P0 cannot hold more than 12"]
    full = a_state(2).player(0, wood=12).turn_of(0)
    assert why_not(full, "place thin_out") == "§thin_out.2 Your supply is full: 12 wood"
    assert why_not(a_state(2).forests(0).turn_of(0), "place thin_out") == "§thin_out.2 You have no Forest"


def test_a_first_schooner_for_gold_lifts_the_haul_from_three_to_six() -> None:
    """§ship.1, §ship.3, §fish.2, E8"""
    scene = a_state(2).player(0, gold=4)
    state = do(scene.turn_of(0), "place build_ship")
    assert options(state) == ["ship schooner_for_gold"]
    assert GAME.label(state, A.SHIP + A.SCHOONER_FOR_GOLD).startswith("A schooner for 4 gold (haul 3 → 6")
    do(state, "ship schooner_for_gold")
    assert (scene.p(0).gold, scene.p(0).track, state.haul(scene.p(0))) == (0, 4, 6)
    assert state.stock_of(A.SCHOONER) == 2


def test_a_schooner_has_two_prices_that_are_not_mixed() -> None:
    """§ship.3, R26"""
    state = a_state(2).player(0, wood=8, fish=8, gold=4).at(SHIP, 0)
    assert {"ship schooner", "ship schooner_for_gold"} <= set(options(state))
    do(state, "ship schooner")
    p = state.players[0]
    assert (p.wood, p.fish, p.gold) == (0, 0, 4)
    short = a_state(2).player(0, wood=8, fish=7, gold=3).at(SHIP, 0)
    assert why_not(short, "ship schooner") == "§ship.3 You need 8 fish and have 7"
    assert why_not(short, "ship schooner_for_gold") == "§ship.3 You need 4 gold and have 3"


def test_ships_that_would_stick_out_do_not_fit() -> None:
    """§ship.2, R25"""
    scene = a_state(5).player(0, wood=12, fish=12, gold=12)
    track = scene.state.kit.track
    scene.ships(0, 0, 0, track // 4).ships(0, (track - track // 4 * 4) // 2)
    left = track - scene.p(0).track
    state = scene.at(SHIP, 0)
    assert f"§ship.2 A schooner needs 4 track spaces and you have {left} left" == why_not(state, "ship schooner")


def test_with_a_haul_of_twelve_no_ship_fits_any_more() -> None:
    """§ship.2"""
    scene = a_state(5).player(0, wood=12, fish=12, gold=12)
    kit = scene.state.kit
    covered = [kit.haul[spaces] for spaces in range(kit.track + 1)].index(12)
    sloops = covered // 2 if covered % 2 == 0 else (covered - 3) // 2
    scene.state.stock = 15 | 15 << 4 | 15 << 8
    scene.p(0).track = covered
    state = scene.turn_of(0)
    assert sloops and state.haul(scene.p(0)) == 12
    assert why_not(state, "place build_ship").startswith("§ship.2 A sloop needs 2 track spaces")


def test_a_type_without_tiles_cannot_be_built() -> None:
    """§ship.4"""
    scene = a_state(2).player(0, wood=12, fish=12, gold=12)
    scene.state.stock &= ~15
    assert why_not(scene.at(SHIP, 0), "ship sloop") == "§ship.4 No sloop is left"


def test_without_the_means_no_ship_is_built() -> None:
    """§ship.4"""
    assert why_not(a_state(2).turn_of(0), "place build_ship") == (
        "§ship.4 You cannot afford any Ship with 0 wood, 0 fish and 0 gold"
    )


@pytest.mark.parametrize(("ship", "size"), [(A.SLOOP, 2), (A.CUTTER, 3), (A.SCHOONER, 4)])
def test_ships_cover_two_three_or_four_spaces(ship: int, size: int) -> None:
    """§ship.2"""
    scene = a_state(2).player(0, wood=12, fish=12, gold=12)
    state = do(scene.at(SHIP, 0), f"ship {('sloop', 'cutter', 'schooner')[ship]}")
    assert (state.players[0].track, state.players[0].ships_of(ship)) == (size, 1)
