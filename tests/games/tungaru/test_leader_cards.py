"""Leader cards in phase 3: their dice spaces and their benefits."""

import pytest

from skerry.games.tungaru.cards import NO_BENEFIT
from skerry.games.tungaru.kit.rows import GROUNDS
from skerry.games.tungaru.state import NEXT_TURN, SAIL_TO, SELL, TRADE_WHAT, TURN
from tests.games.tungaru.builder import NOMADS, a_state, do, goods, islands, market, nomad_on, options, why_not


def with_leader(leader: str, seats: int = 4, **fields: object) -> a_state:
    builder = a_state(seats)
    return builder.player(0, leader=leader, ground="g1", **{"dice": [1, 2, 6], **fields})  # type: ignore[arg-type]


def is_used(builder: a_state) -> bool:
    return builder.state.players[0].benefit == NO_BENEFIT


# ---- dice spaces


@pytest.mark.parametrize(
    ("leader", "space", "die", "gained"),
    [
        ("worker", 1, 6, (0, 0, 1, 0)),
        ("worker", 2, 2, (0, 1, 0, 0)),
        ("beggar", 1, 3, (0, 0, 0, 1)),
        ("beggar", 2, 5, (0, 0, 1, 0)),
        ("fisher", 1, 1, (2, 0, 0, 0)),
        ("fisher", 1, 4, (2, 0, 0, 0)),
        ("fisher", 2, 5, (0, 0, 0, 1)),
        ("fisher", 3, 2, (0, 0, 1, 0)),
        ("trader", 1, 5, (0, 0, 0, 1)),
        ("trader", 2, 6, (0, 0, 1, 0)),
        ("trader", 3, 4, (0, 1, 0, 0)),
        ("chief", 1, 4, (0, 0, 0, 1)),
        ("chief", 2, 5, (0, 0, 1, 0)),
        ("chief", 3, 6, (1, 1, 0, 0)),
    ],
)
def test_a_matching_die_on_a_leader_space_gives_its_goods(
    leader: str, space: int, die: int, gained: tuple[int, ...]
) -> None:
    """§space.1, E5"""
    state = with_leader(leader, dice=[die], goods=(0, 0, 0, 0), benefit=False).at(TURN, 0)
    do(state, f"leader_space {space}", f"die {die}")
    assert goods(state, 0) == gained and state.players[0].spaces_used == 1 << (space - 1)


def test_each_space_works_once_a_round() -> None:
    """§space.1, E5"""
    state = do(with_leader("fisher", dice=[1, 1]).at(TURN, 0), "leader_space 1", "die 1")
    state.ask(TURN, 0)
    assert why_not(state, "leader_space 1") == "§space.1 You have already used this dice space this round"


def test_a_space_needs_its_value_and_a_leader_that_has_it() -> None:
    """§space.1"""
    state = with_leader("worker", dice=[1]).at(TURN, 0)
    assert why_not(state, "leader_space 1") == "§space.1 You need a 6. Your dice: 1"
    assert why_not(state, "leader_space 3") == "§space.1 Your Leader has no such dice space"


def test_dice_may_be_turned_for_a_leader_space() -> None:
    """§space.1, §nomad.shift"""
    state = with_leader("worker", dice=[5], nomads=["N04"], goods=(0, 0, 0, 0)).at(TURN, 0)
    assert goods(do(state, "leader_space 1", "die 5"), 0) == (0, 0, 1, 0)


@pytest.mark.parametrize(("leader", "space"), [("worker", 2), ("beggar", 2), ("fisher", 3)])
def test_the_last_space_is_closed_with_two_players(leader: str, space: int) -> None:
    """§space.2"""
    state = with_leader(leader, 2, dice=[1, 2, 3, 4, 5, 6]).at(TURN, 0)
    assert "leader_space 1" in options(state)
    assert why_not(state, f"leader_space {space}") == "§space.2 This dice space is closed with two players"


def test_spaces_and_benefit_are_independent() -> None:
    """§space.1, §benefit.1, R63"""
    state = with_leader("worker", dice=[6], benefit=False).at(TURN, 0)
    assert "leader_space 1" in options(state)


