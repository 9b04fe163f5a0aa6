"""Another name at a table where one sits already."""

import sqlite3

import pytest

from tests.server.browser import Guest, Running, possible


def test_a_person_is_called_by_another_name_everywhere(ann: Guest, ben: Guest) -> None:
    table = ann.start("Ann bot")
    seat, watching = ann.sit(table), ben.sit(table)
    seat.my_turn()
    seat.play(possible(seat.picture)[0], hold=True)
    seat.receive()
    version = seat.picture["version"]
    seat.send(type="rename", seat=0, name="Wren {1}")
    seat.until(lambda update: update["picture"]["seats"][0]["name"] == "Wren {1}")
    assert seat.picture["version"] == version
    assert any("Wren {1}" in line["words"] for line in seat.picture["lines"])
    assert not any("Ann" in line["words"] for line in seat.picture["lines"])
    watching.until(lambda update: update["picture"]["seats"][0]["name"] == "Wren {1}")
    assert ann.home()["tables"][0]["players"][0] == "Wren {1}"


@pytest.mark.parametrize(("number", "name", "words"), [(1, "Wren", "not playing"), (0, "a\nb", "printable")])
def test_a_name_that_cannot_be_is_refused(ann: Guest, number: int, name: str, words: str) -> None:
    seat = ann.sit(ann.start("Ann bot"))
    seat.send(type="rename", seat=number, name=name)
    assert words in seat.problem()["words"]


def test_a_spectator_renames_nobody(ann: Guest, ben: Guest) -> None:
    watching = ben.sit(ann.start("Ann Cleo"))
    watching.send(type="rename", seat=0, name="Wren")
    assert "not playing" in watching.problem()["words"]


def test_an_old_name_does_not_come_back_when_a_move_cannot_be_kept(ann: Guest, server: Running) -> None:
    table = ann.start("Ann Ben")
    seat = ann.sit(table)
    seat.send(type="rename", seat=seat.picture["seat"], name="Wren")
    seat.receive()
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    assert "does not count" in seat.refused("rest")["words"]
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute("DROP TRIGGER full")
    names = [player["name"] for player in ann.sit(table).picture["seats"]]
    assert "Wren" in names and len(names) == 2
