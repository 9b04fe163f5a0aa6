"""The view and the catalogue as data: what a board draws without reading a sentence."""

from skerry.core.answers import Moved
from skerry.core.state import SPECTATOR
from skerry.games.buru.kit.load import ACTIONS
from skerry.games.buru.state import DAWN, DUSK, ELDERS, GO, LAKE, LAY, NOON, REGION, SHORE, SPACE, TAKE, VILLAGE, Buru
from skerry.games.buru.view import RegionView, View
from tests.games.buru.builder import GAME, a_state, play, space, told

FOREST, SHORE_REGION, VILLAGE_REGION, LAKE_REGION = 0, 1, 2, 3


def seen(state: Buru, seat: int = 0) -> View:
    return GAME.view(state, seat)


def region(state: Buru, number: int, seat: int = 0) -> RegionView:
    return seen(state, seat).regions[number]


# ---- the catalogue


def test_effects_are_data() -> None:
    """§islander.goods, §islander.count, §score.2"""
    printed = GAME.catalogue(a_state().state)
    builder, orator, priest = (printed.islanders[id_] for id_ in ("A6", "N6", "P1"))
    assert (builder.kind, builder.pay, builder.gain) == ("task", {"palm": 1, "clay": 1}, {"ebony": 1, "esteem": 3})
    assert orator.tally is not None and (orator.tally.per, orator.tally.points) == ("totem", 1)
    assert (priest.kind, priest.spirit, priest.always) == ("discount", "banyu", True)
    harvest = printed.elders["E5"].tally
    assert (harvest.per, harvest.points, harvest.each) == ("gatherer", 3, 2)
    assert printed.forest["f10"].gain == {"fish": 2, "clay": 2}
    assert (printed.decrees["d6"].place, printed.decrees["d6"].gain) == ("shore", {"fish": 2})
    assert (printed.spaces["L1"].tributes, printed.spaces["L1"].elders) == (2, 2)
    assert printed.tributes["manuk"].cost == {"fish": 2, "palm": 1, "ebony": 2}


def test_every_component_says_where_it_comes_from() -> None:
    printed = GAME.catalogue(a_state().state)
    assert printed.spaces["S1"].source == "rulebook" and printed.explorers["5"].source == "reported"
    assert printed.islanders["G1"].source == "reconstructed"


def test_plot_cards_and_levels_are_data() -> None:
    """§lawan.plot, §lawan.level"""
    printed = GAME.catalogue(a_state(1, level="hard").state)
    assert printed.level == "hard" and printed.levels["hard"].noon_tokens == 1
    assert printed.plots["p1"].regions == ["forest", "forest", "shore", "lake"]
    assert printed.plots["p1"].spirits == ["banyu", "gunung", "manuk"]
    assert printed.roles["priest"].totem_esteem == 1
    assert GAME.catalogue(a_state(2).state).level is None, "no Lawan, no level"


# ---- regions


def test_order_triumphant_and_ties_stay_in_view_all_round() -> None:
    """§region.2, §lake.4: also after the marker has moved"""
    builder = a_state(3).with_(emissary=1).explorers(0, forest=[5], lake=[4])
    builder.explorers(1, forest=[5], lake=[3]).explorers(2, forest=[2], lake=[1]).forest("f1", "f2", "f3")
    builder.state.then(REGION, LAKE_REGION)
    state = play(builder.then(REGION, FOREST), "take f1", "take f2", "take f3", "space L4", "done")
    assert state.emissary == 0 and seen(state).ties_from == 1
    forest = region(state, FOREST, SPECTATOR)
    assert (forest.order, forest.triumphant) == ([1, 0, 2], 1)
    assert [(tie.players, tie.total, tie.why) for tie in forest.ties] == [([1, 0], 5, "emissary")]
    assert region(state, LAKE_REGION).ties == [] and region(state, SHORE_REGION).order == []


def test_a_tie_without_the_emissary_goes_clockwise() -> None:
    """§region.2"""
    builder = a_state(3).with_(emissary=2).explorers(0, lake=[3]).explorers(1, lake=[3])
    state = builder.then(REGION, LAKE_REGION)
    assert [(tie.players, tie.why) for tie in region(state, LAKE_REGION).ties] == [([0, 1], "clockwise")]