# ---- the Worker's: twice


def test_a_harvest_gives_its_good_twice() -> None:
    """§benefit.twice, R42"""
    builder = with_leader("worker", goods=(0, 0, 0, 0))
    state = do(builder.at(TURN, 0), "harvest B", "die 2", "twice")
    assert goods(state, 0) == (0, 2, 0, 0) and is_used(builder)


def test_the_benefit_can_be_kept_for_a_later_harvest_and_works_once() -> None:
    """§benefit.twice, §benefit.1, R43"""
    builder = with_leader("worker", goods=(0, 0, 0, 0), dice=[1, 2, 3])
    state = do(builder.at(TURN, 0), "harvest B", "die 1", "once")
    assert not is_used(builder)
    state.ask(TURN, 0)
    do(state, "harvest B", "die 2", "twice")
    state.ask(TURN, 0)
    do(state, "harvest B", "die 3")
    assert goods(state, 0) == (0, 4, 0, 0) and state.depth == 0


def test_a_leader_space_gives_nothing_twice() -> None:
    """§benefit.twice"""
    builder = with_leader("worker", goods=(0, 0, 0, 0))
    state = do(builder.at(TURN, 0), "leader_space 1", "die 6")
    assert goods(state, 0) == (0, 0, 1, 0) and not is_used(builder)


# ---- the Beggar's: one good less


def test_a_recruit_costs_one_good_less_of_ones_choice() -> None:
    """§benefit.less, R41"""
    builder = with_leader("beggar", goods=(1, 0, 1, 1)).nomad("A", "N13")  # Fish, Coconut, Pearl
    state = do(builder.at(TURN, 0), "recruit A", "die 1")
    assert options(state) == ["pay", "pay_without fish", "pay_without coconut", "pay_without pearl"]
    do(state, "pay_without pearl")
    assert goods(state, 0) == (0, 0, 0, 1) and is_used(builder)


def test_a_recruit_that_lacks_one_good_is_possible_only_with_the_benefit() -> None:
    """§benefit.less"""
    builder = with_leader("beggar", goods=(1, 0, 0, 1)).nomad("A", "N13")
    state = do(builder.at(TURN, 0), "recruit A", "die 1")
    assert options(state) == ["pay_without coconut"]
    assert why_not(state, "pay") == "§recruit.1 You need 1 Coconut and have 0"
    state = with_leader("beggar", goods=(1, 0, 0, 1), benefit=False).nomad("A", "N13").at(TURN, 0)
    assert why_not(state, "recruit A") == "§recruit.1 You need 1 Coconut and have 0"


def test_two_missing_goods_are_too_many() -> None:
    """§benefit.less"""
    state = with_leader("beggar", goods=(1, 0, 0, 0)).nomad("A", "N13").at(TURN, 0)
    assert why_not(state, "recruit A").startswith("§recruit.1 You are 2 goods short of 1 Fish, 1 Coconut and 1 Pearl")


def test_who_pays_in_full_keeps_the_benefit() -> None:
    """§benefit.less"""
    builder = with_leader("beggar", goods=(1, 0, 1, 1)).nomad("A", "N13")
    do(builder.at(TURN, 0), "recruit A", "die 1", "pay")
    assert not is_used(builder)


# ---- the Fisher's: sail without a die


def test_the_boat_sails_without_a_die() -> None:
    """§benefit.sail, R37, R44"""
    builder = with_leader("fisher", dice=[], sailed=1, goods=(0, 0, 0, 0))
    state = do(builder.at(TURN, 0), "sail", "sail_to g3")
    assert options(state) == ["benefit"]
    do(state, "benefit")
    assert GROUNDS[state.players[0].ground] == "g3" and is_used(builder) and state.depth == 0


def test_sailing_by_the_benefit_still_pays_the_third_border_and_is_the_action() -> None:
    """§benefit.sail"""
    builder = with_leader("fisher", goods=(1, 0, 0, 0))
    builder.player(1, dice=[1])
    builder.state.then(NEXT_TURN)
    builder.state.turn = 0
    state = do(builder.at(TURN, 0), "sail", "sail_to g4")
    assert options(state) == ["die 1", "die 2", "die 6", "benefit"]
    do(state, "benefit")
    assert goods(state, 0) == (0, 0, 0, 0) and state.to_move() == 1


