"""A Building that no deck has yet is a row in a file: actions, slots, pictures and words come from the kit."""

import pytest

from skerry.core.components import ComponentError
from skerry.core.frozen import Frozen
from skerry.core.game import OptionError
from skerry.core.playout import play_many
from skerry.games.nusfjord import steps
from skerry.games.nusfjord.box import NusfjordKit
from skerry.games.nusfjord.kit.load import ACTIONS
from skerry.match import Match, SeatPlan
from tests.games.nusfjord.builder import GAME, dealt_with

NEW = {
    "id": "119",
    "name": "Bakery",
    "deck": "Herring",
    "letter": "A",
    "category": "Immediately",
    "cost": {"wood": 1},
    "points": 0,
    "effects": [{"word": "gain", "gold": 1}],
    "source": "reconstructed",
}


def with_building(**changes: object) -> Frozen:
    tables = GAME.components().tables
    row = NEW | changes
    return Frozen.of(tables | {"buildings": tables["buildings"] | {str(row["id"]): row}})


def kit_with(**changes: object) -> NusfjordKit:
    return GAME.load_kit(with_building(**changes))


def test_the_133rd_building_is_a_row() -> None:
    """§setup.6, §building.1"""
    kit = kit_with()
    actions = GAME.actions_of(kit)
    assert sum(map(bool, kit.card_ids)) == 133
    assert len(actions.numbers) == len(ACTIONS.numbers) + 5  # reveal, draw, use, build and pick it
    assert actions.text(ACTIONS.number("build 118") + 1) == "build 119"
    state = dealt_with(kit, 2, "119")
    p = state.players[state.first]
    p.wood = 1
    for text in ("place build", "build 119", "on r1c1"):
        state.step(actions.number(text))
    assert p.gold == 1 and GAME.problems(state) == []
    face = GAME.catalogue(state).cards["119"]
    assert (face.name, face.words, face.when) == ("Bakery", "Gain 1 gold.", "immediately")


def test_numbers_of_other_actions_stay() -> None:
    """§setup.6"""
    actions = GAME.actions_of(kit_with())
    assert all(actions.number(text) == number for text, number in ACTIONS.numbers.items())
    assert "build 119" not in ACTIONS.numbers


def test_a_match_with_it_is_played_to_the_end() -> None:
    """§setup.6"""
    state = GAME.new(kit_with(), 3, GAME.complete_options({}))
    state.settle()
    assert play_many(state, 20, 1) > 0
    match = Match("nusfjord", [SeatPlan("A"), SeatPlan("B")], components=with_building(), seed="bakery")
    match.begin()
    assert "reveal 119" in match.actions.numbers


def test_a_whole_deck_more_is_a_file_of_rows() -> None:
    """§setup.6: the numbers of the expansions, 401 to 454 and 501 to 554, have room"""
    tables = GAME.components().tables
    rows = {row["id"]: row | {"id": f"4{row['id'][1:]}", "deck": "Plaice"} for row in tables["buildings"].values()}
    plaice = {row["id"]: row for id_, row in rows.items() if id_[0] == "1"}
    kit = GAME.load_kit(Frozen.of(tables | {"buildings": tables["buildings"] | plaice}))
    assert [bool(deck.present) for deck in kit.decks] == [True, True, True, True, False]
    state = steps.new_state(kit, 3, 3)
    state.settle()
    assert GAME.actions_of(kit).text(state.legal_actions()[0]) == "reveal 401"
    assert GAME.catalogue(state).deck == "plaice" and play_many(state, 10, 1) > 0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"id": "160"}, "allowed are x01 to x20, x21 to x34, x41 to x56"),
        ({"id": "619"}, "where x is 1 to 5 for the deck"),
        ({"id": "219"}, "allowed is Mackerel"),
        ({"letter": "B"}, "allowed is A"),
        ({"id": "419"}, "Herring is not allowed; it must differ from the other decks"),
        ({"id": "419", "deck": "mixed"}, "mixed is not allowed; it must differ from the other decks and from Mixed"),
    ],
)
def test_a_number_without_room_is_refused(changes: dict[str, object], says: str) -> None:
    """§setup.6"""
    with pytest.raises(ComponentError, match=says):
        kit_with(**changes)


def test_goods_at_the_start_are_for_a_deck_that_exists() -> None:
    """§setup.11"""
    tables = GAME.components().tables
    row = {"id": "haddock_2", "gold": [0, 1], "source": "reconstructed"}
    with pytest.raises(ComponentError, match="haddock_2 field id: is not allowed; allowed are: herring_2, herring_3"):
        GAME.load_kit(Frozen.of(tables | {"starts": tables["starts"] | {"haddock_2": row}}))


def test_a_deck_that_the_components_lack_cannot_be_chosen() -> None:
    """§setup.6"""
    tables = GAME.components().tables
    rows = {id_: row for id_, row in tables["buildings"].items() if id_[0] != "2"}
    starts = {id_: row for id_, row in tables["starts"].items() if not id_.startswith("mackerel")}
    kit = GAME.load_kit(Frozen.of(tables | {"buildings": rows, "starts": starts}))
    with pytest.raises(OptionError, match="these components have no deck mackerel"):
        GAME.new(kit, 2, GAME.complete_options({"deck": "mackerel"}))
    state = GAME.new(kit, 2, GAME.complete_options({"deck": "cod"}))
    state.settle()
    assert GAME.catalogue(state).deck == "cod" and play_many(state, 5, 1) > 0
