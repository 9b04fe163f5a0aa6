"""A table of mine that I want no more."""

import json
import sqlite3
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browser import PATIENCE, Guest, Running


def test_a_table_is_deleted_for_good_and_who_is_there_is_told(ann: Guest, ben: Guest, server: Running) -> None:
    table, other = ann.start("Ann Ben"), ann.start("Ann Ben")
    watching = ben.sit(table)
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert "deleted" in watching.problem()["words"]
    with pytest.raises(ConnectionClosed):
        watching.socket.recv(PATIENCE)
    assert watching.socket.close_code == 4404
    assert [info["id"] for info in ann.home()["tables"]] == [other]
    assert "was deleted" in json.loads(ann.line(table).recv(PATIENCE))["words"]
    assert "no game at this address" in json.loads(ann.line("nothere").recv(PATIENCE))["words"]
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM entries WHERE match = ?", [table]).fetchone() == (0,)


def test_a_table_where_a_bot_is_thinking_can_be_deleted(ann: Guest) -> None:
    table = ann.start("bot:expert bot:expert")
    ann.sit(table)
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    assert ann.home()["tables"] == []


def test_only_the_owner_deletes_and_only_from_this_site(ann: Guest, ben: Guest) -> None:
    table = ann.start()
    assert "Only the person who started" in ben.http.delete(f"/api/tables/{table}").json()["words"]
    elsewhere = {"Origin": "http://evil.example"}
    assert ann.http.delete(f"/api/tables/{table}", headers=elsewhere).status_code == 403
    assert [info["id"] for info in ann.home()["tables"]] == [table]
    assert ann.http.delete("/api/tables/nothere").status_code == 404


def test_deleting_makes_room_for_new_tables(run: Callable[..., Running], visit: Callable[..., Guest]) -> None:
    ann = visit(run(open_tables=1))
    table = ann.start()
    assert ann.ask_for().status_code == 409
    ann.http.delete(f"/api/tables/{table}")
    assert ann.ask_for().status_code == 201
