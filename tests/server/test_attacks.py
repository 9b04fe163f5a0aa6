"""What somebody might try who wants to spoil it for the others, or to read what is not meant for them."""

import asyncio
import json
import socket
import sqlite3
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from skerry.server.tables import table as table_module
from skerry.server.tables.registry import Tables
from skerry.server.web import websocket
from tests.server.browser import PATIENCE, Guest, Running, Seat, possible
from tests.server.test_friends import all_ready, gathered, invitation, play_together

Visit = Callable[[Running], Guest]


def count(server: Running, table: str) -> int:
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def finished(ann: Guest, ben: Guest, **more: Any) -> tuple[str, list[Seat]]:
    table, screens = gathered(ann, ben, **more)
    all_ready(screens)
    play_together(screens)
    return table, screens


# ---- names

IMITATIONS = ["ann", "Ann\u200d", "A\u200cnn", "Ａｎｎ", "Аnn", "Ann ", "An\u0301n\u0301"[:1] + "nn\ufe0f"]


@pytest.mark.parametrize("name", IMITATIONS)
def test_nobody_sits_down_under_a_name_that_looks_like_anothers(ann: Guest, ben: Guest, name: str) -> None:
    host = ann.gather(table := ann.start("Ann open"))
    assert "already" in ben.take_seat(table, invitation(host), name).json()["words"]


def test_nobody_takes_a_name_that_looks_like_anothers_later(ann: Guest, ben: Guest) -> None:
    _, (host, friend) = gathered(ann, ben)
    friend.send(type="rename", seat=1, name="АNN")  # the first letter is Cyrillic
    assert "already" in friend.problem()["words"]
    friend.send(type="rename", seat=1, name="Björn")
    host.until_friends(lambda friends: friends["seats"][1]["name"] == "Björn")


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u200d", "\u202eben", "a\u0000b"])
def test_a_name_can_be_seen(ann: Guest, ben: Guest, name: str) -> None:
    host = ann.gather(table := ann.start("Ann open"))
    assert ben.take_seat(table, invitation(host), name).status_code == 409


# ---- talk


def said(ann: Guest, ben: Guest, words: str) -> str:
    _, (host, friend) = gathered(ann, ben)
    friend.send(type="say", words=words)
    while not (found := [one for one in host.talk if one["kind"] == "words"]):
        assert not friend.problems
        host.receive()
    return str(found[0]["words"])


@pytest.mark.parametrize("words", ["👩‍👩‍👧 hello", "می‌خواهم", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "two\nlines", "<b>bold</b>", "שלום"])
def test_people_write_in_any_script_and_with_any_emoji(ann: Guest, ben: Guest, words: str) -> None:
    assert said(ann, ben, words) == words


@pytest.mark.parametrize("words", ["\u202egnp.exe", "a\x00b", "\x1b[31m", "\u2066x\u2069", "\u200b", "\n \n", "\u00ad"])
def test_nothing_that_cannot_be_seen_or_turns_the_text_around_is_said(ann: Guest, ben: Guest, words: str) -> None:
    _, (_, friend) = gathered(ann, ben)
    friend.send(type="say", words=words)
    assert "characters that cannot be shown" in friend.problem()["words"]


def test_one_message_does_not_fill_the_whole_chat(ann: Guest, ben: Guest) -> None:
    assert said(ann, ben, "a" + "\n" * 200 + "b") == "a\nb"
    assert len(said(ann, ben, "Z" + "\u0301" * 250)) < 20


def test_comings_and_goings_are_limited_like_talk(run: Callable[..., Running], visit: Visit) -> None:
    server = run(chats_per_minute=8)
    _, screens = gathered(visit(server), visit(server))
    all_ready(screens)
    for number in range(4):
        screens[1].send(type="stand_in", bot=None if number % 2 else "random")
        screens[1].send(type="rename", seat=1, name=f"F{number}")
    assert "Too many requests" in screens[1].problem()["words"]


# ---- what belongs to all