def test_the_log_says_why_a_tie_fell_as_it_did() -> None:
    """§region.2, §region.3"""
    builder = a_state(3).with_(emissary=1)
    for seat in range(3):
        builder.explorers(seat, lake=[4])
    lines = told(builder.at(NOON, 0), "reveal")
    assert "P1, P0 and P2 tie at the Sacred Lake with 4. P1 wins the tie as Emissary and is Triumphant" in lines


def test_a_tie_behind_the_triumphant_is_told_too() -> None:
    """§region.2"""
    builder = a_state(3).explorers(0, lake=[5]).explorers(1, lake=[2]).explorers(2, lake=[2])
    lines = told(builder.at(NOON, 0), "reveal")
    assert "P0 is Triumphant at the Sacred Lake with 5" in lines
    assert "P1 and P2 tie at the Sacred Lake with 2. P1 acts first as the closest clockwise from the Emissary" in lines


def test_collected_decrees_stay_in_view_until_dusk() -> None:
    """§decree.1"""
    builder = a_state(2).decrees("d1", "d9").explorers(1, forest=[3]).forest("f1", "f2")
    state = builder.then(REGION, FOREST)
    assert region(state, FOREST).won == ["d1"] and region(state, FOREST).triumphant == 1
    assert seen(state).spirits[0].decrees == ["d9"]
    state.then(DUSK)
    state.settle()
    assert region(state, FOREST).won == []


def test_forest_cards_keep_their_places_and_tell_who_took_them() -> None:
    """§forest.1"""
    builder = a_state(3).forest("f7", "f3", "f7").explorers(0, forest=[5]).explorers(1, forest=[4])
    builder.state.ask(SPACE, 0, LAKE_REGION)
    state = play(builder.explorers(2, forest=[1]).then(REGION, FOREST), "take f3", "take f7")
    assert [(place.card, place.player) for place in seen(state).forest] == [("f7", 1), ("f3", 0), ("f7", None)]
    play(state, "take f7")
    assert [place.player for place in seen(state).forest] == [1, 0, 2]


def test_spaces_are_always_listed() -> None:
    """§region.4"""
    state = a_state(2).with_(stood=2 << 4).at(GO, 0)
    taken = [("S1", None), ("S2", 1), ("S3", None), ("S4", None)]
    assert [(space.id, space.player) for space in region(state, SHORE_REGION).spaces] == taken
    assert len(region(state, LAKE_REGION).spaces) == 5


# ---- what everybody knows of face-down Explorers


def test_a_face_down_stack_has_the_range_of_the_powers_not_yet_seen() -> None:
    """§morning.2: 1 was kept and 5 revealed, so 2, 3 and 4 are left"""
    builder = a_state(2).explorers(1, forest=[5], shore=[2, 3], lake=[4]).forest("f1", "f2")
    builder.state.players[1].kept, builder.state.players[1].mat = 0, 0
    state = builder.then(REGION, FOREST)
    stack = region(state, SHORE_REGION).stacks[1]
    assert (stack.low, stack.high, stack.total) == (5, 7, None)
    assert (region(state, LAKE_REGION).stacks[1].low, region(state, LAKE_REGION).stacks[1].high) == (2, 4)
    assert seen(state).players[1].seen == ["1", "5"]
    forest = region(state, FOREST).stacks[1]
    assert (forest.low, forest.high, forest.total) == (5, 5, 5)


def test_a_stack_that_must_be_what_is_left_is_known() -> None:
    """§morning.2"""
    builder = a_state(2).explorers(1, forest=[5, 4, 3], lake=[2]).forest("f1", "f2")
    builder.state.players[1].kept, builder.state.players[1].mat = 0, 0
    stack = region(builder.then(REGION, FOREST), LAKE_REGION).stacks[1]
    assert (stack.low, stack.high) == (2, 2)


# ---- what one could do


def test_a_tribute_tells_what_is_missing_and_what_it_would_bring() -> None:
    """§lake.1, §lake.3, §decree.2"""
    builder = a_state(2).player(0, palm=1, fish=1, islanders=["P1", "P4"]).decrees("d9").totem("banyu", 0)
    state = builder.at(LAKE, 0, space("L5"))
    banyu, gunung, _ = seen(state).spirits
    assert banyu.offer is not None and gunung.offer is not None
    assert (banyu.offer.saves, banyu.offer.missing) == (1, {"fish": 1, "palm": 1})
    assert banyu.offer.gives == {"fish": 1, "esteem": 2}
    assert (gunung.offer.saves, gunung.offer.missing) == (0, {"fish": 1, "clay": 2, "ebony": 1})
    assert seen(state, SPECTATOR).spirits[0].offer is None


