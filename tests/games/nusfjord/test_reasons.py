"""Refusals name what is really missing."""

import pytest

from tests.games.nusfjord.builder import a_state, why_not
from tests.games.nusfjord.scene import Scene


def rich(track_left: int = 12) -> a_state:
    """Everything can be paid; so many spaces of the Fishing track are free."""
    scene = a_state(2).player(0, wood=12, fish=12, gold=12)
    scene.p(0).track = scene.state.kit.track - track_left
    return scene


def test_a_track_without_room_is_told_from_a_price() -> None:
    """§ship.2"""
    assert why_not(rich(1).turn_of(0), "place build_ship") == "§ship.2 A sloop needs 2 track spaces and you have 1 left"
    scene = rich(1)
    scene.state.stock = 0
    assert why_not(scene.turn_of(0), "place build_ship").startswith("§ship.2 A sloop needs 2 track spaces")


def test_an_empty_stock_is_told_from_a_price() -> None:
    """§ship.4"""
    scene = rich()
    scene.state.stock = 0
    assert why_not(scene.turn_of(0), "place build_ship") == "§ship.4 No Ship is left"


def test_ships_in_stock_that_do_not_fit_are_told_from_a_price() -> None:
    """§ship.4"""
    scene = rich(2)
    scene.state.stock = 1 << 4 | 1 << 8
    assert (
        why_not(scene.turn_of(0), "place build_ship")
        == "§ship.4 No Ship that is left fits: only 2 track spaces are free"
    )


def test_only_ships_that_fit_are_too_dear() -> None:
    """§ship.4"""
    scene = rich(2)
    scene.player(0, wood=1)
    assert why_not(scene.turn_of(0), "place build_ship") == (
        "§ship.4 You cannot afford any Ship that is left and would fit with 1 wood, 12 fish and 12 gold"
    )


def test_why_an_elder_cannot_act_is_seen_after_his_fish_has_moved() -> None:
    """§elder.7, R10, R11"""
    kit = a_state(2).state.kit
    full_table = a_state(2).plates(int(kit.n_plates)).elders(0, elder_4=0).turn_of(0)
    price = kit.plates[kit.n_plates - 1]
    assert why_not(full_table, "place elder_4") == f"§elder.7 You need {price} fish and have none"
    cleared = a_state(2).plates(1).elders(0, elder_14=2).turn_of(0)
    assert (
        why_not(cleared, "place elder_14")
        == "§elder.7 You need 2 fish and have 1 (counting the 1 fish this Elder returns)"
    )


@pytest.mark.parametrize(
    ("elder", "has", "words"),
    [
        ("elder_1", {"wood": 1}, "You cannot afford any Ship with 1 wood, 0 fish and 0 gold; "),
        ("elder_2", {}, "You have no sloop and no cutter"),
        ("elder_18", {"n_forests": 0, "forests": 0}, "You have no Forest"),
        ("elder_13", {"n_forests": 0, "forests": 0}, "You have no Forest"),
    ],
)
def test_an_elder_says_what_is_missing(elder: str, has: dict[str, int], words: str) -> None:
    """§elder.7"""
    state = a_state(2).plates(2).elders(0, **{elder: 0}).player(0, **has).turn_of(0)
    assert why_not(state, f"place {elder}").startswith(f"§elder.7 {words}")


def test_the_shipwright_names_his_price() -> None:
    """§elders.2"""
    state = a_state(2).plates(2).elders(0, elder_2=0).ships(0, sloops=1, cutters=1).player(0, wood=1).turn_of(0)
    assert why_not(state, "place elder_2") == (
        "§elder.7 For a cutter, you need 2 wood and have 1; for a schooner, you need 1 gold and have none"
    )


@pytest.mark.parametrize(
    ("card", "has", "words"),
    [
        ("123", {"fish": 5, "wood": 12}, "§card.exchange Your supply is full: 12 wood"),
        ("329", {"wood": 6}, "§card.exchange You have no Ship"),
        ("204", {"fish": 1}, "§card.exchange You need 2 fish and have 1"),
        ("124", {"wood": 2}, "§card.exchange You need 1 gold and have none; or you need 3 wood and have 2"),
        ("223", {"wood": 6, "fish": 6, "gold": 6}, "§card.upgrade You have no sloop and no cutter"),
    ],
)
def test_a_building_that_cannot_be_used_says_what_is_in_the_way(card: str, has: dict[str, int], words: str) -> None:
    """§card.3, §card.exchange"""
    assert why_not(Scene(card).own(0, card).player(0, **has).state, f"use {card}") == words
