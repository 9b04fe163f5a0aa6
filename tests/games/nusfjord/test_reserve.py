"""Goods other than fish in the Reserve, as an owner's Buildings may say; none of ours puts gold there."""

import pytest

from skerry.core.components import ComponentError
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.kit.load import ACTIONS, load_kit
from skerry.games.nusfjord.state import FISHING
from tests.games.nusfjord.builder import GAME, a_state, do, log, overlaid, why_not
from tests.games.nusfjord.scene import Scene


def owners(card: str, effects: str) -> NusfjordKit:
    return load_kit(overlaid(f'[[buildings]]\nid = "{card}"\nsource = "rulebook"\neffects = [{effects}]\n'))


def with_card(card: str, effects: str) -> Scene:
    scene = Scene(card)
    scene.state.kit = owners(card, effects)
    scene.state.deck = scene.state.kit.decks[0]
    return scene


def test_a_building_may_put_gold_into_the_reserve() -> None:
    """§goods.1, §card.gain"""
    scene = with_card("101", '{ word = "gain", reserve_gold = 2, reserve_wood = 1 }')
    assert scene.state.kit.card_words[0] == "Put 1 wood and 2 gold into your Reserve."
    scene.build("101")
    assert scene.goods() == {"reserve_wood": 1, "reserve_gold": 2}
    assert GAME.view(scene.state, 1).players[0].reserve_gold == 2
    sections = GAME.outline(GAME.view(scene.state, 0), GAME.catalogue(scene.state))
    mine = next(section for section in sections if section.seat == 0)
    assert next(item.value for item in mine.items if item.label == "Reserve") == "1 wood and 2 gold"


def test_all_goods_of_the_reserve_are_transferred() -> None:
    """§transfer.1, §transfer.2"""
    scene = a_state(2).player(0, reserve_gold=2, reserve_fish=3)
    place = ACTIONS.number("place transfer_reserve")
    assert GAME.label(scene.turn_of(0), place) == "Transfer Reserve (3 fish and 2 gold)"
    lines = log(scene.turn_of(0), "place transfer_reserve")
    assert lines[0] == "P0 moves 3 fish and 2 gold from the Reserve to the supply"
    assert scene.goods() == {"fish": 3, "gold": 2}
    gold_alone = a_state(2).player(0, reserve_gold=1)
    assert do(gold_alone.turn_of(0), "place transfer_reserve").players[0].gold == 1


def test_gold_in_the_reserve_pays_and_scores_nothing() -> None:
    """§goods.1, §score.3"""
    scene = a_state(2).issued(1, 2, 1)
    before = scene.state.score(0)
    scene.player(0, reserve_gold=5)
    assert scene.state.score(0) == before
    assert why_not(scene.turn_of(0), "place buy_shares") == "§buy.3 You need 1 gold and have none"


def test_the_limit_of_the_reserve_is_for_fish_alone() -> None:
    """§fish.7"""
    state = a_state(2).player(0, reserve_fish=7, reserve_wood=4, reserve_gold=4).run(FISHING)
    assert state.players[0].reserve_fish == 8


def test_a_building_may_take_gold_out_of_the_reserve() -> None:
    """§card.fetch"""
    scene = with_card("101", '{ word = "fetch", gold = 2 }').player(0, reserve_gold=3).build("101")
    assert scene.state.kit.card_words[0] == "Move up to 2 gold from your Reserve to your supply."
    assert scene.goods() == {"gold": 2, "reserve_gold": 1}


def test_goods_of_the_reserve_may_be_paid_and_gained() -> None:
    """§card.exchange"""
    pay, take = "{ reserve_wood = 1, reserve_gold = 1 }", "{ reserve_fish = 4 }"
    scene = with_card("101", f'{{ word = "exchange", pay = {pay}, take = {take}, times = 2 }}')
    scene.player(0, reserve_gold=2, reserve_wood=1)
    words = "You may pay 1 wood and 1 gold from your Reserve to put 4 fish into your Reserve, up to twice."
    assert scene.state.kit.card_words[0] == words
    scene.build("101")
    assert scene.legal() == ["amount 0", "amount 1"]
    missing = "§card.exchange You need 2 wood in your Reserve and have 1"
    assert why_not(scene.state, "amount 2") == missing
    lines = log(scene.state, "amount 1")
    assert lines[:2] == [
        "P0 pays 1 wood and 1 gold from the Reserve (Boathouse)",
        "P0 puts 4 fish into the Reserve (Boathouse)",
    ]
    assert scene.goods() == {"reserve_gold": 1, "reserve_fish": 4}


def test_ships_are_exchanged_for_goods_of_the_supply_alone() -> None:
    """§card.upgrade"""
    with pytest.raises(ComponentError, match="upgrade is paid from the supply"):
        owners("101", '{ word = "upgrade", sloop = { reserve_gold = 1 } }')


def test_prices_are_paid_from_the_supply_alone() -> None:
    """§building.2"""
    with pytest.raises(ComponentError, match="prices are paid from the supply"):
        load_kit(overlaid('[[buildings]]\nid = "101"\nsource = "rulebook"\ncost = { reserve_gold = 1 }\n'))
