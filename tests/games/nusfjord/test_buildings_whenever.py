"""Buildings that react to what happens again and again.  §card.2"""

from collections import Counter

import pytest

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import ON_FISHING_END, ON_WORK_END, happen
from skerry.games.nusfjord.state import FISHING
from tests.games.nusfjord.scene import Scene

Answers = tuple[str, ...]

DEFOREST = ("place deforest", "double r1c2")
ON_STACK = ("place deforest", "double r0c2")
SLOOP = ("place build_ship", "ship sloop")

# (card, what the owner has, what he does, what he has afterwards)
REACTIONS: list[tuple[str, dict[str, int], Answers, dict[str, int]]] = [
    # Pier House: gold for 4 goods or more, else wood
    ("105", {"reserve_fish": 3, "reserve_wood": 1}, ("place transfer_reserve",), {"fish": 3, "wood": 1, "gold": 1}),
    ("105", {"reserve_fish": 3}, ("place transfer_reserve",), {"fish": 3, "wood": 1}),
    # Forest Lake Hut
    ("106", {}, ("place thin_out",), {"wood": 4, "fish": 2}),
    # Raftbuilder: from a stack too
    ("109", {}, DEFOREST, {"wood": 5, "reserve_wood": 3}),
    ("109", {}, ON_STACK, {"wood": 5, "reserve_wood": 3}),
    # Sawmill
    ("127", {}, ("place thin_out", "amount 1"), {"gold": 2}),
    ("127", {}, ("place thin_out", "amount 0"), {"wood": 4}),
    ("127", {}, (*DEFOREST, "amount 1"), {"wood": 1, "gold": 2}),
    # Seafaring Society
    ("128", {"wood": 2, "fish": 2}, SLOOP, {"fish": 3}),
    # Ship Holding Co.: 1 gold for the Share
    ("130", {"wood": 2, "fish": 2}, (*SLOOP, "yes"), {"gold": 1}),
    ("130", {"wood": 2, "fish": 2}, (*SLOOP, "no"), {}),
    # Worker's Cottage
    ("202", {}, ("place gold",), {"gold": 1, "wood": 1, "fish": 1}),
    ("202", {}, ("place issue_share",), {"gold": 2, "wood": 1, "fish": 1}),
    # Logger's Pond
    ("206", {}, DEFOREST, {"wood": 5, "reserve_wood": 3, "reserve_fish": 1}),
    # Rigging Workshop
    ("211", {"wood": 2, "fish": 2}, SLOOP, {"fish": 2}),
    # Clearing: only a double space that becomes free
    ("213", {}, DEFOREST, {"wood": 5, "fish": 1, "gold": 1}),
    ("213", {}, ON_STACK, {"wood": 5}),
    # Chief's House
    ("215", {}, ("place take_elder", "take elder_2"), {"gold": 1}),
    # Purveyor: two plates or more
    ("216", {"fish": 5}, ("place serve_fish", "serve 2"), {"gold": 3}),
    ("216", {"fish": 5}, ("place serve_fish", "serve 1"), {"gold": 1, "fish": 3}),
    # Ranger's Office
    ("227", {}, ("place thin_out",), {"wood": 4, "gold": 1}),
    ("227", {}, ("place reforest", "double r2c0"), {"gold": 1}),
    # Forest Storage
    ("301", {}, DEFOREST, {"wood": 6}),
    ("301", {}, ("place reforest", "double r2c0"), {"wood": 1}),
    ("301", {}, ("place thin_out",), {"wood": 5}),
    # Holiday Resort
    ("302", {}, ("pass",), {"gold": 3}),
    # Woodcarver: the last wood
    ("308", {"wood": 2, "fish": 2}, SLOOP, {"wood": 2}),
    ("308", {"wood": 3, "fish": 2}, SLOOP, {"wood": 1}),
    ("308", {"gold": 4}, ("place build_ship", "ship schooner_for_gold"), {}),
    # Haulage Firm
    ("318", {"wood": 2, "fish": 2, "reserve_wood": 3, "reserve_fish": 5}, SLOOP,
     {"wood": 2, "fish": 2, "reserve_wood": 1, "reserve_fish": 3}),
    ("318", {"wood": 2, "fish": 2, "reserve_fish": 1}, SLOOP, {"fish": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "has", "does", "goods"), REACTIONS, ids=[f"{row[0]}-{n}" for n, row in enumerate(REACTIONS)]
)
def test_a_building_reacts_to_its_owner(card: str, has: dict[str, int], does: Answers, goods: dict[str, int]) -> None:
    """§card.2, §card.gain, §card.exchange, §card.action, §card.fetch"""
    scene = Scene(card).plates(1).own(0, card).player(0, **has).play(*does)
    if scene.legal() == ["yes", "no"]:  # a new Elder could act
        scene.play("no")
    assert scene.goods() == goods
    assert scene.asks() == 1


def test_ship_holding_issues_without_the_space() -> None:
    """§card.action, §card.2"""
    scene = Scene("130").own(0, "130").player(0, wood=2, fish=2).play(*SLOOP, "yes")
    assert scene.state.market_of(0) == 1
    assert scene.p().unissued == 2
    assert scene.state.workers_on(A.S_ISSUE) == 0


def test_the_second_sloop_brings_gold_at_the_rigging_workshop() -> None:
    """§card.2 "211" """
    scene = Scene("211").own(0, "211").ships(0, sloops=1).player(0, wood=2, fish=2).play(*SLOOP)
    assert scene.goods() == {"gold": 1}
    other = Scene("211").own(0, "211").ships(0, cutters=1).player(0, wood=2, fish=2).play(*SLOOP)
    assert other.goods() == {"fish": 2}


def test_joinery_pays_for_every_other_building() -> None:
    """§card.2, R35"""
    assert Scene("114").build("114").goods() == {}  # not for itself
    scene = Scene("114").own(0, "114").player(0, wood=2)
    assert scene.build("117").goods() == {"wood": 3}
    assert Scene("114").own(0, "114").build("125").goods() == {"wood": 1}


@pytest.mark.parametrize(
    ("card", "builds", "goods"),
    [
        ("207", "213", {"fish": 2}),  # A
        ("207", "225", {}),  # B
        ("214", "213", {}),  # A
        ("214", "226", {"wood": 1, "gold": 1}),  # B
        ("214", "242", {"wood": 1, "gold": 1}),  # C
    ],
)
def test_a_building_that_looks_at_letters(card: str, builds: str, goods: dict[str, int]) -> None:
    """§card.2"""
    assert Scene(card, round=6).own(0, card).build(builds).goods() == goods


@pytest.mark.parametrize(("card", "gift"), [("131", Counter(wood=1)), ("208", Counter(fish=1))])
def test_a_building_reacts_when_an_elder_has_acted(card: str, gift: Counter[str]) -> None:
    """§card.2: with a Worker, and at once when he is taken"""
    scene = Scene(card).plates(3).elders(0, elder_9=0).own(0, card).play("place elder_9")
    assert scene.goods() == gift + Counter(wood=1, gold=1)
    scene = Scene(card).plates(3).own(0, card).play("place take_elder", "take elder_5", "yes")
    assert scene.goods() == gift + Counter(gold=2, fish=1)


def test_refuge_reacts_when_fish_leave_an_elder() -> None:
    """§card.2, R8: before he acts, so that the wood may pay already"""
    scene = Scene("303").plates(3).elders(0, elder_9=2).own(0, "303").play("place elder_9")
    assert scene.goods() == {"gold": 1, "wood": 2, "fish": 2}
    scene = Scene("303").plates(3).elders(0, elder_9=1).own(0, "303").play("place elder_9")
    assert scene.goods() == {"gold": 1, "wood": 1}


def test_refuge_reacts_in_the_fishing_phase_too() -> None:
    """§card.2"""
    scene = Scene("303").elders(0, elder_9=2).own(0, "303").issued(0, home=0, with_others=0)
    scene.state.depth = 0
    scene.state.then(FISHING)
    scene.state.settle()
    assert scene.goods() == {"wood": 1, "fish": 2, "reserve_fish": 2}


@pytest.mark.parametrize(
    ("card", "scene", "goods"),
    [
        ("116", Scene("116").player(0, reserve_fish=5), {"fish": 2, "reserve_fish": 3}),
        ("116", Scene("116").player(0, reserve_fish=1), {"fish": 1}),
        ("203", Scene("203"), {"fish": 1}),
        ("203", Scene("203").ships(0, sloops=1), {"fish": 1}),
        ("203", Scene("203").ships(0, sloops=2), {"fish": 2}),
        ("226", Scene("226").ships(0, sloops=2), {"wood": 2}),
        ("226", Scene("226").ships(0, sloops=3, cutters=1), {"wood": 3}),
        ("311", Scene("311"), {"wood": 1}),
        ("311", Scene("311").forests(0, r0c2=2, r1c2=2, r2c2=3), {"wood": 3}),
        ("311", Scene("311").forests(0, r0c2=1, r1c2=1), {}),
    ],
)
def test_a_building_works_after_every_fishing_phase(card: str, scene: Scene, goods: dict[str, int]) -> None:
    """§card.2, §card.fetch"""
    scene.own(0, card)
    happen(scene.state, 0, ON_FISHING_END)
    assert scene.goods() == goods


def test_after_the_fishing_phase_the_fish_have_moved_already() -> None:
    """§card.2: Fisher's House "116" takes from what the haul brought"""
    scene = Scene("116").own(0, "116").issued(0, home=1)
    scene.state.depth = 0
    scene.state.then(FISHING)
    scene.state.settle()
    assert scene.goods() == {"fish": 3}


def test_laborer_square_wants_all_workers_on_the_board() -> None:
    """§card.2"""
    for workers, goods in ((3, {"wood": 2}), (2, {})):
        scene = Scene("210").own(0, "210")
        happen(scene.state, 0, ON_WORK_END, workers)
        assert scene.goods() == goods


def test_laborer_square_counts_the_workers_of_a_round() -> None:
    """§card.2: Elders do not count "210" """
    for last, wood in (("place gold", 2), ("place elder_16", 0)):
        scene = Scene("210", seats=1).plates(1).elders(0, elder_16=0).own(0, "210")
        scene.state.turn = 1
        scene.play("place issue_share", "place reforest", "double r2c0", last)
        assert scene.goods().get("wood", 0) == wood


def test_construction_yard_pays_for_the_second_build_of_a_round() -> None:
    """§card.2, R35"""
    scene = Scene("306").own(0, "306").player(0, wood=2, fish=2)
    scene.build("301")
    assert scene.goods() == {"wood": 2, "fish": 2}
    scene.turn(0).play(*SLOOP)
    assert scene.goods() == {"wood": 2}
    scene.turn(0).build("304")
    assert scene.goods() == {"wood": 2}  # the third


def test_construction_yard_counts_itself_but_does_not_pay_for_itself() -> None:
    """§card.2, R35 "306" """
    scene = Scene("306").build("301").turn(0).build("306")
    assert scene.goods() == {}
    scene = Scene("306").build("306").turn(0).build("301")
    assert scene.goods() == {"wood": 2}


def test_woodcarver_pays_for_a_building_too_but_not_for_itself() -> None:
    """§card.2, R35 "308" """
    assert Scene("308").build("308").goods() == {}
    assert Scene("308").own(0, "308").build("306").goods() == {"wood": 2}


def test_holiday_resort_pays_once_a_round() -> None:
    """§card.2 "302" """
    scene = Scene("302").own(0, "302").play("pass").turn(0).play("pass")
    assert scene.goods() == {"gold": 3}


def test_forestry_may_plant_after_thinning_out() -> None:
    """§card.plant"""
    scene = Scene("307").own(0, "307").play("place thin_out")
    assert scene.goods() == {"wood": 4}
    assert scene.legal() == ["double r1c2", "double r2c2", "done"]
    scene.play("double r1c2")
    assert scene.p().forests_on(5) == 2
    assert Scene("307").own(0, "307").play("place thin_out", "done").p().n_forests == 4


@pytest.mark.parametrize(
    ("card", "has", "does", "goods"),
    [
        ("128", {"wood": 2, "fish": 2}, SLOOP, {"fish": 1}),
        ("216", {"fish": 9}, ("place serve_fish", "serve 2"), {"fish": 1}),
        ("216", {"fish": 9}, ("place serve_fish", "serve 1"), {}),
        ("318", {"reserve_fish": 1}, ("place transfer_reserve",), {"wood": 1, "fish": 2, "reserve_fish": 2}),
    ],
)
def test_a_building_reacts_to_other_players(
    card: str, has: dict[str, int], does: Answers, goods: dict[str, int]
) -> None:
    """§card.2"""
    scene = Scene(card).own(0, card).plates(1).player(1, **has)
    if card == "318":
        scene.player(0, reserve_wood=1, reserve_fish=4)
    scene.turn(1).play(*does)
    assert scene.goods() == goods


def test_haulage_firm_moves_no_wood_that_would_be_lost() -> None:
    """§card.fetch "318" """
    scene = Scene("318").own(0, "318").player(0, wood=13 - 2, reserve_wood=5).player(1, reserve_fish=1)
    scene.turn(1).play("place transfer_reserve")
    assert scene.goods() == {"wood": 12, "reserve_wood": 4}


def test_copied_actions_and_elders_count_like_the_space() -> None:
    """§card.2: Thin Out by the Forest Manager "106" """
    scene = Scene("106").plates(2).elders(0, elder_3=0).own(0, "106").play("place elder_3", "do thin_out")
    assert scene.goods() == {"wood": 5, "fish": 2}


def test_the_buildings_of_others_do_not_react_to_me() -> None:
    """§card.2"""
    assert Scene("106").own(1, "106").play("place thin_out").goods(1) == {}
