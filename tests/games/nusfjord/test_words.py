"""Questions, options, the outline: what a person reads."""

from skerry.games.nusfjord.kit.load import ACTIONS
from skerry.games.nusfjord.state import BUILDING, DEFOREST, LOT, REFOREST, SERVE, SHIP, TAKE, TURN, Nusfjord
from skerry.games.nusfjord.text.words import goods
from tests.games.nusfjord.builder import GAME, a_state, do, log, story
from tests.games.nusfjord.test_setup import dealt, start


def label(state: Nusfjord, text: str) -> str:
    return GAME.label(state, ACTIONS.number(text))


def test_the_turn_says_which_one_it_is_and_whose() -> None:
    """§work.1"""
    scene = a_state(3)
    scene.state.turn = 5
    assert GAME.question(scene.at(TURN, 1)).words == "{1}, turn 2 of 3: where do you place a Worker?"
    solo = a_state(1, round=2)
    solo.state.turn = 1
    assert GAME.question(solo.at(TURN, 0)).words == "{0}, turn 1 of 3: where do you place a blue Worker?"


def test_the_spaces_say_what_they_would_bring() -> None:
    """§work.2"""
    scene = a_state(3).player(0, reserve_fish=3, reserve_wood=1, wood=10).issued(1, 2, 2)
    state = scene.at(TURN, 0)
    assert label(state, "place transfer_reserve") == "Transfer Reserve (1 wood and 3 fish)"
    assert label(state, "place serve_fish") == "Serve Fish (the next plate costs 3 fish)"
    assert label(state, "place issue_share") == "Issue a Share (gain 2 gold)"
    assert label(state, "place buy_shares") == "Buy All Shares (2 Shares for 2 gold)"
    assert label(state, "place deforest") == "Deforest (gain 2 wood)"
    assert label(state, "place thin_out") == "Thin Out (gain 2 wood)"


def test_a_building_is_offered_at_the_players_price() -> None:
    """§building.2"""
    scene = a_state(2, round=4).display("103").hand(0, "151").player(0, wood=9, gold=9)
    card = scene.state.deck.cards[scene.slot("151")]
    price = goods(card.wood - 1, card.fish, card.gold)
    state = scene.at(BUILDING, 0, 1)  # one wood less
    assert label(state, "build 103").startswith("Fish Stand for free (A, Immediately, ")
    said = f"Harbor Installation for {price} (C, Victory Points, points at the end, from your hand): "
    assert label(state, "build 151").startswith(said)


def test_places_are_told_by_row_and_space() -> None:
    """§building.3, §deforest.3"""
    scene = a_state(2)
    assert label(scene.at(LOT, 0, 0), "on r0c1") == "Row 1, space 2"
    assert label(scene.at(LOT, 0, 0), "on r1c0") == "Row 2, space 1 (you lose a free double space)"
    assert label(scene.at(DEFOREST, 0), "double r0c2") == "Row 1, spaces 3 and 4 (2 Forests)"


def test_only_a_free_double_space_is_called_free() -> None:
    """§reforest.1"""
    scene = a_state(2).own(0, "101", cell="r1c0")
    state = scene.at(REFOREST, 0)
    assert label(state, "double r2c0") == "Row 3, spaces 1 and 2 (free)"
    assert label(state, "double r1c0") == "Row 2, spaces 1 and 2"  # a Building is on the left one
    assert label(state, "double r2c1") == "Row 3, spaces 2 and 3"  # a Forest covers the right one
    assert label(state, "double r2c2") == "Row 3, spaces 3 and 4 (1 Forest)"


def test_a_place_says_when_it_costs_a_free_double_space() -> None:
    """§building.3, §reforest.1"""
    scene = a_state(2).own(0, "101", cell="r1c0").forests(0, r0c2=1, r2c2=1)  # free in row 2: the other three
    lots = {cell: label(scene.at(LOT, 0, 0), f"on {cell}") for cell in ("r1c1", "r1c2", "r1c3")}
    assert lots == {
        "r1c1": "Row 2, space 2",  # the other two are a double space still
        "r1c2": "Row 2, space 3 (you lose a free double space)",
        "r1c3": "Row 2, space 4",
    }


def test_ships_and_plates_tell_their_price() -> None:
    """§ship.3, §serve.2"""
    scene = a_state(2).plates(2).player(0, fish=20, gold=9)
    assert label(scene.at(SHIP, 0), "ship schooner").startswith("A schooner for 8 wood and 8 fish (haul 3 → 6")
    assert label(scene.at(SERVE, 0), "serve 3") == "3 plates: pay 10 fish, gain 3 gold"


