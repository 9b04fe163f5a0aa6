"""A disk that is full, a database that fails: clear words, nothing lost, and on it goes when there is space again."""

import resource
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from skerry.server.errors import LOST
from tests.server.browser import Guest, Running, Seat, possible
from tests.server.cluster import Cluster
from tests.server.serving import serving
from tests.terminal import command

DISK_FULL = """
CREATE FUNCTION full_disk() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER full_disk BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION full_disk()
"""


def move(seat: Seat) -> int:
    """Make a move that counts; return its number."""
    seat.my_turn()
    before = int(seat.picture["move"])
    seat.play(possible(seat.picture)[0])
    seat.until(lambda update: update["picture"]["move"] > before)
    return before


def test_with_a_full_disk_a_move_is_refused_in_words_and_goes_through_when_there_is_space(tmp_path: Path) -> None:
    """No file of the server may grow any more, which is what a full disk does to it."""
    data = tmp_path / "data"
    with serving(data, "--log", "json") as server:
        guest = Guest(server.host)
        table = guest.start("me bot")
        seat = guest.sit(table)
        move(seat)
        seat.my_turn()
        allowed = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, allowed[1]))
        assert seat.refused(possible(seat.picture)[0])["words"] == LOST
        assert guest.home()["tables"][0]["id"] == table and server.get("/live").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, allowed)
        move(seat)
        guest.leave()
        words = "\n".join(server.stop())
    assert "full" in words or "I/O error" in words
    assert "1 game replayed, none of them wrong" in command.run("admin", "--data", data, "verify").stdout


def test_with_a_full_disk_of_postgresql_likewise(run: Callable[..., Running], cluster: Cluster) -> None:
    address = cluster.new_database()
    server = run(database=address)
    guest = Guest(server.host)
    seat = guest.sit(guest.start("me bot"))
    move(seat)
    seat.my_turn()
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(DISK_FULL)
        assert seat.refused(possible(seat.picture)[0])["words"] == LOST
        db.execute("DROP TRIGGER full_disk ON entries")
    move(seat)
    guest.leave()
    assert "none of them wrong" in command.run("admin", "--database", address, "verify").stdout


@pytest.mark.parametrize("words", [["serve", "--port", 0], ["admin", "tables"], ["backup", "x.zip"]])
def test_a_database_that_is_not_there_is_told_without_its_password(tmp_path: Path, words: list[str]) -> None:
    address = "postgresql://ann:hush-hush@127.0.0.1:1/skerry"
    if words[0] == "admin":
        words = ["admin", "--database", address, *words[1:]]
    else:
        words = [*words, "--database", address]
    if words[0] == "serve":
        words += ["--data", str(tmp_path)]
    done = command.run(*words, cwd=tmp_path)
    assert done.returncode != 0 and done.stdout == ""
    assert "database" in done.stderr and "127.0.0.1" in done.stderr
    assert "hush" not in done.stderr and "Traceback" not in done.stderr and not (tmp_path / "x.zip").exists()
