"""Setup: both boards, goods, Nomads, boats, reservations, Island tiles, deluxe tiles."""

import pytest

from skerry.core import bits
from skerry.core.game import OptionError
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, new_buffer
from skerry.games.tungaru.kit.rows import GOODS, ISLANDS
from skerry.games.tungaru.state import BEGINNER, BOAT, BOATS, DRAW, LAY_TILE, MONUMENT, NONE, RESERVE, ROLL, Tungaru
from skerry.games.tungaru.steps.setup import SETUP_MONUMENT
from tests.games.tungaru.builder import GAME, KIT, NOMADS, a_state, do, goods, nomad_on, options, why_not


def start(seats: int, **chosen: str) -> Tungaru:
    state = GAME.new(KIT, seats, GAME.complete_options(chosen))
    state.settle()
    return state


def play_to(state: Tungaru, step: int, seed: int = 1) -> Tungaru:
    """Random setup until this question is asked."""
    rng, buffers = Rng(seed), (new_buffer(), new_buffer())
    while state.ask_now() & 127 != step:
        state.apply(random_action(state, *buffers, rng))
    return state


@pytest.mark.parametrize(("seats", "islands", "boats"), [(2, 6, 1), (3, 6, 1), (4, 8, 2), (5, 8, 2)])
def test_the_side_of_the_board_depends_on_the_number_of_players(seats: int, islands: int, boats: int) -> None:
    """§setup.1, §sail.3"""
    state = start(seats)
    assert state.side.islands == islands and state.side.boats == boats
    assert all(state.market[island] == 0 for island in range(islands))


def test_everyone_starts_with_the_same_things() -> None:
    """§setup.2, §storage.1"""
    state = start(3)
    assert state.kit.settlers == 3 and len(state.kit.track) == 5
    for seat in range(3):
        p = state.players[seat]
        assert goods(state, seat) == (1, 1, 1, 1)
        assert p.points == 0 and p.reserve == 3 and p.capacity == 5
        assert [p.has_leader(leader) for leader in range(5)] == [True] * 5
        assert p.nomad_monuments == 2 and p.storage_monument == 1 and p.track == 0


@pytest.mark.parametrize(("seats", "tiles"), [(2, 24), (3, 32), (4, 36), (5, 40)])
def test_nomads_marked_for_more_players_stay_in_the_box(seats: int, tiles: int) -> None:
    """§setup.3"""
    state = start(seats)
    assert bits.count(state.pile) == tiles
    assert all(KIT.nomads[nomad].players <= seats for nomad in bits.members(state.pile))


@pytest.mark.parametrize(("seats", "tiles"), [(2, 25), (3, 34), (4, 39), (5, 44)])
def test_deluxe_nomads_are_mixed_in_by_their_marks(seats: int, tiles: int) -> None:
    """§setup.10, R52"""
    state = start(seats, deluxe_nomads="yes")
    assert bits.count(state.pile) == tiles
    assert "draw D01" in options(state)


def test_one_nomad_comes_to_every_island_and_migration_space() -> None:
    """§setup.3"""
    state = start(4)
    do(state, *(f"draw {name}" for name in NOMADS[:12]))
    assert [nomad_on(state, name) for name in ISLANDS[:8]] == NOMADS[:8]
    assert [NOMADS[nomad] for nomad in state.migration] == NOMADS[8:12]
    assert bits.count(state.pile) == 36 - 12
    assert state.ask_now() & 127 == BEGINNER


def test_chance_names_the_starting_player() -> None:
    """§setup.4"""
    state = play_to(start(3), BEGINNER)
    assert state.to_move() == CHANCE
    assert options(state) == ["begin 0", "begin 1", "begin 2"]
    assert do(state, "begin 2").first == 2


def test_boats_are_placed_counter_clockwise_and_the_starting_player_comes_last() -> None:
    """§setup.5"""
    builder = a_state(4).with_(first=1, phase=0)
    for p in builder.state.players:
        p.ground = NONE
    builder.state.grounds_full = 0
    state = builder.run(BOATS)
    order = []
    for ground in (1, 3, 5, 7):
        order.append(int(state.to_move()))
        do(state, f"boat g{ground}", f"reserve {ISLANDS[ground - 1]}", "monument storage")
    assert order == [0, 3, 2, 1]


def test_a_boat_needs_an_empty_ground_with_a_nomad_to_reserve() -> None:
    """§setup.5, R10"""
    builder = a_state(3).player(1, ground="g2").player(2, ground="g4").with_(phase=0)
    builder.reserved(1, "B").reserved(2, "A")
    builder.state.players[0].ground = NONE
    state = builder.at(BOAT, 0)
    assert options(state) == ["boat g3", "boat g5", "boat g6"]
    assert why_not(state, "boat g2") == "§setup.5 There is already a boat there"
    assert why_not(state, "boat g1") == "§setup.5 Both Nomads beside it are reserved"


def test_two_boats_may_share_a_ground_later_but_not_in_the_setup() -> None:
    """§setup.5"""
    builder = a_state(4).with_(phase=0)
    builder.state.players[0].ground = NONE
    assert "boat g2" not in options(builder.at(BOAT, 0))


