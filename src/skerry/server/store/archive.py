"""What is in a backup, and whether its database is sound."""

import contextlib
import re
import sqlite3
from collections import Counter
from pathlib import Path

from msgspec import Struct

from skerry.server.errors import StoreError
from skerry.server.store import checksums
from skerry.server.store.page_check import OF_ONE_ROW
from skerry.server.store.records import Record
from skerry.server.store.schema import lenient, problem_with, version_of
from skerry.server.store.store import COLUMNS

FORMAT = 1
DATABASE = "matches.sqlite3"
MANIFEST = "skerry-backup.json"
MAX_MANIFEST = 50_000_000  # bytes
NAME = re.compile(r"matches\.sqlite3|secret|(daily|reviews)/[A-Za-z0-9][A-Za-z0-9._-]{0,100}")


class Kept(Struct, frozen=True):
    size: int
    sha256: str


class Manifest(Struct, frozen=True):
    skerry: int  # FORMAT
    version: str
    schema: int
    made: float
    files: dict[str, Kept]


class Content(Struct, frozen=True):
    """What a database holds."""

    schema: int
    games: int
    unfinished: int
    people: int
    damaged: list[str]  # ids of matches that are not as they were written


def content_of(path: Path) -> Content:
    """Look at the whole database without changing it; StoreError if it cannot be relied on."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = lenient
            return looked_through(db)
    except (sqlite3.Error, UnicodeError) as error:
        raise StoreError(f"the database is damaged ({error})") from error


def looked_through(db: sqlite3.Connection) -> Content:
    found = [str(row[0]) for row in db.execute("PRAGMA quick_check")]
    worse = [words for words in found if words != "ok" and not words.startswith(OF_ONE_ROW)]
    if worse:
        raise StoreError(f"the database is damaged ({worse[0]})")
    if problem := problem_with(db):
        raise StoreError(f"the database {problem}")
    games, finished = db.execute("SELECT count(*), sum(to_move IS NULL) FROM matches").fetchone()
    people = db.execute("SELECT count(*) FROM people").fetchone()[0]
    return Content(version_of(db), games, games - (finished or 0), people, damaged_in(db))


def damaged_in(db: sqlite3.Connection) -> list[str]:
    logs: Counter[str] = Counter()
    for id_, *row in db.execute("SELECT match, seq, seat, text, forced, mark FROM entries"):
        logs[id_] += checksums.of_entry(id_, *row)
    records = [Record(*row) for row in db.execute(f"SELECT {COLUMNS} FROM matches ORDER BY id")]
    return [one.id for one in records if one.is_damaged or not checksums.is_right(one.log_sum, logs[one.id])]
