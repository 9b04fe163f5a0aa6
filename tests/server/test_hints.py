"""What a bot would do in my place: fair, limited, and never in the way of the game."""

from collections.abc import Callable
from typing import Any

import pytest

from skerry.bots import Observer
from skerry.match import Match, SeatPlan
from skerry.server import thinking
from tests.server.browser import Guest, Running, Seat, possible


def ask(at: Seat, level: str = "hard", **changes: Any) -> None:
    at.send(**({"type": "ask", "seat": at.table["seat"], "version": at.table["version"], "level": level} | changes))


@pytest.mark.parametrize("level", ["random", "hard"])
def test_a_hint_names_options_that_are_possible_now(ann: Guest, level: str) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat, level)
    advice = seat.letter()
    assert (advice["level"], advice["version"]) == (level, seat.table["version"])
    assert {option["text"] for option in advice["options"]} <= set(possible(seat.table))
    assert sum(option["share"] for option in advice["options"]) == pytest.approx(1)


def test_while_a_bot_thinks_about_a_hint_the_game_goes_on(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    ask(seat)
    ask(seat)
    assert "still" in seat.problem()["words"]
    move = seat.table["move"]
    seat.play("rest")
    seat.until(lambda update: update["table"]["move"] > move)
    assert seat.letter()["version"] < seat.table["version"]  # the answer says which question it is about


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seat": 1}, "person who is to decide"),
        ({"version": 1}, "moved on"),
        ({"level": "oracle"}, "there is no bot 'oracle'"),
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
    ask(watching, seat=watching.table["to_move"])
    assert "person who is to decide" in watching.problem()["words"]


def test_hints_are_limited(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(hints_per_minute=8))
    seat = ann.sit(ann.start("Ann"))
    for _ in range(2):
        ask(seat, "random")
        seat.letter()
    ask(seat, "random")
    assert "too many" in seat.problem()["words"]


def test_a_bot_that_finds_no_answer_in_time_says_so(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(deadline=0.001))
    seat = ann.sit(ann.start("Ann"))
    ask(seat)
    assert "no opinion in time" in seat.problem()["words"]


def test_a_bot_that_weighs_its_options_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Weighing:
        def choose(self, observer: Observer) -> int:
            return observer.legal[0]

        def advice(self, observer: Observer) -> list[tuple[int, float, float]]:
            return [(observer.legal[0], 0.25, 3.5), (observer.legal[1], 0.75, 4.0)]

    match = Match("_blank", [SeatPlan("Ann")])
    match.begin()
    observer = Observer(match.game, match.state, 0)
    monkeypatch.setattr(thinking, "make_bot", lambda *_: Weighing())
    first, second = observer.legal[:2]
    assert thinking.advise("x", observer, 1) == [(second, 0.75, 4.0), (first, 0.25, 3.5)]
