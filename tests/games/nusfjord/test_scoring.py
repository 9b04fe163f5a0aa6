"""End and points."""

from skerry.games.nusfjord.state import HOME
from tests.games.nusfjord.builder import GAME, a_state, do, options


def lines(scene: a_state, seat: int = 0) -> dict[str, int]:
    return {line.label: line.points[seat] for line in GAME.breakdown(scene.state, seat)}


def test_the_example_of_the_rulebook_scores_thirty_five() -> None:
    """§score.1, §score.2, §score.3, §score.4, E13"""
    scene = a_state(3).forests(0, r0c2=2, r1c2=1).own(0, "151", "123", "105", "107").ships(0, sloops=1, cutters=3)
    scene.issued(0, home=3).issued(2, home=2, with_others=1).player(0, gold=17)
    assert GAME.problems(scene.turn_of(0)) == []
    scores = lines(scene)
    assert scores["Ships"] + scores["Buildings"] == 11
    assert scores["Building conditions"] == 8
    assert scores["Shares"] + scores["Gold"] == 21
    assert scores["Free Building spaces"] + scores["Unissued Shares"] == -5
    assert scene.state.score(0) == 35


def test_the_harbor_installation_counts_ship_tiles_only() -> None:
    """§score.2, R24"""
    scene = a_state(3).own(0, "151")
    assert lines(scene)["Building conditions"] == 0
    assert lines(scene.ships(0, 1, 1, 1))["Building conditions"] == 6


def test_shares_of_any_colour_score_and_those_on_the_board_do_not() -> None:
    """§score.3, R23"""
    scene = a_state(3).issued(1, 2, 2, 1)
    assert lines(scene, 1)["Shares"] == 2 and lines(scene, 2)["Shares"] == 3
    assert lines(scene, 1)["Unissued Shares"] == 0


def test_wood_fish_and_the_reserve_score_nothing() -> None:
    """§score.3, R39"""
    scene = a_state(2)
    before = scene.state.score(0)
    scene.player(0, wood=9, fish=9, reserve_fish=9, reserve_wood=9)
    assert scene.state.score(0) == before == 2 - 3 - 5


def test_forests_cover_free_spaces() -> None:
    """§score.4"""
    scene = a_state(2)
    assert lines(scene)["Free Building spaces"] == -5
    assert lines(scene.forests(0))["Free Building spaces"] == -11


def test_the_most_points_win_and_equal_points_share() -> None:
    """§score.5"""
    scene = a_state(3).player(1, gold=2)
    assert scene.state.winners() == 0b010
    assert scene.player(2, gold=2).state.winners() == 0b110


def test_the_game_ends_after_the_seventh_round() -> None:
    """§end.1, §home.3"""
    state = a_state(2, round=7).run(HOME)
    assert state.over and state.round == 7 and options(state) == []


def test_buildings_may_be_used_once_more_before_scoring() -> None:
    """§end.2, R35"""
    scene = a_state(2, round=7).own(0, "122").own(1, "123").with_(first=1).player(1, fish=9)
    scene.player(0, wood=9, fish=9)
    state = scene.run(HOME)
    assert state.to_move() == 1 and options(state) == ["use 123", "done"]
    do(state, "done")
    assert state.to_move() == 0 and options(state) == ["use 122", "done"]
    do(state, "use 122")
    assert state.over and state.players[0].gold > 0


def test_a_building_may_be_used_after_the_action_of_the_turn() -> None:
    """§end.2"""
    scene = a_state(2).own(0, "123").player(0, fish=9)
    state = do(scene.turn_of(0), "place gold")
    assert options(state) == ["use 123", "done"] and state.to_move() == 0
    assert do(state, "done").to_move() == 1


def test_every_line_of_the_score_sheet_has_a_rule() -> None:
    """§score.1"""
    assert all(line.rule in GAME.rules for line in GAME.breakdown(a_state(2).state, 0))
