"""Sailing: the die, borders, Fish, room at the grounds."""

import pytest

from skerry.core.components import Overlay
from skerry.core.frozen import Frozen
from skerry.games.tungaru.kit.rows import GROUNDS
from skerry.games.tungaru.state import SAIL_TO, TURN
from tests.games.tungaru.builder import GAME, a_state, dice, do, goods, options, why_not


def test_any_die_on_the_sailing_space_moves_the_boat() -> None:
    """§sail.1"""
    state = do(a_state(4).player(0, dice=[3, 5], ground="g1").at(TURN, 0), "sail", "sail_to g2", "die 5")
    p = state.players[0]
    assert GROUNDS[p.ground] == "g2" and p.dice == dice([3]) and p.sailed


def test_the_sailing_space_takes_one_die_a_round() -> None:
    """§sail.1, R37"""
    state = a_state(4).player(0, dice=[3, 5], sailed=1).at(TURN, 0)
    assert "sail" not in options(state)
    assert why_not(state, "sail") == "§sail.1 You have already sailed with a die this round"


@pytest.mark.parametrize(("ground", "fish"), [("g2", 0), ("g3", 0), ("g4", 1), ("g8", 0), ("g6", 1)])
def test_two_borders_are_free_and_the_third_costs_a_fish(ground: str, fish: int) -> None:
    """§sail.2, E2, R36"""
    state = a_state(4).player(0, dice=[1], ground="g1", goods=(2, 0, 0, 0)).at(TURN, 0)
    do(state, "sail", f"sail_to {ground}", "die 1")
    assert goods(state, 0)[0] == 2 - fish and GROUNDS[state.players[0].ground] == ground


def test_four_borders_are_out_of_reach_and_the_third_needs_the_fish() -> None:
    """§sail.2, E2"""
    state = a_state(4).player(0, dice=[1], ground="g1", goods=(0, 1, 0, 0)).at(SAIL_TO, 0)
    assert why_not(state, "sail_to g5") == "§sail.2 It is 4 borders away, which is too far"
    assert why_not(state, "sail_to g4") == "§sail.2 You need 1 Fish and have 0"
    assert options(state) == ["sail_to g2", "sail_to g3", "sail_to g7", "sail_to g8"]


@pytest.mark.parametrize(("seats", "room"), [(3, 1), (4, 2)])
def test_a_full_ground_is_passed_but_not_reached(seats: int, room: int) -> None:
    """§sail.3"""
    builder = a_state(seats).player(0, dice=[1], ground="g1", goods=(1, 0, 0, 0))
    for seat in range(1, 1 + room):
        builder.player(seat, ground="g2")
    state = builder.at(SAIL_TO, 0)
    assert why_not(state, "sail_to g2").startswith("§sail.3 There is no room left at the anchorage between")
    assert "sail_to g4" in options(state)


def test_two_boats_share_a_ground_with_four_players() -> None:
    """§sail.3"""
    state = a_state(4).player(0, dice=[1], ground="g1").player(1, ground="g2").at(TURN, 0)
    do(state, "sail", "sail_to g2", "die 1")
    assert state.boats_at(1) == 2
    assert state.grounds_full >> 1 & 1


SHARED = '[[grounds]]\nid = "large_g2"\nsource = "rulebook"\nsection = "s1"\n'


def test_a_boat_may_sail_to_another_ground_of_the_same_section_but_not_stay() -> None:
    """§sail.2: up to three borders may also be none"""
    state = a_state(4, SHARED).player(0, dice=[1], ground="g1").at(TURN, 0)
    do(state, "sail")
    assert "sail_to g2" in options(state)
    assert GAME.label(state, GAME.actions.number("sail_to g2")).endswith("(no border)")
    assert why_not(state, "sail_to g1").startswith("§sail.2 That does not answer the question")
    assert GAME.catalogue(state).grounds["g1"].ways["g2"].sections == ["s1"]
    do(state, "sail_to g2", "die 1")
    assert GROUNDS[state.players[0].ground] == "g2"


def test_matches_begun_when_a_sail_had_to_cross_a_border_keep_that_rule() -> None:
    """§sail.2, R35"""
    tables = GAME.components(Overlay("mine.toml", SHARED)).tables
    numbers = {id_: row for id_, row in tables["numbers"].items() if id_ != "least_borders"}
    old = Frozen.of(tables | {"numbers": numbers})
    state = GAME.new(GAME.load_kit(old), 4, GAME.complete_options({}))
    state.players[0].ground = 0
    state.ask(SAIL_TO, 0)
    assert why_not(state, "sail_to g2") == "§sail.2 It is in the same section of the sea"


def test_leaving_a_full_ground_makes_room() -> None:
    """§sail.3"""
    state = a_state(3).player(0, dice=[1], ground="g1").at(TURN, 0)
    do(state, "sail", "sail_to g6", "die 1")
    assert state.grounds_full == (1 << 5) | (1 << 1) | (1 << 2)


def test_an_owners_board_may_ask_no_fish_for_the_third_border() -> None:
    """§sail.2, §benefit.equal"""
    overlay = '[[numbers]]\nid = "sail_fish"\nsource = "rulebook"\nvalue = 0\n'
    builder = a_state(4, overlay).player(0, dice=[1], ground="g1", goods=(0, 0, 0, 0), leader="trader")
    state = do(builder.at(TURN, 0), "sail", "sail_to g4", "die 1")
    assert GROUNDS[state.players[0].ground] == "g4" and state.depth == 0
