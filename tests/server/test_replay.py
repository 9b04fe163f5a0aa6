"""Looking back: every move again, but before the end no more than one could see then; the match as a file."""

import json
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.match import Match, SeatPlan, luck
from skerry.match.save import decode_match
from tests.server.browser import Guest, Seat, is_over, play_on, possible


def look(at: Seat, move: int, seat: int) -> dict[str, Any]:
    at.send(type="look", move=move, seat=seat)
    return at.letter()


def test_every_move_of_a_running_match_can_be_looked_at_again(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann"))
    seen = []
    for _ in range(6):
        seen.append(seat.my_turn()["picture"])
        seat.play(possible(seat.picture)[0])
        seat.receive()
    for picture in seen:
        answer = look(seat, picture["move"], 0)
        assert answer["moves"] == seat.picture["move"]
        then = answer["picture"]
        assert (then["view"], then["lines"]) == (picture["view"], picture["lines"])
        assert then["choices"] == []
        assert not then["undo"]
        assert then["seed"] is None


def test_the_past_of_a_running_match_shows_a_spectator_no_more_than_the_present(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    own = ann.sit(table).my_turn()["picture"]
    cards = own["view"]["players"][0]["hand"]
    watching = ben.sit(table)
    for move in range(own["move"] + 1):
        seen = json.dumps(look(watching, move, -1))
        assert not any(card in seen for card in cards)


@pytest.mark.parametrize("seat_number", [0, 1, 15, 99, -2])
def test_nobody_looks_through_the_eyes_of_another_before_the_end(ann: Guest, ben: Guest, seat_number: int) -> None:
    table = ann.start("Ann bot")
    ann.sit(table).my_turn()
    watching = ben.sit(table)
    watching.send(type="look", move=3, seat=seat_number)
    assert "once the game is over" in watching.problem()["words"]
    answer = ben.http.get(f"/api/tables/{table}/log?seat={seat_number}")
    assert answer.status_code == 403
    if seat_number != 0:
        own = ann.sit(table)
        own.send(type="look", move=3, seat=seat_number)
        assert "once the game is over" in own.problem()["words"]


def test_a_decision_that_was_taken_back_is_not_in_the_past(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann"))
    seat.play("gather")
    seat.receive()
    assert any("gathers" in line["words"] for line in seat.picture["lines"])
    seat.undo()
    seat.receive()
    lines = look(seat, seat.picture["move"], 0)["picture"]["lines"]
    assert lines and not any("gathers" in line["words"] for line in lines)


def test_when_all_is_over_everybody_sees_through_all_eyes(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    seat = ann.sit(table)
    cards = seat.my_turn()["picture"]["view"]["players"][0]["hand"]
    at = seat.picture["move"]
    play_on(seat)
    watching = ben.sit(table)
    then = look(watching, at, 0)["picture"]
    assert then["view"]["players"][0]["hand"] == cards
    told = json.dumps(look(watching, watching.picture["move"], 1)["picture"]["lines"])
    assert all(card in told for card in cards)


@pytest.mark.parametrize("move", [-1, 10_000])
def test_a_move_that_was_never_made_is_told(ann: Guest, move: int) -> None:
    seat = ann.sit(ann.start("Ann"))
    seat.send(type="look", move=move, seat=0)
    assert "There is no move" in seat.problem()["words"]


# ---- files


def test_a_match_that_is_over_is_a_file_that_anyone_can_check(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    seat = ann.sit(table)
    play_on(seat)
    for guest in (ann, ben):
        answer = guest.http.get(f"/api/tables/{table}/match")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
        match = decode_match(answer.content)
        assert match.over
        assert luck.wrong_chances(match) == []
        assert match.seed == seat.picture["seed"]


def test_before_the_end_there_is_only_the_own_log_in_words(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    own = ann.sit(table).my_turn()["picture"]
    assert not is_over({"picture": own})
    cards = own["view"]["players"][0]["hand"]
    answer = ann.http.get(f"/api/tables/{table}/match")
    assert answer.status_code == 409
    assert own["commitment"] not in answer.text
    mine = ann.http.get(f"/api/tables/{table}/log?seat=0").text
    theirs = ben.http.get(f"/api/tables/{table}/log").text
    names = [GAMES["_blank"].catalogue(Match("_blank", [SeatPlan("Ann")]).start).cards[card].name for card in cards]
    assert all(name in mine for name in names)
    assert not any(name in theirs for name in names)
    assert len(mine.splitlines()) == len(own["lines"])


@pytest.mark.parametrize("path", ["nothere/match", "nothere/log", "nothere/log?seat=x"])
def test_files_of_a_table_that_is_not_there_are_told(ann: Guest, path: str) -> None:
    answer = ann.http.get(f"/api/tables/{path}")
    assert answer.status_code == 404
    assert "no game at this address" in answer.json()["words"]


def test_a_seat_that_is_no_number_is_told(ann: Guest) -> None:
    assert ann.http.get(f"/api/tables/{ann.start()}/log?seat=x").status_code == 400
