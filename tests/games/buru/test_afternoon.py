"""Afternoon: flipping, the Triumphant, the order, the spaces."""

import pytest

from skerry.games.buru.cards import FISH
from skerry.games.buru.state import LAKE, REGION, SPACE, VILLAGE, Buru
from skerry.games.buru.view import acting_order
from tests.games.buru.builder import GAME, a_state, decree, goods, legal, play, rule_against, space, told

FOREST, SHORE, VILLAGE_REGION, LAKE_REGION = 0, 1, 2, 3


def tie(emissary: int, overlay: str = "") -> a_state:
    """X has 5, Y 3 + 2, Z 1 in the Forest."""
    builder = a_state(3, overlay).forest("f1", "f2", "f3").with_(emissary=emissary)
    return builder.explorers(0, forest=[5]).explorers(1, forest=[3, 2]).explorers(2, forest=[1])


def test_the_emissary_wins_a_tie() -> None:
    """E5; §region.1, §region.2, §region.3"""
    state = tie(emissary=1).then(REGION, FOREST)
    assert acting_order(state) == [1, 0, 2]
    assert state.totems[1] == 1  # Gunung, of the Forest
    assert state.to_move() == 1


def test_a_tie_is_broken_clockwise_from_the_emissary() -> None:
    """§region.2"""
    assert acting_order(tie(emissary=2).then(REGION, FOREST)) == [0, 1, 2]
    assert acting_order(tie(emissary=0).then(REGION, FOREST)) == [0, 1, 2]


def test_a_setting_lets_the_emissary_lose_ties() -> None:
    """§region.2; setting "ties" """
    last = '[[settings]]\nid = "ties"\nsource = "rulebook"\nvalue = "emissary_last"\n'
    assert acting_order(tie(1, last).then(REGION, FOREST)) == [0, 1, 2]
    assert acting_order(tie(0, last).then(REGION, FOREST)) == [1, 0, 2]


def test_who_is_alone_is_triumphant() -> None:
    """§region.3"""
    state = a_state(3).explorers(2, shore=[1]).row("G1").then(REGION, SHORE)
    assert state.totems[0] == 2 and state.to_move() == 2


def test_in_an_empty_region_nothing_happens() -> None:
    """§region.1"""
    builder = a_state(2).decrees("d5").totem("banyu", 1)
    builder.state.ask(SPACE, 0, LAKE_REGION)
    state = builder.then(REGION, SHORE)
    assert list(state.totems) == [1, -1, -1] and state.decrees == 1 << decree("d5")
    assert state.to_move() == 0


def test_the_regions_come_in_their_order() -> None:
    """§region.1; regions "forest", "shore", "village", "lake" """
    kit = a_state().state.kit
    assert list(kit.region_order) == [0, 1, 2, 3]
    assert kit.words.regions == ["Forest", "Shore", "Village", "Sacred Lake"]
    swapped = "".join(
        f'[[regions]]\nid = "{id_}"\nsource = "rulebook"\nturn = {turn}\n' for id_, turn in (("shore", 4), ("lake", 2))
    )
    assert list(a_state(2, swapped).state.kit.region_order) == [0, 3, 2, 1]


# ---- totems and Decrees


def test_the_totem_goes_from_holder_to_holder() -> None:
    """§totem.1; §region.3"""
    for region, spirit in ((FOREST, 1), (SHORE, 0), (VILLAGE_REGION, 2)):
        builder = a_state(2).forest("f1", "f2").row("G1")
        builder.totem(("banyu", "gunung", "manuk")[spirit], 0)
        p = builder.state.players[1]
        p.n_placed, p.placed, p.sent, p.mat = 1 << (4 * region), 1 << (5 * region), region + 1, 0b11110
        builder.state.ask(SPACE, 1, LAKE_REGION)
        assert builder.then(REGION, region).totems[spirit] == 1


def triumph(region: str, *decrees: str, fish: int = 0) -> Buru:
    """Player 0 has won the region, and has not acted yet."""
    builder = a_state(2).forest("f1", "f2").row("G1", "G2", "G3", "G4", "G5").decrees(*decrees)
    builder.player(0, fish=fish).explorers(0, **{region: [3]}).explorers(1, **{region: [2]})
    return builder.then(REGION, ("forest", "shore", "village", "lake").index(region))


@pytest.mark.parametrize(
    ("region", "id_", "gain"),
    [
        ("forest", "d1", {"esteem": 1}),
        ("forest", "d2", {"palm": 1}),
        ("lake", "d3", {"esteem": 1}),
        ("shore", "d5", {"esteem": 1}),
        ("shore", "d6", {"fish": 2}),
        ("village", "d7", {"esteem": 1}),
        ("village", "d8", {"clay": 1}),
    ],
)
def test_a_decree_works_at_once_for_the_triumphant(region: str, id_: str, gain: dict[str, int]) -> None:
    """§decree.1, §region.3"""
    state = triumph(region, id_)
    assert goods(state, 0) == gain and goods(state, 1) == {}
    assert state.players[0].decrees == 1 << decree(id_) and state.decrees == 0
    assert state.players[0].from_decrees == gain.get("esteem", 0)
    assert state.to_move() == 0 and GAME.problems(state) == []


def test_the_decree_of_the_lake_brings_an_elder_before_the_action() -> None:
    """§decree.1, §elder.1; "d4" """
    state = play(triumph("lake", "d4"), "elder E1", "elder E2", "discard E1")
    assert state.players[0].n_elders == 1
    assert legal(state) == ["space L1", "space L2", "space L3", "space L4", "space L5"]