def test_an_islander_that_counts_tells_what_it_comes_to_now() -> None:
    """§islander.count"""
    state = a_state(2).player(0, islanders=["N6", "G1"]).totem("banyu", 0).totem("manuk", 0).at(GO, 1)
    assert [(card.id, card.counts) for card in seen(state, 1).players[0].islanders] == [("G1", None), ("N6", 2)]


def test_a_task_tells_which_other_would_feed_it() -> None:
    """§village.2"""
    state = a_state(2).player(0, islanders=["G1", "G2", "A4", "A8"], palm=1, clay=1).at(VILLAGE, 0, space("V1"))
    cards = {card.id: card.after for card in seen(state).players[0].islanders}
    assert cards == {"G1": [], "G2": [], "A4": ["G2", "A8"], "A8": []}
    reason = GAME.reason(state, ACTIONS.number("task A4"))
    assert reason is not None and reason.missing == {"clay": 1}
    assert reason.words == "You need 2 clay and have 1. Task the Clay Digger or the Dyer first"
    last = a_state(2).player(0, islanders=["G2", "A4"], clay=1).at(VILLAGE, 0, space("V5"))
    assert all(card.after == [] for card in seen(last).players[0].islanders), "there is only one task"


def test_the_action_under_way_is_told_part_by_part() -> None:
    """§village.1"""
    builder = a_state(2).player(0, islanders=["G1", "A8"])
    builder.state.ask(SPACE, 1, VILLAGE_REGION)
    state = play(builder.at(SPACE, 0, VILLAGE_REGION), "space V2", "task G1")
    action = seen(state, 1).action
    assert action is not None and (action.player, action.space, action.done) == (0, "V2", ["task G1"])
    assert (action.left, action.bonus) == (1, True)
    play(state, "task A8", "give palm")
    action = seen(state, 1).action
    assert action is not None and action.done == ["task G1", "task A8"] and action.left == 0
    play(state, "get clay")
    assert seen(state, 1).action is None, "the next player has not chosen a space yet"


def test_a_cycle_that_is_left_is_told() -> None:
    """§shore.2"""
    builder = a_state(2).player(0, fish=9).row("G1", "G2", "G3", "G4", "G5")
    builder.state.ask(SPACE, 1, SHORE_REGION)
    state = play(builder.at(SPACE, 0, SHORE_REGION), "space S1", "recruit G1", "arrive A1")
    action = seen(state).action
    assert action is not None and (action.left, action.cycle, action.done) == (1, True, ["recruit G1"])


# ---- cards


def test_the_elders_just_drawn_come_last_and_are_marked() -> None:
    """§elder.1"""
    builder = a_state(2).player(0, elders=["E9"])
    builder.state.ask(SPACE, 1, LAKE_REGION)
    state = play(builder.then(ELDERS, 0 | 2 << 4), "elder E1", "elder E12")
    elders = seen(state).players[0].elders or []
    assert [(card.id, card.new) for card in elders] == [("E9", False), ("E1", True), ("E12", True)]
    assert seen(state, 1).players[0].elders is None
    play(state, "discard E1")
    elders = seen(state).players[0].elders or []
    assert [(card.id, card.new) for card in elders] == [("E9", False), ("E12", False)]


def test_decrees_to_come_are_those_that_will_be_dealt() -> None:
    """§dawn.1: two of the twelve are never seen"""
    state = a_state(2).with_(round=0).then(DAWN)
    assert seen(state).decrees_to_come == 10
    play(state, "decree d1")
    assert seen(state).decrees_to_come == 9 and len(seen(state).decrees_unseen) == 11
    assert seen(a_state(2).with_(round=5).at(GO, 0)).decrees_to_come == 0


