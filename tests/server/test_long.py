"""Very long games: whoever opens one gets all of it, and others do not wait for that."""

import threading
from collections.abc import Callable
from random import Random

import pytest

from skerry.match import Match, SeatPlan
from skerry.match.save import encode_match
from skerry.server.runtime import slow_lane
from skerry.server.tables import history, push, table
from skerry.server.web import practice
from tests.server.browser import Guest, Running, play_on
from tests.server.test_saved import bring, played

Visit = Callable[[Running], Guest]


@pytest.fixture
def short_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of more than ten entries count as long."""
    for module in (slow_lane, table, history):
        monkeypatch.setattr(module, "LONG_LOG", 10)


def many_moves() -> bytes:
    match = Match("nusfjord", [SeatPlan("Ann"), SeatPlan("Ben")], seed="7")
    match.begin()
    chance = Random(5)
    while not match.over:
        match.play(match.to_move or 0, match.actions.text(chance.choice(list(match.state.legal_actions()))))
    return encode_match(match)


@pytest.mark.usefixtures("short_lane")
def test_a_long_game_is_shown_and_told_whole(ann: Guest, ben: Guest) -> None:
    table = bring(ann, many_moves()).raise_for_status().json()["id"]
    first, second = ann.sit(table), ben.sit(table)
    for screen in (first, second):
        told = [line["move"] for line in screen.picture["lines"]]
        assert told[0] == 0 and told[-1] == screen.picture["move"] - 1
    first.send(type="look", seat=0, move=40)
    assert first.letter()["picture"]["move"] == 40
    for call in ("log", "curve", "match"):
        assert ben.http.get(f"/api/tables/{table}/{call}").status_code == 200
    again = ben.http.get(f"/api/tables/{table}/match").content
    assert bring(ben, again).status_code == 201


@pytest.mark.usefixtures("short_lane")
def test_a_long_game_is_played_on(ann: Guest) -> None:
    table = bring(ann, encode_match(played(12))).raise_for_status().json()["id"]
    seat = ann.sit(table)
    assert seat.picture["version"] > 10
    play_on(seat)


@pytest.mark.usefixtures("short_lane")
def test_the_lines_of_a_long_game_are_made_beside_the_loop(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    threads: set[str] = set()

    def tell(match: Match, seat: int, first: int = 0, make: Callable[..., object] = push.log_lines) -> object:
        if len(match.moves) - first > 10:
            threads.add(threading.current_thread().name)
        return make(match, seat, first)

    monkeypatch.setattr(push, "log_lines", tell)
    ann = visit(run())
    table = bring(ann, many_moves()).raise_for_status().json()["id"]
    assert ann.sit(table).picture["lines"]
    assert threads and all(name.startswith("long") for name in threads)


def test_a_game_that_is_too_long_for_a_review_says_so(monkeypatch: pytest.MonkeyPatch, ann: Guest) -> None:
    monkeypatch.setattr(practice, "MAX_REVIEWED", 10)
    table = bring(ann, many_moves()).raise_for_status().json()["id"]
    answer = ann.http.post(f"/api/tables/{table}/review", json={})
    assert answer.status_code == 409 and "too long" in answer.json()["words"]
