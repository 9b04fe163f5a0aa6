"""A saved game comes back through the browser; and what a game that is over still tells."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from skerry.match import Match, SeatPlan
from skerry.match.save import encode_match
from tests.server.browser import Guest, Running


def played(decisions: int, *seats: SeatPlan) -> Match:
    match = Match("_blank", seats or [SeatPlan("Ann"), SeatPlan("Ben")], seed="7")
    match.begin()
    while decisions and not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(seat, match.actions.text(match.state.legal_actions()[-1]))
        decisions -= 1
    return match


def bring(guest: Guest, data: bytes, **headers: str) -> httpx.Response:
    return guest.http.post("/api/matches", content=data, headers={"Content-Type": "application/json", **headers})


def test_an_unfinished_game_is_played_on_where_it_was(ann: Guest) -> None:
    match = played(3)
    answer = bring(ann, encode_match(match))
    assert answer.status_code == 201 and answer.json()["over"] is False
    seat = ann.sit(answer.json()["id"])
    assert seat.picture["version"] == len(match.log)
    seat.play(seat.picture["choices"][0]["text"])
    assert seat.receive()["picture"]["version"] > len(match.log)


def test_a_finished_game_can_be_watched_again_by_whoever_has_the_file(ann: Guest, ben: Guest) -> None:
    match = played(10_000)
    answer = bring(ann, encode_match(match))
    assert answer.json()["over"] is True
    table = answer.json()["id"]
    assert ann.sit(table).picture["scores"] == [match.state.score(seat) for seat in range(2)]
    again = ben.http.get(f"/api/tables/{table}/match").content
    assert json.loads(again)["log"] == json.loads(encode_match(match))["log"]
    assert bring(ben, again).status_code == 201


def changed(**fields: Any) -> bytes:
    return json.dumps(json.loads(encode_match(played(3))) | fields).encode()


def other_rows() -> bytes:
    """A set of components made up by somebody, with a hash that fits."""
    from skerry.core.frozen import Frozen

    saved = json.loads(encode_match(played(3)))
    table = next(iter(saved["rows"]))
    saved["rows"][table][0]["name"] = "Mine"
    return json.dumps(saved | {"components": Frozen.from_rows(saved["rows"]).hash}).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"hello", "not a saved game"),
        (b"[]", "not a saved game"),
        (changed(components="?").replace(b"?", b"\xff"), "not a saved game"),
        (b'{"skerry": 1, "game": ' + b"[" * 100_000, "not a saved game"),
        (b"{" + b" " * 5_000_000 + b"}", "larger than 5 MB"),
        (changed(skerry=99), "newer version"),
        (changed(log=["0: fly"]), "entry 1"),
        (changed(seed="8"), "seed"),
        (changed(game="chess"), "no game 'chess'"),
        (other_rows(), "does not know"),
        (
            encode_match(played(3, SeatPlan("Ann"), SeatPlan("Deep", "deep"))),
            "does not have the bots of this game: deep",
        ),
    ],
    ids=["text", "list", "bytes", "brackets", "huge", "newer", "log", "seed", "game", "components", "bot"],
)
def test_a_file_that_cannot_be_opened_says_why_and_leaves_nothing(ann: Guest, data: bytes, words: str) -> None:
    answer = bring(ann, data)
    assert answer.status_code == 400
    assert words in answer.json()["words"]
    assert ann.home()["tables"] == []


def test_files_are_limited_like_new_games(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(open_tables=1, tables_per_hour=3))
    assert bring(ann, encode_match(played(3)), Origin="http://evil.example").status_code == 403
    assert bring(ann, encode_match(played(3))).status_code == 201
    assert bring(ann, encode_match(played(3))).status_code == 409
    assert bring(ann, encode_match(played(3))).status_code == 409
    assert bring(ann, encode_match(played(3))).status_code == 429


def test_points_by_round_are_told_when_nothing_is_hidden_any_more(ann: Guest) -> None:
    running = bring(ann, encode_match(played(3))).json()["id"]
    assert "once the game is over" in ann.http.get(f"/api/tables/{running}/curve").json()["words"]
    match = played(10_000)
    table = bring(ann, encode_match(match)).json()["id"]
    rounds = ann.http.get(f"/api/tables/{table}/curve").json()["rounds"]
    assert rounds[0] == [match.start.score(seat) for seat in range(2)]
    assert rounds[-1] == [match.state.score(seat) for seat in range(2)]
    assert len(rounds) == match.game.round(match.state) + 1
