"""What a player reads when a Building asks, and why an answer is not possible.  §card.1"""

import pytest

from skerry.games.nusfjord import GAME
from skerry.games.nusfjord.kit.load import ACTIONS, BASE
from tests.games.nusfjord.scene import Scene


def harbor_park() -> Scene:
    return Scene("322").own(0, "322").play("use 322")


def boat_broker() -> Scene:
    scene = Scene("223").own(0, "223").ships(0, sloops=1, cutters=1).player(0, wood=2, fish=1)
    return scene.play("use 223")


QUESTIONS = [
    (
        Scene("102").player(0, wood=2, fish=2).build("102"),
        "Boatbuilder: do you want to Build a Ship now?",
        ["Yes", "No"],
    ),
    (Scene("231").build("231"), "Residence: do you want to Take an Elder now?", ["Yes", "No; gain 1 gold instead"]),
    (
        Scene("222").player(0, wood=2, fish=9).build("222"),
        "Smoking Cottage: how many times do you pay 1 wood and 2 fish to gain 2 gold?",
        ["Not at all", "Pay 1 wood and 2 fish to gain 2 gold", "Pay 2 wood and 4 fish to gain 4 gold"],
    ),
    (
        Scene("124").own(0, "124").player(0, gold=1, wood=3).play("use 124"),
        "Wood Trade: which of its effects do you use?",
        ["Pay 1 gold to gain 3 wood", "Pay 3 wood to gain 1 gold"],
    ),
    (
        harbor_park(),
        "Harbor Park: which Forest do you move or remove?",
        [
            "Row 1, spaces 3 and 4 (2 Forests)",
            "Row 2, spaces 3 and 4 (1 Forest)",
            "Row 3, spaces 3 and 4 (1 Forest)",
        ],
    ),
    (
        boat_broker(),
        "Ship Broker: which Ship do you exchange for a larger one?",
        ["A sloop for a cutter (pay 2 wood and 1 fish)"],
    ),
    (
        Scene("309").plates(1).build("309"),
        "Collection Point: how many fish do you take off the Banquet Table?",
        ["None", "1 fish"],
    ),
    (
        Scene("218").own(0, "218").play("place issue_share"),
        "Stock Management: pay 1 gold to keep the Share?",
        ["Yes", "No"],
    ),
]


@pytest.mark.parametrize(("scene", "asked", "labels"), QUESTIONS, ids=[row[1].split(":")[0] for row in QUESTIONS])
def test_a_building_asks_in_plain_words(scene: Scene, asked: str, labels: list[str]) -> None:
    """§card.1"""
    state = scene.state
    assert GAME.question(state).words == f"{{0}}, {asked}"
    assert GAME.question(state).rule in GAME.rules
    assert [GAME.label(state, action) for action in state.legal_actions()] == labels


def test_the_place_for_a_forest_says_what_lies_there() -> None:
    """§card.move_forest"""
    scene = harbor_park().play("double r0c2")
    labels = [GAME.label(scene.state, action) for action in scene.state.legal_actions()]
    assert labels[0] == "Row 2, spaces 1 and 2 (free)"
    assert labels[-1] == "Remove it and gain 4 wood"


REFUSALS = [
    (boat_broker(), "ship schooner", "You need 1 gold and have none"),
    (Scene("328").ships(0, sloops=1).build("328"), "ship schooner", "You have no cutter"),
    (Scene("107").build("107"), "double r0c2", "This double space must hold exactly 1 Forest, but holds 2"),
    (Scene("324").build("324"), "double r1c0", "There is no Forest here"),
    (
        harbor_park().play("double r0c2"),
        "double r0c2",
        "A Forest moves to another double space that is free or holds exactly 1 Forest",
    ),
    (Scene("309").plates(1).build("309"), "amount 2", "Only 1 fish is on the Banquet Table"),
    (Scene("144").player(0, fish=3).build("144"), "amount 2", "You need 6 fish and have 3"),
    (
        Scene("342").own(0, "305", "301").build("342"),
        "pick 301",
        "This is neither an A or B Building marked “Immediately” nor a used “Once” one",
    ),
]


@pytest.mark.parametrize(("scene", "action", "words"), REFUSALS, ids=[row[2][:30] for row in REFUSALS])
def test_a_building_says_why_an_answer_is_not_possible(scene: Scene, action: str, words: str) -> None:
    """§card.1"""
    number = ACTIONS.number(action)
    assert number in GAME.candidates(scene.state)
    reason = GAME.reason(scene.state, number)
    assert reason is not None
    assert reason.words == words
    assert reason.rule in GAME.rules


def test_a_star_is_printed_where_the_points_depend_on_the_effect() -> None:
    """§score.2"""
    stars = [card for number, card in enumerate(BASE.card_ids) if BASE.decks[number // 50].cards[number % 50].star]
    assert len(stars) == 30
    assert "151" in stars
    assert "330" not in stars
