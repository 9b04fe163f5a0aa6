"""No loop of the compiled engine makes Python objects of its numbers."""

from pathlib import Path

import pytest

from tests.laws.boxing import boxed_numbers, engine_modules

pytestmark = pytest.mark.once

# Loops that no playout and no search comes to: what they hand out is meant for plain Python or for people.
FOR_PEOPLE = {"candidates", "face", "gist", "log_line", "read", "refusal", "use_refusal", "words"}
ALLOWED = {
    "Batch.begin": "once, with the games of a batch",
    "Batch.put_back": "once, where a batch is loaded",
    "Batch.outcomes": "lists for plain Python",
    "Chooser.best": "calls a game's `imagine`, which is plain Python",
    "Continuation.choose": "the same",
    "Continuation.outlook": "a list for plain Python",
    "Encoder.truth_parts": "names of fields",
    "Goods.amounts": "a dictionary for people",
    "Goods.reserve_gist": "for people",
    "Goods.reserve_words": "for people",
    "Goods.supply_gist": "for people",
    "Goods.supply_words": "for people",
    "Lookahead.worths": "a list for plain Python",
    "Playthrough.legal": "a list for plain Python",
    "Playthrough.observe": "once an observation, its fields are copied in one go",
    "Search.best": "once a decision",
    "Search.lead": "once in several simulations",
    "Search.run": "one number for each simulation, which takes a thousand times as long",
    "Sums.square_error": "training alone",
    "State.chance_weights": "a list for plain Python",
    "State.legal_actions": "a list for plain Python",
    "State.scores": "a list for plain Python",
    "TurnChanges.usual": "a list for plain Python",
    "__top_level__": "once, when the program starts",
    "ask_mixed": "once a game",
    "become_first_emissary": "once a game",
    "component_ids": "names of fields",
    "members": "a list for plain Python",
    "new_state": "once a game",
    "piece_places": "once, when the program starts",
    "reduce_reals": "pickles",
    "reduce_vec": "pickles",
    "reduce_vecs": "pickles",
    "ridge_regression": "training alone",
    "weighed_cards": "once, when the program starts",
    "width_of": "fields of observations, once a game",
}

MIXED = """
from mypy_extensions import i64


def all_above(least: i64, end: i64) -> i64:
    total: i64 = 0
    for n in range(end):
        total += n if n > least else 0
    return total


def add_up(end: i64) -> i64:
    total: i64 = 0
    for n in range(end):
        total += n
    return total


def once(n: i64) -> i64:
    return n if n > 0 else 0
"""


def test_a_loop_that_makes_objects_of_numbers_is_found(tmp_path: Path) -> None:
    (tmp_path / "mixed.py").write_text(MIXED)
    places = boxed_numbers(tmp_path, ["mixed.py"])
    assert [(place.function, place.in_loop) for place in places] == [("all_above", True), ("once", False)]


def test_no_loop_of_the_engine_makes_objects_of_numbers() -> None:
    found = {
        str(place)
        for place in boxed_numbers(*engine_modules())
        if place.in_loop and place.function not in ALLOWED and place.function.rpartition(".")[2] not in FOR_PEOPLE
    }
    assert not found, "see core/numbers.py for what to write instead"
