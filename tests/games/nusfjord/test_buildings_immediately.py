"""Buildings that do something once, when they are built.  §card.1"""

import pytest

from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.kit.load import ACTIONS, BASE, load_kit
from tests.games.nusfjord.builder import GAME, overlaid
from tests.games.nusfjord.scene import Scene


def fleet(card: str, sloops: int = 0, cutters: int = 0, schooners: int = 0) -> Scene:
    return Scene(card).ships(0, sloops, cutters, schooners)


def cleared(card: str, **stacks: int) -> Scene:
    return Scene(card).forests(0, **stacks)


def council(card: str, elders: int, plates: int = 0) -> Scene:
    return Scene(card).plates(plates).elders(0, **{f"elder_{n}": 0 for n in range(1, elders + 1)})


# (card, scene, goods afterwards); in all of them the price is paid beside what the player has
GAINS = [
    # as many fish as the haul, at most 8
    ("101", Scene("101"), {"fish": 3}),
    ("101", fleet("101", schooners=1), {"fish": 6}),
    ("101", fleet("101", schooners=2), {"fish": 8}),
    # wood per free space, counted with the card in place, at most 5
    ("104", Scene("104"), {"wood": 4}),
    ("104", cleared("104"), {"wood": 5}),
    ("104", Scene("104").player(0, wood=9), {"wood": 12}),
    # fish into supply and Reserve, past its limit
    ("115", Scene("115").player(0, reserve_fish=7), {"fish": 3, "reserve_fish": 10}),
    # gold for large Ships
    ("142", fleet("142", sloops=1, cutters=2, schooners=1), {"gold": 4}),
    ("142", fleet("142", sloops=2), {}),
    # gold per A Building, at most 5
    ("145", Scene("145", round=4).own(0, "101", "102"), {"gold": 2}),
    ("145", cleared("145").own(0, "101", "102", "104", "105", "106", "109"), {"gold": 5}),
    # fish per free space, at most 6
    ("201", Scene("201"), {"fish": 4}),
    ("201", cleared("201"), {"fish": 6}),
    # the Reserve doubled, by 6 at least and 10 at most
    ("209", Scene("209"), {"reserve_fish": 6}),
    ("209", Scene("209").player(0, reserve_fish=7), {"reserve_fish": 14}),
    ("209", Scene("209").player(0, reserve_fish=11), {"reserve_fish": 21}),
    # gold up to 3
    ("221", Scene("221"), {"gold": 3}),
    ("221", Scene("221").player(0, gold=2), {"gold": 3}),
    ("221", Scene("221").player(0, gold=4), {"gold": 4}),
    # gold per Ship, at most 3
    ("225", fleet("225", sloops=2), {"gold": 2}),
    ("225", fleet("225", sloops=3, cutters=1), {"gold": 3}),
    # gold per 2 gold, at most 4
    ("241", Scene("241").player(0, gold=5), {"gold": 7}),
    ("241", Scene("241").player(0, gold=11), {"gold": 15}),
    # 2 gold per type of Ship
    ("245", fleet("245", sloops=2, cutters=1), {"gold": 4}),
    ("245", fleet("245", 1, 1, 1), {"gold": 6}),
    # gold per 2 issued Shares, at most 2
    ("305", Scene("305"), {"gold": 1}),
    ("305", Scene("305").issued(0, home=3), {"gold": 1}),
    ("305", Scene("305").issued(0, home=5).issued(1, home=2, with_others=3), {"gold": 2}),
    # the Reserve doubled, by 8 at most
    ("313", Scene("313"), {}),
    ("313", Scene("313").player(0, reserve_fish=5), {"reserve_fish": 10}),
    ("313", Scene("313").player(0, reserve_fish=9), {"reserve_fish": 17}),
    # 2 fish into the Reserve per Forest, at most 5 Forests
    ("326", Scene("326"), {"reserve_fish": 8}),
    ("326", cleared("326", r0c2=2, r1c2=2, r2c2=2), {"reserve_fish": 10}),
    # 2 gold per pair of an Elder and a filled plate, at most 4 pairs
    ("347", council("347", elders=2, plates=3), {"gold": 4}),
    ("347", council("347", elders=3, plates=1), {"gold": 2}),
    ("347", council("347", elders=5, plates=6), {"gold": 8}),
]