def test_a_finished_game_stays_with_everybody_whatever_one_of_them_does(
    ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    table, (host, _) = finished(ann, ben)
    host.send(type="seating", seat=1, bot=None)
    assert "is over" in host.problem()["words"]
    assert [info["mine"] for guest in (ann, ben) for info in guest.home()["tables"]] == [True, True]
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert ann.home()["tables"] == []
    assert [info["id"] for info in ben.home()["tables"]] == [table]
    assert ben.gather(table).until(lambda update: True)["seats"] == [1]
    assert len(ann.http.get("/api/me/results").json()) == 1
    assert visit(server).http.delete(f"/api/tables/{table}").status_code == 403
    assert ben.http.delete(f"/api/tables/{table}").status_code == 204  # the last one
    assert ben.http.get(f"/api/tables/{table}/log").status_code == 404


def test_nobody_deletes_a_game_that_others_play(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben)
    all_ready(screens)
    assert [info["mine"] for guest in (ann, ben) for info in guest.home()["tables"]] == [False, False]
    refused = ann.http.delete(f"/api/tables/{table}")
    assert refused.status_code == 409 and "Others" in refused.json()["words"]
    play_together(screens)


def test_files_of_a_private_game_are_its_players_alone(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    table, _ = finished(ann, ben, watching=False)
    stranger = visit(server)
    for call in ("match", "log", "curve", "review", "review/board"):
        assert ben.http.get(f"/api/tables/{table}/{call}").status_code == 200
        assert stranger.http.get(f"/api/tables/{table}/{call}").status_code == 404, call


def test_a_crowd_of_watchers_keeps_no_player_out(
    monkeypatch: pytest.MonkeyPatch, ann: Guest, ben: Guest, server: Running, visit: Visit
) -> None:
    monkeypatch.setattr(table_module, "MAX_WATCHING", 3)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    crowd = visit(server)
    for _ in range(3):
        crowd.gather(table)
    assert "already" in Seat(crowd.line(table)).problem()["words"]
    assert ben.gather(table).until(lambda update: True)["seats"] == [1]


# ---- sessions


def test_a_session_that_was_ended_does_nothing_more(server: Running, ann: Guest, visit: Visit) -> None:
    seat = ann.sit(ann.start("Ann Ben"))
    version, text = seat.picture["version"], possible(seat.picture)[0]
    thief = visit(server)
    thief.http.cookies = ann.http.cookies
    stolen = thief.sit(ann.home()["tables"][0]["id"])
    assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
    with pytest.raises(Exception, match="4404"):
        stolen.send(type="play", seat=0, version=version, text=text)  # unless the line is closed already
        while True:
            stolen.receive()
    assert stolen.picture["version"] == version


@pytest.mark.parametrize(
    "change", [lambda cookie: cookie[:-2] + "xx", lambda cookie: "me." + cookie, lambda cookie: "é"]
)
def test_a_forged_cookie_is_a_strangers(ann: Guest, server: Running, change: Callable[[str], str]) -> None:
    table = ann.start("Ann Ben")
    ((name, value),) = ann.http.cookies.items()
    forged = Guest(server.host)
    raw = f"{name}={change(value)}".encode("latin-1")
    assert forged.http.get("/api/home", headers={b"Cookie": raw}).json()["tables"] == []
    assert forged.http.delete(f"/api/tables/{table}", headers={b"Cookie": raw}).status_code == 403
    forged.leave()


# ---- filling the disk


def test_whoever_only_knocks_is_not_stored(server: Running, ann: Guest, visit: Visit) -> None:
    table = ann.start("Ann open")
    ann.gather(table)
    before = count(server, "people"), count(server, "sessions")
    for _ in range(5):
        stranger = visit(server)
        assert stranger.take_seat(table, "guessed", "Mallory").status_code == 409
        assert stranger.http.post("/api/me/sign-out", json={}).status_code == 204
    assert (count(server, "people"), count(server, "sessions")) == before


def test_links_to_other_devices_are_limited_by_address(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    answers = [visit(server).http.post("/api/me/pass").status_code for _ in range(40)]
    assert answers[0] == 201 and answers[-1] == 429
    assert count(server, "people") < 40


def test_many_guests_at_one_address_share_what_it_may_say(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., Running], visit: Visit
) -> None:
    monkeypatch.setattr(websocket, "ADDRESS_FACTOR", 1)
    server = run(messages_per_second=1)
    table = visit(server).start("Ann Ben")
    seats = [visit(server).sit(table) for _ in range(4)]
    for seat in seats * 3:
        seat.send(type="nonsense")
    assert any("Too many requests" in seat.problem()["words"] for seat in seats for _ in range(3))


@pytest.mark.parametrize("path", ["/api/games/_blank/rules", "/api/practice", "/api/puzzles/nothing", "/api/home"])
def test_whoever_reads_without_end_has_to_wait(run: Callable[..., Running], visit: Visit, path: str) -> None:
    guest = visit(run(reads_per_second=1))
    assert guest.http.get(path).status_code in (200, 404)
    assert 429 in [guest.http.get(path).status_code for _ in range(40)]


def test_whoever_fetches_the_page_without_end_has_to_wait(run: Callable[..., Running], visit: Visit) -> None:
    guest = visit(run(reads_per_second=1))
    answers = [guest.http.get("/assets/nothing.js").status_code for _ in range(150)]
    assert answers[0] in (404, 503) and 429 in answers
    assert 429 not in answers[:60]  # a page has dozens of files


# ---- strange requests

ORIGINS = ["http://[", "null", "http://127.0.0.1:1", "file://", "//", "http://evil.example@127.0.0.1"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_strange_origin_is_refused_in_words(ann: Guest, origin: str) -> None:
    answer = ann.http.post("/api/tables", json={}, headers={"Origin": origin})
    assert answer.status_code == 403 and "from another website" in answer.json()["words"]


PATHS = [
    "/../../etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/assets/..%2f..%2f..%2fpyproject.toml",
    "/docs/..%2f..%2fmatches.sqlite3",
    "/docs/%2e%2e/%2e%2e/secret",
    "/assets/%00",
    "/%2fetc%2fpasswd",
    "/assets/....//....//pyproject.toml",
    "/t/%0d%0aSet-Cookie:%20a=b",
    "/ws/" + "x" * 5_000,
    "/api/tables/" + "%00" * 50 + "/log",
    "/api/tables/\u00e9/log",
]


UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n"


@pytest.mark.parametrize("path", PATHS)
def test_paths_lead_nowhere_else(
    server: Running, ann: Guest, path: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    host, _, port = server.host.partition(":")
    for more in ("", UPGRADE):
        with socket.create_connection((host, int(port)), PATIENCE) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n{more}\r\n".encode())
            answer = b""
            while data := line.recv(65536):
                answer += data
        assert answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 200")), answer[:200]
        assert b"root:" not in answer and b"[project]" not in answer and b"SQLite" not in answer
        assert b"\r\nSet-Cookie: a=b" not in answer
    assert "Traceback" not in caplog.text + capfd.readouterr().err


HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
}


@pytest.mark.parametrize("path", ["/", "/api/home", "/api/nothing", "/docs/", "/assets/nothing.js"])
def test_every_answer_tells_the_browser_to_be_careful(ann: Guest, path: str) -> None:
    answer = ann.http.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy and "object-src 'none'" in policy and "base-uri 'none'" in policy
    for cookie in answer.headers.get_list("set-cookie"):
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie


# ---- the first words on a line


def test_whoever_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, ann: Guest) -> None:
    table = ann.start("Ann Ben")
    monkeypatch.setattr(websocket, "JOIN_TIME", 0.1)
    with connect(f"ws://{ann.host}/ws/{table}", proxy=None) as silent, pytest.raises(ConnectionClosed) as closed:
        silent.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001


def test_an_invitation_in_the_address_is_not_taken(ann: Guest, ben: Guest) -> None:
    """It would be in the logs of every server in between; only a page from before an update does that."""
    table = ann.start("Ann open", watching=False)
    link = invitation(ann.gather(table))
    old = urlencode({"join": json.dumps({"invitation": link})})
    with connect(f"ws://{ben.host}/ws/{table}?{old}", proxy=None) as line:
        assert "Reload this page" in line.recv(PATIENCE)


def test_a_line_on_its_way_while_its_session_ends_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, server: Running, ann: Guest, visit: Visit
) -> None:
    table = ann.start("Ann Ben")
    opening, may_open = threading.Event(), threading.Event()
    opened = Tables.open

    async def slow(tables: Tables, id_: str) -> Any:
        opening.set()
        await asyncio.to_thread(may_open.wait, PATIENCE)
        return await opened(tables, id_)

    thief = visit(server)
    thief.http.cookies = ann.http.cookies
    monkeypatch.setattr(Tables, "open", slow)
    stolen = Seat(thief.line(table))
    assert opening.wait(PATIENCE)
    assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
    may_open.set()
    with pytest.raises(ConnectionClosed):
        while True:
            stolen.receive()
    assert "signed out" in stolen.problems[-1]["words"]


def test_an_answer_that_was_under_way_undoes_no_sign_in(ann: Guest) -> None:
    ann.start("Ann Ben")
    assert "set-cookie" not in ann.http.get("/api/home").headers
