"""How people come to a table: what they are invited to, the code they type, the address they use."""

import html
import re
from typing import Any

import httpx
import pytest

from skerry.server.protocol.invitation_calls import INVITATION_HEADER
from skerry.server.tables.ids import CODE_LETTERS
from skerry.server.web import reach
from tests.server.browser import Guest, Running
from tests.server.test_friends import Visit, all_ready, gathered, invitation


def shown(guest: Guest, table: str, secret: str = "") -> httpx.Response:
    return guest.http.get(f"/api/tables/{table}/invitation", headers={INVITATION_HEADER: secret} if secret else {})


# ---- the invitation


def test_an_invitation_says_what_one_is_invited_to(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open bot", pace={"kind": "live", "amount": 15, "late": "nothing"})
    secret = invitation(ann.gather(table))
    found = shown(ben, table, secret).json()
    assert (found["host"], found["problem"], found["begun"]) == ("Ann", "", False)
    seated = [(sitter["person"], sitter["bot"]) for sitter in found["seats"]]
    assert seated == [(True, None), (False, None), (False, "random")]
    assert any("15" in words for words in found["terms"]) and found["watching"] and found["minutes"]
    assert secret not in str(found)
    assert shown(ben, table, "guessed").json()["problem"].startswith("This invitation is no longer valid")
    assert ben.take_seat(table, secret, "Ben", mark=4).status_code == 200
    after = shown(ben, table, secret).json()
    assert after["problem"] == "All seats are taken."
    assert [(sitter["mark"], sitter["mine"]) for sitter in after["seats"]][1] == (4, True)


def test_a_colour_that_somebody_has_is_refused(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    secret = invitation(ann.gather(table))
    assert "already chosen" in ben.take_seat(table, secret, "Ben", mark=0).json()["words"]
    assert not any(sitter["mine"] for sitter in shown(ben, table, secret).json()["seats"])


def test_of_a_table_for_players_only_nobody_else_is_told_anything(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open", watching=False)
    secret = invitation(ann.gather(table))
    assert shown(ben, table).status_code == shown(ben, table, "guessed").status_code == 404
    assert "Ann" not in shown(ben, table).text
    assert shown(ben, table, secret).json()["host"] == "Ann"
    assert shown(ben, ann.start("Ann bot")).status_code == 404


def preview(guest: Guest, table: str) -> dict[str, str]:
    page = guest.http.get(f"/t/{table}").text
    return {name: html.unescape(value) for name, value in re.findall(r'property="og:(\S+)" content="([^"]*)"', page)}


def test_a_link_is_previewed_with_our_own_picture_and_nothing_secret(ann: Guest, ben: Guest, server: Running) -> None:
    table = ann.start('A"nn<b> open bot')
    host = ann.gather(table)
    found = preview(ben, table)
    assert found["title"].startswith('A"nn<b> invites you to ') and "One seat is free" in found["description"]
    assert found["image"].startswith(f"http://{server.host}/")
    page = ben.http.get(f"/t/{table}").text
    assert invitation(host) not in page and host.friends["code"] not in page and "<b>" not in page
    private = ann.start("Secretive open", watching=False)
    assert "Secretive" not in ben.http.get(f"/t/{private}").text
    assert preview(ben, private)["title"] == "You are invited to a board game"
    assert preview(ben, "nosuchtable22") == preview(ben, ann.start("Ann bot")) == {}


# ---- the code


def test_a_code_leads_to_the_table_until_the_game_starts(ann: Guest, ben: Guest) -> None:
    table, screens = gathered(ann, ben, seats="Ann open open")
    code = screens[0].friends["code"]
    assert len(code) == 6 and set(code) <= set(CODE_LETTERS)
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
        assert ben.http.get(f"/api/join/{typed}").json() == {"id": table, "invitation": invitation(screens[0])}
    screens[0].send(type="seating", seat=2, bot="random")
    screens[0].until_friends(lambda friends: friends["seats"][2]["bot"] is not None)
    assert ben.http.get(f"/api/join/{code}").status_code == 404, "it is full"
    screens[0].send(type="seating", seat=2, bot=None)
    screens[0].until_friends(lambda friends: friends["seats"][2]["bot"] is None)
    assert ben.http.get(f"/api/join/{code}").status_code == 200
    screens[0].send(type="seating", seat=2, bot="random")
    all_ready(screens)
    assert ben.http.get(f"/api/join/{code}").status_code == 404
    assert ann.gather(table).friends["code"] == ""


def test_a_new_link_has_a_new_code(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann open")
    host = ann.gather(table)
    old = host.friends["code"]
    host.send(type="renew")
    host.until_friends(lambda friends: friends["code"] != old)
    assert ben.http.get(f"/api/join/{old}").status_code == 404
    assert ben.http.get(f"/api/join/{host.friends['code']}").status_code == 200
    assert ben.gather(table).friends["code"] == "", "who watches is not invited"


def test_nobody_finds_a_table_by_trying(run: Any, visit: Visit) -> None:
    server = run()
    ann, thief = visit(server), visit(server)
    code = ann.gather(ann.start("Ann open")).friends["code"]
    answers = [thief.http.get(f"/api/join/{word}").status_code for word in ["BBBBBB", "X", "é" * 6, "B" * 500] * 10]
    assert set(answers) <= {404, 429} and answers[-4] == 429
    assert thief.http.get(f"/api/join/{code}").status_code == 429


# ---- the address


@pytest.mark.parametrize(
    ("given", "words"),
    [("192.168.1.20", reach.SAME_NETWORK), ("100.101.102.103", reach.VPN), ("8.8.8.8", reach.INTERNET)],
)
def test_an_address_is_offered_with_whom_it_reaches(given: str, words: str) -> None:
    assert reach.reached_under(given) == words
    found = reach.reach_of("", given, 8470).addresses
    assert [(each.origin, each.words) for each in found] == [(f"http://{given}:8470", words)]


def test_a_server_for_this_computer_says_what_to_do(ann: Guest) -> None:
    found = ann.http.get("/api/reach").json()
    assert found["addresses"] == [] and found["command"].endswith("--host 0.0.0.0")


def test_the_addresses_of_the_computer_are_told_to_nobody_else(run: Any, visit: Visit) -> None:
    server = run(host="0.0.0.0", allow_host=("games.example.org",))
    guest = visit(server)
    mine = guest.http.get("/api/reach").json()
    assert mine["addresses"] or mine["advice"]
    for headers in ({"Host": "games.example.org"}, {"X-Forwarded-For": "192.0.2.7"}, {"Forwarded": "for=192.0.2.7"}):
        told = guest.http.get("/api/reach", headers=headers).json()
        assert told | {"here": ""} == {"here": "", "addresses": [], "advice": "", "command": ""}
    assert told["here"] == reach.THIS_COMPUTER
    assert reach.reached_under("games.example.org") == "Works for everybody who can open games.example.org."


def test_every_address_that_is_offered_is_one_the_server_answers_at(run: Any, visit: Visit) -> None:
    guest = visit(run())
    for address in reach.own_addresses():
        host = reach.origin_of(address, 80).removeprefix("http://")
        assert guest.http.get("/live", headers={"Host": host}).status_code == 200
    assert guest.http.get("/live", headers={"Host": "elsewhere.example"}).status_code == 421
