"""Buildings to be used: Anytime and Once.  §card.3, §card.4"""

import pytest

from skerry.games.nusfjord.buildings.card import ON_USE
from skerry.games.nusfjord.kit.load import BASE
from skerry.games.nusfjord.reasons.buildings import use_reason
from skerry.games.nusfjord.state import LAST_USES
from tests.games.nusfjord.scene import Scene

# (card, uses per round, what one use pays and takes, the way if there are two)
ANYTIME = [
    ("122", 1, {"wood": 1, "fish": 3}, {"gold": 2}, ""),
    ("123", 3, {"fish": 1}, {"wood": 1}, ""),
    ("124", 2, {"gold": 1}, {"wood": 3}, "way 1"),
    ("124", 2, {"wood": 3}, {"gold": 1}, "way 2"),
    ("204", 2, {"fish": 2}, {"gold": 1}, ""),
    ("230", 1, {"wood": 2}, {"fish": 1, "gold": 1}, ""),
    ("310", 2, {"wood": 1, "fish": 1}, {"gold": 1}, ""),
    ("312", 3, {"wood": 2}, {"fish": 3}, "way 1"),
    ("312", 3, {"fish": 3}, {"wood": 2}, "way 2"),
    ("325", 2, {"reserve_fish": 3}, {"gold": 1}, ""),
]


@pytest.mark.parametrize(("card", "uses", "pays", "takes", "way"), ANYTIME)
def test_an_anytime_card_exchanges_so_often_per_round(
    card: str, uses: int, pays: dict[str, int], takes: dict[str, int], way: str
) -> None:
    """§card.3, §card.exchange, R35: any number of exchanges in a turn, within the round's limit"""
    has = {good: n * (uses + 1) for good, n in pays.items()}
    scene = Scene(card).own(0, card).player(0, **has)
    for n in range(1, uses + 1):
        scene.play(f"use {card}")
        if any(text.startswith("way") for text in scene.legal()):
            scene.play(way)
        left = {good: n_good * (uses + 1 - n) for good, n_good in pays.items()}
        got = {good: n_good * n for good, n_good in takes.items()}
        assert scene.goods() == left | got
        assert scene.asks() == 0  # the turn goes on
    assert f"use {card}" not in scene.legal()
    assert use_reason(scene.state, 0, scene.slot(card)) is not None


@pytest.mark.parametrize(("card", "uses", "pays", "takes", "way"), ANYTIME)
def test_an_anytime_card_is_not_offered_to_who_cannot_pay(
    card: str, uses: int, pays: dict[str, int], takes: dict[str, int], way: str
) -> None:
    """§card.exchange"""
    for good, n in pays.items():
        has = pays | {good: n - 1}
        assert f"use {card}" not in Scene(card).own(0, card).player(0, **has).legal()


def test_wood_is_not_bought_by_who_cannot_hold_any() -> None:
    """§card.exchange"""
    assert "use 123" not in Scene("123").own(0, "123").player(0, fish=5, wood=12).legal()
    scene = Scene("124").own(0, "124").player(0, gold=1, wood=11).play("use 124", "way 1")
    assert scene.goods() == {"wood": 12}


def test_the_two_ways_of_a_card_share_its_uses() -> None:
    """§card.3 "124" """
    scene = Scene("124").own(0, "124").player(0, gold=2, wood=3).play("use 124", "way 1", "use 124", "way 2")
    assert scene.goods() == {"gold": 2, "wood": 3}
    assert "use 124" not in scene.legal()


def test_a_way_that_is_not_possible_is_not_offered() -> None:
    """§card.3: with one way left there is no question"""
    assert Scene("124").own(0, "124").player(0, gold=1).play("use 124").goods() == {"wood": 3}


def test_anytime_cards_work_after_the_action_too_and_not_in_the_turns_of_others() -> None:
    """§card.3, R35"""
    scene = Scene("204").own(0, "204").play("place gold")
    assert scene.asks() == 1
    scene = Scene("204").own(0, "204").player(0, fish=2).play("place gold")
    assert scene.asks() == 0
    assert scene.legal() == ["use 204", "done"]
    scene.play("done")
    assert scene.asks() == 1
    assert "use 204" not in scene.legal()


def test_uses_come_back_with_the_next_round() -> None:
    """§card.3"""
    scene = Scene("204", seats=1).own(0, "204").player(0, fish=9).play("use 204", "use 204")
    scene.state.turn = 3
    scene.play("pass")
    assert scene.state.round == 4
    scene.play(*[next(text for text in scene.legal() if text.startswith("draw"))])
    for _ in range(3):
        scene.play(scene.legal()[0])
    assert "use 204" in scene.legal()


