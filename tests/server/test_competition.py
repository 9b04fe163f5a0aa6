"""Rated tables and leagues as browsers use them; and a server where the host has switched them off."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from skerry.server.competition import ratings, rounds
from skerry.server.config import ConfigError
from skerry.server.protocol.table_settings import RATED_TERMS
from skerry.server.settings import Settings
from skerry.server.web import competition
from skerry.server.web.app import create_app
from tests.server.browser import PATIENCE, Guest, Running, Seat, play_on
from tests.server.test_friends import all_ready, gathered, invitation, play_together

CLOCK = {"kind": "slow", "amount": 2, "late": "bot"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that has both."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "COUNT_EVERY", 0.05)
        patch.setattr(rounds, "LOOK_EVERY", 0.05)
        running = Running(Settings(data=tmp_path_factory.mktemp("club") / "data", ratings=True, leagues=True))
        yield running
        running.stop()


@pytest.fixture
def come(club: Running, visit: Callable[[Running], Guest]) -> Callable[[str], Guest]:
    def member(name: str = "") -> Guest:
        """With an account of this name, or as a guest."""
        guest = visit(club)
        if name:
            guest.start()  # somebody who has done something
            wish = {"name": name, "password": "long enough 7"}
            guest.http.post("/api/me/account", json=wish).raise_for_status()
        return guest

    return member


def until(look: Callable[[], Any]) -> Any:
    """What a page that asks again and again gets to see."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def words(answer: httpx.Response) -> str:
    return str(answer.json()["words"])


# ---- switched off


def test_where_they_are_switched_off_nothing_tells_of_them(ann: Guest, ben: Guest) -> None:
    home = ann.home()
    assert (home["ratings"], home["leagues"]) == (False, False)
    assert "rated" not in [setting["name"] for setting in home["settings"]]
    for path in ("/api/ratings", "/api/leagues", "/api/leagues/abc"):
        assert ann.http.get(path).status_code == 404
    assert ann.http.post("/api/leagues", json={"game": "_blank", "players": 2, "name": "L"}).status_code == 404
    assert ann.ask_for("Ann open", rated=True, pace=CLOCK).status_code == 404
    _, screens = gathered(ann, ben)
    assert not any("rated" in term for term in screens[0].friends["terms"])


def test_ratings_without_accounts_are_refused_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(competition, "has_accounts", lambda: False)
    with pytest.raises(ConfigError, match="python3 play.py add accounts"):
        create_app(Settings(data=tmp_path / "data", ratings=True))


# ---- rated games


def test_a_rated_game_is_agreed_on_played_and_counted(come: Callable[[str], Guest]) -> None:
    ann, ben = come("anna"), come("benno")
    (setting,) = [setting for setting in ann.home()["settings"] if setting["name"] == "rated"]
    assert setting["implies"] == {"hints": False}
    table, screens = gathered(ann, ben, rated=True, pace=CLOCK)
    terms = screens[1].friends["terms"]  # those who sit down see them before they are ready
    assert RATED_TERMS in terms and "no hints" in terms
    screens[0].send(type="agree", hints=True)
    screens[0].send(type="agree", watching=False)
    friends = screens[0].until_friends(lambda friends: not friends["watching"])
    assert not friends["hints"], "a rated game has none"
    all_ready(screens)
    play_together(screens)
    pool = until(lambda: [p for p in ratings_of(ann)["pools"] if p["mine"]])[0]
    assert (pool["game"], pool["players"], pool["mine"]["games"], pool["mine"]["unsure"]) == ("_blank", 2, 1, True)
    assert [point["match"] for point in pool["curve"]] == [table]
    other = ratings_of(ben)["pools"][0]["mine"]
    winners = screens[0].picture["winners"]
    better, worse = (pool["mine"], other) if 0 in winners else (other, pool["mine"])
    assert better["number"] >= 1000 >= worse["number"] and (len(winners) > 1 or better["number"] > worse["number"])
    assert pool["leaders"] == [], "nobody has enough games yet"


def ratings_of(guest: Guest) -> dict[str, Any]:
    return guest.http.get("/api/ratings").raise_for_status().json()


def test_a_rated_game_needs_accounts_a_clock_and_a_seat_for_each(come: Callable[[str], Guest]) -> None:
    ann, guest = come("annika"), come("")
    refused = guest.ask_for("Ann open", rated=True, pace=CLOCK)
    assert refused.status_code == 403 and "needs an account" in words(refused)
    assert "needs a clock" in words(ann.ask_for("Ann open", rated=True))
    late = {"kind": "slow", "amount": 2, "late": "nothing"}
    assert "needs a clock" in words(ann.ask_for("Ann open", rated=True, pace=late))
    assert "one seat" in words(ann.ask_for("Ann Bo open", rated=True, pace=CLOCK))
    assert "real dice" in words(ann.ask_for("Ann open", rated=True, typed_in=True, pace={**CLOCK, "late": "nothing"}))
    table = ann.start("Ann open", rated=True, pace=CLOCK)
    refused = guest.take_seat(table, invitation(ann.gather(table)), "Ben")
    assert refused.status_code == 403 and "needs an account" in words(refused)


def test_decisions_stand_and_nobody_changes_seats_in_a_rated_game(come: Callable[[str], Guest]) -> None:
    ann, ben = come("annabel"), come("benjamin")
    _, screens = gathered(ann, ben, rated=True, pace=CLOCK)
    all_ready(screens)
    screens[0].send(type="seating", seat=1, bot="easy")
    assert "only those who started it play" in screens[0].problem()["words"]
    screens[0].send(type="ask_back", seat=0, version=screens[0].picture["version"])
    assert "decisions stand" in screens[0].problem()["words"]


