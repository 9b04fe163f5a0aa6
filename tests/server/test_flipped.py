"""One byte of the database changes on the disk: no wrong game is ever shown in silence, and the others go on."""

import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.match import Match, SeatPlan
from skerry.server.bots.thinking import Thinking
from skerry.server.errors import Damaged, StoreError
from skerry.server.people import home_lists
from skerry.server.store import seats, uptime
from skerry.server.store.home import read_listed
from skerry.server.store.records import record_of
from skerry.server.store.seats import Place, TableTerms
from skerry.server.store.store import Store
from skerry.server.tables import clock
from skerry.server.tables.registry import Tables
from tests.server.browser import PATIENCE, Guest, Running, play_on
from tests.server.test_friends import all_ready, gathered

NAMES = ("Annabella", "Benedikt")
GAMES = {"table-one": "_blank", "table-two": "_blank", "table-six": "_blank", "table-ten": "buru"}
Shown = tuple[object, ...]


def filled(path: Path) -> None:
    """Four games of Ann, in different states; the last is played with friends."""
    store = Store(path)
    for number, (id_, game) in enumerate(GAMES.items()):
        plans = [SeatPlan(f"{name} {id_}") for name in NAMES]
        match = Match(game, plans, seed=f"the seed of {id_}")
        match.begin()
        record = record_of(id_, "ann", match, with_friends=id_ == "table-ten")
        store.create(record, match).result()
        for _ in range(20 * number):
            if match.over:
                break
            first = len(match.log)
            entries = match.play(match.to_move or 0, match.actions.text(match.state.legal_actions()[0]))
            store.append(record, first, entries, match).result()
            record = record.advanced()
    terms = TableTerms("the-invitation", begun=1.5)
    kept = store.record("table-ten")
    assert kept is not None
    seats.write_seating(store, kept.seated(kept.plans(), "ann"), [Place("ann"), Place("ben", 1)], terms).result()
    store.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("flipped") / "matches.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: 1.8e9)  # the same bytes each time
        filled(path)
    return path.read_bytes()


def shown(store: Store, id_: str) -> Shown | None:
    """All that people see of a game; None if they are told that it cannot be shown."""
    try:
        record = store.record(id_)
        if record is None:
            return None
        terms = Tables(store, Thinking(1.0)).read(id_).terms
        match = store.load(record)
    except (Damaged, msgspec.MsgspecError):
        return None
    return match.log, match.names, match.options, match.seed, match.game.name, match.components.hash, terms


def look(path: Path, data: bytes) -> dict[str, Shown | None]:
    """What is shown of each game; StoreError if the server does not start."""
    path.write_bytes(data)
    store = Store(path)
    try:
        found = {id_: shown(store, id_) for id_ in GAMES}
        listed = {
            info.id: info for info in home_lists.list_tables(store, "ann", read_listed(store, "ann", 100, 0).mine)
        }
        assert msgspec.json.encode(list(listed.values()))  # it can be sent
        for id_, seen in found.items():
            if seen is None and id_ in listed:
                assert listed[id_].problem != ""
            if seen is not None:
                assert listed[id_].problem == "" and listed[id_].id == id_
        return found
    finally:
        store.close()


@pytest.fixture(scope="module")
def right(original: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shown | None]:
    found = look(tmp_path_factory.mktemp("right") / "m.sqlite3", original)
    assert None not in found.values()
    return found


def places_of(data: bytes, value: bytes) -> Iterator[int]:
    """The middle of the value, wherever it is."""
    place = data.find(value)
    while place >= 0:
        yield place + len(value) // 2
        place = data.find(value, place + 1)


def flipped(data: bytes, place: int, mask: int) -> bytes:
    spoilt = bytearray(data)
    spoilt[place] ^= mask
    return bytes(spoilt)


MASKS = [0x01, 0x04, 0x80]  # another letter, another letter, no letter at all


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(
    "value",
    [
        "the seed of table-two",
        "Annabella table-two",
        "the seed of table-one",
        "Benedikt table-ten",
        "the-invitation",
    ],
)
def test_a_game_whose_row_has_changed_is_told_and_the_others_go_on(
    tmp_path: Path, original: bytes, right: dict[str, Shown | None], value: str, mask: int
) -> None:
    hit = value.rsplit(maxsplit=1)[-1] if "table" in value else "table-ten"
    places = list(places_of(original, value.encode()))
    assert places
    for place in places:
        found = look(tmp_path / "m.sqlite3", flipped(original, place, mask))
        assert found[hit] is None
        assert {id_: seen for id_, seen in found.items() if id_ != hit} == {
            id_: seen for id_, seen in right.items() if id_ != hit
        }


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("word", ["gather", "rest", "deal", "hide", "tide"])
def test_an_entry_that_has_changed_harms_one_game(
    tmp_path: Path, original: bytes, right: dict[str, Shown | None], word: str, mask: int
) -> None:
    rng = random.Random(f"{word} {mask}")
    places = [place for place in places_of(original, word.encode()) if b'"' not in original[place - 30 : place + 30]]
    assert places
    for place in rng.sample(places, min(6, len(places))):
        found = look(tmp_path / "m.sqlite3", flipped(original, place, mask))
        harmed = [id_ for id_, seen in found.items() if seen is None]
        assert len(harmed) <= 1
        assert all(seen == right[id_] for id_, seen in found.items() if seen is not None)