def test_one_of_the_two_nomads_beside_the_boat_is_reserved() -> None:
    """§setup.6, §setup.7"""
    builder = a_state(4).reserved(1, "B").with_(phase=0)
    state = builder.at(RESERVE, 0)
    assert options(state) == ["reserve A"]
    assert why_not(state, "reserve B") == "§setup.7 This Nomad is already reserved"
    do(state, "reserve A")
    assert options(state) == [
        "monument nomad_space",
        "monument storage",
        "monument track",
        "monument track_without_goods",
    ]


@pytest.mark.parametrize(
    ("monument", "fish", "storage", "nomad_spaces"),
    [("nomad_space", 1, 5, 4), ("storage", 1, 6, 3), ("track", 2, 5, 3), ("track_without_goods", 1, 5, 3)],
)
def test_the_monument_of_the_reservation_brings_its_reward_at_once(
    monument: str, fish: int, storage: int, nomad_spaces: int
) -> None:
    """§setup.6, §recruit.3, R4"""
    builder = a_state(4).with_(phase=0)
    builder.state.players[0].reserved = 0
    builder.state.reserved = 1
    state = do(builder.at(MONUMENT, 0, SETUP_MONUMENT), f"monument {monument}")
    p = state.players[0]
    assert goods(state, 0)[0] == fish and p.capacity == storage
    assert state.kit.nomad_spaces - p.nomad_monuments == nomad_spaces
    assert GAME.problems(state) == []


def test_the_whole_setup_leads_to_the_first_roll() -> None:
    """§setup.5, §setup.6, §round.1"""
    for seats in GAME.seats:
        state = play_to(start(seats), ROLL)
        assert bits.count(state.reserved) == seats
        assert len({p.ground for p in state.players}) == seats
        assert GAME.problems(state) == []


# ---- Island tiles


def lay(state: Tungaru, *tiles: str) -> Tungaru:
    return do(state, *(f"lay {tile}" for tile in tiles))


def test_a_first_game_has_no_island_tiles() -> None:
    """§setup.8"""
    state = start(3)
    assert state.ask_now() & 127 == DRAW
    assert state.offer_at(0).id == "small_A"


@pytest.mark.parametrize(("seats", "tile_set"), [(2, 1), (3, 2), (4, 1), (5, 3), (2, 4)])
def test_each_island_gets_a_random_tile_of_the_set(seats: int, tile_set: int) -> None:
    """§setup.8, §setup.10"""
    state = start(seats, island_tiles=f"set_{tile_set}")
    assert options(state) == [f"lay {tile_set}-{number}" for number in range(1, 7 if tile_set == 2 else 9)]
    play_to(state, DRAW)
    tiles = [state.offer_at(island).id for island in range(state.side.islands)]
    assert len(set(tiles)) == state.side.islands
    assert all(tile.startswith(f"{tile_set}-") for tile in tiles)


def test_a_tile_replaces_harvest_and_trade() -> None:
    """§setup.8"""
    state = lay(start(4, island_tiles="set_1"), "1-8")
    offer = state.offer_at(0)
    assert offer.dice == 0b10 and GOODS[offer.good] == "pearl"
    assert GOODS[offer.pays] == "coconut" and offer.gives == 0x101


def test_with_few_players_the_sixth_tile_is_replaced_if_a_good_is_missing() -> None:
    """§setup.9"""
    state = lay(start(3, island_tiles="set_1"), "1-1", "1-2", "1-3", "1-4", "1-5", "1-6")
    assert state.ask_now() & 127 == LAY_TILE
    assert options(state) == ["lay 1-7", "lay 1-8"]
    lay(state, "1-8")
    assert state.offer_at(5).id == "1-8"
    assert state.ask_now() & 127 == DRAW


def test_nothing_is_replaced_if_all_goods_can_be_harvested() -> None:
    """§setup.9"""
    state = lay(start(3, island_tiles="set_1"), "1-1", "1-2", "1-3", "1-4", "1-5", "1-7")
    assert state.ask_now() & 127 == DRAW


def test_a_set_of_six_has_nothing_to_replace_with() -> None:
    """§setup.9"""
    state = lay(start(2, island_tiles="set_2"), *(f"2-{number}" for number in range(1, 7)))
    assert state.ask_now() & 127 == DRAW


def test_with_many_players_no_tile_is_replaced() -> None:
    """§setup.9"""
    state = play_to(start(4, island_tiles="set_3"), DRAW)
    assert state.tiles == 0


def test_set_two_is_too_small_for_the_large_board() -> None:
    """§setup.8"""
    with pytest.raises(OptionError, match="2 and 3 players, not for 4"):
        start(4, island_tiles="set_2")


def test_the_order_of_play_begins_with_the_starting_player_who_places_the_boat_last() -> None:
    """§setup.5"""
    state = play_to(start(3), BEGINNER)
    do(state, "begin 1")
    play_to(state, BOAT)
    assert (GAME.beginner(state), int(state.to_move())) == (1, 0)
