"""Saved games that strangers bring: read apart from everybody's moves, with a budget, and fairly."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from skerry.core.answers import Reason
from skerry.match import Match, SeatPlan, log_limits
from skerry.match.save import encode_match
from skerry.server.errors import StoreError
from skerry.server.store import bulk
from skerry.server.tables import uploads
from tests.server.browser import Guest, Running, play_on
from tests.server.test_saved import bring, played

Visit = Callable[[Running], Guest]


def very_long(entries: int) -> bytes:
    """Somebody decides and undoes, again and again, more often than is possible today."""
    match = Match("_blank", [SeatPlan("Ann"), SeatPlan("Ben")], seed="7")
    match.begin()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(log_limits, "MAX_IDLE_ENTRIES", 10 * entries)
        while len(match.log) < entries:
            seat = match.to_move or 0
            match.play(seat, match.actions.text(match.state.legal_actions()[0]))
            if not isinstance(match.undo_or_reason(seat), Reason):
                match.undo(seat)
    return encode_match(match)


def test_a_game_of_almost_any_length_comes_back(ann: Guest) -> None:
    data = very_long(5_000)
    table = bring(ann, data).raise_for_status().json()["id"]
    assert ann.sit(table).picture["version"] >= 5_000
    assert [info["id"] for info in ann.home()["tables"]] == [table]


def test_nothing_is_replayed_in_the_process_that_serves_everybody(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("a stranger's game is replayed here")

    ann = visit(run())
    monkeypatch.setattr(Match, "replay", refuse)
    assert bring(ann, encode_match(played(3))).status_code == 201


def test_a_game_that_takes_too_long_is_given_up_and_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    ann = visit(run())
    with monkeypatch.context() as patched:
        patched.setattr(uploads, "WALL", 0.0)
        answer = bring(ann, very_long(2_000))
    assert answer.status_code == 400 and "takes too long" in answer.json()["words"]
    assert ann.home()["tables"] == []
    assert bring(ann, encode_match(played(3))).status_code == 201


def test_whoever_brings_many_at_once_is_asked_to_wait(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann, ben, data = visit(server), visit(server), very_long(5_000)
    with ThreadPoolExecutor(12) as crowd:
        answers = list(crowd.map(lambda _: bring(ann, data), range(12)))
    assert {answer.status_code for answer in answers} == {201, 429}
    assert any("being read" in answer.json().get("words", "") for answer in answers)
    assert bring(ben, encode_match(played(3))).status_code == 201


def test_others_play_on_meanwhile(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    guests, data = [visit(server) for _ in range(3)], very_long(5_000)
    ben = visit(server)
    with ThreadPoolExecutor(3) as crowd:
        answers = crowd.map(lambda guest: bring(guest, data), guests)
        play_on(ben.sit(ben.start("Ann Ben")))
        assert [answer.status_code for answer in answers] == [201] * 3


def test_one_address_or_person_does_not_take_all_places() -> None:
    asked = uploads.Uploads()
    asked.waiting = [("ann", "192.0.2.1"), ("ben", "192.0.2.1"), ("cay", "192.0.2.1")]
    for person, address in (("ann", "192.0.2.9"), ("dan", "192.0.2.1")):
        with pytest.raises(Exception, match="being read"):
            asked.check_places(person, address)
    asked.check_places("dan", "192.0.2.9")


def test_a_game_that_was_only_half_stored_is_gone_after_a_restart(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    def fail(*arguments: object) -> None:
        raise StoreError("the disk is full")

    first = run()
    ann = visit(first)
    with monkeypatch.context() as patched:
        patched.setattr(bulk, "give_to_owner", fail)
        assert bring(ann, very_long(3_000)).status_code in (500, 503)
    assert ann.home()["tables"] == []
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] >= 3_000
    run().stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        for table in ("matches", "entries"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0
