"""Phase 4: the end of the round and of the game."""

import pytest

from skerry.games.tungaru.state import CLEANUP, ROUND_END, Tungaru
from tests.games.tungaru.builder import GAME, LEADERS, a_state, do, islands


def end_round(builder: a_state) -> Tungaru:
    builder.state.then(ROUND_END)
    return builder.run(CLEANUP)


def test_dice_return_and_settlers_stand_up_except_on_the_islet() -> None:
    """§cleanup.2, R60"""
    builder = a_state(3).player(0, dice=[1], settlers="AB", exhausted="AB", islet=1, reserve=0, sailed=1, nomad_dice=4)
    state = end_round(builder.player(1, leader="worker", spaces_used=1, worker_die=3).dice_on("A", 1, 2, 3))
    p = state.players[0]
    assert p.exhausted == 0 and p.settlers == islands("AB") and p.islet == 1
    assert p.dice == 0 and p.sailed == 0 and p.nomad_dice == 0 and state.dice[0] == 0 and state.dice_full == 0
    assert state.players[1].spaces_used == 0 and state.players[1].worker_die == 0
    assert state.round == 2 and state.passed == 0


def test_the_market_is_not_cleaned_up() -> None:
    """§trade.3, R13"""
    assert end_round(a_state(3).market("A", fish=2)).market[0] == 2


@pytest.mark.parametrize(
    ("chiefs", "first", "next_first"), [([], 2, 2), ([1], 2, 1), ([1, 3], 0, 3), ([0, 2], 1, 0), ([2], 2, 2)]
)
def test_the_last_chief_in_turn_order_starts_the_next_round(chiefs: list[int], first: int, next_first: int) -> None:
    """§cleanup.3, §leader.chief, E20"""
    builder = a_state(4).with_(first=first)
    for seat in range(4):
        builder.player(seat, leader="chief" if seat in chiefs else "worker")
    assert end_round(builder).first == next_first


def test_played_leaders_go_to_the_left_neighbour() -> None:
    """§cleanup.4"""
    builder = a_state(3).player(0, leader="fisher").player(1, leader="beggar").player(2, leader="beggar")
    state = end_round(builder)
    hands = [[p.hand >> 4 * leader & 15 for leader in range(5)] for p in state.players]
    assert hands == [[1, 2, 0, 1, 1], [1, 0, 2, 1, 1], [1, 1, 1, 1, 1]]
    assert GAME.view(state, 2).players[0].hand == ["worker", "beggar", "beggar", "trader", "chief"]


def test_the_last_round_ends_the_game_without_chief_dice_or_cards() -> None:
    """§end.1, §cleanup.1, R32, R53"""
    builder = a_state(3).player(1, leader="chief").player(0, dice=[1], settlers="A", exhausted="A")
    builder.state.ending = True
    state = end_round(builder)
    assert state.over and state.first == 0 and state.round == 1
    assert state.players[0].dice and state.players[0].exhausted and state.players[1].leader == LEADERS.index("chief")


def test_three_rounds_without_a_recruit_end_the_game() -> None:
    """§end.2, R33"""
    state = end_round(a_state(3, stall="end").with_(quiet=1))
    assert not state.over
    table = GAME.outline(GAME.view(state, 0), GAME.catalogue(state))[0]
    quiet = ("Rounds without a recruit", "2", "the game ends after 3")
    assert quiet in [(item.label, item.value, item.note) for item in table.items]
    assert end_round(a_state(3, stall="end").with_(quiet=2)).over
    assert not end_round(a_state(3, stall="end").with_(quiet=2, recruits=1)).over


def test_as_the_rulebook_has_it_a_standstill_goes_on() -> None:
    """§end.2, R33"""
    assert not end_round(a_state(3).with_(quiet=50)).over


def test_after_two_rounds_without_a_recruit_the_players_may_agree_to_end() -> None:
    """§end.3"""
    builder = a_state(3).player(1, points=7).with_(quiet=1)
    builder.state.noting = True
    state = end_round(builder)
    words = "Nobody has recruited for 2 rounds: the players may agree to end the game"
    assert words in [GAME.event(state, note).words for note in state.notes]
    assert GAME.view(state, 0).standstill and not GAME.standstill(state)  # not before the dice are rolled
    do(state, "roll 1-1-2")
    assert GAME.standstill(state) == words
    scores = state.scores()
    GAME.end(state)
    assert state.over and state.scores() == scores and state.winners() == 0b010 and state.legal_actions() == []


def test_as_long_as_somebody_recruits_there_is_no_standstill() -> None:
    """§end.3"""
    state = do(end_round(a_state(3).with_(quiet=1, recruits=1)), "roll 1-1-2")
    assert not GAME.view(state, 0).standstill and GAME.standstill(state) == ""
    assert GAME.standstill(do(end_round(a_state(3)), "roll 1-1-2")) == ""
    with pytest.raises(AssertionError):
        GAME.end(state)


@pytest.mark.parametrize("stall", ["end", "go_on"])
def test_without_any_nomad_on_the_islands_the_game_is_over(stall: str) -> None:
    """§end.2"""
    state = end_round(a_state(3, stall=stall).no_nomad("ABCDEF").with_(recruits=1))
    assert state.over and not state.ending
