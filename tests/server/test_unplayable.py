"""A match that this build cannot play is listed with the reason, can be downloaded, and reveals nothing."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from skerry.match.save import read_saved
from skerry.server.errors import Damaged
from skerry.server.store.records import record_of
from skerry.server.store.store import Store
from tests.match.test_match import a_match
from tests.server.browser import PATIENCE, Guest, Running, play_on
from tests.server.test_friends import all_ready, gathered

CASES = [
    (
        "UPDATE matches SET components = '0123456789abcdef' WHERE id = ?",
        "cards or tiles that this version of Skerry does not have",
    ),
    ("UPDATE matches SET rules = 99 WHERE id = ?", "update Skerry"),
    (
        "UPDATE matches SET rules = 0 WHERE id = ?",
        "version 0 of the rules, which this version of Skerry can no longer play",
    ),
    ("UPDATE matches SET game = 'chess' WHERE id = ?", "does not include this game"),
]
LATER = [  # found out when it is opened
    "UPDATE entries SET text = 'deal moon' WHERE match = ? AND seq = 1",
    "UPDATE entries SET mark = '01234567' WHERE match = ? AND seq = 1",
    "UPDATE entries SET text = (SELECT text FROM entries WHERE match = e.match AND seq = 2) FROM entries AS e "
    "WHERE entries.match = ? AND entries.seq = 1 AND e.match = entries.match AND e.seq = 1",
]


def spoil(server: Running, table: str, damage: str) -> list[str]:
    """Return the texts of the log and the seed, which nobody may be told."""
    with sqlite3.connect(server.data / "matches.sqlite3") as db:
        db.execute(damage, (table,))
        texts = [row[0] for row in db.execute("SELECT text FROM entries WHERE match = ?", (table,))]
        [(seed,)] = db.execute("SELECT seed FROM matches WHERE id = ?", (table,))
    return [*(text for text in texts if " " in text), seed]


@pytest.mark.parametrize(("damage", "words"), CASES)
def test_it_is_listed_with_the_reason(server: Running, ann: Guest, damage: str, words: str) -> None:
    table, other = ann.start("Ann Ben"), ann.start("Ann Ben")
    spoil(server, table, damage)
    listed = {info["id"]: info["problem"] for info in ann.home()["tables"]}
    assert words in listed[table] and listed[other] == ""
    play_on(ann.sit(other))


@pytest.mark.parametrize("damage", [*(damage for damage, _ in CASES), *LATER])
def test_visitors_are_told_why_and_nothing_else(server: Running, ann: Guest, ben: Guest, damage: str) -> None:
    table = ann.start("Ann Ben")
    secrets = spoil(server, table, damage)
    for guest in (ann, ben):
        told = json.loads(guest.line(table).recv(PATIENCE))
        log = guest.http.get(f"/api/tables/{table}/log")
        assert told["type"] == "problem" and log.status_code == 409
        for words in (json.dumps(told), log.text):
            assert not [secret for secret in secrets if secret in words]


@pytest.mark.parametrize("damage", [*(damage for damage, _ in CASES), *LATER])
def test_its_owner_can_download_it(server: Running, ann: Guest, ben: Guest, damage: str) -> None:
    table = ann.start("Ann Ben")
    secrets = spoil(server, table, damage)
    answer = ann.http.get(f"/api/tables/{table}/match")
    assert answer.status_code == 200
    saved = read_saved(answer.content)
    assert saved.seed in secrets and len(saved.log) >= 6
    assert (saved.rows is None) == ("SET components" in damage)
    assert ben.http.get(f"/api/tables/{table}/match").status_code == 409  # the seed and what is hidden are in it


def test_missing_components_are_marked_and_never_replaced_by_others(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    store = Store(path)
    store.create(record_of("a", "ann", match := a_match()), match).result()
    store.close()
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM components")
        db.execute("DELETE FROM spares")
    db.close()
    for _ in range(2):
        store = Store(path)
        record = store.record("a")
        assert record is not None and not record.has_components
        with pytest.raises(Damaged, match="components that this version of Skerry does not have"):
            store.load(record)
        store.close()


@pytest.mark.parametrize("damage", [CASES[1][0], LATER[0]])
def test_the_file_of_a_game_that_friends_play_stays_closed(
    run: Callable[..., Running], visit: Callable[[Running], Guest], damage: str
) -> None:
    first = run()
    ann, ben = visit(first), visit(first)
    table, screens = gathered(ann, ben)
    all_ready(screens)
    screens[1].send(type="leave", bot="random")
    other, screens = gathered(ann, ben)
    all_ready(screens)
    first.stop()
    for one in (table, other):
        spoil(first, one, damage)
    again = run()
    for guest in (ann, ben):
        guest.http.base_url = f"http://{again.host}"
        guest.http.headers["Origin"] = f"http://{again.host}"
        for one in (table, other):  # whoever has left has had a hand in it, too
            assert guest.http.get(f"/api/tables/{one}/match").status_code == 409
