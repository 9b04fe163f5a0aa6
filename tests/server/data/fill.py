"""Fills the data folder of a server as people would: first-release.zip was made with it.

It ran once, with the code of e19b80f6, the last commit before several processes, PostgreSQL and programs:

    git worktree add /tmp/old e19b80f6
    cd /tmp/old && SKERRY_PURE=1 PYTHONPATH=src:. python …/tests/server/data/fill.py first-release.zip

Ann and Ben have accounts, because the sessions in the file will have expired.  All games go on but one of each kind.
"""

import json
import sqlite3
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from random import Random
from typing import Any

from tests.server.browser import Guest, Running, Seat, is_over, play_on, possible
from tests.server.test_friends import all_ready, gathered

from skerry.server.settings import Settings

PASSWORD = "a gull on the mast"
ALL_GAMES = ("_blank", "buru", "nusfjord", "tungaru")
SLOW = {"kind": "slow", "amount": 2, "late": "nothing"}


def fill(data: Path) -> dict[str, Any]:
    running = Running(Settings(data=data, messages_per_second=1000))
    ann, ben = Guest(running.host), Guest(running.host)
    told: dict[str, Any] = {"tables": {}}
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        guest.home()
        guest.ask_for(f"{name} bot").raise_for_status()
        answer = guest.http.post("/api/me/account", json={"name": name, "password": PASSWORD})
        assert answer.is_success, answer.text
    for game in ALL_GAMES:
        for seats in ("Ann Ben", "Ann bot", "Ann open"):
            print(game, seats, flush=True)
            told["tables"][some_moves(ann, ben, game, seats)] = f"{game}: {seats}"
    over = ann.start("Ann bot")
    play_on(ann.sit(over))
    told["over"] = over
    told["daily"] = play_daily(ann, ben)
    for guest in (ann, ben):
        guest.leave()
    time.sleep(1)
    running.stop()
    return told


def some_moves(ann: Guest, ben: Guest, game: str, seats: str) -> str:
    if "open" in seats:
        pace = {"pace": SLOW} if game == "nusfjord" else {}
        table, screens = gathered(ann, ben, game=game, **pace)
        all_ready(screens)
        for number, screen in enumerate(screens):
            screen.send(type="say", words=f"hello from {number}")
            screen.until_said(f"hello from {number}")
    else:
        table = ann.start(seats, game=game)
        screens = [ann.sit(table)]
    decide(screens, 6, Random(game + seats))
    return table


def decide(screens: list[Seat], moves: int, chance: Random) -> None:
    """Any decisions of whoever is asked."""
    for _ in range(moves):
        newest = max(screens, key=lambda screen: int(screen.picture["version"]))
        for screen in screens:
            screen.until(lambda update, v=newest.picture["version"]: update["picture"]["version"] >= v)
        turn = int(newest.picture["to_move"])
        acting = screens[turn] if len(screens) > 1 else screens[0]
        acting.until(lambda update: is_over(update) or bool(update["picture"]["choices"]))
        if is_over(acting.update):
            return
        version = acting.picture["version"]
        acting.play(chance.choice(possible(acting.picture)))
        acting.until(lambda update, version=version: update["picture"]["version"] > version)


def play_daily(ann: Guest, ben: Guest) -> dict[str, str]:
    """Ann has finished today's deal, Ben has begun his."""
    begun = {}
    for guest, name in ((ann, "Ann"), (ben, "Ben")):
        (deal, *_) = guest.http.get("/api/practice").json()["daily"]
        answer = guest.http.post("/api/daily", json={"game": deal["game"], "name": name})
        assert answer.is_success, answer.text
        begun[name] = answer.json()["id"]
        seat = guest.sit(begun[name])
        if name == "Ann":
            play_on(seat)
        else:
            decide([seat], 3, Random(3))
    ann.http.get("/api/practice").raise_for_status()
    return begun


def pack(data: Path, told: dict[str, Any], target: Path) -> None:
    with sqlite3.connect(data / "matches.sqlite3") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    db.close()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_LZMA) as archive:
        for path in sorted(path for path in data.rglob("*") if path.is_file()):
            archive.write(path, path.relative_to(data))
        archive.writestr("told.json", json.dumps(told | {"password": PASSWORD}))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        pack(data, fill(data), Path(sys.argv[1]))
