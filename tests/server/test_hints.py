"""What a bot would do in my place: fair, limited, and never in the way of the game."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.browser import Guest, Running, Seat, possible


def ask(at: Seat, level: str = "hard", **changes: Any) -> None:
    at.send(**({"type": "ask", "seat": at.picture["seat"], "version": at.picture["version"], "level": level} | changes))


@pytest.mark.parametrize("level", ["random", "easy", "hard"])
def test_a_hint_names_options_that_are_possible_now(ann: Guest, level: str) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat, level)
    advice = seat.letter()
    assert (advice["level"], advice["version"]) == (level, seat.picture["version"])
    assert {option["text"] for option in advice["options"]} <= set(possible(seat.picture))
    assert sum(option["share"] for option in advice["options"]) == pytest.approx(1)


def test_while_a_bot_thinks_about_a_hint_the_game_goes_on(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat, "expert")  # the one level that takes its time
    ask(seat, "expert")
    assert "Still working" in seat.problem()["words"]
    move = seat.picture["move"]
    seat.play("rest")
    seat.until(lambda update: update["picture"]["move"] > move)
    assert seat.letter()["version"] < seat.picture["version"]  # the answer says which question it is about


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": 1}, "when it is your turn"),
        ({"version": 1}, "moved on"),
        ({"level": "oracle"}, "There is no bot 'oracle'"),
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
    ann = visit(run(hints_per_minute=8))
    seat = ann.sit(ann.start("Ann"))
    for _ in range(2):
        ask(seat, "random")
        seat.letter()
    ask(seat, "random")
    assert "a lot of hints" in seat.problem()["words"]


def test_a_bot_that_finds_no_answer_in_time_says_so(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(deadline=0.001))
    seat = ann.sit(ann.start("Ann"))
    ask(seat)
    assert "ran out of time" in seat.problem()["words"]


def test_what_the_bot_likes_best_stands_first(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    for level in ("easy", "hard"):
        ask(seat, level)
        shares = [option["share"] for option in seat.letter()["options"]]
        assert len(shares) > 1 and shares == sorted(shares, reverse=True)