def test_fish_of_a_decree_are_capped_before_the_action() -> None:
    """E6; §limit.1, §decree.1"""
    state = triumph("shore", "d6", fish=19)
    assert state.players[0].goods[FISH] == 20 and legal(state)[0] == "space S1"


def test_the_triumphant_takes_both_decrees() -> None:
    """§decree.1, §region.3"""
    state = triumph("village", "d7", "d8")
    assert goods(state, 0) == {"clay": 1, "esteem": 1}


def test_altar_decrees_are_never_taken() -> None:
    """§decree.2; "d9", "d10", "d11", "d12" """
    state = triumph("lake", "d9", "d10", "d11", "d12")
    assert state.players[0].decrees == 0 and state.decrees == 0b1111 << decree("d9")


# ---- spaces


def test_one_action_each_in_falling_order_on_free_spaces() -> None:
    """§region.4, §region.5"""
    builder = a_state(3).explorers(0, village=[1, 2]).explorers(1, village=[5]).explorers(2, village=[1])
    state = builder.then(REGION, VILLAGE_REGION)
    play(state, "space V3", "done")
    assert state.to_move() == 0 and "space V3" not in legal(state)
    assert rule_against(state, "space V3") == "region.4" and rule_against(state, "space L1") == "region.4"
    reason = GAME.reason(state, GAME.actions.number("space V3"))
    assert reason is not None and reason.words == "{1} is already there"
    play(state, "space V1", "done")
    assert state.to_move() == 2 and legal(state) == ["space V2", "space V4", "space V5"]


@pytest.mark.parametrize(("id_", "fish"), [("V1", 0), ("V2", 1), ("V3", 0), ("V4", 1), ("V5", 0)])
def test_side_gains_come_also_without_the_main_part(id_: str, fish: int) -> None:
    """§region.5, §region.6"""
    builder = a_state(2)
    builder.state.ask(SPACE, 1, LAKE_REGION)
    state = play(builder.at(SPACE, 0, VILLAGE_REGION), f"space {id_}", "done")
    assert state.players[0].goods[FISH] == fish


def test_the_printed_order_gives_the_fish_after_the_tasks() -> None:
    """§region.6"""
    builder = a_state(2).player(0, fish=1, islanders=["A7"])
    state = play(builder.at(SPACE, 0, VILLAGE_REGION), "space V4")
    assert legal(state) == ["done"]
    assert rule_against(state, "side") == "region.6" and rule_against(state, "task A7") == "village.3"


def test_in_free_order_the_fish_can_pay_for_a_task() -> None:
    """§region.6"""
    builder = a_state(2, order="free").player(0, fish=1, islanders=["A7"])
    builder.state.ask(SPACE, 1, LAKE_REGION)
    state = play(builder.at(SPACE, 0, VILLAGE_REGION), "space V4", "side")
    assert legal(state) == ["task A7"] and rule_against(state, "side") == "region.6"
    play(state, "task A7")
    assert goods(state, 0) == {"palm": 1, "clay": 1}


def test_in_free_order_the_elder_may_come_first() -> None:
    """§region.6, §elder.1"""
    builder = a_state(2, order="free").player(0, palm=2, clay=1, fish=2)
    builder.state.ask(SPACE, 1, VILLAGE_REGION)
    state = play(builder.at(SPACE, 0, LAKE_REGION), "space L3", "side", "elder E1", "elder E2", "discard E2")
    play(state, "tribute banyu")
    assert state.players[0].n_elders == 1 and state.players[0].tributes[0] == 1 and state.to_move() == 1


def test_the_order_of_the_region_stands_when_the_marker_moves() -> None:
    """§region.2, §lake.4"""
    builder = a_state(3).with_(emissary=1)
    for seat in range(3):
        builder.explorers(seat, lake=[3])
    state = builder.then(REGION, LAKE_REGION)
    assert acting_order(state) == [1, 2, 0]
    play(state, "space L1", "done", "elder E1", "elder E2", "discard E1", "space L4", "done")
    assert state.emissary == 2 and state.to_move() == 0


def test_a_marker_taken_this_round_breaks_no_tie_of_this_round() -> None:
    """§region.2, §lake.4; an owner may let the Lake come before other regions"""
    builder = a_state(2).explorers(0, village=[3]).explorers(1, village=[3], lake=[1])
    builder.state.then(REGION, VILLAGE_REGION)
    state = play(builder.then(REGION, LAKE_REGION), "space L4", "done")
    assert state.emissary == 1 and acting_order(state) == [0, 1]
    state = a_state(2).explorers(0, village=[3]).explorers(1, village=[3]).with_(emissary=1).then(REGION, 2)
    assert acting_order(state) == [1, 0]


@pytest.mark.parametrize(("emissary", "lines"), [(1, 1), (0, 0)])
def test_the_marker_is_taken_or_kept(emissary: int, lines: int) -> None:
    """§lake.4"""
    builder = a_state(2).with_(emissary=emissary)
    builder.state.ask(SPACE, 1, LAKE_REGION)
    state = builder.at(SPACE, 0, LAKE_REGION)
    said = told(state, "space L4", "done")
    assert state.emissary == 0 and said.count("P0 takes the Emissary marker") == lines


@pytest.mark.parametrize(("step", "ids"), [(VILLAGE, ["V1"]), (LAKE, ["L1", "L2"])])
def test_every_part_may_be_left_out(step: int, ids: list[str]) -> None:
    """§region.5"""
    for id_ in ids:
        assert "done" in legal(a_state().at(step, 0, space(id_)))
