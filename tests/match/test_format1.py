"""Files and a database from before matches stored their components: everything opens with the same scores.

See format1/make.py.
"""

import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from skerry.core.frozen import first_digest
from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import Match, SaveError, load, luck, save
from skerry.match.picture import points_of
from skerry.match.recipe import archive
from skerry.match.save import FORMAT
from skerry.server.errors import Damaged
from skerry.server.store.records import Glance
from skerry.server.store.schema import SCHEMA
from skerry.server.store.store import Store
from tests.match.format1 import FILE, unpack

MINE = {"overlay": {"name": "mine.toml", "text": '[[numbers]]\nid = "tides"\nsource = "rulebook"\nvalue = 3\n'}}

with zipfile.ZipFile(FILE) as found:
    SCORES: dict[str, list[list[int]]] = json.loads(found.read("scores.json"))
SAVED = [name for name in SCORES if name.endswith(".json")]
STORED = [name for name in SCORES if not name.endswith(".json")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("format1")
    unpack(folder)
    return folder


@pytest.fixture(scope="module")
def store(folder: Path) -> Any:
    store = Store(folder / "matches.sqlite3")
    yield store
    store.close()


def scores(match: Match) -> list[list[int]]:
    return [state.scores() for _, state in match.positions()] + [match.state.scores()]


def test_there_is_one_of_every_game_and_number_of_players() -> None:
    for game in GAMES.values():
        for seats in game.seats:
            name = f"{game.name.strip('_')}-{seats}-"
            assert any(saved.startswith(name) for saved in SAVED)
            assert any(stored.startswith(name) and stored.endswith("end") for stored in STORED)


@pytest.mark.parametrize("name", SAVED)
def test_a_file_opens_with_equal_scores_in_every_position(folder: Path, tmp_path: Path, name: str) -> None:
    match = load(folder / name)
    assert scores(match) == SCORES[name]
    assert luck.check(match) == []
    save(match, tmp_path / name)
    again = load(tmp_path / name)
    assert json.loads((tmp_path / name).read_text())["skerry"] == FORMAT
    assert again.log == match.log and again.components == match.components


@pytest.mark.parametrize("name", STORED)
def test_a_stored_match_opens_with_equal_scores_in_every_position(store: Store, name: str) -> None:
    record = store.record(name)
    assert record is not None and record.has_components
    match = store.load(record)
    assert scores(match) == SCORES[name]
    assert match.over == (record.to_move is None)


def test_a_stored_match_goes_on(store: Store) -> None:
    record = store.record("buru-1-4-middle")
    assert record is not None
    match = store.load(record)
    before = len(match.log)
    assert match.to_move is not None
    entries = match.play(match.to_move, match.actions.text(match.state.legal_actions()[0]))
    assert record.look() == Glance(0, [])  # nobody had kept that yet
    store.append(record, before, entries, match).result()
    assert store.load(record).log[before:] == entries
    again = store.record(record.id)
    assert again is not None
    assert again.look() == Glance(match.game.round(match.state), points_of(match, SPECTATOR).scores, rounds=5)


def test_components_are_stored_once(store: Store) -> None:
    sets = store.read("SELECT count(*) FROM components")
    assert sets == [(len(GAMES) + 1,)]  # and one of an owner


def test_the_first_schema_opens_too(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    unpack(tmp_path, "matches.sqlite3")
    db = sqlite3.connect(path)
    db.execute("DROP TABLE series")
    db.execute("ALTER TABLE matches DROP COLUMN series")
    db.execute("PRAGMA user_version = 1")
    db.close()
    store = Store(path)
    assert store.read("PRAGMA user_version") == [(SCHEMA,)]
    record = store.record("own")
    assert record is not None
    assert scores(store.load(record)) == SCORES["own"]
    store.close()


def test_unknown_components_are_marked_and_never_played_with_others(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    unpack(tmp_path, "matches.sqlite3", "own.json")
    old = json.loads((tmp_path / "own.json").read_text())
    db = sqlite3.connect(path)
    db.execute("UPDATE matches SET components = '0123456789abcdef' WHERE id = 'typed'")
    db.commit()
    db.close()
    for _ in range(2):
        store = Store(path)
        record = store.record("typed")
        assert record is not None and not record.has_components
        with pytest.raises(Damaged, match="components that this Skerry does not have"):
            store.load(record)
        store.close()
    for change in ({"components": "0123456789abcdef"}, MINE):  # another hash, or other rows than the hash says
        (tmp_path / "own.json").write_text(json.dumps(old | change))
        with pytest.raises(SaveError, match="components that this Skerry does not have"):
            load(tmp_path / "own.json")


@pytest.mark.parametrize("game", GAMES)
def test_the_archive_holds_what_its_names_say(game: str) -> None:
    files = sorted((GAMES[game].folder / "archive").glob("*.json"))
    assert files
    for path, frozen in zip(files, archive(game), strict=False):
        assert path.stem == first_digest(frozen.tables)
