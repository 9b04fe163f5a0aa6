"""The solo games."""

import pytest

from skerry.core.game import OptionError
from skerry.games.nusfjord.state import FISHING, HOME
from tests.games.nusfjord.builder import GAME, a_state, do, log, options, why_not
from tests.games.nusfjord.test_setup import dealt, start


def test_the_solo_game_is_set_up_as_with_two_players() -> None:
    """§solo.1"""
    state = dealt(start(1))
    view = GAME.view(state, 0)
    assert (GAME.catalogue(state).solo, view.colour) == ("normal", "red")
    assert view.stock == {"sloop": 3, "cutter": 3, "schooner": 3}
    assert [space for space in view.spaces if "copy" in space] == ["copy"]


def test_red_workers_in_odd_rounds_blue_ones_in_even_rounds() -> None:
    """§solo.2"""
    assert [GAME.view(a_state(1, round=number).state, 0).colour for number in (1, 2, 3, 7)] == [
        "red",
        "blue",
        "red",
        "red",
    ]


def test_after_round_one_the_red_workers_stay_and_block() -> None:
    """§solo.2, §solo.3, R18, R19"""
    scene = a_state(1).elders(0, elder_9=0).plates(3).workers(0, "gold", "elder_9", "copy")
    state = scene.run(HOME)
    assert state.round == 2
    for place in ("gold", "copy"):
        assert why_not(state, f"place {place}") == "§work.3 This space is blocked: 1 Worker is there"
    assert why_not(state, "place elder_9") == "§elder.4 This Elder already has a Worker"
    assert GAME.view(state, 0).players[0].workers_left == 3


def test_after_round_two_the_red_workers_come_home_and_the_blue_ones_stay() -> None:
    """§solo.3, R19"""
    scene = a_state(1).elders(0, elder_9=0).plates(3).workers(0, "gold", "elder_9", "thin_out")
    scene.run(HOME)
    scene.workers(0, "issue_share", "deforest")
    state = scene.run(HOME)
    assert state.round == 3
    standing = {space: workers[0].colour for space, workers in GAME.view(state, 0).spaces.items() if workers}
    assert standing == {"issue_share": "blue", "deforest": "blue"}
    assert {"place gold", "place elder_9"} <= set(options(state))


def test_the_imitation_tile_copies_spaces_blocked_by_either_colour() -> None:
    """§solo.1, §copy.1"""
    scene = a_state(1).workers(0, "gold")
    state = scene.run(HOME)
    assert options(do(state, "place copy")) == ["copy gold"]


def test_blue_workers_issue_and_buy_red_shares_and_they_are_fed() -> None:
    """§solo.4, R21"""
    scene = a_state(1, round=2)
    state = do(scene.turn_of(0), "place issue_share")
    p = state.players[0]
    assert (p.unissued, state.market_of(0)) == (2, 1)
    fish = a_state(1, round=2).issued(0, 2, 1).run(FISHING).players[0]
    assert (fish.fish, fish.reserve_fish) == (2, 0)
    bought = a_state(1, round=2).issued(0, 2, 1).player(0, gold=1)
    assert do(bought.turn_of(0), "place buy_shares").players[0].shares_of(0) == 3


def test_round_six_lays_the_hand_open_and_adds_three_c_buildings() -> None:
    """§solo.5, §home.7"""
    scene = a_state(1, round=5).hand(0, "141")
    state = scene.run(HOME)
    do(state, "reveal 142", "reveal 143", "reveal 144")
    assert [place.card for place in GAME.view(state, 0).display["C"]] == ["141", "142", "143", "144"]
    assert options(state)[-1] == "pass"


def test_the_advanced_game_has_three_colours_and_three_copy_spaces() -> None:
    """§solo.6, R20"""
    state = dealt(start(1, solo="advanced"))
    assert GAME.catalogue(state).solo == "advanced"
    copies = [space for space in GAME.view(state, 0).spaces if "copy" in space]
    assert copies == ["copy_left", "copy_middle", "copy_right"]


def test_in_the_advanced_game_two_colours_stay() -> None:
    """§solo.6, R20"""
    scene = a_state(1, advanced=True).workers(0, "gold")
    scene.run(HOME)
    scene.workers(0, "thin_out")
    scene.run(HOME)
    scene.workers(0, "deforest")
    lines = []
    scene.state.noting = True
    state = scene.run(HOME)
    lines = [GAME.event(state, note).words for note in state.notes]
    standing = {space: workers[0].colour for space, workers in GAME.view(state, 0).spaces.items() if workers}
    assert standing == {"thin_out": "blue", "deforest": "yellow"}
    assert lines[0] == "The red Workers come home" and GAME.view(state, 0).colour == "red"


def test_the_advanced_game_is_for_one_player() -> None:
    """§solo.6"""
    with pytest.raises(OptionError, match="for one player"):
        start(2, solo="advanced")


def test_the_solo_score_is_the_only_score() -> None:
    """§solo.7, §score.5"""
    state = a_state(1, round=7).player(0, gold=40).run(HOME)
    assert state.over and state.winners() == 1 and state.scores() == [40 + 2 - 3 - 5]


def test_the_log_speaks_of_colours() -> None:
    """§solo.2"""
    state = a_state(1).turn_of(0)
    state.turn = 3
    assert log(state, "pass")[0] == "Round 2 of 7 begins, with the blue Workers"