def test_the_outline_shows_the_table_and_every_player() -> None:
    """§setup.1, §setup.8"""
    state = dealt(start(3))
    sections = GAME.outline(GAME.view(state, 0), GAME.catalogue(state))
    assert [section.title for section in sections[:2]] == ["Table", "Action board"]
    assert [section.title for section in sections[4:]] == ["{0}", "{1}", "{2}"]
    supply = {item.label: item.value for item in sections[4].items}
    you = GAME.view(state, 0).players[0]
    assert supply["Supply"] == f"0/12 wood, {you.fish} fish, {you.gold} gold" and supply["Reserve"] == "1 fish"
    assert supply["Harbor"] == "4 Forests, 5 free spaces"


def test_the_outline_says_what_is_reconstructed() -> None:
    """§setup.6"""
    state = dealt(start(2))
    titles = [section.title for section in GAME.outline(GAME.view(state, 0), GAME.catalogue(state))]
    assert "Elders (reconstructed)" in titles and "Buildings (Herring deck, reconstructed)" in titles


def test_the_outline_shows_only_the_own_hand() -> None:
    """§home.5"""
    state = a_state(2, round=4).hand(0, "151").hand(1, "152", "153").at(TURN, 0)
    sections = GAME.outline(GAME.view(state, 0), GAME.catalogue(state))
    own, other = ({item.label: item for item in section.items} for section in sections[-2:])
    assert [thing.name for thing in own["Hand"].things] == ["Harbor Installation"]
    assert (other["Hand"].value, other["Hand"].things) == ("2 cards", ())


def test_blocked_spaces_name_who_stands_there() -> None:
    """§work.3"""
    scene = a_state(3).workers(1, "gold", "deforest")
    state = scene.at(TURN, 0)
    board = GAME.outline(GAME.view(state, 0), GAME.catalogue(state))[1]
    said = {thing.piece: thing.traits for item in board.items for thing in item.things}
    assert said["space:gold"] == ("blocked by {1}",)
    assert said["space:deforest"] == ("1 of 2 taken ({1})",)
    assert said["space:thin_out"] == ("open",)


def test_an_action_of_the_log_names_what_was_done() -> None:
    """§gold.1"""
    state = a_state(2).turn_of(0)
    assert label(state, "place gold") == "+1 gold"
    assert do(state, "place gold").players[0].gold == 1


def test_the_log_tells_the_price_and_where_it_comes_from() -> None:
    """§goods.1"""
    scene = a_state(2, deck="315").own(0, "315").player(0, wood=2, fish=1, reserve_fish=3)
    lines = story(scene.turn_of(0), "place build_ship", "ship sloop")
    assert lines == [
        "P0 places a Worker on Build a Ship",
        "P0 builds a sloop for 2 wood and 2 fish (1 of the fish from the Reserve); the haul is now 5 fish",
    ]
    alone = a_state(2, deck="325").own(0, "325").player(0, reserve_fish=3)
    assert story(alone.turn_of(0), "use 325") == ["P0 pays 3 fish from the Reserve and gains 1 gold (Stockfishery)"]


def test_a_moved_forest_is_not_called_removed() -> None:
    """§card.move_forest"""
    state = a_state(2, deck="322").own(0, "322").turn_of(0)
    assert log(state, "use 322", "double r0c2", "double r1c0") == [
        "P0 moves a Forest from row 1, spaces 3 and 4 to row 2, spaces 1 and 2"
    ]


def test_laborer_square_says_that_copy_spaces_count() -> None:
    """§card.2"""
    kit = a_state(2, deck="210").state.kit
    words = kit.card_words[kit.card_ids.index("210")]
    when = "After every Work Phase in which 3 of your Workers are on the Action board or copy spaces"
    assert words == f"{when}: gain 2 wood."


def test_buildings_and_elders_are_taken_and_nothing_else_is() -> None:
    """§building.1, §elder.1"""
    state = a_state(2).display("103", "123").player(0, wood=1).at(BUILDING, 0)
    assert GAME.offered(state) == ["Fish Stand"]
    assert "Builder" in GAME.offered(a_state(2).at(TAKE, 0))
    assert GAME.offered(a_state(2).at(TURN, 0)) == []
