"""A whole game between two programs: nothing that one of them is sent names a card in the other's hand.

tests/server/leaks.py compares what the API tells in the real position with what it tells in others that look the same.
"""

import json
from random import Random
from typing import Any

import httpx
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from skerry.match import Match
from skerry.server.programs import seen
from skerry.server.web.metrics import ServerCollector
from tests.server import leaks
from tests.server.browser import Guest, Running, Seat
from tests.server.programs.program import Program, token_of
from tests.server.programs.test_api import Listener
from tests.server.test_admin import Operator, until


def everything_told(program: Program, table: str, version: int) -> str:
    """All channels of a program: state, choices, log, lists, file, refusals, and the socket."""
    paths = ["", "?outline=true", "/choices", "/log", "/match", "?seat=0", "/log?seat=0", "/choices?seat=0"]
    answers = [program.get(f"tables/{table}{path}") for path in paths] + [program.get("tables")]
    for text in ("rest", "gather", "play rake", "choose rock", "nonsense"):
        answers.append(program.post(f"tables/{table}/play", version=version, text=text, seat=0))
    answers.append(program.post(f"tables/{table}/undo", version=version, seat=0))
    return "".join(answer.text for answer in answers) + told_by_socket(program, table)


def told_by_socket(program: Program, table: str) -> str:
    """What a program is sent that opens the table with its token: all but the catalogue, which names every card."""
    stranger = Guest(program.http.base_url.netloc.decode())
    seat = Seat(stranger.line(table, Authorization=f"Bearer {program.token}"))
    seat.until(lambda update: True)
    stranger.leave()
    assert seat.kept.welcome.pop("catalogue") == catalogue(program, table)["catalogue"]
    heard = [message for message in map(json.loads, seat.heard) if message["type"] != "welcome"]
    return json.dumps([seat.kept.welcome, heard])


def catalogue(program: Program, table: str) -> dict[str, Any]:
    return program.get(f"tables/{table}/catalogue").raise_for_status().json()


class Watching:
    """The operator's page and the figures for Prometheus, which show no positions."""

    def __init__(self, server: Running) -> None:
        self.gauges = server.gauges
        token = Operator(server.data, "")("token").split()[0]
        self.http = httpx.Client(base_url=f"http://{server.host}", headers={"Authorization": f"Bearer {token}"})
        until(lambda: self.http.get("/api/operator").status_code == 200)

    def told(self) -> str:
        registry = CollectorRegistry()
        registry.register(ServerCollector(self.gauges))
        return self.http.get("/api/operator").raise_for_status().text + generate_latest(registry).decode()


def check(told: str, secret: set[str]) -> int:
    for card in secret:
        assert f'"{card}"' not in told and f":{card}" not in told
    return len(secret)


def test_nothing_a_program_is_sent_names_a_card_of_another(server: Running, ann: Guest, ben: Guest) -> None:
    one, two = Program(server, token_of(ann, "One")), Program(server, token_of(ben, "Two"))
    made = one.post("tables", game="_blank", seats=[{"name": "One"}, {"name": "Friend", "open": True}]).json()
    table = f"tables/{made['id']}"
    one.post(f"{table}/ready")
    two.post(f"{table}/seat", invitation=made["friends"]["invitation"])
    heard, watching, chance, checked, undone = Listener(two), Watching(server), Random(3), 0, 0
    printed = catalogue(two, made["id"])
    while (state := one.get(table).json())["now"]["to_move"] is not None:
        secret = hidden_from(two, table, state)
        told = everything_told(two, made["id"], state["now"]["version"]) + str(heard.events) + watching.told()
        checked += check(told, secret)
        if secret:  # and it would be found there
            with pytest.raises(AssertionError):
                check(told_by_socket(one, made["id"]), secret)
        assert catalogue(one, made["id"]) == catalogue(two, made["id"]) == printed, "it tells nothing of this position"
        actor = (one, two)[state["now"]["to_move"]]
        choices: dict[str, Any] = actor.get(f"{table}/choices").json()
        move = chance.choice(choices["choices"])["text"]
        after = actor.post(f"{table}/play", version=choices["version"], text=move).json()
        if actor is one and after["now"]["undo"] and chance.random() < 0.5:  # what was taken back stays in the log
            again = one.post(f"{table}/undo", version=after["now"]["version"]).raise_for_status().json()
            told = everything_told(two, made["id"], again["now"]["version"]) + str(heard.events) + watching.told()
            checked += check(told, hidden_from(two, table, again))
            undone += 1
    assert checked > 20 and undone
    assert two.get(f"{table}/log?seat=0").status_code == 200  # by now everybody may see everything


def hidden_from(program: Program, table: str, state: dict[str, Any]) -> set[str]:
    """The cards in the first player's hand that this program cannot know."""
    players = state["now"]["view"]["players"]
    played = {card for player in players for card in player["played"]}
    return set(players[0]["hand"]) - played - set(program.get(table).json()["now"]["view"]["players"][1]["hand"])


def test_a_leak_of_the_api_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that names the next cards of the deck, or somebody's hand."""
    plain = seen.now

    def careless(match: Match, seat: int) -> Any:
        return plain(match, 0 if seat == -1 else seat)

    monkeypatch.setattr(seen, "now", careless)
    with pytest.raises(AssertionError, match="the API tells too much"):
        leaks.check_game("_blank", 2, 1)
