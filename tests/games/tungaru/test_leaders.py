"""Phase 2: the choice face down, and the work of Worker, Beggar, Fisher, Trader."""

import pytest

from skerry.core.rng import Rng
from skerry.core.state import CHANCE, EVERYBODY, SPECTATOR
from skerry.games.tungaru.kit.load import ACTIONS
from skerry.games.tungaru.state import (
    BENEFITS,
    CLEANUP,
    GIFT,
    GIFT_TO,
    LEADER,
    NEXT_TURN,
    NOTE_GIFT_LOST,
    OVERFLOW,
    REVEAL,
    ROUND_END,
    TRADE_WHAT,
    TRADER,
    TRADER_TRADE,
    Tungaru,
)
from tests.games.tungaru.builder import GAME, LEADERS, a_state, dice, do, goods, market, options, why_not


def chosen(*leaders: str, first: int = 0, builder: a_state | None = None) -> Tungaru:
    """Everybody has chosen; the Leaders are shown and work until a question is open."""
    builder = builder or a_state(len(leaders))
    builder.with_(first=first, phase=2)
    builder.state.shown = False
    for seat, leader in enumerate(leaders):
        builder.state.players[seat].leader = LEADERS.index(leader)
    return builder.run(REVEAL)


def choosing(seats: int) -> Tungaru:
    builder = a_state(seats).with_(phase=2)
    state = builder.state
    state.shown = False
    state.then(REVEAL)
    for seat in reversed(range(seats)):
        state.ask(LEADER, seat)
    return state


# ---- the choice


def test_everyone_chooses_from_the_own_hand() -> None:
    """§leader.1"""
    builder = a_state(3)
    builder.state.players[0].hand = 0x10013  # three Workers, a Beggar, a Chief
    state = builder.at(LEADER, 0)
    assert options(state) == ["leader worker", "leader beggar", "leader chief"]
    assert why_not(state, "leader fisher") == "§leader.1 The Fisher is not in your hand"


def test_nobody_sees_a_choice_before_all_have_chosen() -> None:
    """§leader.1, R51"""
    state = choosing(3)
    fisher = ACTIONS.number("leader fisher")
    assert state.witnesses(fisher) == 0b001
    before = GAME.view(state, 1)
    do(state, "leader fisher")
    assert GAME.view(state, 0).players[0].leader is not None
    for other in (1, 2, SPECTATOR):
        seen = GAME.view(state, other).players[0]
        assert seen.leader is None and seen.has_chosen
        assert seen.hand == before.players[0].hand == ["worker", "beggar", "fisher", "trader", "chief"]
    assert GAME.decision_event_unseen(state).words == "{1} chooses a Leader, face down"


def test_the_last_choice_is_shown_with_all_others() -> None:
    """§leader.1"""
    state = do(choosing(3), "leader chief", "leader chief")
    assert state.witnesses(ACTIONS.number("leader chief")) == EVERYBODY
    news = state.news
    do(state, "leader chief")
    assert state.news == news + 1
    assert all(seen.leader is not None for seen in GAME.view(state, SPECTATOR).players)
    assert all(not p.has_leader(4) for p in state.players)


def test_a_seat_imagines_every_leader_that_the_hand_allows() -> None:
    """§leader.1"""
    state = choosing(3)
    state.players[0].hand = 0x10013
    do(state, "leader beggar")
    fancies = {int(GAME.imagine(state, 1, Rng(seed)).players[0].leader) for seed in range(60)}
    assert fancies == {0, 1, 4}
    assert {int(GAME.imagine(state, 0, Rng(seed)).players[0].leader) for seed in range(20)} == {1}


# ---- the order


def test_leaders_work_in_the_order_of_their_numbers_and_clockwise_from_the_start() -> None:
    """§leader.2, §leader.chief, E1"""
    builder = a_state(4)
    builder.state.noting = True
    state = chosen("fisher", "chief", "fisher", "worker", builder=builder)
    assert state.to_move() == CHANCE and [p.fisher_fish for p in state.players] == [0, 0, 0, 0]
    do(state, "roll_die 3")
    assert [p.worker_die for p in state.players] == [0, 0, 0, 3]
    assert state.players[3].dice == dice([3]) and not any(p.dice for p in state.players[:3])
    words = [GAME.event(state, note).words for note in state.notes]
    assert words[-2:] == ["{0}'s Fisher catches 1 Fish", "{2}'s Fisher catches 1 Fish"]
    assert state.first == 0
    state.then(ROUND_END)
    state.settle()
    assert state.first == 1


