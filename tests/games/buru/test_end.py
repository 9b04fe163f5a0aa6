"""Dusk, the end, the score."""

import pytest

from skerry.core import bits
from skerry.core.state import SPECTATOR
from skerry.games.buru.state import COUNT, DUSK
from tests.games.buru.builder import GAME, a_state, decree, elder, play


def test_dusk_clears_the_island() -> None:
    """§dusk.1"""
    builder = a_state(2).player(0, islanders=["G1"], tasked=["G1"]).decrees("d5", "d9").totem("banyu", 1)
    builder.explorers(0, forest=[1, 2], lake=[3, 4])
    state = builder.with_(stood=7, flipped=15).then(DUSK)
    assert state.decree_box == 1 << decree("d5") | 1 << decree("d9")
    assert state.players[0].tasked == 0 and state.players[0].mat == 31 and state.players[0].n_placed == 0
    assert state.stood == 0 and state.totems[0] == 1  # §totem.1
    assert GAME.problems(state) == []


def test_a_setting_sends_the_totems_home_at_dusk() -> None:
    """§totem.1; setting "totems_at_dusk" """
    home = '[[settings]]\nid = "totems_at_dusk"\nsource = "rulebook"\nvalue = "return"\n'
    assert a_state(2, home).totem("banyu", 1).then(DUSK).totems[0] == -1


def test_totems_do_not_go_home_at_the_last_dusk() -> None:
    """§totem.1, §score.2; setting "totems_at_dusk": the Elder of the Totems counts them after it"""
    home = '[[settings]]\nid = "totems_at_dusk"\nsource = "rulebook"\nvalue = "return"\n'
    state = a_state(2, home).player(1, elders=["E10"]).totem("banyu", 1).with_(round=5).then(DUSK)
    assert play(state, "count").score(1) == 2


@pytest.mark.parametrize(
    ("marker", "taken", "emissary"), [("stays", 0, 0), ("passes", 0, 1), ("passes", 1, 0), ("stays", 1, 0)]
)
def test_the_marker_may_pass_at_dusk(marker: str, taken: int, emissary: int) -> None:
    """§dusk.2"""
    state = a_state(2, marker=marker).with_(marker_taken=bool(taken)).then(DUSK)
    assert state.emissary == emissary and not state.marker_taken


def test_the_marker_does_not_pass_after_the_last_dusk() -> None:
    """§dusk.2, §score.2; setting "last_dusk": whoever has it then counts it"""
    state = a_state(2, marker="passes").with_(round=5).then(DUSK)
    assert state.emissary == 0
    old = '[[settings]]\nid = "last_dusk"\nsource = "rulebook"\nvalue = "marker_passes"\n'
    assert a_state(2, old, marker="passes").with_(round=5).then(DUSK).emissary == 1


def test_the_game_ends_after_the_fifth_dusk() -> None:
    """§end.1, §goal.1"""
    for done in range(1, 6):
        state = a_state(2).with_(round=done).then(DUSK)
        assert (state.ask_now() & 127 == COUNT) == (done == 5)
    play(state, "count")
    assert state.over and GAME.problems(state) == []


# ---- points


def test_esteem_and_tribute_cards_count_and_goods_do_not() -> None:
    """§score.1"""
    state = a_state(2).player(0, esteem=4, fish=20, palm=9, tributes=(1, 1, 1)).state
    assert state.score(0) == 4 + 5 + 6 + 7


@pytest.mark.parametrize(
    ("id_", "have", "points"),
    [
        ("E1", {"tributes": (3, 0, 0)}, 6),
        ("E2", {"tributes": (0, 2, 0)}, 4),
        ("E3", {"tributes": (0, 0, 1)}, 2),
        ("E4", {"tributes": (2, 3, 2)}, 8),
        ("E5", {"islanders": ["G1", "G2", "G3", "A1"]}, 4),
        ("E6", {"islanders": ["A1"]}, 1),
        ("E7", {"islanders": ["N1", "N2"]}, 3),
        ("E8", {"islanders": ["P1", "P2", "P3"]}, 6),
        ("E9", {"islanders": ["G1", "G2", "A1", "A2", "N1", "P1"]}, 5),
        ("E10", {}, 4),
        ("E11", {"fish": 11}, 3),
        ("E11", {"fish": 20}, 5),
        ("E12", {"palm": 1, "clay": 2, "ebony": 1}, 4),
        ("E12", {"palm": 3, "clay": 2, "ebony": 1}, 5),
        ("E13", {"decrees": ["d1", "d2"]}, 4),
        ("E13", {"decrees": ["d1", "d2", "d3", "d4"]}, 6),
        ("E14", {}, 4),
    ],
)
def test_an_elder_scores_what_it_counts(id_: str, have: dict[str, object], points: int) -> None:
    """§score.2"""
    builder = a_state(2).player(0, elders=[id_], **have)  # type: ignore[arg-type]
    state = builder.totem("banyu", 0).totem("manuk", 0).state
    assert state.kit.elders[elder(id_)].worth(state, 0) == points
    before = state.score(0)
    state.over = True
    assert state.score(0) == before + points


def test_the_elder_of_the_road_consoles_the_others() -> None:
    """§score.2"""
    state = a_state(2).player(0, elders=["E14"]).with_(emissary=1, over=True).state
    assert state.score(0) == 1


def test_elders_are_no_ones_business_before_the_end() -> None:
    """§score.2"""
    state = a_state(2).player(0, elders=["E14"], esteem=2).state
    assert state.score(0) == 2
    lines = {seat: {line.label: line.points for line in GAME.breakdown(state, seat)} for seat in (SPECTATOR, 0, 1)}
    assert lines[0]["Elders"] == [4, 0] and lines[1]["Elders"] == lines[SPECTATOR]["Elders"] == [0, 0]
    state.over = True
    assert [line.points[0] for line in GAME.breakdown(state, 1)] == [0, 2, 0, 0, 4]


def test_the_score_sheet_knows_where_esteem_came_from() -> None:
    """§score.1"""
    state = a_state(2).player(1, esteem=9, tributes=(0, 1, 0)).state
    state.players[1].from_totems, state.players[1].from_decrees = 3, 2
    sheet = {line.label: line.points[1] for line in GAME.breakdown(state, 0)}
    assert sheet == {"Tributes": 6, "Islanders": 4, "Decrees": 2, "Totems": 3, "Elders": 0}


# ---- winners


def test_most_esteem_wins() -> None:
    """§goal.1"""
    assert a_state(3).player(1, esteem=5).player(2, esteem=6).state.winners() == 0b100


def test_ties_are_broken_by_tribute_cards_then_fish_then_the_order() -> None:
    """§score.3"""
    more_cards = a_state(3).player(0, esteem=12, fish=9).player(2, esteem=7, tributes=(1, 0, 0))
    assert more_cards.state.winners() == 0b100
    more_fish = a_state(3).player(0, esteem=5, fish=1).player(1, esteem=5, fish=3)
    assert more_fish.state.winners() == 0b010
    equal = a_state(3).player(0, esteem=5).player(1, esteem=5)
    assert [equal.with_(emissary=seat).state.winners() for seat in range(3)] == [0b001, 0b010, 0b001]


def test_a_setting_lets_equals_share_the_victory() -> None:
    """§score.3; setting "final_tie" """
    shared = '[[settings]]\nid = "final_tie"\nsource = "rulebook"\nvalue = "shared"\n'
    state = a_state(3, shared).player(0, esteem=5, fish=1).player(1, esteem=5).player(2, esteem=4).state
    assert bits.members(state.winners()) == [0, 1]
