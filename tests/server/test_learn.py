"""The guided first game on the server: one deal for everybody, and lessons for the newcomer alone."""

import json
from typing import Any

import pytest

from tests.server.browser import Guest, Seat


def learn(guest: Guest, game: str = "nusfjord", **more: Any) -> str:
    made = guest.http.post(f"/api/games/{game}/learn", json={"name": "Ann"} | more)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def pushed(seat: Seat) -> dict[str, Any]:
    """The newest push."""
    return next(message for message in map(json.loads, reversed(seat.heard)) if message["type"] == "push")


def guide(seat: Seat) -> dict[str, Any]:
    return pushed(seat)["guide"]


def wanted(seat: Seat) -> str:
    return next((step["text"] for step in guide(seat)["steps"] if not step["done"]), "")


@pytest.mark.parametrize("game", ["nusfjord", "tungaru", "buru"])
def test_the_game_in_two_minutes_comes_with_a_deal_to_draw(ann: Guest, game: str) -> None:
    found = ann.http.get(f"/api/games/{game}/learn").json()
    assert len(found["pages"]) == 4
    assert found["picture"]["view"] and found["catalogue"]
    rules = ann.http.get(f"/api/games/{game}/rules").json()
    assert any(bit.get("term") in {term["name"] for term in rules["terms"]} for bit in found["pages"][0]["words"][0])


def test_a_guided_game_teaches_its_newcomer_and_nobody_else(ann: Guest, ben: Guest) -> None:
    table = learn(ann)
    seat, watching = ann.sit(table), ben.sit(table)
    assert guide(seat)["cards"][0]["title"] == "Three Workers a round"
    assert wanted(seat) == "place take_elder"
    assert "guide" not in pushed(watching)
    seat.play("place take_elder")
    seat.until(lambda update: update["picture"]["question"]["kind"] == "take")
    assert wanted(seat) == "take elder_7"


def test_it_is_taken_up_again_unless_it_is_to_begin_anew(ann: Guest, ben: Guest) -> None:
    table = learn(ann)
    assert learn(ann) == table
    home = ann.http.get("/api/home").json()
    assert [one["guided"] for one in home["tables"]] == [True]
    assert {game["name"] for game in home["games"] if game["guided"]} == {"nusfjord", "tungaru", "buru"}
    assert learn(ben) != table
    assert learn(ann, anew=True) != table


def test_everybody_who_does_the_same_meets_the_same(ann: Guest, ben: Guest) -> None:
    stories = []
    for guest in (ann, ben):
        seat = guest.sit(learn(guest))
        seat.play("place gold")
        seat.until(lambda update: update["picture"]["to_move"] == 0 and update["picture"]["move"] > 18)
        stories.append([line["words"] for line in seat.picture["lines"]])
    assert stories[0] == stories[1]


@pytest.mark.parametrize(
    ("game", "body", "status"),
    [
        ("_blank", {"name": "Ann"}, 404),
        ("none", {"name": "Ann"}, 404),
        ("buru", {}, 400),
        ("buru", {"name": "A\n"}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(ann: Guest, game: str, body: dict[str, Any], status: int) -> None:
    assert ann.http.post(f"/api/games/{game}/learn", json=body).status_code == status