@pytest.mark.parametrize(("card", "scene", "goods"), GAINS, ids=[f"{row[0]}-{n}" for n, row in enumerate(GAINS)])
def test_a_building_gives_goods_at_once(card: str, scene: Scene, goods: dict[str, int]) -> None:
    """§card.1, §card.gain, §card.top_up"""
    scene.build(card)
    assert scene.goods() == goods
    assert scene.asks() == 1  # the turn is over


# ---- actions at once


@pytest.mark.parametrize(("card", "off"), [("102", 2), ("321", 2)])
def test_a_building_lets_you_build_a_ship(card: str, off: int) -> None:
    """§card.action"""
    scene = Scene(card).player(0, wood=3, fish=2).build(card)
    assert scene.legal() == ["yes", "no"]
    scene.play("yes", "ship sloop")
    assert scene.p().ships_of(A.SLOOP) == 1
    assert scene.goods() == {"wood": 1 + off}


@pytest.mark.parametrize(("card", "gold"), [("102", 4), ("321", 3)])
def test_the_schooner_for_gold_is_cheaper_at_the_dockhouse_only(card: str, gold: int) -> None:
    """§card.action, R36"""
    scene = Scene(card).player(0, gold=gold).build(card, "yes", "ship schooner_for_gold")
    assert scene.goods() == {}


def test_an_action_that_is_not_possible_is_not_offered() -> None:
    """§card.action"""
    assert Scene("102").player(0, wood=1, fish=1).build("102").asks() == 1


def test_an_action_at_once_may_be_declined() -> None:
    """§card.action"""
    scene = Scene("102").player(0, wood=2, fish=2).build("102", "no")
    assert scene.goods() == {"wood": 2, "fish": 2}
    assert scene.asks() == 1


@pytest.mark.parametrize("card", ["108", "231"])
def test_a_building_lets_you_take_an_elder_who_may_act(card: str) -> None:
    """§card.action"""
    scene = Scene(card).plates(1).player(0, wood=2).build(card, "yes", "take elder_5", "yes")
    assert scene.p().n_elders == 1
    assert scene.goods() == {"wood": 2, "fish": 1, "gold": 2}  # the Share Broker


def test_who_takes_no_elder_at_the_residence_gains_gold() -> None:
    """§card.action "231" """
    assert Scene("231").build("231", "no").goods() == {"gold": 1}
    full = council("231", elders=5).build("231")
    assert full.goods() == {"gold": 1}
    assert full.asks() == 1
    assert Scene("108").build("108", "no").goods() == {}


def test_foresters_house_thins_out_at_once() -> None:
    """§card.action"""
    assert Scene("110").build("110", "yes").goods() == {"wood": 4}
    assert Scene("110").player(0, wood=10).build("110", "yes").goods() == {"wood": 12}


def test_portal_uses_a_blocked_space_without_a_worker() -> None:
    """§card.action"""
    scene = Scene("113").player(0, wood=1).turn(1).play("place thin_out").turn(0)
    scene.build("113", "yes")
    assert scene.legal() == ["copy thin_out"]
    scene.play("copy thin_out")
    assert scene.goods() == {"wood": 5}


def test_portal_finds_no_blocked_space() -> None:
    """§card.action"""
    assert Scene("113", seats=3).build("113").asks() == 1


def test_parish_house_serves_up_to_three_plates_for_one_fish_each() -> None:
    """§card.action"""
    scene = Scene("121").plates(1).player(0, fish=5).build("121", "yes")
    assert scene.legal() == ["serve 1", "serve 2", "serve 3"]
    scene.play("serve 3")
    assert scene.goods() == {"fish": 2, "gold": 3}
    assert scene.state.plates == 4


def test_boardwalk_builds_another_building_for_three_wood_less() -> None:
    """§card.action"""
    scene = Scene("141").player(0, fish=1).display("118", "125", "129").build("141", "yes")
    assert scene.legal() == ["build 118"]  # 2 wood 1 fish; the Dairy would still cost 1 wood
    scene.play("build 118", "on r1c0")
    assert scene.goods() == {}