def test_traders_come_clockwise_from_the_starting_player() -> None:
    """§leader.2"""
    state = chosen("trader", "chief", "trader", first=1)
    assert state.to_move() == 2
    do(state, "trade A", "barter")
    assert state.to_move() == 0


# ---- Worker


def test_the_worker_rolls_a_fourth_die() -> None:
    """§leader.worker, R22"""
    builder = a_state(3).player(0, dice=[2, 2, 5]).player(1, dice=[2, 2, 5])
    state = chosen("chief", "worker", "chief", builder=builder)
    assert options(state) == [f"roll_die {face}" for face in range(1, 7)]
    do(state, "roll_die 2")
    assert state.players[1].dice == dice([2, 2, 2, 5]) and state.players[0].dice == dice([2, 2, 5])


# ---- Beggar


def test_both_neighbours_give_a_good_of_their_choice_and_score() -> None:
    """§leader.beggar, E18, R19"""
    builder = a_state(4).player(0, goods=(0, 0, 0, 0))
    state = chosen("beggar", "worker", "worker", "worker", builder=builder)
    do(state, "roll_die 1", "roll_die 1", "roll_die 1")
    assert state.to_move() == 1 and options(state) == ["give fish", "give shell", "give coconut", "give pearl"]
    do(state, "give fish")
    assert state.to_move() == 3
    do(state, "give pearl")
    assert goods(state, 0) == (1, 0, 0, 1)
    assert goods(state, 1) == (0, 1, 1, 1) and goods(state, 3) == (1, 1, 1, 0)
    assert [p.points for p in state.players] == [0, 3, 0, 3]


@pytest.mark.parametrize("leader", ["beggar", "chief"])
def test_beggars_and_chiefs_are_immune(leader: str) -> None:
    """§leader.immune, E18"""
    state = chosen("beggar", leader, "chief")
    assert state.depth == 0
    assert [p.points for p in state.players] == [0, 0, 0]


def test_who_has_nothing_gives_nothing_and_scores_nothing() -> None:
    """§leader.beggar, R21"""
    builder = a_state(3).player(1, goods=(0, 0, 0, 0))
    state = chosen("beggar", "fisher", "chief", builder=builder)
    assert state.depth == 0 and state.players[1].points == 0
    assert goods(state, 1) == (1, 0, 0, 0)  # the Fisher works after the Beggar


def test_between_two_beggars_the_giver_names_one_and_gives_once() -> None:
    """§leader.between, R17"""
    state = chosen("beggar", "fisher", "beggar", "chief")
    assert state.ask_now() & 127 == GIFT_TO and state.to_move() == 1
    assert options(state) == ["give_to 0", "give_to 2"]
    do(state, "give_to 2")
    assert state.ask_now() & 127 == GIFT
    do(state, "give shell")
    assert state.depth == 0
    assert goods(state, 0) == (1, 1, 1, 1) and goods(state, 2) == (1, 2, 1, 1)
    assert state.players[1].points == 3


def test_with_three_players_the_third_sits_between_both_beggars() -> None:
    """§leader.between, R18"""
    state = chosen("beggar", "beggar", "fisher")
    assert state.to_move() == 2 and options(state) == ["give_to 0", "give_to 1"]
    do(state, "give_to 0", "give pearl")
    assert state.depth == 0 and goods(state, 0) == (1, 1, 1, 2) and goods(state, 1) == (1, 1, 1, 1)
    assert state.players[2].points == 3


def test_with_two_players_the_opponent_gives_once() -> None:
    """§leader.beggar"""
    state = chosen("beggar", "fisher")
    do(state, "give fish")
    assert state.depth == 0 and state.players[1].points == 3
    assert goods(state, 0) == (2, 1, 1, 1)


def test_a_gift_that_finds_no_room_goes_to_the_supply() -> None:
    """§leader.beggar"""
    builder = a_state(3).player(0, goods=(4, 0, 0, 0)).player(2, goods=(0, 1, 0, 0))
    builder.state.noting = True
    state = chosen("beggar", "fisher", "worker", builder=builder)
    do(state, "roll_die 1")
    assert "no room" not in GAME.question(state).words
    do(state, "give pearl")
    assert goods(state, 0) == (4, 0, 0, 1) and state.to_move() == 2
    assert GAME.question(state).words.endswith("{0} has no room for it.")
    do(state, "give shell")
    assert goods(state, 0) == (4, 0, 0, 1) and goods(state, 2) == (0, 0, 0, 0)
    assert [p.points for p in state.players] == [0, 3, 3]
    told = [GAME.event(state, note) for note in state.notes if note[0] == NOTE_GIFT_LOST]
    assert [event.words for event in told] == ["{0} has no room for the Shell: it goes to the supply"]


