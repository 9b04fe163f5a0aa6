"""A person looks over the own turn before bots and the next person go on."""

from collections.abc import Callable

import pytest

from skerry.server.tables import checking
from tests.server.browser import Guest, Running, Seat, is_over, possible


def end_my_turn(seat: Seat, **wishes: bool) -> int:
    """Decide until a decision is held back for a second look; return the seat that looks."""
    while True:
        seat.my_turn()
        assert not is_over(seat.update)
        options = possible(seat.picture)
        seat.play_and_see("rest" if "rest" in options else options[0], hold=True, **wishes)
        if seat.update["waiting"] is not None:
            return seat.update["waiting"]


def confirm(at: Seat, **changes: int) -> None:
    at.send(**({"type": "confirm", "seat": at.picture["seat"], "version": at.picture["version"]} | changes))


def test_a_bot_waits_until_the_person_has_confirmed_the_turn(ann: Guest, ben: Guest) -> None:
    table = ann.start("me bot")
    seat, watching = ann.sit(table), ben.sit(table)
    assert end_my_turn(seat) == 0
    assert seat.update["thinking"] is None
    assert seat.picture["choices"] == []
    assert seat.picture["undo"]
    assert watching.until(lambda update: update["waiting"] == 0)["thinking"] is None
    move = seat.picture["move"]
    confirm(seat)
    assert seat.receive()["waiting"] is None
    seat.my_turn()
    assert any(line["move"] >= move and line.get("seat") == 1 for line in seat.picture["lines"])