def test_who_leaves_a_rated_game_comes_in_last(come: Callable[[str], Guest]) -> None:
    ann, ben = come("annelie"), come("bennet")
    table, screens = gathered(ann, ben, seats="Ann open bot", rated=True, pace=CLOCK)
    all_ready(screens)
    screens[1].send(type="leave", bot="random")
    screens[0].until_friends(lambda friends: not friends["seats"][1]["person"])
    play_on(screens[0])
    found = until(lambda: [p for p in ratings_of(ben)["pools"] if p["mine"] and p["players"] == 3])[0]
    assert found["mine"]["number"] < 1000
    assert [point["match"] for point in found["curve"]] == [table]


# ---- leagues


def new_league(host: Guest, **wish: Any) -> str:
    terms = {"game": "_blank", "players": 2, "rounds": 2, "least": 2, "name": "Winter league"} | wish
    answer = host.http.post("/api/leagues", json=terms)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def deed(guest: Guest, league: str, what: str, **wish: Any) -> httpx.Response:
    return guest.http.post(f"/api/leagues/{league}/{what}", json=wish)


def shown(guest: Guest, league: str) -> dict[str, Any]:
    return guest.http.get(f"/api/leagues/{league}").raise_for_status().json()


def play_round(guests: list[Guest], league: str, number: int) -> None:
    """Everybody opens their next game, and they play in turn."""
    until(lambda: shown(guests[0], league)["info"]["round"] == number and all(shown(g, league)["next"] for g in guests))
    games: dict[str, list[Seat]] = {}
    for guest in guests:
        table = shown(guest, league)["next"]
        games.setdefault(table, []).append(guest.gather(table))
    for screens in games.values():
        for screen in screens:
            screen.until(lambda update: True)
        screens.sort(key=lambda screen: screen.update["seats"])
        play_together(screens)


def test_a_league_from_the_first_entry_to_the_last_game(come: Callable[[str], Guest]) -> None:
    people = [come(""), come(""), come(""), come("")]
    host = people[0]
    league = new_league(host, by_code=True)
    assert [info["name"] for info in host.http.get("/api/leagues").json()["leagues"]] == ["Winter league"]
    code = shown(host, league)["code"]
    assert code and shown(people[1], league)["code"] == ""
    assert deed(people[1], league, "enter", name="Ben", code="x").status_code == 403
    for guest, name in zip(people, ["Ann", "Ben", "Eve", "Dan"], strict=True):
        answer = deed(guest, league, "enter", name=name, code=code)
        assert answer.status_code == 200 and answer.json()["info"]["entered"], answer.text
    assert deed(people[1], league, "start").status_code == 403
    assert deed(host, league, "start").json()["info"]["state"] == "running"
    for number in (1, 2):
        play_round(people, league, number)
    until(lambda: shown(host, league)["info"]["state"] == "over")
    found = shown(host, league)
    assert sum(line["points"] for line in found["standings"]) == 4, "one point for each game"
    assert [line["mine"] for line in found["standings"]].count(True) == 1
    for round_ in found["rounds"]:
        for table in round_["tables"]:
            assert table["over"] and [seat["place"] for seat in table["seats"]] in ([1, 2], [1, 1])


def test_a_rated_league_needs_accounts_and_its_games_count(come: Callable[[str], Guest]) -> None:
    ann, ben, guest = come("anneke"), come("benedikt"), come("")
    refused = guest.http.post("/api/leagues", json={"game": "_blank", "players": 2, "name": "L", "rated": True})
    assert refused.status_code == 403
    league = new_league(ann, rated=True, rounds=1, most=2)
    assert "needs an account" in words(deed(guest, league, "enter", name="Eve"))
    for member, name in ((ann, "Ann"), (ben, "Ben")):
        deed(member, league, "enter", name=name).raise_for_status()
    play_round([ann, ben], league, 1)  # full, so it has started
    found = until(lambda: [p for p in ratings_of(ann)["pools"] if p["mine"]])[0]
    assert found["mine"]["games"] == 1


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"players": 1}, 400),
        ({"rounds": 0}, 400),
        ({"rounds": 999}, 400),
        ({"round_days": 10**9}, 400),
        ({"name": "x" * 61}, 400),
        ({"name": ""}, 400),
        ({"most": 65}, 400),
        ({"least": 3, "most": 2}, 409),
        ({"late": "explode"}, 400),
        ({"game": "chess"}, 400),
        ({"options": {"a": "b"}}, 400),
        ({"secret": "x"}, 400),
    ],
)
def test_bad_wishes_get_an_answer_in_words(come: Callable[[str], Guest], wish: dict[str, Any], status: int) -> None:
    answer = come("").http.post("/api/leagues", json={"game": "_blank", "players": 2, "least": 2, "name": "L"} | wish)
    assert answer.status_code == status and words(answer)


def test_bad_deeds_get_an_answer_in_words(come: Callable[[str], Guest]) -> None:
    ann = come("")
    league = new_league(ann)
    for what, wish, status in [
        ("enter", {"name": ""}, 400),
        ("enter", {"name": "\u202eevil"}, 400),
        ("enter", {"name": "Ann", "more": 1}, 400),
        ("explode", {}, 404),
        ("start", {}, 409),
    ]:
        answer = deed(ann, league, what, **wish)
        assert answer.status_code == status and words(answer), (what, wish, answer.text)
    assert deed(ann, "nowhere", "start").status_code == 404
    assert ann.http.get("/api/leagues/nowhere").status_code == 404
    other = ann.http.post(f"/api/leagues/{league}/cancel", json={}, headers={"Origin": "http://elsewhere.example"})
    assert other.status_code == 403
    assert deed(ann, league, "cancel").json()["info"]["state"] == "over"