def test_cards_can_be_used_once_more_before_scoring() -> None:
    """§card.3, §card.4, §end.2, R35: what is left of round 7"""
    scene = Scene("325", round=7).own(0, "325").player(0, reserve_fish=9)
    scene.own(1, "329").player(1, wood=2).ships(1, sloops=1)
    scene.play("use 325").state.depth = 0
    scene.state.then(LAST_USES)
    scene.state.settle()
    assert scene.legal() == ["use 325", "done"]
    scene.play("use 325")
    assert scene.goods() == {"reserve_fish": 3, "gold": 2}
    assert (scene.asks(), scene.legal()) == (1, ["use 329", "done"])


def test_ship_broker_swaps_a_ship_for_a_price() -> None:
    """§card.upgrade, §card.3"""
    scene = Scene("223").own(0, "223").ships(0, sloops=1, cutters=1).player(0, wood=3, fish=1, gold=1).play("use 223")
    assert scene.legal() == ["ship cutter", "ship schooner"]
    scene.play("ship cutter")
    assert scene.goods() == {"wood": 1, "gold": 1}
    assert [scene.p().ships_of(ship) for ship in range(3)] == [0, 2, 0]
    assert "use 223" not in scene.legal()  # once per round
    scene = Scene("223").own(0, "223").ships(0, cutters=1).player(0, wood=1, gold=1).play("use 223", "ship schooner")
    assert scene.goods() == {}
    assert "use 223" not in Scene("223").own(0, "223").ships(0, cutters=1).player(0, wood=9, fish=9).legal()


def test_a_swap_needs_a_tile_in_stock_and_room() -> None:
    """§card.upgrade"""
    scene = Scene("223").own(0, "223").ships(0, sloops=1).ships(1, cutters=3).player(0, wood=9, fish=9, gold=9)
    assert "use 223" not in scene.legal()
    full = Scene("223", seats=3).own(0, "223").ships(0, cutters=1, schooners=3).player(0, wood=9, gold=9)
    assert "use 223" not in full.legal()


# ---- Once


def test_wharf_swaps_up_to_two_ships_once() -> None:
    """§card.4, §card.upgrade"""
    scene = Scene("143").own(0, "143").ships(0, sloops=2).play("use 143")
    assert scene.legal() == ["ship cutter"]
    scene.play("ship cutter")
    assert scene.legal() == ["ship cutter", "ship schooner", "done"]
    scene.play("ship schooner")  # the same Ship again
    assert [scene.p().ships_of(ship) for ship in range(3)] == [1, 0, 1]
    assert scene.p().turned == 1 << scene.slot("143")
    assert "use 143" not in scene.legal()


def test_whaling_station_brings_a_haul_once() -> None:
    """§card.4, §card.gain"""
    scene = Scene("229").own(0, "229").ships(0, schooners=1).play("use 229")
    assert scene.goods() == {"fish": 6}
    assert "use 229" not in scene.legal()
    assert scene.p().printed == 1  # the printed points stay


def test_harbor_park_moves_a_forest_once() -> None:
    """§card.4, §card.move_forest"""
    scene = Scene("322").own(0, "322").play("use 322")
    assert scene.legal() == ["double r0c2", "double r1c2", "double r2c2"]
    scene.play("double r0c2")
    assert scene.legal() == ["double r1c0", "double r1c2", "double r2c0", "double r2c2", "done"]
    scene.play("double r1c0")
    assert [scene.p().forests_on(double) for double in (2, 3, 5, 8)] == [1, 1, 1, 1]
    assert scene.p().n_free == 2
    assert "use 322" not in scene.legal()


def test_harbor_park_removes_a_forest_for_wood() -> None:
    """§card.move_forest: this is not Deforest, but a Forest leaves"""
    scene = Scene("322").own(0, "322", "301").play("use 322", "double r1c2", "done")
    assert scene.goods() == {"wood": 4}
    assert scene.p().n_forests == 3
    assert "use 322" not in Scene("322").own(0, "322").forests(0).legal()


def test_wood_shipping_pays_per_ship_once() -> None:
    """§card.4, §card.exchange"""
    scene = Scene("329").own(0, "329").ships(0, sloops=2).player(0, wood=7).play("use 329")
    assert scene.legal() == ["amount 1", "amount 2"]
    scene.play("amount 2")
    assert scene.goods() == {"wood": 3, "gold": 4}
    many = Scene("329", seats=4).own(0, "329").ships(0, sloops=4).player(0, wood=12).play("use 329")
    assert many.legal() == ["amount 1", "amount 2", "amount 3"]
    assert "use 329" not in Scene("329").own(0, "329").player(0, wood=7).legal()


def test_every_card_to_be_used_says_why_not() -> None:
    """§card.3, §card.4"""
    for number, card in enumerate(BASE.card_ids):
        building = BASE.decks[number // 50].cards[number % 50]
        if building.moments >> ON_USE & 1:
            scene = Scene(card).own(0, card).forests(0)
            reason = use_reason(scene.state, 0, scene.slot(card))
            assert (reason is None) == (f"use {card}" in scene.legal())
