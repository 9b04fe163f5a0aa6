"""Four people with four cookies and one link: a whole game, with leaving, standing in, and the server killed."""

import time
from pathlib import Path
from random import Random

import pytest

from tests.server.browser import Guest, Seat, is_over, play
from tests.server.test_friends import all_ready, gathered
from tests.web.house import House


def come(house: House, old: Guest | None = None) -> Guest:
    guest = Guest(house.url.removeprefix("http://").rstrip("/"))
    if old is not None:
        guest.http.cookies = old.http.cookies
    guest.home()
    return guest


def come_back(house: House, guests: list[Guest], table: str) -> tuple[list[Guest], list[Seat]]:
    """Everybody's connection is gone; the cookies are not."""
    again = []
    for guest in guests:
        again.append(come(house, guest))
        guest.leave()
    screens = [guest.gather(table) for guest in again]
    for screen in screens:
        screen.until(lambda update: True)
    return again, screens


@pytest.mark.long
def test_four_friends_play_to_the_end_whatever_happens(tmp_path: Path) -> None:
    """With real browsers, `tests/web/test_friends.py` does this once more."""
    house, chance = House(tmp_path / "data"), Random(1)
    house.start()
    try:
        guests = [come(house) for _ in range(4)]
        pace = {"kind": "slow", "amount": 1, "late": "nothing"}
        table, screens = gathered(*guests, game="tungaru", options={"stall": "end"}, pace=pace)
        all_ready(screens)
        assert [screen.update["seats"] for screen in screens] == [[0], [1], [2], [3]]
        play(screens, 25, chance)

        # One leaves, the others see it, and comes back where the game is now.
        screens[1].socket.close()
        screens[0].until_friends(lambda friends: friends["seats"][1]["presence"] == "gone")
        screens[1] = guests[1].gather(table)
        screens[1].until(lambda update: True)
        play(screens, 15, chance)

        # A bot sits in for another, and hands back.
        screens[2].send(type="stand_in", bot="random")
        screens[0].until(lambda update: update["picture"]["seats"][2]["bot"] == "random")
        screens[0].until(lambda update: update["picture"]["to_move"] != 2)
        time.sleep(1.2)  # somebody thinks, whose time counts
        play(screens, 25, chance)
        screens[2].send(type="stand_in", bot=None)
        screens[0].until(lambda update: update["picture"]["seats"][2]["bot"] is None)

        # The power fails: what everybody has seen still stands.
        for screen in screens:
            screen.until(lambda update: update["picture"]["seats"][2]["bot"] is None)
        seen = max(int(screen.picture["version"]) for screen in screens)
        used = [screens[seat].update["clock"]["used"][seat] for seat in range(4)]
        house.kill()
        house.start()
        guests, screens = come_back(house, guests, table)
        assert all(screen.picture["version"] >= seen for screen in screens)
        assert screens[0].friends["seats"][2]["bot"] is None
        again = screens[0].update["clock"]["used"]
        assert max(used) > 1 and all(now > before - 0.5 for now, before in zip(again, used, strict=True))
        play(screens, 20, chance)

        # One gives up the seat for good: a bot plays to the end.
        screens[3].send(type="leave", bot="random")
        screens[0].until(lambda update: update["picture"]["seats"][3]["bot"] == "random")
        screens[3].until(lambda update: update["seats"] == [])
        house.kill()
        house.start()
        guests, screens = come_back(house, guests, table)
        assert [screen.update["seats"] for screen in screens] == [[0], [1], [2], []]
        play(screens, 5_000, chance)

        for screen in screens:
            screen.until(is_over)
        results = [(screen.picture["winners"], screen.picture["scores"]) for screen in screens]
        assert results[0][0] and results == [results[0]] * 4
        told = [line["words"] for line in screens[0].picture["lines"]]
        assert any("plays for F2" in words for words in told) and any("F2 is back" in words for words in told)
        assert any("F3 has left" in words for words in told)
        for guest, screen in zip(guests[:3], screens[:3], strict=True):
            assert [info["over"] for info in guest.home()["tables"]] == [True]
            (result,) = guest.http.get("/api/me/results").json()
            seat = screen.update["seats"][0]
            assert result["points"] == screen.picture["scores"][seat]
            assert result["won"] is (seat in screen.picture["winners"])
        assert guests[3].http.get("/api/me/results").json() == []
    finally:
        house.kill()