def test_a_sailing_space_that_is_taken_leaves_only_the_benefit() -> None:
    """§benefit.sail, §sail.1"""
    state = do(with_leader("fisher", sailed=1).at(TURN, 0), "sail", "sail_to g2")
    assert options(state) == ["benefit"]
    assert why_not(state, "die 1") == "§sail.1 You have already sailed with a die this round"


# ---- the Trader's: all goods are equal


def test_a_nomad_for_two_pearls_is_paid_with_any_two_goods() -> None:
    """§benefit.equal, E4"""
    builder = with_leader("trader", goods=(1, 0, 1, 0)).nomad("A", "N09")
    state = do(builder.at(TURN, 0), "recruit A", "die 1")
    assert options(state) == ["pay_any"]
    do(state, "pay_any", "spend fish", "spend coconut")
    assert goods(state, 0) == (0, 0, 0, 0) and is_used(builder)
    state.depth = 0
    state.players[0].goods = 0x0202
    state.ask(TURN, 0)
    assert why_not(state, "recruit A") == "§recruit.1 You need 2 Pearls and have 0"  # once a round


def test_the_printed_price_keeps_the_benefit() -> None:
    """§benefit.equal"""
    builder = with_leader("trader", goods=(0, 0, 0, 2)).nomad("A", "N09")
    state = do(builder.at(TURN, 0), "recruit A", "die 1")
    assert options(state) == ["pay", "pay_any"]
    do(state, "pay")
    assert not is_used(builder) and goods(state, 0) == (0, 0, 0, 0)


def test_the_number_of_goods_must_be_right() -> None:
    """§benefit.equal"""
    state = with_leader("trader", goods=(1, 0, 0, 0)).nomad("A", "N09").at(TURN, 0)
    assert (
        why_not(state, "recruit A") == "§recruit.1 You need 2 goods of any kind with your Leader's benefit and have 1"
    )


def test_settling_and_the_third_border_are_paid_with_any_goods() -> None:
    """§benefit.equal, R40"""
    state = with_leader("trader", goods=(0, 1, 1, 0)).at(TURN, 0)
    do(state, "settle A", "die 1", "pay_any", "spend shell", "spend coconut")
    assert state.players[0].settlers == islands("A") and goods(state, 0) == (0, 0, 0, 0)
    state = with_leader("trader", goods=(0, 1, 0, 0)).at(TURN, 0)
    do(state, "sail", "sail_to g4", "die 1")
    assert GROUNDS[state.players[0].ground] == "g1"
    assert why_not(state, "pay") == "§benefit.equal You need 1 Fish and have 0"
    do(state, "pay_any", "spend shell")
    assert GROUNDS[state.players[0].ground] == "g4" and goods(state, 0) == (0, 0, 0, 0)


def test_the_good_really_given_lies_on_the_market() -> None:
    """§benefit.equal, R40"""
    builder = with_leader("trader", goods=(1, 0, 0, 0))  # island A: Shell for Pearl
    state = do(builder.at(TRADE_WHAT, 0, 0), "barter_with fish")
    assert goods(state, 0) == (0, 0, 0, 1) and market(state, "A") == (1, 0, 0, 0) and is_used(builder)


def test_any_goods_are_sold() -> None:
    """§benefit.equal, R40"""
    builder = with_leader("trader", goods=(1, 0, 1, 1), nomads=["N19"])  # up to 2 Coconuts for 4 each
    state = builder.at(SELL, 0, NOMADS.index("N19"))
    assert options(state) == ["sell 1", "sell_any 1", "sell_any 2"]
    do(state, "sell_any 2", "spend fish", "spend pearl")
    assert goods(state, 0) == (0, 0, 1, 0) and state.players[0].points == 8 and is_used(builder)


# ---- the Chief's: swap