def test_a_turn_that_waits_is_taken_back_as_often_as_one_likes(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    for _ in range(3):
        end_my_turn(seat)
        seat.undo()
        assert seat.receive()["waiting"] is None
        assert possible(seat.picture)


def test_without_the_wish_nobody_waits(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    while seat.picture["to_move"] == 0:
        seat.play("rest")
        seat.receive()
    assert seat.update["waiting"] is None
    assert seat.update["thinking"] == 1


def test_what_waits_is_durable_and_a_new_screen_sees_it_wait(ann: Guest, server: Running) -> None:
    table = ann.start("me bot")
    seat = ann.sit(table)
    end_my_turn(seat)
    assert ann.home()["tables"][0]["your_turn"]
    again = ann.sit(table)
    assert again.update == seat.update
    confirm(again)
    again.receive()
    again.my_turn()


def friends_at_a_table(ann: Guest, ben: Guest, **settings: str) -> list[Seat]:
    table = ann.start("Ann open", **settings)
    host = ann.gather(table)
    ben.take_seat(table, host.friends["invitation"], "Ben")
    screens = [host, ben.gather(table)]
    for screen in screens:
        screen.send(type="ready", ready=True)
    for screen in screens:
        screen.until(lambda update: True)
    return screens


def test_a_turn_nobody_could_regret_goes_on_after_a_moment(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOMENT", 0.1)
    seat = ann.sit(ann.start("me bot"))
    end_my_turn(seat, briefly=True)
    assert seat.update["waiting_for"] <= 0.1
    seat.until(lambda update: update["waiting"] is None)
    seat.my_turn()


def test_for_bots_alone_nothing_goes_on_before_done(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    end_my_turn(seat)
    assert seat.update["waiting_for"] is None


def test_other_people_wait_as_long_as_the_table_says(ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checking.CHECKING_SECONDS, "5", 0.2)
    screens = friends_at_a_table(ann, ben, checking="5")
    acting = screens[screens[0].picture["to_move"]]
    other = next(screen for screen in screens if screen is not acting)
    mine = end_my_turn(acting)
    other.until(lambda update: update["waiting"] == mine)
    assert other.update["waiting_for"] is not None and other.picture["choices"] == []
    other.until(lambda update: update["waiting"] is None)
    assert possible(other.picture)


def test_the_last_leader_waits_on_the_server_until_it_is_confirmed(ann: Guest, ben: Guest) -> None:
    """A decision that reveals something at once: nobody else knows which it is, and a reload finds it again."""
    table = ann.start("me bot", game="tungaru")
    seat, watching = ann.sit(table), ben.sit(table)
    while True:
        seat.my_turn()
        text = possible(seat.picture)[0]
        seat.play_and_see(text, hold=True)
        if seat.picture.get("meant"):
            break
        if seat.update["waiting"] is not None:
            seat.insist(lambda: confirm(seat), lambda update: update["waiting"] is None)
    assert seat.picture["meant"]["text"] == text and seat.picture["undo"]
    watching.until(lambda update: update["waiting"] == 0)
    assert watching.picture["meant"] is None and not any(f"(means: {text})" in heard for heard in watching.heard)
    assert ann.home()["tables"][0]["your_turn"]
    again = ann.sit(table)
    assert again.picture["meant"]["text"] == text
    again.undo()
    again.until(lambda update: update["waiting"] is None)
    other = next(option for option in possible(again.picture) if option != text)
    again.play(other, hold=True)
    again.until(lambda update: update["waiting"] == 0)
    moves = again.picture["move"]
    confirm(again)
    assert again.until(lambda update: update["waiting"] is None)["picture"]["move"] > moves


@pytest.mark.parametrize("is_done", [False, True])
def test_after_a_restart_a_turn_waits_or_is_confirmed_as_before(
    run: Callable[..., Running], visit: Callable[[Running], Guest], is_done: bool
) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    screens = friends_at_a_table(ann, ben)
    table = ann.home()["tables"][0]["id"]
    acting = screens[screens[0].picture["to_move"]]
    mine = end_my_turn(acting)
    if is_done:
        confirm(acting)
        acting.until(lambda update: update["waiting"] is None)
    lines = acting.picture["lines"]
    first.stop()
    again = visit(run())
    again.http.cookies = (ann, ben)[mine].http.cookies
    assert again.home()["tables"][0]["your_turn"] is not is_done
    seat = again.gather(table)
    seat.until(lambda update: True)
    assert seat.update["waiting"] == (None if is_done else mine)
    assert seat.picture["lines"] == lines


def test_around_one_screen_the_own_result_is_seen_before_the_hand_over(ann: Guest) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    mine = seat.picture["seat"]
    while seat.update["waiting"] is None:
        text = "draw" if "draw" in possible(seat.picture) else possible(seat.picture)[0]
        seat.play(text, hold=True)
        seat.receive()
        mine = seat.picture["seat"] if seat.update["waiting"] is None else mine
    assert seat.picture["seat"] == seat.update["waiting"] == mine
    assert seat.picture["choices"] == []
    other = seat.picture["to_move"]
    assert other == 1 - mine
    confirm(seat)
    seat.receive()
    assert seat.picture["seat"] == other
    assert seat.update["waiting"] is None


def test_the_next_person_waits_for_done(ann: Guest) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    mine = end_my_turn(seat)
    seat.play("rest", seat=1 - mine)
    assert "still checking" in seat.problem()["words"]
    seat.play("rest", seat=mine)
    assert "Confirm or undo" in seat.problem()["words"]
    confirm(seat)
    seat.until(lambda update: update["waiting"] is None and update["picture"]["seat"] == 1 - mine)
    seat.play("rest")
    seat.receive()
    seat.undo(seat=mine)
    assert seat.problem()["reason"]["rule"] in ("undo.turn", "undo.chance")


def test_only_who_sits_there_confirms_and_only_what_is_on_the_table(ann: Guest, ben: Guest) -> None:
    table = ann.start("me bot")
    seat, watching = ann.sit(table), ben.sit(table)
    end_my_turn(seat)
    watching.until(lambda update: update["waiting"] == 0)
    confirm(watching, seat=0)
    assert "You are watching" in watching.problem()["words"]
    confirm(seat, seat=1)
    assert "not playing" in seat.problem()["words"]
    confirm(seat, version=seat.picture["version"] - 1)
    assert "moved on" in seat.problem()["words"]
    assert seat.receive()["waiting"] == 0
