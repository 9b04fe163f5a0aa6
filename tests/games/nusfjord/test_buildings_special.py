"""Buildings that change a rule for their owner.  §card.ability"""

from skerry.games.nusfjord.buildings.card import ON_WORK_END, happen
from skerry.games.nusfjord.state import FISHING
from tests.games.nusfjord.scene import Scene


def fish(scene: Scene) -> Scene:
    """A whole Fishing Phase."""
    scene.state.depth = 0
    scene.state.then(FISHING)
    scene.state.settle()
    return scene


def test_slipway_makes_ships_cheaper_in_wood() -> None:
    """§card.ability, R36"""
    scene = Scene("111").build("111").player(0, fish=2).turn(0).play("place build_ship", "ship sloop")
    assert scene.goods() == {}
    cutter = Scene("111").own(0, "111").player(0, wood=4, gold=1).play("place build_ship", "ship cutter")
    assert cutter.goods() == {}
    assert "place build_ship" not in Scene("111").own(0, "111").player(0, gold=3).legal()  # a schooner costs 4


def test_wet_storage_serves_from_the_reserve() -> None:
    """§card.ability: the supply pays first"""
    scene = Scene("112").plates(1).build("112").player(0, fish=3, reserve_fish=4).turn(0)
    scene.play("place serve_fish", "serve 2")
    assert scene.goods() == {"gold": 2, "reserve_fish": 2}
    assert "place serve_fish" not in Scene("112").plates(1).player(0, reserve_fish=9).legal()


def test_wet_storage_reserve_fish_build_nothing() -> None:
    """§card.ability "112" """
    assert "place build" not in Scene("112").own(0, "112").display("118").player(0, wood=9, reserve_fish=9).legal()


def test_wet_storage_and_cold_storage_hold_twelve_fish() -> None:
    """§card.ability"""
    for card in ("112", "217"):
        scene = fish(Scene(card).build(card).player(0, reserve_fish=11).issued(0, home=0))
        assert scene.goods() == {"reserve_fish": 12}


def test_cold_storage_brings_three_fish() -> None:
    """§card.gain "217" """
    assert Scene("217").build("217").goods() == {"reserve_fish": 3}


def test_reserve_depot_pays_the_fish_of_ships_and_buildings() -> None:
    """§card.ability "315" """
    scene = Scene("315").own(0, "315").player(0, wood=2, fish=1, reserve_fish=4).play("place build_ship", "ship sloop")
    assert scene.goods() == {"reserve_fish": 3}
    scene = Scene("315").own(0, "315").display("326")
    scene.player(0, wood=scene.price("326").wood, reserve_fish=3)
    scene.play("place build", "build 326", "on r1c0")
    assert scene.goods() == {"reserve_fish": 3 - scene.price("326").fish + 8}


def test_reserve_depot_serves_from_the_reserve_too() -> None:
    """§card.ability "315" """
    scene = Scene("315").plates(1).build("315").player(0, fish=3, reserve_fish=4).turn(0)
    scene.play("place serve_fish", "serve 2")
    assert scene.goods() == {"gold": 2, "reserve_fish": 2}


def test_shipping_office_makes_shares_cheaper() -> None:
    """§card.ability, R22"""
    scene = Scene("117").build("117").issued(1, home=2, board=3).player(0, gold=2).turn(0).play("place buy_shares")
    assert scene.goods() == {}
    assert scene.p().shares_of(1) == 3
    one = Scene("117").own(0, "117").issued(1, home=2, board=1).play("place buy_shares")
    assert one.goods() == {}  # never below 0


def test_own_shares_are_free_with_the_holding_company() -> None:
    """§card.ability, R22"""
    scene = Scene("316").build("316").issued(0, home=2, board=2).issued(1, home=2, board=1).player(0, gold=1)
    scene.turn(0).play("place buy_shares")
    assert scene.goods() == {}
    assert (scene.p().shares_of(0), scene.p().shares_of(1)) == (4, 1)


def test_plates_are_cheaper_with_the_dairy() -> None:
    """§card.ability: never below 1"""
    scene = Scene("125").build("125").plates(0).player(0, fish=4).turn(0).play("place serve_fish", "serve 3")
    assert scene.goods() == {"gold": 3}  # 1 + 1 + 2 fish


