"""Looking back with the teacher: the review of a finished game, and playing on from one of its positions."""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest

from skerry.match import Match
from skerry.match.save import decode_match
from skerry.server.practice.reviews import Reviews
from skerry.teacher.pairs import Ending, Gap, MeanEstimate
from skerry.teacher.review.model import Missed, Review, Spot
from skerry.teacher.review.turns import turns_of
from tests.server.browser import PATIENCE, Guest, Running, play_on, possible


def finished(guest: Guest, seats: str = "me bot", **more: Any) -> str:
    table = guest.start(seats, **more)
    play_on(guest.sit(table))
    return table


def reviewed(guest: Guest, table: str) -> dict[str, Any]:
    answer = guest.http.post(f"/api/tables/{table}/review", json={})
    until = time.monotonic() + 4 * PATIENCE
    while answer.json()["working"]:
        assert time.monotonic() < until
        time.sleep(0.1)
        answer = guest.http.get(f"/api/tables/{table}/review")
    assert not answer.json()["problem"]
    return answer.json()


def test_a_finished_game_is_reviewed_once_and_the_review_outlives_the_server(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    server = run()
    ann = visit(server)
    table = finished(ann)
    before = ann.http.get(f"/api/tables/{table}/review").json()
    assert before["review"] is None and not before["working"]
    now = reviewed(ann, table)
    review, said = now["review"], now["words"]
    for ledgers in (review["points"], review["win"]):
        for ledger in ledgers:
            whole = sum(ledger[row] for row in ("start", "own", "others", "luck", "unexplained"))
            assert whole == pytest.approx(ledger["end"])
    assert now["me"] == 0 and said["headline"]
    assert len(said["missed"]) == len(review["missed"])
    again = ann.http.post(f"/api/tables/{table}/review", json={}).json()
    assert not again["working"] and again["review"] == review
    server.stop()
    server = run()
    ann.http.base_url, ann.host = f"http://{server.host}", server.host
    ann.http.headers["Origin"] = f"http://{server.host}"
    assert ann.http.get(f"/api/tables/{table}/review").json()["review"] == review
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert db.execute("SELECT * FROM reviews").fetchall() == [], "a deleted game leaves nothing behind"
    db.close()


def two_missed(self: Reviews, match: Match, task: object, progress: object) -> Review:
    """The first two turns of seat 0 with something to choose, and for each another option as the better one."""
    gap = Gap(80, MeanEstimate(0.3, 0.1), MeanEstimate(4.0, 1.0), {}, 0.0)
    missed: list[Missed] = []
    for turn in turns_of(match):
        legal = match.at(turn.first).legal_actions()
        if turn.seat == 0 and len(legal) > 1 and len(missed) < 2:
            better = match.actions.text(next(action for action in legal if action != turn.actions[0]))
            missed.append(Missed(turn.first, 0, 1, "What was played", "What was better", better, gap))
    return Review(Spot(0, 0, -1, 0, "", [], [], [], []), [], Ending((), (), ()), [], [], missed, [], [], 0, 0)


def test_turns_of_ones_own_can_be_tried_again_until_a_good_move_is_found(
    ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reviews, "work", two_missed)
    monkeypatch.setattr("skerry.server.web.practice.review_words", lambda match, found, me: None)
    table = finished(ann)
    missed = reviewed(ann, table)["review"]["missed"]
    first, second = (f"/api/puzzles/own.{table}.{one['move']}" for one in missed)
    shown = ann.http.get(first).json()
    assert shown["info"]["question"] == "You played “What was played”. What would have been better?"
    assert f"/api/puzzles/{shown['info']['next']}" == second
    assert ann.http.get(second).json()["info"]["next"] == ""
    texts = possible(shown["picture"])
    wrong = next(text for text in texts if text != missed[0]["text"])
    assert not ann.http.post(first, json={"text": wrong}).json()["right"]
    solved = ann.http.post(first, json={"text": missed[0]["text"]}).json()
    assert solved["right"] and "would have brought 4 points more" in solved["explanation"]
    again = ann.http.post(f"{first}/table").json()["id"]
    assert ann.sit(again).picture["view"] == shown["picture"]["view"]
    assert ben.http.get(first).status_code in (403, 404), "nobody else is shown it"
    assert ann.http.get(f"/api/puzzles/own.{table}.9999").status_code == 404


def test_before_the_end_there_is_no_review_and_no_playing_on(ann: Guest) -> None:
    table = ann.start("me bot")
    assert ann.http.post(f"/api/tables/{table}/review", json={}).status_code == 409
    assert ann.http.post(f"/api/tables/{table}/from", json={"move": 3, "seat": 0}).status_code == 409


def test_what_people_left_lying_is_for_them_alone(ann: Guest, ben: Guest) -> None:
    table = finished(ann, "Ann Eve")
    mine = reviewed(ann, table)
    theirs = ben.http.get(f"/api/tables/{table}/review").json()
    assert theirs["review"]["points"] == mine["review"]["points"]
    assert theirs["review"]["missed"] == [] and theirs["review"]["best"] == [None, None]


def test_a_game_is_played_on_from_any_decision_against_bots(ann: Guest) -> None:
    table = finished(ann, "Ann Eve bot:easy")
    match = decode_match(ann.http.get(f"/api/tables/{table}/match").content)
    number = next(n for n, move in enumerate(match.moves) if n > 6 and move.entry.seat == 1 and not move.entry.forced)
    answer = ann.http.post(f"/api/tables/{table}/from", json={"move": number, "seat": 1})
    assert answer.status_code == 201
    seat = ann.sit(answer.json()["id"])
    picture = seat.picture
    assert picture["move"] == number and picture["to_move"] == 1 and possible(picture)
    assert [player["bot"] for player in picture["seats"]] == ["medium", None, "easy"]
    play_on(seat)
    played = decode_match(ann.http.get(f"/api/tables/{answer.json()['id']}/match").content)
    assert [move.entry.text for move in played.moves[:number]] == [move.entry.text for move in match.moves[:number]]


@pytest.mark.parametrize("wish", [{"move": -1, "seat": 0}, {"move": 9999, "seat": 0}, {"move": 3, "seat": 7}])
def test_there_is_no_playing_on_from_nowhere(ann: Guest, wish: dict[str, int]) -> None:
    table = finished(ann)
    assert ann.http.post(f"/api/tables/{table}/from", json=wish).status_code == 400
