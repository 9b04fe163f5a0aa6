"""What a player reads when a Building asks, and why an answer is not possible.  §card.1"""

import pytest

from skerry.core.components import Overlay
from skerry.games.nusfjord import GAME
from skerry.games.nusfjord.kit.load import ACTIONS, BASE, load_kit
from tests.games.nusfjord.scene import Scene


def harbor_park() -> Scene:
    return Scene("322").own(0, "322").play("use 322")


def with_effect(card: str, effect: str, **table: int) -> Scene:
    """A game in which this card has another effect; its owner has built it but for the effect."""
    row = f'[[buildings]]\nid = "{card}"\nsource = "rulebook"\neffects = [{{ {effect} }}]\n'
    scene = Scene(card, **table)
    scene.state.kit = load_kit(Overlay("mine.toml", row))
    scene.state.deck = scene.state.kit.decks[int(card[0]) - 1]
    return scene


def three_ways() -> Scene:
    effects = 'word = "gain", wood = 1 }, { word = "upgrade" }, { word = "move_forest", wood = 4'
    return with_effect("143", effects).own(0, "143")


def retirement() -> Scene:
    """Only matches of the first rules have such a card."""
    return with_effect("101", 'word = "retire", elders = 2, gold = 1').elders(0, elder_1=2).build("101")


def hideaway() -> Scene:
    return Scene("314").build("314", "draw 341", "draw 342")


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
    (
        Scene("324").forests(0, r1c2=1).build("324"),
        "Harbor Area: which Forest do you remove to gain 4 wood?",
        ["Row 2, spaces 3 and 4 (1 Forest)", "Done"],
    ),
    (
        Scene("205").forests(0, r1c2=1, r2c2=1).build("205"),
        "Forester's Cottage: where do you plant a Forest?",
        ["Row 2, spaces 3 and 4 (1 Forest)", "Row 3, spaces 3 and 4 (1 Forest)"],
    ),
    (
        Scene("224").player(0, reserve_fish=4).build("224"),
        "Water Tower: do you want to Transfer Reserve now?",
        ["Yes", "No"],
    ),
    (
        Scene("143").own(0, "143").ships(0, sloops=2).play("use 143", "ship cutter"),
        "Wharf: which Ship do you exchange for a larger one?",
        ["A sloop for a cutter (free)", "A cutter for a schooner (free)", "Done"],
    ),
    (retirement(), "Boathouse: which Elder goes home? You gain 1 gold.", ["Done", "Contractor (2 fish)"]),
]


@pytest.mark.parametrize(("scene", "asked", "labels"), QUESTIONS, ids=[row[1].split(":")[0] for row in QUESTIONS])
def test_a_building_asks_in_plain_words(scene: Scene, asked: str, labels: list[str]) -> None:
    """§card.1"""
    state = scene.state
    assert GAME.question(state).words == f"{{0}}, {asked}"
    assert GAME.question(state).rule in GAME.rules
    assert [GAME.label(state, action) for action in state.legal_actions()] == labels
    assert {*state.legal_actions()} <= {*GAME.candidates(state)}


def test_the_place_for_a_forest_says_what_lies_there() -> None:
    """§card.move_forest"""
    scene = harbor_park().play("double r0c2")
    labels = [GAME.label(scene.state, action) for action in scene.state.legal_actions()]
    assert labels[0] == "Row 2, spaces 1 and 2 (free)"
    assert labels[-1] == "Remove it and gain 4 wood"


