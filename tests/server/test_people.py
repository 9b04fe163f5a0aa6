"""Guests, sessions that end, links to another device, accounts."""

import json
import sqlite3
import time
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.browser import PATIENCE, Guest, Running, join

Visit = Callable[[Running], Guest]


def move_here(guest: Guest, secret: str) -> int:
    return guest.http.post("/api/me/move", json={"secret": secret}).status_code


def a_pass(guest: Guest) -> str:
    return str(guest.http.post("/api/me/pass").json()["secret"])


def tables(guest: Guest) -> list[str]:
    return [info["id"] for info in guest.home()["tables"]]


def test_a_link_brings_a_person_to_another_device_once(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    secret = a_pass(ann)
    assert move_here(ben, secret) == 200
    assert tables(ben) == tables(ann) == [table]
    assert ben.sit(table).update["seats"] == [0]
    ann.sit(table).my_turn()  # the first device stays


def test_a_used_an_old_and_a_wrong_link_bring_nobody(ann: Guest, ben: Guest, server: Running, visit: Visit) -> None:
    ann.start()
    secret = a_pass(ann)
    assert move_here(ben, secret) == 200
    cleo = visit(server)
    assert move_here(cleo, secret) == 403
    assert move_here(cleo, "guessed") == 403
    late = a_pass(ann)
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM passes WHERE secret = ?", (late,)).fetchone() == (0,)  # only its hash
        db.execute("UPDATE passes SET expires = ?", (time.time() - 1,))
    assert move_here(cleo, late) == 403
    assert tables(cleo) == []


def test_a_session_that_was_ended_is_a_stranger_at_once(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    seat, cookies = ben.sit(table), dict(ben.http.cookies)
    assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
    with pytest.raises(ConnectionClosed):
        while True:
            seat.socket.recv(PATIENCE)
    assert dict(ben.http.cookies) == cookies
    assert tables(ben) == []


def test_who_signs_out_sees_nothing_on_lines_that_were_half_open(ann: Guest) -> None:
    table = ann.start("Ann bot")
    cookie = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
    asked = {"Origin": f"http://{ann.host}", "Cookie": cookie}
    with connect(f"ws://{ann.host}/ws/{table}", additional_headers=asked, proxy=None) as line:
        ann.home()  # the line is known by now
        assert ann.http.post("/api/me/sign-out", json={"everywhere": True}).status_code == 204
        line.send(join())
        told = json.loads(line.recv(PATIENCE))
        assert told["type"] == "problem" and "signed out" in told["words"]


def test_signing_out_here_leaves_the_other_devices_alone(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    assert move_here(ben, a_pass(ann)) == 200
    cookies = dict(ann.http.cookies)
    ann.http.post("/api/me/sign-out", json={})
    assert tables(ben) == [table]
    ann.http.cookies.update(cookies)
    assert tables(ann) == []


def test_a_session_expires(run: Callable[..., Running], visit: Visit) -> None:
    first = run()
    ann = visit(first)
    table = ann.start()
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        db.execute("UPDATE sessions SET expires = ?", (time.time() - 1,))
    again = visit(run())
    again.http.cookies = ann.http.cookies
    assert again.sit(table).update["seats"] == []
    assert tables(again) == []


# ---- accounts


def account(guest: Guest, call: str, name: str = "Wren", password: str = "four salty seals") -> int:
    return guest.http.post(f"/api/me/{call}", json={"name": name, "password": password}).status_code


@pytest.fixture
def accounts() -> None:
    pytest.importorskip("argon2")


@pytest.mark.usefixtures("accounts")
def test_an_account_keeps_the_games_of_a_person(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann, elsewhere = visit(server), visit(server)
    table, other = ann.start(), elsewhere.start()
    assert account(ann, "account") == 200
    me = {"name": "wren", "account": "wren", "accounts": True, "browsers": 1, "earlier": [], "moved": 0}
    new = {"player": "", "mark": None, "recovery": None, "warn": False, "vacation": None}
    assert ann.home()["me"] == me | new
    assert account(elsewhere, "sign-in", password="four salty eels") == 403
    assert account(elsewhere, "sign-in", name="nobody") == 403
    assert tables(elsewhere) == [other]
    assert account(elsewhere, "sign-in", name="WREN") == 200
    assert tables(elsewhere) == [table]  # what the guest had played stays the guest's


@pytest.mark.usefixtures("accounts")
def test_an_account_name_is_taken_once_and_a_password_is_not_short(run: Callable[..., Running], visit: Visit) -> None:
    server = run()
    ann, ben = visit(server), visit(server)
    assert account(ann, "account") == 200
    assert account(ben, "account", name="wren") == 403
    assert account(ben, "account", name="Ben", password="short") == 400
    assert account(ben, "account", name=" Ben ") == 403
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert "salty" not in "".join(db.iterdump())


@pytest.mark.usefixtures("accounts")
def test_guessing_passwords_soon_ends(run: Callable[..., Running], visit: Visit) -> None:
    ann = visit(run())
    codes = [account(ann, "sign-in", password=f"guess number {n}") for n in range(12)]
    assert codes[0] == 403 and codes[-1] == 429


def test_other_sites_do_nothing_in_my_name(ann: Guest) -> None:
    elsewhere = {"Origin": "http://evil.example"}
    calls = ("pass", "pass/look", "move", "bring", "take-back", "back", "account", "sign-in", "sign-out")
    for call in calls:
        assert ann.http.post(f"/api/me/{call}", json={}, headers=elsewhere).status_code == 403
