"""Harvest, Settle, Trade, Travel."""

import pytest

from skerry.games.tungaru.kit.rows import ISLANDS
from skerry.games.tungaru.problems import dice_on
from skerry.games.tungaru.state import FLIP_SETTLE, TRADE_WHAT, TURN
from tests.games.tungaru.builder import GAME, a_state, do, goods, islands, market, options, why_not

# ---- Harvest


def test_a_matching_die_harvests_one_good() -> None:
    """§harvest.1, E3: island B gives Shell for 1, 2 or 3"""
    state = a_state(4).player(0, dice=[2, 6], ground="g1", goods=(0, 0, 0, 0)).at(TURN, 0)
    do(state, "harvest B")
    assert options(state) == ["die 2"]
    assert why_not(state, "die 6") == "§turn.2 You need a 1, 2 or 3"
    do(state, "die 2")
    assert goods(state, 0) == (0, 1, 0, 0) and dice_on(state, 1) == [(0, 2)]


def test_without_a_matching_die_there_is_no_harvest() -> None:
    """§harvest.1"""
    state = a_state(4).player(0, dice=[4, 6], ground="g1").at(TURN, 0)
    assert why_not(state, "harvest B") == "§harvest.1 You need a 1, 2 or 3. Your dice: 4, 6"


# ---- Settle


def test_settling_costs_two_fish_and_a_die() -> None:
    """§settle.1, §settle.2, E19, R3"""
    state = a_state(4).player(0, dice=[6], ground="g1", goods=(3, 0, 0, 0)).at(TURN, 0)
    do(state, "settle A", "die 6")
    p = state.players[0]
    assert goods(state, 0) == (1, 0, 0, 0) and p.dice == 0
    assert p.settlers == 1 and p.exhausted == 0 and p.reserve == 2
    assert dice_on(state, 0) == [(0, 6)]  # the die takes a space of the island
    state.ask(TURN, 0)
    assert "recruit A" not in options(state) and "trade A" not in options(state)
    p.goods = 0x100
    assert "trade A" in options(state)  # the new Settler is ready for a later turn


def test_settling_needs_fish_room_and_no_own_settler_there() -> None:
    """§settle.1, §settle.2"""
    builder = a_state(4).player(0, dice=[6], ground="g1", goods=(1, 5, 0, 0), settlers="B")
    state = builder.at(TURN, 0)
    assert why_not(state, "settle A") == "§settle.2 You need 2 Fish and have 1"
    assert why_not(state, "settle B") == "§settle.1 You already have a Settler on Butaritari"
    assert why_not(state, "settle C") == "§settle.1 Your boat is not beside Marakei"


