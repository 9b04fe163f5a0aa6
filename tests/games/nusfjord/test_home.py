"""III. Returning Home Phase and the Round spaces."""

import pytest

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, SPECTATOR
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.state import BUILDING, HOME, TURN, Nusfjord
from tests.games.nusfjord.builder import GAME, a_state, do, log, options, why_not


def home(scene: a_state) -> Nusfjord:
    return scene.run(HOME)


def until_work(state: Nusfjord) -> list[str]:
    """What chance does, taking its first possibility, until a player is asked."""
    said = []
    while state.to_move() == CHANCE:
        said.append(options(state)[0])
        do(state, said[-1])
    return said


def test_all_workers_come_home() -> None:
    """§home.1"""
    scene = a_state(2).elders(1, elder_9=0).workers(0, "gold", "thin_out").workers(1, "elder_9")
    state = home(scene)
    assert (state.workers, state.players[1].elder_workers) == (0, 0)
    assert not any(GAME.view(state, 0).spaces.values())


def test_the_ship_moves_to_the_player_on_the_right() -> None:
    """§home.2, E12, R40"""
    state = home(a_state(4).with_(first=0))
    assert (state.round, state.first, state.to_move()) == (2, 3, 3)


A_CARDS = [str(number) for number in range(101, 119)]
B_CARDS = [str(number) for number in range(121, 133)]


@pytest.mark.parametrize(("seats", "added"), [(1, 0), (2, 0), (3, 3), (4, 4), (5, 5)])
def test_round_three_adds_as_many_a_buildings_as_players(seats: int, added: int) -> None:
    """§home.3, §home.4"""
    state = home(a_state(seats, round=2).display(*A_CARDS[:2]))
    assert len(until_work(state)) == added
    assert bits.count(state.display) == 2 + added


def test_round_three_adds_no_more_than_there_are_empty_spaces() -> None:
    """§home.4, E10, R32"""
    state = home(a_state(4, round=2).display(*A_CARDS[:6]))
    assert until_work(state) == ["reveal 107", "reveal 108", "reveal 109"]


def test_b_and_c_buildings_do_not_take_the_spaces_of_a() -> None:
    """§home.4"""
    assert len(until_work(home(a_state(3, round=2).display(*B_CARDS[:6])))) == 3


@pytest.mark.parametrize(("seats", "cards"), [(1, 4), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_round_four_deals_hidden_c_buildings(seats: int, cards: int) -> None:
    """§home.5, §solo.5"""
    state = home(a_state(seats, round=3))
    assert state.witnesses(state.legal_actions()[0]) == 1 << state.first
    until_work(state)
    assert [bits.count(p.hand) for p in state.players] == [cards] * seats
    view = GAME.view(state, 0)
    assert view.players[0].hand is not None and all(card[1] in "45" for card in view.players[0].hand)
    assert GAME.view(state, SPECTATOR).players[0].hand is None


def test_only_the_drawer_reads_what_was_drawn() -> None:
    """§home.5"""
    state = home(a_state(2, round=3))
    seat = state.first
    assert GAME.decision_event_unseen(state).words == f"{{{seat}}} draws a C Building"
    state.noting = True
    do(state, "draw 141")
    [note] = state.notes
    assert GAME.event(state, note).audience == 1 << seat


def test_too_few_c_buildings_are_dealt_as_far_as_they_go() -> None:
    """§home.5, R34"""
    scene = a_state(2, round=3)
    scene.state.pile_c &= 0b11111 << A.FIRST_C
    scene.state.cards_in_game &= ~A.C_CARDS | scene.state.pile_c
    state = home(scene)
    until_work(state)
    assert sorted(bits.count(p.hand) for p in state.players) == [2, 3]


@pytest.mark.parametrize(("seats", "added"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 3)])
def test_round_five_adds_b_buildings(seats: int, added: int) -> None:
    """§home.6"""
    assert len(until_work(home(a_state(seats, round=4)))) == added
    assert until_work(home(a_state(seats, round=4).display(*B_CARDS[:6]))) == []


def test_round_six_lays_the_hands_open() -> None:
    """§home.7, R33"""
    scene = a_state(2, round=5).hand(0, "141", "142").hand(1, "151")
    news = scene.state.news
    state = home(scene)
    assert state.news > news and state.to_move() == 1
    assert [place.card for place in GAME.view(state, 0).display["C"]] == ["141", "142", "151"]
    state.players[1].gold, state.players[1].wood, state.players[1].fish = 9, 12, 9
    assert "build 141" in options(do(state, "place build"))


def test_hidden_cards_are_built_by_their_owner_only_in_rounds_four_and_five() -> None:
    """§building.1, R33"""
    scene = a_state(2, round=4).hand(0, "151").hand(1, "152").player(0, wood=12, fish=9, gold=9)
    state = scene.at(BUILDING, 0)
    assert options(state) == ["build 151"]
    early = a_state(2, round=3).hand(0, "151").display("101").player(0, wood=12, gold=9)
    assert why_not(early.at(BUILDING, 0), "build 151").startswith("§building.1 Cards from your hand")


def test_building_from_the_hand_is_news() -> None:
    """§home.5"""
    scene = a_state(2, round=4).hand(0, "151").player(0, wood=12, gold=9)
    state = scene.at(BUILDING, 0)
    before = state.news
    assert do(state, "build 151").news == before + 1


def test_other_hands_are_imagined_from_the_undrawn_cards() -> None:
    """§home.5"""
    scene = a_state(3, round=4).hand(0, "141", "142").hand(1, "143").hand(2, "144", "145")
    state = scene.turn_of(0)
    seen = set()
    for seed in range(200):
        fancy = GAME.imagine(state, 0, Rng(seed))
        assert fancy.players[0].hand == state.players[0].hand
        assert [bits.count(p.hand) for p in fancy.players] == [2, 1, 2]
        assert GAME.problems(fancy) == []
        seen |= set(bits.members(fancy.players[1].hand))
    assert len(seen) == 12  # every C Building but the two of the own hand


def test_the_log_says_who_leads_the_round() -> None:
    """§home.2, §round.1"""
    scene = a_state(3).with_(first=1)
    state = scene.at(TURN, 0)
    state.turn = 9
    lines = log(state, "pass")
    assert lines[0] == "Round 2 of 7 begins; P0 is First Player"
