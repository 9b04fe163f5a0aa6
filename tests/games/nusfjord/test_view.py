"""What the view shows beside the goods: places that remember, the fleet, the action under way."""

import pytest
from librt.vecs import vec

from skerry.core import bits as bits_of
from skerry.core.frozen import Frozen
from skerry.core.state import CHANCE
from skerry.games.nusfjord import actions as A
from skerry.games.nusfjord.buildings.card import CARD_QUESTION, Building, Effect
from skerry.games.nusfjord.catalogue import effect_face
from skerry.games.nusfjord.kit.buildings import card_number
from skerry.games.nusfjord.state import BUILDING, FISHING, MAY, NEXT_TURN, TURN
from skerry.games.nusfjord.text import log
from skerry.games.nusfjord.text.buildings import card_words
from skerry.games.nusfjord.text.gist import card_gist, gist_bits, length
from skerry.games.nusfjord.text.questions import question
from tests.games.nusfjord.builder import GAME, a_state, do
from tests.games.nusfjord.scene import Scene
from tests.games.nusfjord.test_buildings_decks import EVERY_CARD, BuildingRow


def test_an_emptied_place_remembers_what_was_built_from_there() -> None:
    """§building.1"""
    scene = a_state(3).display("103", "104", "106").player(0, wood=1)
    state = do(scene.turn_of(0), "place build", "build 103")
    assert [place.gone for place in GAME.view(state, 1).display["A"][:3]] == ["103", None, None]
    do(state, "on r1c1")
    places = GAME.view(state, 1).display["A"]
    assert [(place.card, place.gone, place.by) for place in places[:4]] == [
        (None, "103", 0),
        ("104", None, None),
        ("106", None, None),
        (None, None, None),
    ]
    assert len(places) == 9


def test_a_new_building_takes_the_first_empty_place() -> None:
    """§home.4"""
    scene = a_state(3).display("103", "104").player(0, wood=1)
    state = do(scene.turn_of(0), "place build", "build 103", "on r1c1")
    scene.display("106", "107")
    assert [place.card for place in GAME.view(state, 0).display["A"][:3]] == ["106", "104", "107"]


def test_a_stack_remembers_who_took_its_last_elder() -> None:
    """§elder.1"""
    state = do(a_state(2).plates(0).turn_of(1), "place take_elder", "take elder_2")
    stack = GAME.view(state, 0).elders[1]
    assert (stack.top, stack.gone, stack.by) == (None, "elder_2", 1)


def test_ships_stand_in_the_order_built() -> None:
    """§ship.1, §elders.2"""
    scene = a_state(2).player(0, wood=12, fish=9, gold=9).elders(0, elder_2=0).plates(1)
    state = do(scene.turn_of(0), "place build_ship", "ship cutter")
    scene.ships(0, sloops=1)
    assert GAME.view(state, 1).players[0].ships == ["cutter", "sloop"]
    do(scene.turn_of(0), "place elder_2", "ship schooner")
    assert GAME.view(state, 1).players[0].ships == ["schooner", "sloop"]


def test_the_action_under_way_is_where_the_worker_stands() -> None:
    """§work.2"""
    scene = a_state(2).elders(0, elder_7=0).plates(1).display("103").player(0, wood=1)
    state = scene.turn_of(0)
    assert GAME.view(state, 1).acting is None
    acting = GAME.view(do(state, "place elder_7"), 1).acting
    assert acting is not None and (acting.seat, acting.at) == (0, "elder:elder_7")


@pytest.mark.parametrize(
    ("seats", "round", "to_come"),
    [
        (3, 1, {"A": 3, "B": 2, "C": 9}),
        (3, 3, {"A": 0, "B": 2, "C": 9}),
        (3, 5, {"A": 0, "B": 0, "C": 0}),
        (1, 1, {"A": 0, "B": 0, "C": 7}),
        (1, 5, {"A": 0, "B": 0, "C": 3}),
    ],
)
def test_what_will_still_be_dealt_is_counted(seats: int, round: int, to_come: dict[str, int]) -> None:
    """§home.4 to §home.7, §solo.5: not what lies in the box"""
    assert GAME.view(a_state(seats, round=round).at(TURN, 0), 0).to_come == to_come