def test_stilt_house_is_better_for_a_card_of_the_hand() -> None:
    """§card.action: 1 wood less, 3 wood less from the hand"""
    scene = Scene("228", round=4).display("232").hand(0, "244")
    hand, shown = scene.price("244"), scene.price("232")
    scene.player(0, wood=hand.wood - 3, gold=hand.gold).build("228", "yes")
    assert scene.legal() == ["build 244"]
    assert scene.play("build 244", "on r1c0").goods() == {}
    scene = Scene("228", round=4).display("232").player(0, wood=shown.wood - 1).build("228", "yes")
    assert scene.play("build 232", "on r1c0").goods() == {}


def test_park_lodge_reforests_or_gives_wood() -> None:
    """§card.action"""
    scene = Scene("317").build("317", "yes", "double r1c0")
    assert scene.p().forests_on(3) == 2
    assert scene.goods() == {}
    assert Scene("317").build("317", "no").goods() == {"wood": 2}
    crowded = Scene("317").own(0, "301", cell="r1c0").own(0, "302", cell="r2c0").build("317")
    assert crowded.goods() == {"wood": 2}
    assert crowded.asks() == 1


def test_rathskeller_serves_and_then_an_elder_acts() -> None:
    """§card.action"""
    scene = Scene("323").plates(0).player(0, fish=3).elders(0, elder_9=0)
    scene.p().elder_workers = 1 << 8
    scene.p().placed = 25 << 0  # a Worker lies on the Treasurer
    scene.p().n_placed = 1
    scene.build("323", "yes", "serve 2", "yes", "elder elder_9")
    assert scene.goods() == {"wood": 1, "gold": 3}
    assert scene.state.plates == 1
    assert scene.p().elder_fish(8) == 1


def test_rathskeller_needs_a_table_fish_for_the_elder() -> None:
    """§card.action"""
    scene = Scene("323").plates(0).player(0, fish=3).elders(0, elder_9=0).build("323", "no")
    assert scene.goods() == {"fish": 3}
    assert scene.asks() == 1


def test_customs_area_pays_for_shares_away_and_buys() -> None:
    """§card.action, §card.gain"""
    scene = Scene("327").issued(0, home=2, board=1, with_others=2).build("327")
    assert scene.goods() == {"gold": 3}
    scene.play("yes")
    assert scene.goods() == {"gold": 2}
    assert scene.p().shares_of(0) == 3
    assert Scene("327").issued(0, home=0, with_others=5).build("327").goods() == {"gold": 4}


def test_water_tower_pays_for_the_fish_it_moves() -> None:
    """§card.paid_transfer"""
    scene = Scene("224").player(0, reserve_fish=5, reserve_wood=2).build("224", "yes")
    assert scene.goods() == {"fish": 5, "wood": 2, "gold": 1}
    assert Scene("224").player(0, reserve_fish=9).build("224", "yes").goods() == {"fish": 9, "gold": 2}
    assert Scene("224").player(0, reserve_fish=9).build("224", "no").goods() == {"reserve_fish": 9}
    assert Scene("224").build("224").asks() == 1


# ---- exchanges at once


@pytest.mark.parametrize(
    ("card", "has", "times", "goods"),
    [
        ("144", {"fish": 10}, 3, {"fish": 1, "gold": 6}),
        ("144", {"fish": 7}, 2, {"fish": 1, "gold": 4}),
        ("222", {"wood": 4, "fish": 7}, 3, {"wood": 1, "fish": 1, "gold": 6}),
        ("222", {"wood": 1, "fish": 7}, 1, {"fish": 5, "gold": 2}),
    ],
)
def test_an_exchange_at_once_is_done_as_often_as_one_likes(
    card: str, has: dict[str, int], times: int, goods: dict[str, int]
) -> None:
    """§card.exchange"""
    scene = Scene(card).player(0, **has).build(card)
    assert scene.legal() == [f"amount {n}" for n in range(times + 1)]
    before = scene.goods()
    scene.play(f"amount {times}")
    assert scene.goods() == goods
    assert Scene(card).player(0, **has).build(card, "amount 0").goods() == before


# ---- Ships, Shares, Forests, plates, cards


