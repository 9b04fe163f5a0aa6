"""Forest and Shore: cards, recruiting, cycling."""

import pytest

from skerry.core import bits
from skerry.games.buru.state import SHORE, SPACE, TAKE
from tests.games.buru.builder import GAME, a_state, card, goods, islander, legal, play, rule_against, space

ROW = ("G1", "G2", "A4", "N1", "P9")


@pytest.mark.parametrize(
    ("id_", "gain"),
    [
        ("f1", {"fish": 3, "palm": 1, "clay": 1, "ebony": 1}),
        ("f2", {"fish": 3, "palm": 1, "ebony": 1}),
        ("f3", {"fish": 3, "clay": 1, "ebony": 1}),
        ("f4", {"fish": 3, "palm": 1, "clay": 1, "ebony": 1}),
        ("f5", {"fish": 3, "palm": 1, "clay": 1, "ebony": 1}),
        ("f6", {"fish": 3, "palm": 1, "clay": 2}),
        ("f7", {"fish": 3, "ebony": 1}),
        ("f8", {"fish": 2, "palm": 1, "ebony": 1}),
        ("f9", {"fish": 2, "palm": 1, "clay": 1}),
        ("f10", {"fish": 2, "clay": 2}),
        ("f11", {"fish": 2, "palm": 1, "clay": 1}),
    ],
)
def test_a_forest_card_gives_its_goods_and_is_discarded(id_: str, gain: dict[str, int]) -> None:
    """§forest.1"""
    builder = a_state(2).forest(id_)
    builder.state.ask(SPACE, 1, 3)
    state = play(builder.at(TAKE, 0), f"take {id_}")
    assert goods(state, 0) == gain and state.n_forest == 0
    assert state.forest_gone == 1 << (4 * card(id_)) and GAME.problems(state) == []


def test_a_card_must_be_taken_of_those_shown() -> None:
    """§forest.1"""
    state = a_state(2).forest("f7", "f3", "f7").at(TAKE, 0)
    assert legal(state) == ["take f3", "take f7"]
    assert rule_against(state, "take f1") == "forest.1"
    play(state, "take f7")
    assert [state.forest_card(place) for place in range(2)] == [card("f3"), card("f7")]


def at_shore(id_: str, fish: int = 20, **options: str) -> a_state:
    builder = a_state(2, **options).player(0, fish=fish).row(*ROW)
    builder.state.ask(SPACE, 1, 3)
    builder.state.ask(SHORE, 0, space(id_))
    return builder


def test_recruiting_is_paid_in_fish_and_the_row_refilled_at_once() -> None:
    """§shore.1, §shore.3; number "row_size" """
    state = play(at_shore("S2").state, "recruit G2", "arrive G8")
    assert state.players[0].islanders == 1 << islander("G2") and goods(state, 0) == {"fish": 17}
    assert [state.row_card(place) for place in range(5)] == [islander(x) for x in ("G1", "A4", "N1", "P9", "G8")]
    play(state, "recruit G8", "arrive G9")  # the newcomer can be taken as well
    assert state.to_move() == 1 and goods(state, 0) == {"fish": 11}
    assert GAME.problems(state) == []


def test_statistics_count_recruited_islanders_and_forest_cards() -> None:
    """§shore.1"""
    state = at_shore("S1", fish=3).state
    assert GAME.offered(state) == ["Palm Cutter", "Clay Digger", "Kiln Master", "Courtier"]
    assert GAME.taking(state, GAME.actions.number("recruit P9")) == "Medium"
    assert GAME.taking(state, GAME.actions.number("take f7")) == "Forest: 3 fish and 1 ebony"
    assert GAME.taking(state, GAME.actions.number("cycle")) is None
    assert GAME.taking(state, GAME.actions.number("arrive P9")) is None


