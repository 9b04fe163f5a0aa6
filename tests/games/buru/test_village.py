"""The Village: what every Islander does when tasked."""

import pytest

from skerry.games.buru.state import SPACE, VILLAGE
from tests.games.buru.builder import GAME, a_state, goods, islander, legal, play, rule_against, space, told

PLENTY = {"fish": 10, "palm": 5, "clay": 5, "ebony": 5}


def in_village(islanders: list[str], id_: str = "V5", **have: int) -> a_state:
    builder = a_state(3, tasks="optional").player(0, islanders=islanders, **have)
    builder.state.ask(SPACE, 1, 3)
    builder.state.ask(VILLAGE, 0, space(id_))
    return builder


@pytest.mark.parametrize(
    ("id_", "pay", "gain"),
    [
        ("G1", {}, {"palm": 1}),
        ("G2", {}, {"clay": 1}),
        ("G3", {}, {"ebony": 1}),
        ("G4", {}, {"fish": 3}),
        ("G6", {}, {"palm": 1, "fish": 1}),
        ("G7", {}, {"clay": 1}),
        ("G9", {}, {"ebony": 1, "fish": 1}),
        ("A1", {"clay": 1}, {"palm": 1, "fish": 2}),
        ("A2", {"palm": 1}, {"clay": 1, "fish": 2}),
        ("A3", {"ebony": 1}, {"esteem": 4}),
        ("A4", {"clay": 2}, {"esteem": 6}),
        ("A5", {"palm": 2}, {"esteem": 6}),
        ("A6", {"palm": 1, "clay": 1}, {"ebony": 1, "esteem": 3}),
        ("A7", {"fish": 2}, {"palm": 1, "clay": 1}),
        ("A9", {"fish": 3}, {"ebony": 1, "esteem": 1}),
        ("N1", {}, {"esteem": 1}),
        ("N3", {}, {"esteem": 2}),
        ("N4", {"fish": 2}, {"esteem": 2}),
        ("N5", {"palm": 1}, {"esteem": 3}),
        ("N7", {}, {"esteem": 1, "fish": 2}),
    ],
)
def test_a_task_turns_goods_into_goods(id_: str, pay: dict[str, int], gain: dict[str, int]) -> None:
    """§islander.goods, §village.1, §village.3"""
    state = play(in_village([id_], **PLENTY).state, f"task {id_}")
    expected = {kind: PLENTY.get(kind, 0) - pay.get(kind, 0) + gain.get(kind, 0) for kind in {*PLENTY, *gain}}
    assert goods(state, 0) == {kind: amount for kind, amount in expected.items() if amount}
    assert state.players[0].tasked == 1 << islander(id_) and GAME.problems(state) == []
    exact = in_village([id_], **pay).state
    assert legal(exact) == [f"task {id_}", "done"]
    if pay:
        poor = in_village([id_]).state
        assert legal(poor) == ["done"] and rule_against(poor, f"task {id_}") == "village.3"


@pytest.mark.parametrize("id_", ["V4", "V5"])
def test_a_single_task_must_be_done_if_it_can_be(id_: str) -> None:
    """§village.4"""
    state = a_state(2).player(0, islanders=["G1", "A7"], fish=1).at(VILLAGE, 0, space(id_))
    assert legal(state) == ["task G1"] and rule_against(state, "done") == "village.4"
    poor = a_state(2).player(0, islanders=["A7", "P1"], fish=1).at(VILLAGE, 0, space(id_))
    assert legal(poor) == ["done"]


@pytest.mark.parametrize("id_", ["V1", "V2", "V3"])
def test_of_several_tasks_none_is_a_must(id_: str) -> None:
    """§village.1, §village.4"""
    state = a_state(2).player(0, islanders=["G1", "G2", "G3"]).at(VILLAGE, 0, space(id_))
    assert "done" in legal(state)
    assert "done" in legal(play(state, "task G1"))


def test_as_a_variant_a_single_task_may_be_left_undone() -> None:
    """§village.4"""
    assert legal(in_village(["G1"], "V5").state) == ["task G1", "done"]


def test_tasks_feed_each_other() -> None:
    """E10; §village.2, §village.3"""
    state = in_village(["G1", "G2", "A6"], "V1").state
    assert rule_against(state, "task A6") == "village.3"
    play(state, "task G1", "task G2", "task A6")
    assert goods(state, 0) == {"ebony": 1, "esteem": 3} and state.to_move() == 1


def test_an_islander_is_tasked_once_per_round() -> None:
    """§village.2"""
    state = play(in_village(["G1", "G2"], "V1").state, "task G1")
    assert legal(state) == ["task G2", "done"] and rule_against(state, "task G1") == "village.2"
    assert rule_against(state, "task G3") == "village.1"


@pytest.mark.parametrize(("id_", "tasks"), [("V1", 3), ("V2", 2), ("V3", 2), ("V4", 1), ("V5", 1)])
def test_every_space_has_its_number_of_tasks(id_: str, tasks: int) -> None:
    """§village.1"""
    state = in_village(["G1", "G2", "G3", "G6"], id_).state
    for number in (1, 2, 3)[:tasks]:
        assert state.to_move() == 0
        play(state, f"task G{number}")
    assert state.to_move() == 1


def test_a_recruit_of_this_round_can_be_tasked() -> None:
    """§village.2"""
    builder = a_state(2).player(0, fish=3).row("G1", "G2", "G3", "G4", "G5")
    builder.state.ask(SPACE, 0, 2)
    state = play(builder.at(SPACE, 0, 1), "space S4", "recruit G1", "arrive G9", "space V5")
    assert "task G1" in legal(state)