def test_boat_hall_swaps_a_ship_for_a_larger_one() -> None:
    """§card.upgrade"""
    scene = fleet("328", sloops=1, cutters=1).build("328")
    assert scene.legal() == ["ship cutter", "ship schooner", "done"]
    scene.play("ship schooner")
    assert [scene.p().ships_of(ship) for ship in range(3)] == [1, 0, 1]
    assert scene.p().track == 6
    assert scene.asks() == 1
    assert fleet("328", schooners=1).build("328").asks() == 1


def test_town_hall_keeps_a_share_or_gives_gold() -> None:
    """§card.keep_share"""
    scene = Scene("126").build("126")
    assert (scene.p().unissued, scene.p().shares_of(0), scene.state.n_market) == (2, 3, 0)
    assert scene.goods() == {}
    assert Scene("126").issued(0, home=5).build("126").goods() == {"gold": 1}


def test_head_office_keeps_a_share() -> None:
    """§card.keep_share"""
    scene = Scene("304").build("304")
    assert (scene.p().unissued, scene.p().n_shares) == (2, 3)
    late = Scene("304").issued(0, home=5).build("304")
    assert late.goods() == {}
    assert late.p().n_shares == 5


def test_arboretum_plants_on_up_to_two_lone_forests() -> None:
    """§card.plant"""
    scene = Scene("107").build("107")
    assert scene.legal() == ["double r1c2", "double r2c2", "done"]
    scene.play("double r1c2")
    assert scene.legal() == ["double r2c2", "done"]
    scene.play("double r2c2")
    assert scene.p().n_forests == 6
    assert scene.asks() == 1
    assert Scene("107").build("107", "done").p().n_forests == 4
    assert cleared("107", r0c2=2).build("107").asks() == 1


def test_foresters_cottage_plants_and_then_counts_woodlands() -> None:
    """§card.plant, §card.gain"""
    scene = Scene("205").build("205")
    assert scene.legal() == ["double r1c2", "double r2c2"]
    scene.play("double r2c2")
    assert scene.p().forests_on(8) == 2
    assert scene.goods() == {"wood": 3}
    alone = cleared("205", r1c2=1).build("205")  # no choice, no question
    assert alone.p().forests_on(5) == 2
    assert alone.goods() == {"wood": 1}


def test_harbor_area_clears_up_to_two_forests() -> None:
    """§card.clear"""
    scene = Scene("324").build("324")
    assert scene.legal() == ["double r0c2", "double r1c2", "double r2c2", "done"]
    scene.play("double r1c2")
    assert scene.goods() == {"wood": 4}
    assert scene.p().n_free == 6
    scene.play("double r0c2")
    assert scene.goods() == {"wood": 8}
    assert scene.p().n_free == 6
    assert scene.asks() == 1
    assert Scene("324").build("324", "double r1c2", "done").goods() == {"wood": 4}
    assert cleared("324", r1c2=1).build("324", "double r1c2").asks() == 1


def test_fish_stand_fills_a_plate_or_gives_fish() -> None:
    """§card.fill_plate, E17"""
    scene = Scene("103").plates(1).build("103")
    assert scene.state.plates == 2
    assert scene.goods() == {"gold": 1}
    full = Scene("103").plates(8).build("103")
    assert full.state.plates == 8
    assert full.goods() == {"fish": 2}


def test_collection_point_takes_fish_off_the_table() -> None:
    """§card.take_plates, §card.gain"""
    scene = Scene("309").plates(5).build("309")
    assert scene.goods() == {"wood": 2}
    assert scene.legal() == ["amount 0", "amount 1", "amount 2", "amount 3"]
    scene.play("amount 3")
    assert scene.goods() == {"wood": 2, "fish": 3}
    assert scene.state.plates == 2
    assert Scene("309").plates(2).build("309").legal() == ["amount 0", "amount 1", "amount 2"]
    assert Scene("309").plates(0).build("309").asks() == 1


def test_hideaway_draws_two_c_cards_and_puts_one_back() -> None:
    """§card.draw"""
    scene = Scene("314").build("314", "draw 345")
    assert scene.state.to_move() == 15
    scene.play("draw 350")
    assert scene.legal() == ["pick 345", "pick 350"]
    assert scene.state.witnesses(scene.state.legal_actions()[0]) == 1  # the owner alone
    scene.play("pick 345")
    assert scene.p().hand == 1 << scene.slot("350")
    assert scene.state.pile_c >> scene.slot("345") & 1