def test_points_of_a_lawan_are_told_by_where_they_come_from() -> None:
    """§lawan.elders, §score.1"""
    state = a_state(1).player(1, esteem=5, tributes=(1, 0, 0)).at(GO, 0)
    state.players[1].from_totems, state.players[1].n_elders, state.elders_unseen = 2, 1, 1
    points = seen(state).players[1].points
    assert (points.tributes, points.islanders, points.totems, points.elders) == (5, 3, 2, 3)


# ---- options and log lines as data


def test_an_option_names_its_piece_its_price_and_what_it_brings() -> None:
    """§village.3, §limit.1"""
    state = a_state(2).player(0, fish=19, clay=1, islanders=["A1"]).at(VILLAGE, 0, space("V5"))
    terms = GAME.terms(state, ACTIONS.number("task A1"))
    assert (terms.at, terms.price, terms.gives) == (("islander:A1",), {"clay": 1}, {"fish": 1, "palm": 1})
    assert (terms.group, terms.short) == ("Task", "Potter")
    shore = a_state(2).player(0, fish=3).row("G1").at(SHORE, 0, space("S4"))
    assert GAME.terms(shore, ACTIONS.number("recruit G1")).price == {"fish": 3}


def test_a_tribute_that_a_priest_makes_cheaper_is_owed() -> None:
    """§lake.3"""
    builder = a_state(2).player(0, palm=2, clay=1, fish=2, islanders=["P1"])
    state = builder.at(LAKE, 0, space("L5"))
    terms = GAME.terms(state, ACTIONS.number("tribute banyu"))
    assert terms.price == {} and terms.owes == {"fish": 2, "palm": 2, "clay": 1}
    play(state, "tribute banyu")
    assert GAME.terms(state, ACTIONS.number("spare palm")).price == {"fish": 2, "palm": 1, "clay": 1}


def test_the_reveal_is_data() -> None:
    """§region.1, §totem.1"""
    builder = a_state(2).explorers(0, shore=[2, 3]).explorers(1, shore=[4]).row("G1").totem("banyu", 1)
    state = builder.at(NOON, 0)
    state.noting = True
    play(state, "reveal")
    events = [GAME.event(state, note) for note in state.notes]
    flip = next(event for event in events if event.words == "{0} reveals 2 + 3 = 5 at the Shore")
    assert [move.what for move in flip.moved] == ["explorer:0.2", "explorer:0.3"]
    totem = next(event for event in events if "totem" in event.words)
    assert totem.moved == (Moved("totem:banyu", "player:1", "player:0"),)


def test_forest_cards_that_read_alike_are_told_apart() -> None:
    """§forest.1"""
    state = a_state(3).forest("f1", "f4", "f7").at(TAKE, 0)
    assert [GAME.label(state, action) for action in state.legal_actions()] == [
        "Take 3 fish, 1 palm, 1 clay and 1 ebony (first card)",
        "Take 3 fish, 1 palm, 1 clay and 1 ebony (second card)",
        "Take 3 fish and 1 ebony",
    ]
    assert len({GAME.terms(state, action).short for action in state.legal_actions()}) == 3


def keys(state: Buru) -> dict[str, str]:
    return {ACTIONS.text(action): GAME.terms(state, action).key for action in GAME.candidates(state)}


def test_the_digit_of_an_option_is_the_number_one_sees() -> None:
    """§morning.1, §morning.2, §shore.1, §village.1, §forest.1"""
    builder = a_state(2).player(0, fish=9, islanders=["A1", "N1"], tasked=["A1"]).row("P1", "G1", "A2")
    shore = keys(builder.at(SHORE, 0, space("S1")))
    assert shore == {"recruit P1": "1", "recruit G1": "2", "recruit A2": "3", "cycle": "4", "done": "0"}
    assert keys(builder.at(VILLAGE, 0, space("V5"))) == {"task A1": "1", "task N1": "2", "done": "0"}
    morning = a_state(2).explorers(0, shore=[2, 3])
    assert keys(morning.at(GO, 0)) == {"go forest": "1", "go shore": "2", "go village": "3", "go lake": "4"}
    assert keys(morning.at(LAY, 0, 1)) == {"lay 1": "1", "lay 4": "4", "lay 5": "5"}
    forest = a_state(3).forest("f7", "f1", "f4").explorers(0, forest=[1]).explorers(1, forest=[2]).at(TAKE, 0)
    assert keys(forest) == {"take f1": "2", "take f4": "3", "take f7": "1"}