# ---- Islanders that count


@pytest.mark.parametrize(("totems", "esteem"), [(0, 0), (1, 1), (3, 3)])
def test_the_orator_counts_totems(totems: int, esteem: int) -> None:
    """§islander.count, §village.3: a task without any output is allowed; "N6" """
    builder = in_village(["N6"])
    for spirit in ("banyu", "gunung", "manuk")[:totems]:
        builder.totem(spirit, 0)
    assert goods(play(builder.state, "task N6"), 0).get("esteem", 0) == esteem


@pytest.mark.parametrize(("ids", "esteem"), [([], 0), (["d1"], 1), (["d1", "d2", "d3", "d4"], 3)])
def test_the_judge_counts_decrees_up_to_three(ids: list[str], esteem: int) -> None:
    """§islander.count, §decree.1; "N8" """
    builder = in_village(["N8"]).player(0, decrees=ids)
    assert goods(play(builder.state, "task N8"), 0).get("esteem", 0) == esteem


@pytest.mark.parametrize(
    ("others", "esteem"),
    [([], 1), (["N1"], 1), (["N1", "N2"], 2), (["N1", "N2", "N3", "N4", "N5", "N6", "N7"], 3)],
)
def test_the_matriarch_counts_nobles_and_herself(others: list[str], esteem: int) -> None:
    """§islander.count; "N9" """
    state = play(in_village(["N9", *others, "G1"]).state, "task N9")
    assert goods(state, 0) == {"esteem": esteem}


@pytest.mark.parametrize(("others", "fish"), [([], 3), (["G1"], 4), (["G1", "G2", "G3", "G4", "G6"], 6)])
def test_the_reef_diver_counts_gatherers_for_fish(others: list[str], fish: int) -> None:
    """§islander.count; "G5" """
    state = play(in_village(["G5", *others, "A1"]).state, "task G5")
    assert goods(state, 0) == {"fish": fish}


@pytest.mark.parametrize("totems", [0, 1, 3])
def test_the_river_digger_counts_totems_for_fish(totems: int) -> None:
    """§islander.count; "G7" """
    builder = in_village(["G7"])
    for spirit in ("banyu", "gunung", "manuk")[:totems]:
        builder.totem(spirit, 0)
    assert goods(play(builder.state, "task G7"), 0) == {"clay": 1} | ({"fish": totems} if totems else {})


def test_the_forest_walker_brings_a_token_of_ones_choice() -> None:
    """§islander.pick; "G8" """
    state = play(in_village(["G8"]).state, "task G8")
    assert legal(state) == ["get palm", "get clay", "get ebony"] and goods(state, 0) == {}
    assert GAME.question(state).words == "{0}, which token do you take?"
    assert told(state, "get ebony") == ["P0 tasks the Forest Walker and gains 1 ebony"]
    assert goods(state, 0) == {"ebony": 1} and state.to_move() == 1


@pytest.mark.parametrize(("emissary", "esteem"), [(0, 3), (1, 1)])
def test_the_envoy_likes_the_marker(emissary: int, esteem: int) -> None:
    """§islander.count; "N2" """
    state = play(in_village(["N2"]).with_(emissary=emissary).state, "task N2")
    assert goods(state, 0) == {"esteem": esteem}


# ---- Islanders with choices


def test_the_dyer_changes_a_token_into_another() -> None:
    """§islander.dye; "A8" """
    state = play(in_village(["A8"], palm=1, ebony=1).state, "task A8")
    assert legal(state) == ["give palm", "give ebony"] and rule_against(state, "give clay") == "islander.dye"
    play(state, "give ebony")
    assert legal(state) == ["get palm", "get clay"] and rule_against(state, "get ebony") == "islander.dye"
    play(state, "get clay")
    assert goods(state, 0) == {"palm": 1, "clay": 1, "esteem": 1} and state.to_move() == 1


def test_the_dyer_needs_a_token() -> None:
    """§islander.dye, §village.3"""
    assert rule_against(in_village(["A8"], fish=9).state, "task A8") == "village.3"


def test_the_fish_of_a_space_come_after_the_dyers_choices() -> None:
    """§region.6"""
    builder = a_state(2).player(0, islanders=["A8"], palm=1)
    builder.state.ask(SPACE, 1, 3)
    state = play(builder.at(SPACE, 0, 2), "space V4", "task A8", "give palm")
    assert goods(state, 0) == {}
    assert goods(play(state, "get ebony"), 0) == {"fish": 1, "ebony": 1, "esteem": 1}


def test_the_dream_reader_draws_one_elder_and_discards_one() -> None:
    """§islander.elder, §elder.1; "P8" """
    state = play(in_village(["P8"]).player(0, elders=["E4"]).state, "task P8", "elder E9")
    assert legal(state) == ["discard E4", "discard E9"]
    play(state, "discard E4")
    assert goods(state, 0) == {"esteem": 1} and state.players[0].n_elders == 1 and state.to_move() == 1


@pytest.mark.parametrize("id_", ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P9"])
def test_continuing_islanders_cannot_be_tasked(id_: str) -> None:
    """§islander.continuing"""
    state = in_village([id_], **PLENTY).state
    assert legal(state) == ["done"] and rule_against(state, f"task {id_}") == "islander.continuing"
