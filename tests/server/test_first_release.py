"""A folder that the first release has filled: this one opens it, verifies it, plays on, and takes it to PostgreSQL.

`tests/server/data/first-release.zip` was written by the code of e19b80f6, the last commit before several processes,
PostgreSQL and programs.  tests/server/data/fill.py says how, and can do it again.
"""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from skerry.server.store.engine.engines import open_engine
from skerry.server.store.store import Store
from tests.server.browser import Guest, Running, Seat, is_over, possible
from tests.server.cluster import Cluster
from tests.server.test_admin import Operator
from tests.server.test_move_data import logs, skerry

Run = Callable[..., Running]
Visit = Callable[[Running], Guest]

FILLED = Path(__file__).parent / "data" / "first-release.zip"
GAMES = 17


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with zipfile.ZipFile(FILLED) as archive:
        archive.extractall(tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def told(data: Path) -> dict[str, Any]:
    """What was done there."""
    return json.loads((data / "told.json").read_text())


def people(running: Running, visit: Visit, told: dict[str, Any]) -> dict[str, Guest]:
    found = {"Ann": visit(running), "Ben": visit(running)}
    for name, guest in found.items():
        wish = {"name": name, "password": told["password"]}
        guest.http.post("/api/me/sign-in", json=wish).raise_for_status()
    return found


def go_on(table: str, kind: str, people: dict[str, Guest], chance: Random) -> None:
    """Two decisions of whoever is asked."""
    if "open" in kind:
        screens = [people["Ann"].gather(table), people["Ben"].gather(table)]
        for screen in screens:
            screen.until(lambda update: True)
    else:
        screens = [people["Ann"].sit(table)]
    for _ in range(2):
        acting = whose_turn(screens)
        if is_over(acting.update):
            return
        version = acting.picture["version"]
        acting.play(chance.choice(possible(acting.picture)))
        acting.until(lambda update, version=version: update["picture"]["version"] > version)
        for screen in screens:
            screen.until(lambda update, v=acting.picture["version"]: update["picture"]["version"] >= v)
    for screen in screens:
        assert not screen.problems
        screen.socket.close()


def whose_turn(screens: list[Seat]) -> Seat:
    turn = int(screens[0].picture["to_move"] or 0)
    acting = screens[turn] if len(screens) > 1 else screens[0]
    acting.until(lambda update: is_over(update) or bool(update["picture"]["choices"]))
    return acting


def check_and_play(running: Running, visit: Visit, told: dict[str, Any], chance: Random) -> None:
    who = people(running, visit, told)
    listed = {row["id"]: row for row in who["Ann"].home()["tables"]}
    assert {*told["tables"], told["over"], told["daily"]["Ann"]} <= set(listed)
    assert not any(row["problem"] for row in listed.values())
    assert [id_ for id_ in told["tables"] if listed[id_]["over"]] == [] and listed[told["over"]]["over"]
    for table, kind in told["tables"].items():
        go_on(table, kind, who, chance)
    for name in ("Ann", "Ben"):
        assert who[name].http.get(f"/api/tables/{told['daily'][name]}/log").status_code == 200
    assert len(who["Ann"].http.get("/api/me/results").json()) == 2
    shared = next(table for table, kind in told["tables"].items() if "open" in kind)
    seat = who["Ben"].gather(shared)
    seat.until_said("hello from 0")
    seat.until_said("hello from 1")


def tries(data: Path, address: str) -> list[tuple[str, bool]]:
    """Of the daily deal: who, and whether they have finished it."""
    store = Store(open_engine(data, address))
    found = [(name, points is not None) for name, points in store.read("SELECT name, points FROM tries ORDER BY name")]
    store.close()
    return found


def test_what_the_first_release_wrote_is_opened_verified_and_played_on(
    run: Run, visit: Visit, cluster: Cluster, data: Path, told: dict[str, Any]
) -> None:
    operator, chance = Operator(data, ""), Random(1)
    assert f"{GAMES} games replayed, none of them wrong" in operator("verify")
    before = logs(data, "")
    running = run(data=data)
    check_and_play(running, visit, told, chance)
    running.stop()
    after = logs(data, "")
    assert all(after[id_][: len(log)] == log for id_, log in before.items())
    assert tries(data, "") == [("Ann", True), ("Ben", False)]
    assert all(len(after[id_]) > len(before[id_]) for id_ in told["tables"])

    address = cluster.new_database()
    assert f"Moved {GAMES} games" in skerry("move-data", "--to", address, "--data", str(data))
    assert logs(data, address) == after and tries(data, address) == tries(data, "")
    operator = Operator(data, address)
    assert f"{GAMES} games replayed, none of them wrong" in operator("verify")
    running = run(data=data, database=address)
    check_and_play(running, visit, told, chance)
    running.stop()
    assert f"{GAMES} games replayed, none of them wrong" in operator("verify")
