"""Who may see what, and who may decide."""

import json
import os
import sqlite3
from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.browser import PATIENCE, Guest, Running, Seat, is_over, join, possible


def test_a_spectator_sees_no_hand_no_pool_and_no_seed(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann Cleo")
    seat, watching = ann.sit(table), ben.sit(table)
    hidden = 0
    while not is_over(seat.update):
        assert watching.update["seats"] == []
        assert watching.picture["seat"] == -1
        assert watching.picture["choices"] == []
        assert watching.picture["seed"] is None
        assert seat.picture["seed"] is None
        for player in watching.picture["view"]["players"]:
            assert player["hand"] is None
            hidden += player["has_chosen"] and player["pool"] is None
        seat.play(possible(seat.picture)[-1])
        seat.receive()
        watching.until(lambda update: update["picture"]["move"] == seat.picture["move"])
    assert hidden
    assert watching.picture["seed"] == seat.picture["seed"]


def test_the_log_of_a_spectator_does_not_name_the_cards_drawn(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    own = ann.sit(table).my_turn()["picture"]
    cards = own["view"]["players"][0]["hand"]
    assert cards
    assert all(card in json.dumps(own["lines"]) for card in cards)
    seen = json.dumps(ben.sit(table).picture)
    assert not any(card in seen for card in cards)


def test_no_message_to_a_spectator_names_a_card_in_a_hand(ann: Guest, ben: Guest) -> None:
    """Not the pushes one by one, either; what is printed on all cards comes once, in the same words for everybody."""
    table = ann.start("Ann Cleo")
    seat, watching = ann.sit(table), ben.sit(table)
    welcome, other = (json.loads(screen.heard[0]) for screen in (seat, watching))
    assert welcome == other
    assert welcome["type"] == "welcome"
    for _ in range(12):
        before = len(watching.heard)
        shown = seat.my_turn()["picture"]
        hands = [shown["view"]["players"][shown["seat"]]["hand"]]
        seat.play(possible(shown)[-1])
        seat.receive()
        watching.until(lambda update: update["picture"]["move"] == seat.picture["move"])
        players = watching.picture["view"]["players"]
        open_cards = {card for player in players for card in player["played"]} | {watching.picture["view"]["gull"]}
        told = "".join(watching.heard[before:])
        for card in hands[0]:
            assert f'"{card}"' not in told or card in open_cards


def test_the_past_through_other_eyes_is_not_had_by_asking(ann: Guest, ben: Guest) -> None:
    """Whoever says on joining that they read another's log gets their own all the same."""
    table = ann.start("Ann bot")
    ann.sit(table).my_turn()
    for logs in ({"0": 0}, {"-2": 0}):
        watching = ben.sit(table, join(names=["Ann", "Robin"], logs=logs))
        assert [tail["log"] for tail in json.loads(watching.heard[-1])["logs"]] == [-1]


@pytest.mark.parametrize(
    "first",
    [
        "{",
        '{"type": "join", "logs": 3}',
        '{"type": "join", "names": [""]}',
        '{"type": "join", "seat": 0}',
        '{"type": "join", "logs": {"x": 1}}',
        '{"type": "say", "words": "Hello"}',
        "[" * 1000,
    ],
)
def test_nonsense_as_first_words_is_told(ann: Guest, first: str) -> None:
    line = ann.line(ann.start(), first)
    assert json.loads(line.recv(PATIENCE))["type"] == "problem"


def test_the_seat_of_a_bot_is_as_hidden_as_any_other(ann: Guest) -> None:
    own = ann.sit(ann.start("Ann bot")).my_turn()["picture"]
    assert own["view"]["players"][1]["hand"] is None


def test_the_seed_is_in_no_message_before_the_end(ann: Guest, server: Running) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        (seed,) = db.execute("SELECT seed FROM matches WHERE id = ?", [table]).fetchone()
    while not is_over(seat.update):
        assert not any(seed in message for message in seat.heard)
        seat.play(possible(seat.picture)[0])
        seat.receive()
    assert seat.picture["seed"] == seed


@pytest.mark.parametrize("seat_number", [0, 1, 15, -1])
def test_a_spectator_decides_nothing(ann: Guest, ben: Guest, seat_number: int) -> None:
    table = ann.start("Ann Cleo")
    watching = ben.sit(table)
    assert "You are watching" in watching.refused("rest", seat=seat_number)["words"]
    watching.undo(seat=seat_number)
    assert "You are watching" in watching.problem()["words"]
    assert ann.sit(table).picture["move"] == watching.picture["move"]


def test_nobody_decides_for_a_bot(ann: Guest) -> None:
    seat = ann.sit(ann.start("me bot"))
    seat.my_turn()
    assert "not playing on this screen" in seat.refused("rest", seat=1)["words"]


def test_a_table_is_in_the_list_of_its_owner_only(ann: Guest, ben: Guest) -> None:
    table = ann.start()
    assert [info["id"] for info in ann.home()["tables"]] == [table]
    assert ben.home()["tables"] == []


# ---- the cookie


def wear(guest: Guest, name: str, value: str) -> None:
    guest.http.cookies.clear()
    guest.http.cookies.set(name, value, domain=guest.host.partition(":")[0])


@pytest.mark.parametrize("forge", [lambda name, signature: f"{name}.A{signature[1:]}", lambda name, signature: name])
def test_a_forged_cookie_makes_a_stranger(ann: Guest, ben: Guest, forge: Callable[[str, str], str]) -> None:
    table = ann.start("Ann Cleo")
    (cookie, value), *_ = ann.http.cookies.items()
    forged = forge(*value.split("."))
    wear(ben, cookie, forged if forged != value else "x")
    assert ben.home()["tables"] == []
    wear(ben, cookie, forged if forged != value else "x")
    assert ben.sit(table).update["seats"] == []


def test_the_name_of_another_guest_is_not_enough(ann: Guest, ben: Guest) -> None:
    ann.start()
    (name, value), *_ = ann.http.cookies.items()
    (_, own), *_ = ben.http.cookies.items()
    wear(ben, name, value.partition(".")[0] + "." + own.partition(".")[2])
    assert ben.home()["tables"] == []


def test_the_cookie_is_kept_from_scripts_and_other_sites(server: Running) -> None:
    cookie = Guest(server.host).http.get("/api/home").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.skipif(os.name == "nt", reason="there the folder of a user is closed to others by itself")
def test_the_data_is_readable_by_its_owner_only(server: Running) -> None:
    files = [server.data, *server.data.iterdir()]
    assert {file.name for file in files} >= {"secret", "matches.sqlite3"}
    assert [file for file in files if file.stat().st_mode & 0o077] == []


# ---- other sites


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1"])
def test_the_page_of_another_site_starts_and_opens_nothing(ann: Guest, origin: str) -> None:
    table = ann.start()
    wish = {"game": "_blank", "seats": [{"name": "me"}]}
    assert ann.http.post("/api/tables", json=wish, headers={"Origin": origin}).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        ann.line(table, Origin=origin)
    assert refused.value.response.status_code == 403
    assert len(ann.home()["tables"]) == 1


def test_every_answer_forbids_frames_and_foreign_scripts(ann: Guest) -> None:
    for path in ("/", "/t/somewhere", "/api/home", "/nowhere.js"):
        headers = ann.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_a_guest_without_a_cookie_may_look_on(ann: Guest, server: Running) -> None:
    table = ann.start("Ann Cleo")
    stranger = Guest(server.host)
    seat = Seat(stranger.line(table))
    assert seat.receive()["seats"] == []
    stranger.leave()