def test_a_changed_component_harms_nobody(tmp_path: Path, original: bytes, right: dict[str, Shown | None]) -> None:
    """Every game of its kind would be lost."""
    path = tmp_path / "m.sqlite3"
    path.write_bytes(original)
    with sqlite3.connect(path) as db:
        texts = [row[0] for row in db.execute("SELECT rows FROM components")]
    db.close()
    assert len(texts) == 2
    rng = random.Random(5)
    pieces = [text.encode()[place : place + 40] for text in texts for place in rng.sample(range(len(text) - 40), 6)]
    places = [place for piece in pieces for place in places_of(original, piece)]
    assert len(places) > 6
    for place in places:
        for mask in MASKS:
            assert look(path, flipped(original, place, mask)) == right


def test_a_byte_anywhere_shows_no_wrong_game_in_silence(
    tmp_path: Path, original: bytes, right: dict[str, Shown | None]
) -> None:
    """Where SQLite itself is in disorder the server does not start, and says what to do."""
    rng = random.Random(11)
    used = [place for place in range(len(original)) if original[place]]
    refused = spread = 0
    for place in rng.sample(used, 120):
        try:
            found = look(tmp_path / "m.sqlite3", flipped(original, place, 1 << rng.randrange(8)))
        except StoreError as error:
            assert "skerry restore" in str(error), error
            refused += 1
            continue
        harmed = [id_ for id_, seen in found.items() if seen is None]
        spread += len(harmed) > 1  # a changed key in the log may hide its neighbours from a search
        assert all(seen == right[id_] for id_, seen in found.items() if seen is not None), place
    assert refused < 50 and spread <= 3


def test_an_index_that_has_changed_is_made_again(
    tmp_path: Path, original: bytes, right: dict[str, Shown | None]
) -> None:
    """The ids of matches are in their rows and in an index; either may be hit."""
    rows = list(places_of(original, b"table-six"))
    healed = 0
    for place in rows:
        try:
            found = look(tmp_path / "m.sqlite3", flipped(original, place, 0x01))
        except StoreError as error:
            assert "skerry restore" in str(error)
            continue
        assert all(seen == right[id_] for id_, seen in found.items() if seen is not None)
        healed += found == right
    assert healed


def test_both_copies_of_a_set_must_go_before_its_games_do(tmp_path: Path, original: bytes) -> None:
    """Then they are told to be damaged, and what came with this version brings them back at the next start."""
    path = tmp_path / "m.sqlite3"
    path.write_bytes(original)
    store = Store(path)
    record = store.record("table-ten")
    assert record is not None
    with sqlite3.connect(path) as db:
        db.execute("UPDATE components SET rows = replace(rows, 'e', 'f') WHERE hash = ?", (record.components,))
        db.execute("UPDATE spares SET packed = x'00' WHERE hash = ?", (record.components,))
    db.close()
    with pytest.raises(Damaged):
        store.load(record)
    other = store.record("table-one")
    assert other is not None and store.load(other)
    store.close()
    store = Store(path)
    assert store.load(record).components.hash == record.components
    store.close()


