"""Tokens: made by a person, shown once, refused when they are wrong, too weak or revoked."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from skerry.server.programs.tokens import Tokens
from skerry.server.store import tokens
from skerry.server.store.store import Store
from skerry.server.store.tokens import Token
from tests.loop import finished
from tests.server.browser import PATIENCE, Guest, Running, Seat
from tests.server.programs.program import Program, token_of
from tests.server.test_friends import gathered, invitation

Visit = Callable[[Running], Guest]


def test_a_token_is_shown_once_and_listed_without_its_secret(ann: Guest, ben: Guest, server: Running) -> None:
    made = ann.http.post("/api/me/tokens", json={"name": "Gull", "scope": "read"})
    assert made.status_code == 201
    token = made.json()["token"]
    assert token.startswith("skerry_") and len(token) > 30
    listed = ann.http.get("/api/me/tokens").json()
    assert [(info["name"], info["scope"], info["used"]) for info in listed] == [("Gull", "read", None)]
    assert token not in json.dumps(listed)
    assert ben.http.get("/api/me/tokens").json() == []
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert not any(token in str(value) for row in db.execute("SELECT * FROM tokens") for value in row)


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"name": ""}, 400),
        ({"name": "Gull", "scope": "admin"}, 400),
        ({"name": "x" * 41}, 409),
        ({"name": "Gull", "more": 1}, 400),
    ],
)
def test_a_token_needs_a_name_and_a_scope(ann: Guest, wish: dict[str, Any], status: int) -> None:
    assert ann.http.post("/api/me/tokens", json=wish).status_code == status
    assert ann.http.get("/api/me/tokens").json() == []


def test_a_page_of_another_site_makes_no_token(ann: Guest) -> None:
    headers = {"Origin": "http://evil.example"}
    assert ann.http.post("/api/me/tokens", json={"name": "Gull"}, headers=headers).status_code == 403


def test_one_person_has_so_many_tokens_and_no_more(visit: Visit, run: Callable[..., Running]) -> None:
    guest = visit(run())
    answers = [guest.http.post("/api/me/tokens", json={"name": "Gull"}).status_code for _ in range(20)]
    assert set(answers) == {201}
    assert guest.http.post("/api/me/tokens", json={"name": "Gull"}).status_code == 409


def test_nobody_revokes_the_token_of_another(ann: Guest, ben: Guest) -> None:
    token_of(ann)
    (info,) = ann.http.get("/api/me/tokens").json()
    assert ben.http.delete(f"/api/me/tokens/{info['id']}").status_code == 404
    assert ann.http.delete(f"/api/me/tokens/{info['id']}").status_code == 204
    assert ann.http.delete(f"/api/me/tokens/{info['id']}").status_code == 404


def test_a_token_opens_nothing_of_what_its_owner_does_in_the_browser(ann: Guest, server: Running) -> None:
    """Else a token that may only read could sign its owner out, or make other tokens."""
    ann.start()
    headers = {"Authorization": f"Bearer {token_of(ann, scope='read')}"}
    with httpx.Client(base_url=f"http://{server.host}", headers=headers, trust_env=False) as http:
        assert http.get("/api/home").json()["tables"] == []
        assert http.get("/api/me/tokens").json() == []
    assert len(ann.home()["tables"]) == 1


# ---- the socket


def line(server: Running, table: str, token: str, **headers: str) -> Seat:
    stranger = Guest(server.host)
    return Seat(stranger.line(table, Authorization=f"Bearer {token}", **headers))


def test_a_program_plays_on_the_socket_of_the_browsers(ann: Guest, server: Running) -> None:
    program = Program(server, token_of(ann, "Gull"))
    table, (host,) = gathered(ann, seats="Ann open", programs=True)
    assert program.post(f"tables/{table}/seat", invitation=invitation(host)).status_code == 200
    host.send(type="ready", ready=True)
    seat = line(server, table, program.token)
    seat.until(lambda update: True)
    assert seat.update["seats"] == [1]
    assert seat.picture["seats"][1] == {"name": "Gull", "bot": None, "program": True}
    seat.send(type="ask", seat=1, version=seat.picture["version"])
    assert "without hints" in seat.problem()["words"]


def test_strangers_who_guess_do_not_lock_out_a_good_token(run: Callable[..., Running], visit: Visit) -> None:
    server = run(reads_per_second=2)
    good = Program(server, token_of(visit(server)))
    assert good.get("me").status_code == 200
    bad = Program(server, "skerry_guessed")
    codes = [bad.get("me").status_code for _ in range(40)]
    assert codes[0] == 401 and codes[-1] == 429
    assert good.get("me").status_code == 200


def test_a_revoked_token_is_guessed_with_no_more_often_than_any_other(
    run: Callable[..., Running], visit: Visit
) -> None:
    server = run(reads_per_second=2)
    ann = visit(server)
    gone = Program(server, token_of(ann))
    assert gone.get("me").status_code == 200
    (info,) = ann.http.get("/api/me/tokens").json()
    ann.http.delete(f"/api/me/tokens/{info['id']}").raise_for_status()
    codes = [gone.get("me").status_code for _ in range(40)]
    assert codes[0] == 401 and codes[-1] == 429


def test_a_token_that_is_revoked_while_it_is_read_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Tokens(store)
    read = tokens.read_token

    async def story() -> None:
        secret, token = await known.make("ann", "Gull", "play")
        is_read, goes_on = threading.Event(), threading.Event()

        def slowly(*words: Any) -> Token | None:
            found = read(*words)
            is_read.set()
            goes_on.wait(PATIENCE)
            return found

        monkeypatch.setattr(tokens, "read_token", slowly)
        asked = asyncio.create_task(known.find(secret))
        await asyncio.to_thread(is_read.wait, PATIENCE)
        await known.revoke("ann", token.id)
        goes_on.set()
        assert await asked is None and await known.find(secret) is None and not known.has_seen(secret)

    finished(story())


@pytest.mark.parametrize("token", ["", "nonsense", "skerry_" + "x" * 32, "é"])
def test_a_wrong_token_opens_no_socket(ann: Guest, server: Running, token: str) -> None:
    with pytest.raises((InvalidStatus, UnicodeEncodeError)):
        line(server, ann.start(), token)


def test_a_foreign_origin_is_refused_whatever_the_token(ann: Guest, server: Running) -> None:
    with pytest.raises(InvalidStatus) as refused:
        line(server, ann.start(), token_of(ann), Origin="http://evil.example")
    assert refused.value.response.status_code == 403


def test_a_token_to_read_sees_the_owners_hand_and_plays_nothing(ann: Guest, server: Running) -> None:
    table = ann.start("Ann Ben")
    seat = line(server, table, token_of(ann, scope="read"))
    seat.receive()
    assert seat.picture["view"]["players"][seat.picture["seat"]]["hand"] is not None
    assert "only read" in seat.refused("rest")["words"]
    seat.send(type="rename", seat=0, name="Eve")
    assert "only read" in seat.problem()["words"]


def test_a_revoked_token_ends_its_sockets_and_is_refused(ann: Guest, server: Running) -> None:
    table = ann.start("Ann Ben")
    token = token_of(ann, scope="read")
    seat = line(server, table, token)
    seat.receive()
    (info,) = ann.http.get("/api/me/tokens").json()
    assert info["used"] is not None
    ann.http.delete(f"/api/me/tokens/{info['id']}")
    assert "revoked" in seat.problem()["words"]
    with pytest.raises(ConnectionClosed):
        seat.socket.recv(PATIENCE)
    with pytest.raises(InvalidStatus):
        line(server, table, token)
    assert Program(server, token).get("tables").status_code == 401
