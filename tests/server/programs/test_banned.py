"""A ban reaches the programs of whoever is banned: what is open is closed, and nothing opens."""

import re

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.browser import PATIENCE, Guest, Running, Seat
from tests.server.programs.program import Program, token_of
from tests.server.programs.test_api import Listener
from tests.server.test_admin import Operator, Run, Visit, farewell, until
from tests.server.test_friends import gathered, invitation


@pytest.fixture(autouse=True)
def read_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skerry.server.people.house_rules.RULES_READ_EVERY", 0.1)


def opened(server: Running, owner: Guest, host: Guest) -> tuple[Program, str, Seat, Listener]:
    """A program with a seat at a table, its socket there, and its stream of events."""
    program = Program(server, token_of(owner))
    table, (screen,) = gathered(host, seats="Ann open", programs=True)
    assert program.post(f"tables/{table}/seat", invitation=invitation(screen)).status_code == 200
    screen.send(type="ready", ready=True)
    seat = Seat(Guest(server.host).line(table, Authorization=f"Bearer {program.token}"))
    seat.until(lambda update: True)
    heard = Listener(program)
    heard.until(bool)
    return program, table, seat, heard


@pytest.mark.parametrize("whom", ["owner", "program", "network"])
def test_what_a_program_has_open_is_closed_with_its_owners_ban(run: Run, visit: Visit, whom: str) -> None:
    server = run()
    operator = Operator(server.data, "")
    ann, ben = visit(server), visit(server)
    ben.ask_for("Ben bot").raise_for_status()
    (owner,) = re.findall(r"(?m)^[0-9a-f]{16,}", operator("people"))
    program, table, seat, heard = opened(server, ben, ann)
    (own,) = re.findall(r"(?m)^program-[0-9a-f]+", operator("people"))
    operator("ban", {"owner": owner, "program": own, "network": "127.0.0.0/8"}[whom], "--reason", "rude")
    assert "Reason: Rude." in farewell(seat)
    with heard.news:
        assert heard.news.wait_for(lambda: heard.is_over, PATIENCE)
    until(lambda: program.get("me").status_code == 403)
    assert "Reason: Rude." in program.get("me").text
    with pytest.raises(InvalidStatus):
        Guest(server.host).line(table, Authorization=f"Bearer {program.token}")
    assert ben.http.get("/api/home").status_code == (200 if whom == "program" else 403)
