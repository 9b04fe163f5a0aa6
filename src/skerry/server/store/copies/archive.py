"""What is in a backup, and whether its database is sound."""

import re
from collections import Counter
from pathlib import Path

from msgspec import Struct

from skerry.server.errors import StoreError
from skerry.server.store import checksums
from skerry.server.store.engine.db import Db
from skerry.server.store.engine.lite import read_only
from skerry.server.store.engine.lite_check import damage_in, reason_to_refuse, version_of
from skerry.server.store.records import Record
from skerry.server.store.store import COLUMNS_OF_MATCH

ARCHIVE_FORMAT = 1
MANIFEST = "skerry-backup.json"
MAX_MANIFEST = 50_000_000  # bytes
# Daily deals and reviews were files of their own until schema 2.
FILE_NAME = re.compile(r"matches\.sqlite3|secret|(daily|reviews)/[A-Za-z0-9][A-Za-z0-9._-]{0,100}")


class StoredFile(Struct, frozen=True):
    size: int
    sha256: str


class Manifest(Struct, frozen=True):
    skerry: int  # ARCHIVE_FORMAT
    version: str
    schema: int
    made: float
    files: dict[str, StoredFile]


class Content(Struct, frozen=True):
    """What a database holds."""

    schema: int
    games: int
    unfinished: int
    people: int
    damaged: list[str]  # ids of matches that are not as they were written


def content_of(path: Path) -> Content:
    """Look at the whole database without changing it; StoreError if it cannot be relied on."""
    with read_only(path) as db:
        whole, _ = damage_in(db)
        if whole:
            raise StoreError(f"the database is damaged ({whole[0]})")
        if problem := reason_to_refuse(db):
            raise StoreError(f"the database {problem}")
        ((games, unfinished),) = db.execute("SELECT count(*), count(to_move) FROM matches").fetchall()
        ((people,),) = db.execute("SELECT count(*) FROM people").fetchall()
        return Content(version_of(db), games, unfinished, people, damaged_in(db))


def damaged_in(db: Db) -> list[str]:
    logs: Counter[str] = Counter()
    for id_, *row in db.execute("SELECT match, seq, seat, text, forced, mark FROM entries"):
        logs[id_] += checksums.of_entry(id_, *row)
    columns = COLUMNS_OF_MATCH.removesuffix(", rev")  # which older backups do not have
    records = [Record(*row) for row in db.execute(f"SELECT {columns} FROM matches ORDER BY id")]
    return [
        record.id for record in records if record.is_damaged or not checksums.is_right(record.log_sum, logs[record.id])
    ]