def test_what_cannot_be_paid_is_refused_with_numbers() -> None:
    """§shore.1"""
    state = at_shore("S4", fish=3).state
    assert legal(state) == ["recruit G1", "recruit G2", "recruit A4", "recruit N1", "done"]
    reason = GAME.reason(state, state.legal_actions()[0] + islander("P9") - islander("G1"))
    assert reason is not None and reason.words == "You need 4 fish and have 3" and reason.rule == "shore.1"
    assert reason.missing == {"fish": 1}
    assert rule_against(state, "recruit G9") == "shore.1" and rule_against(state, "cycle") == "shore.2"


@pytest.mark.parametrize(
    "order", [["recruit", "recruit", "cycle"], ["recruit", "cycle", "recruit"], ["cycle", "recruit", "recruit"]]
)
def test_the_best_space_allows_three_orders(order: list[str]) -> None:
    """E9; §shore.1, §shore.2"""
    state = at_shore("S1").state
    for verb in order:
        choice = next(text for text in legal(state) if text.startswith(verb))
        play(state, choice)
        while state.to_move() == 15:
            state.apply(state.legal_actions()[0])
    assert state.to_move() == 1 and bits.count(state.players[0].islanders) == 2
    assert state.n_row == 5 and bits.count(state.islanders_gone) == 5


@pytest.mark.parametrize(
    ("id_", "recruits", "cycles"), [("S1", 2, True), ("S2", 2, False), ("S3", 1, True), ("S4", 1, False)]
)
def test_every_space_has_its_recruits_and_its_cycle(id_: str, recruits: int, cycles: bool) -> None:
    """§shore.1, §shore.2"""
    state = at_shore(id_).state
    assert ("cycle" in legal(state)) == cycles
    for _ in range(recruits):
        play(state, next(text for text in legal(state) if text.startswith("recruit")))
        state.apply(state.legal_actions()[0])
    assert state.to_move() == (0 if cycles else 1)
    if cycles:
        assert legal(state) == ["cycle"]
        assert rule_against(state, "recruit G2") == "shore.1"


def test_a_second_cycle_is_refused() -> None:
    """§shore.2"""
    state = play(at_shore("S3").state, "cycle", *(f"arrive {id_}" for id_ in ("G3", "G4", "G5", "G6", "G7")))
    assert rule_against(state, "cycle") == "shore.2"
    assert state.islanders_gone == sum(1 << islander(id_) for id_ in ROW)


def test_as_a_variant_cycling_is_optional() -> None:
    """§shore.2"""
    assert "done" in legal(at_shore("S3", cycle="optional").state)


def test_a_cycle_must_be_done() -> None:
    """§shore.2"""
    state = at_shore("S3").state
    assert "done" not in legal(state) and rule_against(state, "done") == "shore.2"
    play(state, "cycle")
    while state.to_move() == 15:
        state.apply(state.legal_actions()[0])
    assert "done" in legal(state)


def test_the_discards_are_shuffled_when_the_deck_is_empty() -> None:
    """§shore.3"""
    builder = at_shore("S1")
    state = builder.state
    state.islanders_gone, state.islander_deck = state.islander_deck & ~7, state.islander_deck & 7
    assert bits.count(state.islander_deck) == 1
    play(state, "cycle", "arrive G3", "arrive G1")
    assert state.islander_deck & 1 << islander("P9") and GAME.problems(state) == []


def test_the_row_is_shorter_when_no_islander_is_left() -> None:
    """§shore.3"""
    state = at_shore("S2").state
    state.players[1].islanders, state.islander_deck = state.islander_deck, 0
    play(state, "recruit G1", "recruit G2")
    assert state.n_row == 3 and state.to_move() == 1


def test_a_setting_refills_the_row_after_the_action() -> None:
    """§shore.3; setting "row_refill" """
    wait = '[[settings]]\nid = "row_refill"\nsource = "rulebook"\nvalue = "after_action"\n'
    builder = a_state(2, wait).player(0, fish=20).row(*ROW)
    builder.state.ask(SPACE, 1, 3)
    state = play(builder.at(SPACE, 0, 1), "space S2", "recruit G1", "recruit G2")
    assert state.n_row == 3 and state.to_move() == 15
    play(state, "arrive G3", "arrive G4")
    assert state.n_row == 5 and state.to_move() == 1
