"""What I could do, and why: fair, limited, and never in the way of the game."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.browser import Guest, Running, Seat, possible


def ask(at: Seat, **changes: Any) -> None:
    at.send(**({"type": "ask", "seat": at.picture["seat"], "version": at.picture["version"]} | changes))


@pytest.mark.both
def test_a_hint_names_options_that_are_possible_now_and_says_why(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat)
    advice = seat.letter()
    hint = advice["hint"]
    assert advice["version"] == seat.picture["version"]
    assert hint["best"] and set(hint["best"]) <= set(possible(seat.picture))
    assert {option["text"] for option in hint["options"]} <= set(possible(seat.picture))
    words = [hint["nudge"], hint["move"], hint["why"]]
    assert all(words) and not any("{" in sentence for sentence in words), "names are filled in"


def test_while_a_hint_is_thought_about_the_game_goes_on(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat)
    ask(seat)
    assert "Still working" in seat.problem()["words"]
    move = seat.picture["move"]
    seat.play("rest")
    seat.until(lambda update: update["picture"]["move"] > move)
    assert seat.letter()["version"] < seat.picture["version"]  # the answer says which question it is about


def test_a_first_answer_is_refined_in_view_until_nothing_would_change(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat)
    hints = [seat.letter()["hint"]]
    assert hints[0]["thinking"] and hints[0]["pairs"] == 0
    while hints[-1]["thinking"]:
        hints.append(seat.letter()["hint"])
    assert hints[-1]["pairs"] > 0
    assert all(hint["best"] and not hint["move"].startswith("As before") for hint in hints)


def test_a_hint_for_the_next_question_need_not_wait_for_the_last_one(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat)
    seat.letter()
    move = seat.picture["move"]
    seat.play("gather")
    seat.until(lambda update: update["picture"]["move"] > move and bool(update["picture"]["choices"]))
    ask(seat)
    advice = seat.letter()
    while advice["version"] < seat.picture["version"]:
        advice = seat.letter()
    assert set(advice["hint"]["best"]) <= set(possible(seat.picture))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": 1}, "when it is your turn"),
        ({"version": 1}, "moved on"),
    ],
)
def test_a_hint_that_makes_no_sense_is_told(ann: Guest, changes: dict[str, Any], words: str) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat, **changes)
    assert words in seat.problem()["words"]


def test_a_spectator_gets_no_hint(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann Cleo")
    ann.sit(table)
    watching = ben.sit(table)
    ask(watching, seat=watching.picture["to_move"])
    assert "when it is your turn" in watching.problem()["words"]


def test_hints_are_limited(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(hints_per_minute=4))
    seat = ann.sit(ann.start("Ann"))
    ask(seat)
    ask(seat)
    assert "Too many requests" in seat.problem()["words"]


def test_a_bot_that_finds_no_answer_in_time_says_so(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(deadline=0.001))
    seat = ann.sit(ann.start("Ann"))
    ask(seat)
    assert "ran out of time" in seat.problem()["words"]
