"""Morning and Noon: Explorers face down, the kept one fishes."""

from skerry.core.state import EVERYBODY
from skerry.games.buru.cards import FISH
from skerry.games.buru.state import GO, LAY, MORNING, NOON
from tests.games.buru.builder import GAME, a_state, goods, legal, play, rule_against, told


def test_explorers_go_out_one_by_one_from_the_emissary_on() -> None:
    """§morning.1"""
    state = a_state(3).with_(emissary=1).then(MORNING)
    movers = []
    while state.phase == 2:
        movers.append(int(state.to_move()))
        play(state, "go shore")
        state.step(state.legal_actions()[0])
        if state.players[0].how_many_placed() == 4:
            break
    assert movers == [1, 2, 0] * 4
    assert all(p.how_many_in(1) == 4 for p in state.players)


def test_any_region_will_do_any_number_of_times() -> None:
    """§morning.1"""
    state = a_state().explorers(0, lake=[1, 2, 3]).at(GO, 0)
    assert legal(state) == ["go forest", "go shore", "go village", "go lake"]
    play(state, "go lake", "lay 4")
    assert state.players[0].how_many_in(3) == 4 and state.players[0].mat == 0b10000


def test_only_its_owner_sees_which_explorer_is_laid() -> None:
    """§morning.2"""
    state = a_state(3).explorers(1, forest=[2]).at(LAY, 1, 0)
    assert legal(state) == ["lay 1", "lay 3", "lay 4", "lay 5"]
    assert rule_against(state, "lay 2") == "morning.2"
    assert state.witnesses(state.legal_actions()[0]) == 0b010
    assert GAME.decision_event_unseen(state).words == "{1} places an Explorer in the Forest, face down"
    assert a_state(3).at(GO, 1).witnesses(0) == EVERYBODY


def test_the_kept_explorer_fishes_at_noon() -> None:
    """E4; §noon.1"""
    state = a_state().explorers(0, forest=[1, 2], lake=[3, 5]).explorers(1, shore=[1, 2, 3, 4]).at(NOON, 0)
    lines = told(state, "reveal")
    assert goods(state, 0) == {"fish": 4} and goods(state, 1) == {"fish": 5}
    assert state.players[0].kept == 3 and state.players[0].mat == 0
    assert "P0 kept Power 4 and gains 4 fish" in lines and "P1 kept Power 5 and gains 5 fish" in lines


def test_fish_beyond_the_limit_are_lost() -> None:
    """§limit.1; number "fish_limit" """
    state = a_state().player(0, fish=18).explorers(0, shore=[1, 2, 3, 4]).explorers(1, shore=[1, 2, 3, 4]).at(NOON, 0)
    lines = told(state, "reveal")
    assert state.players[0].goods[FISH] == 20
    assert "P0 kept Power 5 and gains 2 fish (3 more would exceed the limit of 20)" in lines