def test_a_colour_of_the_solo_game_stays_until_its_round_comes_again() -> None:
    """§solo.3, §solo.6"""
    assert GAME.view(a_state(1, round=2).at(TURN, 0), 0).stays == {"blue": 3, "red": 2}
    assert GAME.view(a_state(1, round=3, advanced=True).at(TURN, 0), 0).stays == {"yellow": 5, "blue": 4, "red": 3}


# ---- options and refusals as data


def test_an_option_says_its_price_and_what_a_reaction_brings() -> None:
    """§building.2, §card.2"""
    scene = a_state(2).own(0, "114").display("103").player(0, wood=3).plates(1)
    state = do(scene.turn_of(0), "place build")
    build = GAME.terms(state, GAME.actions.number("build 103"))
    assert (build.at, build.price, build.gives, build.short) == (("card:103",), {"wood": 1}, {}, "Fish Stand")
    lot = GAME.terms(do(state, "build 103"), GAME.actions.number("on r1c1"))
    assert (lot.at, lot.gives) == (("cell:0.r1c1",), {"wood": 1, "gold": 1})


def test_what_cannot_be_paid_says_price_and_what_is_missing() -> None:
    """§building.2"""
    state = a_state(2).display("103", "108").player(0, fish=2).at(BUILDING, 0)
    action = GAME.actions.number("build 103")
    reason = GAME.reason(state, action)
    assert reason is not None and reason.missing == {"wood": 1}
    assert GAME.terms(state, action).price == {"wood": 1}


def test_an_elder_names_the_fish_that_is_used() -> None:
    """§elder.6"""
    state = a_state(2).elders(0, elder_9=0).plates(2).turn_of(0)
    terms = GAME.terms(state, GAME.actions.number("place elder_9"))
    assert (terms.at, terms.uses, terms.gives) == (("elder:elder_9",), ("plate:1",), {"wood": 1, "gold": 1})


# ---- the catalogue


@EVERY_CARD
def test_every_building_has_effects_as_data_and_a_gist_that_fits(row: BuildingRow, card: Building) -> None:
    """§card.1"""
    faces = [effect_face(effect) for effect in card.effects]
    assert all(face.gain or face.pay or face.do or face.points or face.steps or face.rules or face.most or face.instead
               or face.kind in ("repeat", "keep_share") for face in faces)  # fmt: skip
    gist = card_gist(card)
    assert 5 <= length(gist) <= 56, gist
    assert not any("{" in bit.text or "_" in bit.text for bit in gist)


def test_gists_are_split_into_words_and_icons() -> None:
    """§card.1"""
    assert [(bit.text, bit.icon, bit.n) for bit in gist_bits("Serve 3 plates, 1{fish} each")] == [
        ("Serve 3 plates, ", "", ""),
        ("", "fish", "1"),
        (" each", "", ""),
    ]


def test_every_elder_in_use_is_in_the_catalogue() -> None:
    """§setup.4"""
    for seats, elders in ((2, 7), (3, 10), (4, 12), (5, 18)):
        faces = GAME.catalogue(a_state(seats).state).elders
        assert len(faces) == elders and all(length(face.gist) <= 56 for face in faces.values())


# ---- nothing speaks by default


def test_an_effect_without_words_is_an_error() -> None:
    """§card.1"""
    card = Building()
    card.add(Effect())
    for speak in (card_words, card_gist):
        with pytest.raises(NotImplementedError):
            speak(card)
    with pytest.raises(NotImplementedError):
        effect_face(card.effects[0])


def test_a_note_a_question_or_an_answer_without_words_is_an_error() -> None:
    """§round.1"""
    state = a_state(2).turn_of(0)
    with pytest.raises(KeyError):
        log.event(state, (99, 0, 0, 0))
    with pytest.raises(KeyError):
        GAME.label(state, GAME.actions.number("amount 2"))
    with pytest.raises(KeyError):
        GAME.decision_event(state, GAME.actions.number("amount 2"))
    state.ask(NEXT_TURN, 0)
    with pytest.raises(KeyError):
        question(state)


def test_a_card_that_asks_with_an_unknown_effect_has_no_question() -> None:
    """§card.1"""
    scene = Scene("102")
    scene.state.deck.cards[scene.slot("102")].effects, kept = vec[Effect]([Effect()]), scene.price("102").effects
    try:
        scene.state.ask(CARD_QUESTION, 0, scene.slot("102"))
        with pytest.raises(NotImplementedError):
            GAME.question(scene.state)
    finally:
        scene.state.deck.cards[scene.slot("102")].effects = kept