@pytest.mark.parametrize(
    ("value", "is_told"),
    [("seed", True), ("entries", True), ("glance", False)],
)
def test_at_a_running_server_a_damaged_game_is_told_listed_and_can_be_deleted(
    run: Callable[..., Running], visit: Callable[[Running], Guest], value: str, is_told: bool
) -> None:
    first = run()
    ann = visit(first)
    hit, other = ann.start("Ann Ben"), ann.start("Ann Ben")
    seat = ann.sit(hit)
    for _ in range(3):
        seat.my_turn()
        seat.play("gather")
        seat.receive()
    first.stop()
    damage: dict[str, tuple[str, Any]] = {
        "seed": ("UPDATE matches SET seed = seed || 'x', commitment = ? WHERE id = ?", "0" * 64),
        "entries": ("UPDATE entries SET text = ? WHERE match = ? AND text = 'gather'", "rest"),
        "glance": ("UPDATE matches SET glance = ? WHERE id = ?", '{"round":9,"points":[99,1],"rounds":9}'),
    }
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        statement, new = damage[value]
        db.execute(statement, (new, hit))
    db.close()
    second = run()
    again = visit(second)
    again.http.cookies = ann.http.cookies
    listed = {info["id"]: info for info in again.home()["tables"]}
    assert listed[other]["problem"] == "" and 99 not in listed[hit]["points"]
    message = json.loads(again.line(hit).recv(PATIENCE))
    assert (message["type"] == "problem") == is_told
    listed = {info["id"]: info for info in again.home()["tables"]}
    assert bool(listed[hit]["problem"]) == is_told and listed[other]["problem"] == ""
    play_on(again.sit(other))
    assert again.http.delete(f"/api/tables/{hit}").status_code == 204
    assert {info["id"] for info in again.home()["tables"]} == {other}


def test_nobody_gets_the_file_of_an_unfinished_game_that_only_looks_finished(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    """The seed and all hidden cards are in it."""
    first = run()
    ann = visit(first)
    table = ann.start("Ann Ben")
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        db.execute("UPDATE matches SET to_move = NULL, options = '{}' WHERE id = ?", (table,))
        db.execute("UPDATE entries SET text = 'fly' WHERE match = ? AND seq = 2", (table,))
    db.close()
    stranger = visit(run())
    assert stranger.http.get(f"/api/tables/{table}/match").status_code == 409


def test_a_table_where_friends_gather_shows_no_changed_name(
    run: Callable[..., Running], visit: Callable[[Running], Guest]
) -> None:
    first = run()
    ann = visit(first)
    table = ann.start("Ann open")
    ann.gather(table)
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        db.execute("UPDATE matches SET seats = replace(seats, 'Ann', 'Arn') WHERE id = ?", (table,))
    db.close()
    again = visit(run())
    again.http.cookies = ann.http.cookies
    message = json.loads(again.line(table).recv(PATIENCE))
    assert message["type"] == "problem" and "damaged" in message["words"]
    assert again.home()["tables"][0]["problem"].startswith("This game is damaged")


@pytest.mark.parametrize("damage", ["pace = replace(pace, ':', '#')", "began = 'x'", "began = 1e300"])
def test_a_damaged_clock_stops_no_other(
    run: Callable[..., Running], visit: Callable[[Running], Guest], monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """Those of all tables are looked for together."""
    monkeypatch.setattr(uptime, "COMING_BACK", 0.0)
    first = run()
    ann, ben = visit(first), visit(first)
    pace = {"kind": "live", "amount": 10, "late": "nothing"}
    (spoilt, one), (table, two) = gathered(ann, ben, pace=pace), gathered(ann, ben, pace=pace)
    all_ready(one), all_ready(two)
    first.stop()
    with sqlite3.connect(first.data / "matches.sqlite3") as db:
        db.execute(f"UPDATE shared_tables SET {damage} WHERE match = ?", (spoilt,))
    db.close()
    guest = visit(run())
    guest.http.cookies = ann.http.cookies
    screen = guest.gather(table)
    shown = screen.until(lambda update: True)["clock"]
    assert shown["running"] is not None and shown["left"] == [600.0, 600.0] and 0 < shown["grace"] <= clock.GRACE
    screen.socket.close()
    time.sleep(0.5)
    later = guest.gather(table).until(lambda update: True)["clock"]
    assert later["grace"] < shown["grace"]  # it runs


@pytest.mark.parametrize("column", ["sum", "log_sum"])
def test_a_checksum_that_is_gone_is_noticed(tmp_path: Path, original: bytes, column: str) -> None:
    path = tmp_path / "m.sqlite3"
    path.write_bytes(original)
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE matches SET {column} = NULL WHERE id = 'table-two'")
    db.close()
    store = Store(path)
    for record in store.everything():
        if record.id == "table-two":
            with pytest.raises(Damaged):
                store.load(record)
        else:
            store.load(record)
    store.close()


def test_second_copies_of_components_that_are_gone_are_made_again(tmp_path: Path, original: bytes) -> None:
    path = tmp_path / "m.sqlite3"
    path.write_bytes(original)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE components SET sum = NULL")
        db.execute("DELETE FROM spares")
    db.close()
    store = Store(path)
    assert store.read("SELECT count(*) FROM spares") == [(2,)]
    assert store.read("SELECT count(*) FROM components WHERE sum IS NULL") == [(0,)]
    store.close()
