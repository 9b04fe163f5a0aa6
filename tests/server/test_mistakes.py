"""Bad messages get a clear answer and change nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browser import PATIENCE, Guest, Running, Seat, is_over, possible

MOVE = {"type": "play", "seat": 0, "move": 0, "text": "rest"}

BAD = {
    "no JSON": "hello",
    "half of it": '{"type": "play", "seat"',
    "nothing": "",
    "a list": "[1, 2]",
    "no type": "{}",
    "unknown type": '{"type": "cheat"}',
    "a type from the server": '{"type": "update"}',
    "a field missing": '{"type": "play", "seat": 0}',
    "a field too many": json.dumps(MOVE | {"cheat": True}),
    "a word for a number": json.dumps(MOVE | {"seat": "0"}),
    "a fraction of a seat": json.dumps(MOVE | {"seat": 0.5}),
    "no text": json.dumps(MOVE | {"text": None}),
    "too long a text": json.dumps(MOVE | {"text": "x" * 101}),
    "half a letter": '{"type": "play", "seat": 0, "move": 0, "text": "\\ud800"}',
    "brackets without end": "[" * 1_900,
    "brackets in brackets": '{"type": "play", "seat": ' + "[" * 900 + "]" * 900 + "}",
    "not UTF-8": b"\xff\xfe{}",
    "more than is read": json.dumps(MOVE | {"text": "x" * 3_000}),
    "much more than is read": "x" * 50_000,
}


@pytest.fixture
def seat(ann: Guest) -> Seat:
    return ann.sit(ann.start("Ann Ben"))


@pytest.mark.parametrize("message", BAD.values(), ids=BAD.keys())
def test_a_message_that_makes_no_sense_is_answered_and_changes_nothing(ann: Guest, message: str | bytes) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    seat.socket.send(message)
    problem = seat.problem()
    assert "did not understand" in problem["words"] or "is too long" in problem["words"]
    assert ann.sit(table).picture == seat.picture
    seat.play("rest")  # and the line still works
    assert seat.receive()["type"] == "update"


def test_a_text_that_is_none_is_answered_and_does_not_fill_the_log(
    ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    seat.socket.send(b"\xff\xfe{}", text=True)
    assert "did not understand" in seat.problem()["words"]
    assert caplog.text == ""
    seat.play("rest")
    assert seat.receive()["type"] == "update"


@pytest.mark.parametrize("message", [{"type": "say", "words": "\ud83d", "n": 7}, {"type": "cheat", "n": 7}])
def test_what_cannot_be_read_is_answered_by_its_number(ann: Guest, message: dict[str, object]) -> None:
    """A page waits for that.  Half of an emoji is what a limit on letters leaves of one."""
    seat = ann.sit(ann.start("Ann Ben"))
    seat.send(**message)
    seat.until_done(7)
    assert seat.problem()["words"]


def test_an_enormous_message_ends_the_line_and_changes_nothing(ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    with pytest.raises(ConnectionClosed) as closed:
        seat.socket.send("x" * 1_000_000)
        seat.socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert ann.sit(table).picture == seat.picture


def test_an_action_that_the_rules_refuse_is_refused_with_rule_and_numbers(seat: Seat) -> None:
    while not (refused := [choice for choice in seat.picture["choices"] if "reason" in choice]):
        seat.play("draw")  # it is paid for, and the hand is limited
        seat.receive()
    impossible = refused[0]
    problem = seat.refused(impossible["text"])
    assert problem["reason"] == impossible["reason"]
    assert problem["reason"]["rule"] and problem["reason"]["words"] in problem["words"]


def test_an_answer_to_another_question_is_told_so(seat: Seat) -> None:
    problem = seat.refused("hide rock")
    assert problem["reason"]["rule"] == "turn.1"
    assert "asked" in problem["words"] or "question" in problem["words"]


def test_a_slip_of_the_pen_is_told_what_was_meant(seat: Seat) -> None:
    assert "did you mean 'gather'" in seat.refused("gathr")["words"]


@pytest.mark.parametrize("number", [-1, 2, 7, 15, 16, 2**31 - 1])
def test_a_seat_that_is_not_there_decides_nothing(seat: Seat, number: int) -> None:
    assert "screen" in seat.refused("rest", seat=number)["words"]


def test_it_must_be_your_turn(seat: Seat) -> None:
    assert "turn" in seat.refused("rest", seat=1 - seat.picture["to_move"])["words"]


def test_undo_is_no_word_to_play(seat: Seat) -> None:
    assert "No action" in seat.refused("undo")["words"]


@pytest.mark.parametrize("off_by", [-1, 1])
def test_a_click_on_an_old_picture_changes_nothing_and_brings_the_new_one(seat: Seat, off_by: int) -> None:
    before = seat.picture
    seat.play("rest", version=before["version"] + off_by)
    assert "moved on" in seat.problem()["words"]
    assert seat.receive()["picture"] == before


def test_a_click_on_a_picture_from_before_an_undo_changes_nothing(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    first = seat.picture
    seat.play("rest")
    old = seat.until(lambda update: update["picture"]["version"] > first["version"])["picture"]
    seat.undo(seat=first["seat"])
    seat.receive()
    seat.play("gather")
    now = seat.receive()["picture"]
    assert now["move"] == old["move"]
    seat.play("rest", version=old["version"])
    assert "moved on" in seat.problem()["words"]
    assert seat.receive()["picture"] == now


def test_two_clicks_at_once_are_one_decision(ann: Guest) -> None:
    table = ann.start("Ann Ben")
    one, two = ann.sit(table), ann.sit(table)
    one.play("rest")
    two.play("rest")
    problems = []
    for seat in (one, two):
        seat.until(lambda update, seen=seat.picture["move"]: update["picture"]["move"] == seen + 1)
        seat.undo(seat=7)  # its answer comes after all others
        while not (problem := seat.problem())["words"].startswith("Seat 7"):
            problems.append(problem)
    assert len(problems) == 1
    assert "moved on" in problems[0]["words"]


@pytest.mark.parametrize("table", ["nowhere", "x" * 500, "%00", "..", "%27%20OR%201=1"])
def test_a_table_that_is_not_there_is_told_and_the_line_closed_for_good(ann: Guest, table: str) -> None:
    line = ann.line(table)
    assert "no game at this address" in json.loads(line.recv(PATIENCE))["words"]
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


# ---- new tables

PERSON = {"name": "Ann"}
WRONG: dict[str, tuple[Any, str]] = {
    "unknown game": ({"game": "chess", "seats": [PERSON]}, "no game 'chess'"),
    "unknown bot": ({"game": "_blank", "seats": [{"name": "Robin", "bot": "deep"}]}, "no bot 'deep'"),
    "nobody": ({"game": "_blank", "seats": []}, "did not understand"),
    "too many for the game": ({"game": "_blank", "seats": [PERSON] * 6}, "1 to 5 players"),
    "too many for any": ({"game": "_blank", "seats": [PERSON] * 100}, "did not understand"),
    "no name": ({"game": "_blank", "seats": [{"name": ""}]}, "did not understand"),
    "long name": ({"game": "_blank", "seats": [{"name": "x" * 41}]}, "1 to 40"),
    "invisible name": ({"game": "_blank", "seats": [{"name": "\u200b"}]}, "printable"),
    "unknown option": ({"game": "_blank", "seats": [PERSON], "options": {"sun": "on"}}, "no option 'sun'"),
    "a field too many": ({"game": "_blank", "seats": [PERSON], "seed": "1"}, "did not understand"),
    "no object": ([], "did not understand"),
}


@pytest.mark.parametrize(("wish", "words"), WRONG.values(), ids=WRONG.keys())
def test_a_table_that_cannot_be_is_refused_in_words(ann: Guest, wish: Any, words: str) -> None:
    answer = ann.http.post("/api/tables", json=wish)
    assert answer.status_code == 400
    assert answer.json()["type"] == "problem"
    assert words in answer.json()["words"]
    assert ann.home()["tables"] == []


def test_a_body_of_another_kind_or_size_is_refused(ann: Guest) -> None:
    as_text = ann.http.post("/api/tables", content="{}", headers={"Content-Type": "text/plain"})
    assert as_text.status_code == 415
    huge = ann.http.post("/api/tables", content="[" * 200_000, headers={"Content-Type": "application/json"})
    assert huge.status_code == 413
    deep = ann.http.post("/api/tables", content="[" * 90_000, headers={"Content-Type": "application/json"})
    assert deep.status_code == 400


def test_every_error_is_a_problem_in_words(ann: Guest) -> None:
    for method, path in [("GET", "/api/nothing"), ("DELETE", "/api/home"), ("GET", "/api/tables"), ("POST", "/")]:
        answer = ann.http.request(method, path)
        assert answer.status_code in (404, 405, 503), path
        if answer.status_code != 503:
            assert answer.json()["type"] == "problem"


NONSENSE = [
    b"\xff" * 50,
    b"[" * 1_500,
    b'{"type": "play", "seat": 1e99, "version": -1, "text": "x"}',
    b'{"type": "look", "seat": 7, "move": 99999999999999999999}',
    b'{"type": "ask", "seat": 0, "version": 0, "level": "\\u202e"}',
    b'{"type": "rename", "seat": -4, "name": "\\u0000"}',
    b'{"type": "say", "words": "\n"}',
    b'{"type": "undo", "seat": 1, "version": 10000000}',
    b'{"type": "confirm"}',
]


def test_a_thousand_hostile_messages_are_answered_and_others_play_on(
    run: Callable[..., Running], visit: Callable[..., Guest], caplog: pytest.LogCaptureFixture
) -> None:
    server = run(messages_per_second=100_000, hints_per_minute=100_000, chats_per_minute=100_000)
    ann, ben = visit(server), visit(server)
    attacker, player = ann.sit(ann.start("Ann Cleo")), ben.sit(ben.start("Ben Dora"))
    for round_ in range(111):
        for message in NONSENSE:
            attacker.socket.send(message)
        for _ in NONSENSE:
            attacker.problem()
        if round_ % 10 == 0 and not is_over(player.update):
            player.play(possible(player.picture)[0])
            player.receive()
    assert "Traceback" not in caplog.text
    attacker.play("rest")
    assert attacker.receive()["type"] == "update"


# ---- too much


def test_a_guest_may_make_so_many_tables_in_an_hour(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    server = run(tables_per_hour=2)
    ann, ben = visit(server), visit(server)
    assert [ann.ask_for().status_code for _ in range(3)] == [201, 201, 429]
    assert ben.ask_for().status_code == 201


def test_a_guest_may_have_so_many_unfinished_tables(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(open_tables=1))
    table = ann.start("bot bot")
    refused = ann.ask_for()
    assert refused.status_code == 409
    assert "Finish or delete one" in refused.json()["words"]
    ann.sit(table).until(lambda update: update["picture"]["to_move"] is None)
    assert ann.ask_for().status_code == 201


def test_who_talks_too_fast_is_told_so_and_not_heard(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(messages_per_second=1))
    seat = ann.sit(ann.start("Ann Ben"))
    for _ in range(4):
        seat.play("gathr")
    words = [seat.problem()["words"] for _ in range(4)]
    assert ["Too many requests" in word for word in words] == [False, False, False, True]


def test_a_guest_may_have_so_many_lines_open(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(sockets=1))
    table = ann.start("Ann Ben")
    first = ann.sit(table)
    assert "too many games open" in json.loads(ann.line(table).recv(PATIENCE))["words"]
    first.play("rest")
    assert first.receive()["type"] == "update"