def test_lighthouse_makes_the_haul_larger() -> None:
    """§card.ability"""
    scene = Scene("129").build("129").issued(0, home=0)
    assert scene.state.haul(scene.p()) == 5
    assert fish(scene).goods() == {"reserve_fish": 5}
    many = Scene("129", seats=3).ships(0, schooners=3, cutters=1).build("129")
    assert many.state.haul(many.p()) == 14


def test_supply_storage_holds_twenty_wood() -> None:
    """§card.ability: the wood limit"""
    scene = Scene("212").build("212").player(0, wood=10).turn(0).play("place deforest", "double r1c2")
    assert scene.goods() == {"wood": 15}
    scene.player(0, wood=18).turn(0).play("place thin_out")
    assert scene.goods() == {"wood": 20}


def test_stock_management_keeps_an_issued_share_for_a_gold() -> None:
    """§card.keep_share"""
    scene = Scene("218").own(0, "218").play("place issue_share")
    assert scene.legal() == ["yes", "no"]
    scene.play("yes")
    assert scene.goods() == {"gold": 1}
    assert (scene.p().shares_of(0), scene.state.n_market, scene.p().unissued) == (3, 0, 2)
    scene = Scene("218").own(0, "218").play("place issue_share", "no")
    assert scene.goods() == {"gold": 2}
    assert scene.state.market_of(0) == 1


def test_nursery_reforests_on_top_of_forests() -> None:
    """§card.ability, R29"""
    scene = Scene("242", round=5).build("242").turn(0).play("place reforest")
    assert scene.legal() == ["double r0c2", "double r1c0", "double r1c2", "double r2c0", "double r2c2"]
    scene.play("double r0c2")
    assert scene.p().forests_on(2) == 4
    assert scene.p().n_free == 4
    scene.state.workers = 0
    scene.p().placed = scene.p().n_placed = 0
    assert "double r0c2" not in scene.turn(0).play("place reforest").legal()


def test_longhouse_feeds_elders_from_the_supply_when_the_table_is_empty() -> None:
    """§card.ability"""
    scene = Scene("243").build("243").plates(0).elders(0, elder_9=0).player(0, fish=1).turn(0).play("place elder_9")
    assert scene.goods() == {"wood": 1, "gold": 1}
    assert scene.p().elder_fish(8) == 1
    assert "place elder_9" not in Scene("243").own(0, "243").plates(0).elders(0, elder_9=0).legal()
    table = Scene("243").own(0, "243").plates(2).elders(0, elder_9=0).player(0, fish=1).play("place elder_9")
    assert (table.goods(), table.state.plates) == ({"wood": 1, "gold": 1, "fish": 1}, 1)


def test_bank_pays_interest_after_every_work_phase() -> None:
    """§card.gain: 1 gold per 4, at most 2"""
    for gold, after in ((3, 3), (4, 5), (9, 11), (20, 22)):
        scene = Scene("343").own(0, "343").player(0, gold=gold)
        happen(scene.state, 0, ON_WORK_END, 0)
        assert scene.goods() == {"gold": after}


def test_bank_pays_in_play() -> None:
    """§card.gain "343": in round 7 too"""
    scene = Scene("343", seats=1, round=7).own(0, "343").player(0, gold=7)
    scene.state.turn = 3
    scene.play("place gold")
    assert scene.state.over
    assert scene.goods() == {"gold": 10}


def test_fortress_forgives_up_to_five_losses() -> None:
    """§card.points"""
    scene = Scene("147").build("147")
    assert scene.points("147") == 5  # 4 free spaces, 3 unissued Shares
    scene.issued(0, home=5)
    assert scene.points("147") == 4
    assert scene.state.score(0) == 2 + 5  # the printed 2, Shares; the 4 free spaces cost nothing


def test_hermitage_turns_the_free_spaces_of_its_row() -> None:
    """§card.points"""
    scene = Scene("341").own(0, "341", cell="r1c0")
    assert scene.points("341") == 2
    before = scene.state.score(0)
    scene.state.take_forest(0, 5)  # two more free spaces in the row: +1 each instead of -1
    assert scene.points("341") == 6
    assert scene.state.score(0) == before + 2
    assert Scene("341").own(0, "341", cell="r0c1").points("341") == 0


def test_an_ability_begins_after_its_own_building() -> None:
    """§card.ability, R35: the Slipway does not pay for itself"""
    scene = Scene("111").player(0, wood=0).display("111")
    assert "place build" not in scene.legal()