def test_a_card_from_the_hideaway_waits_for_round_4() -> None:
    """§card.draw, R33"""
    for round, can in ((3, False), (4, True)):
        scene = Scene("314", round=round).player(0, wood=12, fish=9, gold=9).hand(0, "350")
        assert ("place build" in scene.legal()) == can


def test_retirement_home_pays_for_elders_who_have_been_fed() -> None:
    """§card.gain, §elder.1"""
    scene = Scene("146").elders(0, elder_1=2, elder_2=0, elder_3=1, elder_4=0).build("146")
    assert scene.goods() == {"gold": 4}  # for the two with fish; how many fish does not matter
    assert [scene.p().elder_fish(elder) for elder in range(4)] == [2, 0, 1, 0]  # the fish stay, and so do the Elders
    assert scene.p().n_elders == 4
    assert scene.asks() == 1


def test_retirement_home_pays_for_three_elders_at_most() -> None:
    """§card.gain"""
    five = {f"elder_{number}": 1 for number in (1, 2, 3, 4, 5)}
    assert Scene("146").elders(0, **five).build("146").goods() == {"gold": 6}
    assert Scene("146").elders(0, elder_1=0).build("146").goods() == {}


def retiring() -> Scene:
    """The Retirement Home of matches that began before it was changed."""
    scene = Scene("146")
    old = 'points = 0\neffects = [{ word = "retire", elders = 3, gold = 2 }]'
    kit = load_kit(overlaid(f'[[buildings]]\nid = "146"\nsource = "reconstructed"\n{old}\n'))
    scene.state.kit, scene.state.deck = kit, kit.decks[0]
    return scene


def test_in_older_matches_the_retirement_home_sends_elders_home_for_gold() -> None:
    """§card.retire"""
    scene = retiring().elders(0, elder_1=2, elder_2=0, elder_3=1, elder_4=0)
    scene.p().elder_workers = 1 << 1
    scene.p().placed = 18
    scene.p().n_placed = 1
    scene.build("146")
    assert scene.legal() == ["done", "elder elder_1", "elder elder_3", "elder elder_4"]
    scene.play("elder elder_1", "elder elder_3")
    assert scene.goods() == {"gold": 4, "fish": 3}
    scene.play("elder elder_4")
    assert scene.goods() == {"gold": 6, "fish": 3}
    assert scene.p().n_elders == 1
    assert scene.asks() == 1
    assert retiring().elders(0, elder_1=2).build("146", "done").p().n_elders == 1
    retire = ACTIONS.number("elder elder_2")
    scene = retiring().elders(0, elder_2=1, elder_9=1).build("146")
    assert GAME.question(scene.state).words == "{0}, Retirement Home: which Elder goes home? You gain 2 gold."
    assert GAME.label(scene.state, retire) == "Shipwright (1 fish)"


def test_no_building_of_ours_takes_elders_away() -> None:
    """§elder.1: nobody can get rid of Elders"""
    words = {effect["word"] for row in BASE.card_rows if row for effect in row.effects}
    assert "retire" not in words


def test_repair_hall_repeats_an_effect() -> None:
    """§card.repeat"""
    scene = Scene("342", round=5).issued(0, home=4).own(0, "305", "301", "347").build("342")
    assert scene.legal() == ["done", "pick 305"]  # neither the Whenever card nor the C card
    scene.play("pick 305")
    assert scene.goods() == {"gold": 2}
    assert scene.asks() == 1


def test_repair_hall_turns_a_once_card_back() -> None:
    """§card.repeat, §card.4"""
    scene = Scene("342", round=5).own(0, "322")
    scene.p().turned = 1 << scene.slot("322")
    scene.build("342", "pick 322")
    assert scene.p().turned == 0
    assert "use 322" in scene.legal()  # still in the same turn


def test_repair_hall_repeats_a_building_with_several_effects() -> None:
    """§card.repeat, §card.1"""
    scene = Scene("342", round=5).plates(3).own(0, "309").build("342", "pick 309", "amount 2")
    assert scene.goods() == {"wood": 2, "fish": 2}


def test_repair_hall_without_a_fitting_building_asks_nothing() -> None:
    """§card.repeat"""
    assert Scene("342", round=5).own(0, "301").build("342").asks() == 1