REFUSALS = [
    (boat_broker(), "ship schooner", "You need 1 gold and have none"),
    (Scene("328").ships(0, sloops=1).build("328"), "ship schooner", "You have no cutter"),
    (Scene("223").own(0, "223"), "use 223", "You have no sloop and no cutter"),
    (
        Scene("223").own(0, "223").ships(0, sloops=1, cutters=1).player(0, fish=1),
        "use 223",
        "For a cutter, you need 2 wood and have none; "
        "for a schooner, you need 1 wood (you have none) and 1 gold (you have none)",
    ),
    (
        Scene("329").own(0, "329").ships(0, sloops=2).player(0, wood=6).play("use 329"),
        "amount 3",
        "You can do this only twice now",
    ),
    (three_ways().play("use 143"), "way 2", "You have no sloop and no cutter"),
    (with_effect("143", 'word = "gain", wood = 1, per = { ships = 1 }').own(0, "143"), "use 143", "You have no Ship"),
    (
        with_effect("143", 'word = "gain", wood = 1, per = { ships = 2 }').own(0, "143").ships(0, sloops=1),
        "use 143",
        "You have fewer than 2 Ships",
    ),
    (
        with_effect("143", 'word = "gain", wood = 1').own(0, "143").player(0, wood=12),
        "use 143",
        "Your supply is full: 12 wood",
    ),
    (
        Scene("218").own(0, "218").play("place issue_share").player(0, gold=0),
        "yes",
        "You cannot pay for it, or the Share is gone",
    ),
    (
        Scene("102").player(0, wood=2, fish=2).build("102").player(0, wood=0, fish=0),
        "yes",
        "This action is not possible now",
    ),
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


def once_more() -> Scene:
    scene = Scene("342").own(0, "305", "322")
    scene.p().turned |= 1 << scene.slot("322")
    return scene.build("342")


LINES = [
    (Scene("102").player(0, wood=2, fish=2).build("102"), "yes", "{0} uses Boatbuilder to Build a Ship"),
    (Scene("102").player(0, wood=2, fish=2).build("102"), "no", "{0} does not use Boatbuilder"),
    (Scene("309").plates(1).build("309"), "amount 0", "{0} does not use Collection Point"),
    (Scene("309").plates(1).build("309"), "amount 1", None),
    (once_more(), "done", "{0} does not use Repair Hall"),
    (once_more(), "pick 305", "{0} repeats the effect of Office"),
    (once_more(), "pick 322", "{0} may use Harbor Park once more"),
    (harbor_park(), "double r0c2", "{0} picks the Forest in row 1, spaces 3 and 4"),
    (harbor_park().play("double r0c2"), "done", None),
    (hideaway(), "pick 341", "{0} returns Hermitage to the pile"),
    (Scene("322").own(0, "322"), "use 322", "{0} uses Harbor Park"),
    (Scene("229").own(0, "229"), "use 229", None),
    (Scene("124").own(0, "124").player(0, gold=1), "use 124", None),
]


@pytest.mark.parametrize(("scene", "action", "line"), LINES, ids=[f"{row[1]}: {row[2]}" for row in LINES])
def test_the_log_says_what_the_notes_do_not(scene: Scene, action: str, line: str | None) -> None:
    """§card.1, §card.3"""
    event = GAME.decision_event(scene.state, ACTIONS.number(action))
    assert (event and event.words) == line
    assert not event or event.rule in GAME.rules


def test_others_do_not_read_which_card_goes_back() -> None:
    """§card.draw"""
    state = hideaway().state
    asked = GAME.question(state)
    assert asked.words == "{0}, Hideaway: which card from your hand do you return to the pile?"
    assert GAME.decision_event_unseen(state).words == "{0} returns a card to the pile"


def test_a_way_to_use_a_card_has_words() -> None:
    """§card.3"""
    scene = three_ways().ships(0, sloops=1).play("use 143")
    labels = [GAME.label(scene.state, action) for action in scene.state.legal_actions()]
    assert labels == ["Gain goods", "Exchange a Ship", "Move or remove a Forest"]


def test_a_refused_gain_names_its_own_rule() -> None:
    """§card.gain"""
    scene = with_effect("143", 'word = "gain", wood = 1, per = { ships = 1 }').own(0, "143")
    reason = GAME.reason(scene.state, ACTIONS.number("use 143"))
    assert reason is not None and reason.rule == "card.gain"


def test_an_elder_with_a_worker_does_not_retire() -> None:
    """§card.retire"""
    scene = retirement()
    assert scene.state.kit.card_words[0] == (
        "You may send up to 2 Elders without a Worker home and gain 1 gold for each; fish on them go to your supply."
    )
    scene.p().elder_workers = 1
    reason = GAME.reason(scene.state, ACTIONS.number("elder elder_1"))
    assert reason is not None and reason.words == "This Elder has a Worker"


def test_a_star_is_printed_where_the_points_depend_on_the_effect() -> None:
    """§score.2"""
    stars = [card for number, card in enumerate(BASE.card_ids) if BASE.decks[number // 50].cards[number % 50].star]
    assert len(stars) == 30
    assert "151" in stars
    assert "330" not in stars