def test_two_nomads_on_islands_are_swapped_and_the_turn_goes_on() -> None:
    """§benefit.swap, §benefit.1"""
    builder = with_leader("chief").nomad("A", "N20").nomad("H", "N21")
    state = do(builder.at(TURN, 0), "swap", "swap_from A", "swap_with H")
    assert nomad_on(state, "A") == "N21" and nomad_on(state, "H") == "N20"
    assert is_used(builder) and state.ask_now() & 127 == TURN and "swap" not in options(state)
    assert why_not(state, "swap") == "§benefit.1 You have already used your Leader's benefit this round"


def test_reserved_nomads_and_empty_islands_are_left_alone() -> None:
    """§benefit.swap, §setup.7, R9"""
    builder = with_leader("chief").reserved(0, "A").reserved(1, "B").no_nomad("C")
    state = do(builder.at(TURN, 0), "swap")
    assert options(state) == [f"swap_from {name}" for name in "DEFGH"]
    assert why_not(state, "swap_from A") == "§benefit.swap This Nomad is reserved"
    assert why_not(state, "swap_from C") == "§benefit.swap There is no Nomad on Marakei"
    do(state, "swap_from D")
    assert options(state) == [f"swap_with {name}" for name in "EFGH"]


def test_the_swap_may_come_after_the_action() -> None:
    """§benefit.swap, R44"""
    builder = with_leader("chief", goods=(0, 0, 0, 0)).nomad("A", "N20").nomad("H", "N21")
    builder.state.then(NEXT_TURN)
    builder.state.turn = 0
    state = do(builder.at(TURN, 0), "leader_space 2", "die 1")
    assert options(state) == ["swap", "skip"] and state.to_move() == 0
    do(state, "swap", "swap_from A", "swap_with H")
    assert nomad_on(state, "A") == "N21" and state.to_move() == 1


def test_the_swap_may_be_kept_for_a_later_turn_but_not_after_passing() -> None:
    """§benefit.swap, §turn.4, R44"""
    builder = with_leader("chief", 2).player(1, dice=[1])
    builder.state.then(NEXT_TURN)
    builder.state.turn = 0
    state = do(builder.at(TURN, 0), "sail", "sail_to g3", "die 1", "skip")
    assert state.to_move() == 1 and not is_used(builder)
    do(state, "pass")
    assert "swap" in options(state)
    assert do(state, "pass").depth == 0


def test_one_nomad_alone_cannot_be_swapped() -> None:
    """§benefit.swap"""
    state = with_leader("chief").no_nomad("BCDEFGH").at(TURN, 0)
    assert why_not(state, "swap") == "§benefit.swap There are no two unreserved Nomads to swap"
    state = with_leader("worker").at(TURN, 0)
    assert why_not(state, "swap") == "§benefit.swap Your Leader has another benefit"


def test_a_refusal_counts_any_goods_while_they_are_all_equal() -> None:
    """§benefit.equal, §settle.2, §trade.2, §recruit.1, §nomad.1, §sail.2"""
    any_good = "with your Leader's benefit and have"

    def trader(pearls: int) -> a_state:
        return a_state(4).player(0, dice=[6], ground="g1", goods=(0, 0, 0, pearls), leader="trader", nomads=["N17"])

    state = trader(1).nomad("A", "N18").at(TURN, 0)
    assert why_not(state, "settle A") == f"§settle.2 You need 2 goods of any kind {any_good} 1"
    assert why_not(state, "recruit A") == f"§recruit.1 You need 2 goods of any kind {any_good} 1"
    state = trader(0).at(TURN, 0)
    assert why_not(state, "trade A") == f"§trade.2 You need 1 good of any kind {any_good} 0, and the market is empty"
    assert why_not(state, "nomad N17") == f"§nomad.1 You need 1 good of any kind {any_good} 0"
    assert why_not(trader(0).at(SAIL_TO, 0), "sail_to g4") == f"§sail.2 You need 1 good of any kind {any_good} 0"
    state = trader(1).at(TURN, 0)
    state.players[0].benefit = NO_BENEFIT
    assert why_not(state, "settle A") == "§settle.2 You need 2 Fish and have 0"