# ---- what the options of a match and the order of effects mean


def test_nobody_starts_with_goods_unless_it_is_chosen() -> None:
    """§setup.11: the rulebook gives nobody goods"""
    for start, rich in (("none", False), ("even", True)):
        state = GAME.new(GAME.load_kit(), 3, GAME.complete_options({"start": start}))
        state.settle()
        while state.to_move() == CHANCE:
            state.step(state.legal_actions()[0])
        assert any(p.gold or p.fish > 2 for p in state.players) == rich


def test_matches_of_the_first_rules_keep_their_goods() -> None:
    """§setup.11"""
    tables = GAME.components().tables
    numbers = {id_: row for id_, row in tables["numbers"].items() if id_ != "rules"}
    kit = GAME.load_kit(Frozen.of(tables | {"numbers": numbers}))
    assert kit.first_rules and not GAME.load_kit().first_rules
    state = GAME.new(kit, 3, GAME.complete_options({}))
    state.settle()
    while state.to_move() == CHANCE:
        state.step(state.legal_actions()[0])
    assert any(p.gold for p in state.players)


def test_hideaway_reveals_what_it_draws_once_hands_are_open() -> None:
    """§card.draw, §home.7"""
    for round, hand, shown in ((5, 1, 0), (6, 0, 1)):
        scene = Scene("314", round=round).build("314", "draw 341", "draw 342", "pick 341")
        view = GAME.view(scene.state, 1)
        assert (view.players[0].hand_size, len(view.display["C"])) == (hand, shown)


def test_cards_react_by_their_numbers_also_when_one_asks() -> None:
    """§card.2"""
    scene = Scene("307").own(0, "307", "301").play("place thin_out")
    assert scene.goods() == {"wood": 5}  # Forest Storage (301) first, then Forestry (307) asks
    assert "double r1c2" in scene.legal()
    later = Scene("127").own(0, "127", "106").play("place thin_out")
    assert later.goods() == {"wood": 4, "fish": 2}  # Forest Lake Hut (106), then Sawmill asks


def test_a_card_after_one_that_asks_waits_for_the_answer() -> None:
    """§card.2"""
    scene = mixed_in(Scene("127").own(0, "127"), "307").play("place thin_out")
    assert scene.legal() == ["amount 0", "amount 1"]  # Sawmill (127) asks
    scene.play("amount 1")
    assert scene.goods() == {"gold": 2} and "double r1c2" in scene.legal()  # then Forestry (307)


def test_cards_of_mixed_decks_react_by_their_numbers_too() -> None:
    """§card.2, §variant.2"""
    scene = mixed_in(Scene("307").own(0, "307"), "106").play("place thin_out")
    assert scene.goods() == {"wood": 4, "fish": 2}  # Forest Lake Hut (106), then Forestry (307) asks
    assert "done" in scene.legal()


def mixed_in(scene: Scene, card: str) -> Scene:
    """Player 0 owns a Building of another deck as well."""
    state, number = scene.state, card_number(card)
    slot = A.FIRST_OTHER_A
    state.deck = state.deck.to_mix().with_card(
        slot, number, state.kit.decks[number // A.DECK_ROOM].cards[number % A.DECK_ROOM]
    )
    state.cards_in_game |= 1 << slot
    scene.p().put_building(bits_of.lowest(scene.p().free), slot)
    scene.p().printed += state.deck.cards[slot].points
    return scene


def test_after_fishing_the_first_player_comes_first() -> None:
    """§card.2"""
    scene = Scene("203", seats=2).own(0, "203").own(1, "208")
    scene.own(1, "226").ships(1, sloops=1)
    scene.state.noting = True
    scene.state.depth = 0
    scene.state.then(FISHING)
    scene.state.settle()
    said = [GAME.event(scene.state, note).words for note in scene.state.notes]
    gains = [line for line in said if "gains" in line]
    assert gains == ["{0} gains 1 fish (Fisher's Cottage)", "{1} gains 1 wood (Driftwood Rafting)"]


def test_the_question_after_the_surveyor_names_the_action() -> None:
    """§elders.18"""
    asked_now = question(a_state(2).at(MAY, 0, 3))
    assert (asked_now.words, asked_now.kind) == ("{0}, do you want to Build a Building now?", "may")