def test_as_a_variant_a_beggar_may_keep_the_gift_for_something_else() -> None:
    """§leader.beggar, §storage.2, R20"""
    builder = a_state(3, gifts="swap").player(0, goods=(5, 0, 0, 0))
    state = do(chosen("beggar", "fisher", "chief", builder=builder), "give pearl")
    assert state.ask_now() & 127 == OVERFLOW and state.to_move() == 0
    do(state, "return fish")
    assert goods(state, 0) == (4, 0, 0, 1) and state.players[1].points == 3


# ---- Fisher


def test_the_fishers_fish_lies_outside_the_storage() -> None:
    """§leader.fisher"""
    builder = a_state(3).player(0, goods=(0, 5, 0, 0))
    state = chosen("fisher", "chief", "chief", builder=builder)
    assert goods(state, 0) == (1, 5, 0, 0) and state.depth == 0
    seen = GAME.view(state, 1).players[0]
    assert seen.leader is not None and seen.leader.fish and seen.storage == ["shell"] * 5 + ["monument"]


def test_a_fish_from_the_storage_is_spent_before_the_one_on_the_fisher() -> None:
    """§leader.fisher"""
    state = a_state(3).player(0, goods=(2, 0, 0, 0), fisher_fish=1, leader="fisher").state
    p = state.players[0]
    state.pay(p, 1)
    assert p.fisher_fish == 1 and p.stored() == 0
    state.pay(p, 1)
    assert p.fisher_fish == 0


@pytest.mark.parametrize("last", [False, True])
def test_at_the_end_of_the_round_the_fish_moves_into_the_storage_or_is_lost(last: bool) -> None:
    """§leader.fisher, R27"""
    builder = a_state(3).player(0, goods=(1, 5, 0, 0), fisher_fish=1, leader="fisher")
    builder.state.ending = last
    builder.state.then(ROUND_END)
    state = builder.run(CLEANUP)
    assert state.to_move() == 0 and options(state) == ["return fish", "return shell"]
    do(state, "return shell")
    assert goods(state, 0) == (1, 4, 0, 0) and state.over == last


# ---- Trader


def test_the_trader_trades_on_any_island_even_with_full_dice_spaces() -> None:
    """§leader.trader, R15"""
    builder = a_state(4).player(0, goods=(1, 0, 0, 0), ground="g1").dice_on("G", 1, 2, 3, seat=1)
    state = chosen("trader", "chief", "chief", "chief", builder=builder)
    assert state.ask_now() & 127 == TRADER_TRADE and options(state) == ["trade B", "trade G"]
    assert why_not(state, "trade A") == "§trade.2 You need 1 Shell and have 0, and the market is empty"
    do(state, "trade G", "barter")
    assert goods(state, 0) == (0, 1, 0, 0) and market(state, "G") == (1, 0, 0, 0)


def test_the_trader_trades_wherever_that_is_possible() -> None:
    """§leader.trader"""
    state = chosen("trader", "chief")
    assert "skip" not in options(state)
    assert why_not(state, "skip") == "§leader.trader Your Trader must trade on one of the islands"


def test_as_a_variant_the_trader_need_not_trade() -> None:
    """§leader.trader, R14"""
    state = chosen("trader", "chief", builder=a_state(2, trader="may"))
    assert GAME.question(state).words == "{0}, where does your Trader trade, if anywhere?"
    assert GAME.label(state, ACTIONS.number("skip")) == "Do not trade"
    do(state, "skip")
    assert goods(state, 0) == (1, 1, 1, 1) and state.depth == 0


def test_without_a_possible_trade_the_trader_is_not_asked() -> None:
    """§leader.trader, R14"""
    state = a_state(3).player(0, goods=(0, 0, 0, 0)).run(TRADER, 0)
    assert state.depth == 0


def test_no_benefit_is_used_in_phase_two() -> None:
    """§benefit.1, §leader.trader, R16"""
    builder = a_state(4).player(0, goods=(1, 0, 0, 0), leader="trader", benefit=False)
    state = builder.at(TRADE_WHAT, 0, 0)
    state.market[0] = 1
    assert options(state) == ["take fish"]
    state.depth = 0
    state.then(BENEFITS)
    state.settle()
    state.ask(TRADE_WHAT, 0, 0)
    assert options(state) == ["barter_with fish", "take fish"]


def test_the_turns_begin_when_all_leaders_are_done() -> None:
    """§leader.2, §turn.1"""
    builder = a_state(3)
    builder.state.then(NEXT_TURN)
    builder.state.then(BENEFITS)
    state = chosen("fisher", "chief", "fisher", first=1, builder=builder)
    assert state.phase == 3 and state.to_move() == 1