@pytest.mark.parametrize(("seats", "room"), [(3, 2), (5, 3)])
def test_an_island_has_room_for_two_or_three_settlers(seats: int, room: int) -> None:
    """§settle.1"""
    builder = a_state(seats).player(0, dice=[6], ground="g1", goods=(3, 0, 0, 0))
    for seat in range(1, 1 + room):
        builder.player(seat, settlers="A")
    state = builder.at(TURN, 0)
    assert (
        why_not(state, "settle A")
        == f"§settle.1 {'Both' if room == 2 else f'All {room}'} Settler spaces of Makin are taken"
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_with_few_players_the_third_settler_lies_on_the_islet(seats: int) -> None:
    """§settle.3, R1, R2"""
    state = a_state(seats).player(0, dice=[6], ground="g1", goods=(2, 0, 0, 0), settlers="CD").at(TURN, 0)
    state.noting = True
    do(state, "settle A", "die 6")
    p = state.players[0]
    assert p.islet == 1 and p.reserve == 0 and p.settlers == islands("CD")
    assert goods(state, 0) == (0, 0, 0, 0) and len(dice_on(state, 0)) == 1
    assert p.placed_settlers() == 3
    state.ask(TURN, 0)
    p.goods = 4
    assert why_not(state, "settle B") == "§turn.2 You have no dice left"


def test_with_few_players_the_second_settler_still_stands_on_an_island() -> None:
    """§settle.3, R2"""
    state = a_state(3).player(0, dice=[6], ground="g1", goods=(2, 0, 0, 0), settlers="C").at(TURN, 0)
    do(state, "settle A", "die 6")
    assert state.players[0].settlers == islands("AC") and state.players[0].islet == 0


def test_the_third_settler_needs_the_conditions_of_every_settler() -> None:
    """§settle.3, R1"""
    builder = a_state(3).player(0, dice=[6], ground="g1", goods=(2, 0, 0, 0), settlers="AD")
    builder.player(1, settlers="B").player(2, settlers="B")
    state = builder.at(TURN, 0)
    assert not [text for text in options(state) if text.startswith("settle")]


def test_with_many_players_the_third_settler_stands_on_an_island() -> None:
    """§settle.3"""
    state = a_state(4).player(0, dice=[6], ground="g1", goods=(2, 0, 0, 0), settlers="CD").at(TURN, 0)
    do(state, "settle A", "die 6")
    assert state.players[0].settlers == islands("ACD") and state.players[0].islet == 0


def test_who_has_placed_all_settlers_settles_no_more() -> None:
    """§settle.1"""
    state = a_state(4).player(0, dice=[6], ground="g1", goods=(4, 0, 0, 0), settlers="CDE").at(TURN, 0)
    assert why_not(state, "settle A") == "§settle.1 All your Settlers are on the board"


def test_a_flipped_nomad_settles_for_one_fish_without_a_die() -> None:
    """§nomad.flip_settle, E19, R62"""
    builder = a_state(4).player(0, dice=[], ground="g1", goods=(1, 0, 0, 0)).dice_on("A", 1, 1, 1, seat=1)
    state = do(builder.at(FLIP_SETTLE, 0), "settle A")
    assert goods(state, 0) == (0, 0, 0, 0) and state.players[0].settlers == islands("A")


# ---- Trade


def test_a_good_is_paid_onto_the_market_for_goods_from_the_supply() -> None:
    """§trade.1, §trade.2"""
    state = a_state(4).player(0, dice=[4], ground="g5", goods=(0, 1, 0, 0)).at(TURN, 0)
    do(state, "trade E", "die 4")
    assert options(state) == ["barter"]
    do(state, "barter")
    assert goods(state, 0) == (1, 0, 1, 0) and market(state, "E") == (0, 1, 0, 0)


def test_a_good_is_taken_from_the_market_for_free() -> None:
    """§trade.3, R13"""
    state = a_state(4).market("A", fish=1, pearl=1).player(0, goods=(0, 0, 0, 0)).at(TRADE_WHAT, 0, 0)
    assert options(state) == ["take fish", "take pearl"]
    do(state, "take pearl")
    assert goods(state, 0) == (0, 0, 0, 1) and market(state, "A") == (1, 0, 0, 0)


def test_on_a_full_market_one_can_only_take() -> None:
    """§trade.2, §trade.3, R11"""
    builder = a_state(4).market("A", shell=3).player(0, goods=(0, 2, 0, 0), dice=[1], ground="g1")
    state = do(builder.at(TURN, 0), "trade A", "die 1")
    assert options(state) == ["take shell"]
    assert why_not(state, "barter") == "§trade.2 All 3 market spaces are taken"
    do(state, "take shell")
    assert not state.market_full


def test_a_trade_without_payment_on_an_empty_market_is_not_offered() -> None:
    """§trade.1, R12"""
    state = a_state(4).player(0, goods=(4, 0, 0, 0), dice=[1], ground="g1").at(TURN, 0)
    assert "trade A" not in options(state) and "trade B" in options(state)
    assert why_not(state, "trade A") == "§trade.2 You need 1 Shell and have 0, and the market is empty"


def test_overflow_comes_after_paying() -> None:
    """§trade.2, §storage.2, R24"""
    state = a_state(4).player(0, goods=(4, 1, 0, 0)).at(TRADE_WHAT, 0, ISLANDS.index("E"))
    do(state, "barter")  # Shell for Coconut and Fish: 4 goods left, 2 come in
    assert options(state) == ["return fish", "return coconut"]


# ---- Travel


def test_a_settler_walks_along_a_walkway() -> None:
    """§travel.1, §travel.2, R39"""
    state = a_state(4).player(0, dice=[], settlers="A").at(TURN, 0)
    do(state, "travel A", "settler")
    assert options(state) == ["travel_to B", "travel_to H"]
    do(state, "travel_to H")
    assert state.players[0].settlers == islands("H") and state.players[0].exhausted == islands("H")


@pytest.mark.parametrize("flat", ["", "A"])
def test_a_die_moves_a_settler_that_stays_as_it_is(flat: str) -> None:
    """§travel.2, R38"""
    state = a_state(4).player(0, dice=[5], ground="g1", settlers="A", exhausted=flat).at(TURN, 0)
    do(state, "travel A", "die 5", "travel_to B")
    p = state.players[0]
    assert p.settlers == islands("B") and p.exhausted == islands("B" if flat else "")
    assert len(dice_on(state, 0)) == 1


def test_travel_needs_a_settler_and_room_at_the_other_end() -> None:
    """§travel.1"""
    builder = a_state(4).player(0, dice=[5], ground="g1", settlers="AB")
    for seat in (1, 2, 3):
        builder.player(seat, settlers="H")
    state = builder.at(TURN, 0)
    assert why_not(state, "travel C") == "§travel.1 You have no Settler on Marakei"
    assert why_not(state, "travel A") == "§travel.1 No walkway leads to an island with room for your Settler"
    do(state, "travel B", "die 5")
    assert options(state) == ["travel_to G"]
    assert why_not(state, "travel_to A") == "§travel.1 You already have a Settler on Makin"


def test_leaving_an_island_makes_room_there() -> None:
    """§travel.2"""
    builder = a_state(3).player(0, dice=[5], ground="g1", settlers="A").player(1, settlers="A")
    state = builder.at(TURN, 0)
    assert state.settlers_full == islands("A")
    do(state, "travel A", "settler", "travel_to B")
    assert state.settlers_full == 0 and GAME.view(state, 0).islands[1].settlers[0].exhausted
