"""The left column: +1 gold, Transfer Reserve, Serve Fish, Build a Building."""

from skerry.games.nusfjord.state import BUILDING
from tests.games.nusfjord.builder import GAME, a_state, do, log, options, why_not


def test_one_gold() -> None:
    """§gold.1"""
    assert do(a_state(2).turn_of(0), "place gold").players[0].gold == 1


def test_the_reserve_is_emptied_and_wood_above_the_limit_is_lost() -> None:
    """§transfer.1, §goods.2, E4"""
    scene = a_state(2).player(0, reserve_fish=3, reserve_wood=2, wood=11)
    lines = log(scene.turn_of(0), "place transfer_reserve")
    p = scene.p(0)
    assert (p.fish, p.wood, p.reserve_fish, p.reserve_wood) == (3, 12, 0, 0)
    assert lines == [
        "P0 moves 1 wood and 3 fish from the Reserve to the supply; 1 wood is lost, as the supply is full",
    ]


def test_an_empty_reserve_cannot_be_transferred_but_wood_can_with_a_full_supply() -> None:
    """§transfer.2, R12"""
    assert why_not(a_state(2).turn_of(0), "place transfer_reserve") == "§transfer.2 Your Reserve is empty"
    state = do(a_state(2).player(0, reserve_wood=2, wood=12).turn_of(0), "place transfer_reserve")
    assert (state.players[0].wood, state.players[0].reserve_wood) == (12, 0)


def test_goods_in_the_reserve_do_not_pay() -> None:
    """§goods.1"""
    scene = a_state(2).display("103").player(0, reserve_wood=5, reserve_fish=5)
    state = scene.turn_of(0)
    assert why_not(state, "place build").startswith("§building.4 You cannot afford any Building")
    assert why_not(state, "place serve_fish") == "§serve.3 You need 2 fish and have none"


def test_three_plates_are_served_for_their_prices() -> None:
    """§serve.1, §serve.2, E5"""
    scene = a_state(3).plates(2).player(0, fish=10)
    state = do(scene.turn_of(0), "place serve_fish")
    assert options(state) == ["serve 1", "serve 2", "serve 3"]
    do(state, "serve 3")
    p = state.players[0]
    assert (p.fish, p.gold, state.plates) == (0, 3, 5)


def test_plates_that_are_too_dear_or_full_are_not_served() -> None:
    """§serve.3"""
    scene = a_state(3).plates(2).player(0, fish=5)
    state = do(scene.turn_of(0), "place serve_fish")
    assert options(state) == ["serve 1"]
    assert why_not(state, "serve 2") == "§serve.2 You need 6 fish and have 5"
    assert GAME.label(state, state.legal_actions()[0]) == "1 plate: pay 3 fish, gain 1 gold"
    full = a_state(3).plates(scene.state.kit.n_plates).player(0, fish=9).turn_of(0)
    assert why_not(full, "place serve_fish") == f"§serve.3 All {scene.state.kit.n_plates} plates are full"


def test_a_building_is_paid_and_placed_on_any_free_space() -> None:
    """§building.1, §building.2, §building.3, E17"""
    scene = a_state(2).display("103").player(0, wood=1).with_(plates=1)
    state = do(scene.turn_of(0), "place build", "build 103")
    assert scene.p(0).wood == 0
    assert options(state) == ["on r0c1", "on r1c0", "on r1c1", "on r2c0", "on r2c1"]
    assert GAME.view(state, 1).placing is not None
    do(state, "on r1c1")
    assert GAME.view(state, 1).players[0].harbor[5].card == "103"
    assert scene.p(0).n_free == 4 and state.display == 0


def test_no_building_on_a_forest_or_another_building() -> None:
    """§building.3"""
    scene = a_state(2).own(0, "101", cell="r1c0").display("103").player(0, wood=1)
    state = do(scene.at(BUILDING, 0), "build 103")
    assert why_not(state, "on r0c2") == "§building.3 A Forest is in the way"
    assert why_not(state, "on r1c0") == "§building.3 Boathouse is already there"


def test_a_building_that_is_too_dear_says_what_is_missing() -> None:
    """§building.2"""
    scene = a_state(2).display("103", "122")
    card = scene.state.deck.cards[scene.slot("122")]
    state = scene.player(0, wood=card.wood - 1, fish=card.fish, gold=card.gold).at(BUILDING, 0)
    assert options(state) == ["build 103"]
    assert why_not(state, "build 122") == f"§building.2 You need {card.wood} wood and have {card.wood - 1}"
    scene.player(0, wood=card.wood)
    assert options(state) == ["build 103", "build 122"]


def test_without_a_free_space_or_the_means_nothing_is_built() -> None:
    """§building.4"""
    scene = a_state(2).display("103")
    assert why_not(scene.turn_of(0), "place build").startswith("§building.4 You cannot afford any Building")
    full = a_state(2).forests(0, r0c2=1, r1c2=1, r2c2=1, r1c0=1, r2c0=1).own(0, "101").display("103")
    state = full.player(0, wood=5).turn_of(0)
    assert why_not(state, "place build") == "§building.4 You have no free Building space"


def test_two_spaces_for_building_with_two_players_one_for_three_with_more() -> None:
    """§building.4"""
    two = a_state(2).display("103").player(0, wood=5).workers(1, "build").turn_of(0)
    assert "place build_second" in options(two) and "place build" not in options(two)
    three = a_state(3).display("103").player(0, wood=5).workers(1, "build", "build").turn_of(0)
    assert "place build" in options(three)
    three = a_state(3).display("103").player(0, wood=5).workers(1, "build", "build", "build").turn_of(0)
    assert why_not(three, "place build") == "§work.3 This space is blocked: 3 Workers are there"
