"""Is a file of SQLite sound, and has it our tables?  Rows that are not are found when they are read (checksums.py)."""

import contextlib
import logging

from skerry.server.store import component_sets, schema
from skerry.server.store.engine.db import Db, UnusableDatabase

log = logging.getLogger("skerry.store")

MOST_MESSAGES = 100  # about damage, at most
# What SQLite says of a single value: its row is damaged, and all others can be read.
OF_ONE_ROW = ("NULL value in ", "NUMERIC value in ", "TEXT value in ", "non-", "CHECK constraint failed")
# Tables whose indexes are checked.
INDEXED = ("matches", "seats", "people", "sessions", "shared_tables", "results", "series", "tries", "bot_scores")
RESTORE = "bring back a backup with `skerry restore BACKUP`"
UNRELEASED = (
    "was written by a version of Skerry from before the first release and cannot be used here; "
    "the version that wrote it can still open it and export its games"
)


# ---- pages


def damage_in(db: Db) -> tuple[list[str], list[str]]:
    """What SQLite finds: damage to the file as a whole, and damage to single rows."""
    found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({MOST_MESSAGES})")]
    problems = [words for words in found if words != "ok"]
    rows = [words for words in problems if words.startswith(OF_ONE_ROW)]
    return [words for words in problems if words not in rows], rows


def check_pages(db: Db) -> None:
    """Find a damaged page now, not in the middle of a game; UnusableDatabase if nothing can be relied on."""
    whole, rows = damage_in(db)
    if whole:
        raise UnusableDatabase(f"is damaged ({whole[0]}); {RESTORE}")
    for words in rows:
        log.error("the database is damaged: %s", words)
    mend_indexes(db)


def mend_indexes(db: Db) -> None:
    """An index can be made again from its table."""
    known = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in INDEXED:
        if table in known and not is_sound(db, table):
            log.error("the indexes of %s are damaged; they are made again", table)
            db.execute(f"REINDEX {table}")
            if not is_sound(db, table):
                raise UnusableDatabase(f"is damaged (the table {table}); {RESTORE}")


def is_sound(db: Db, table: str) -> bool:
    found = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({table})")]
    return all(words == "ok" or words.startswith(OF_ONE_ROW) for words in found)


# ---- tables


def prepare(db: Db) -> None:
    """Make the tables in a new file, add what an old one lacks; refuse a file that is not ours to change."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if problem := reason_to_refuse(db):
            raise UnusableDatabase(problem)
        for statement in schema.statements_since(version_of(db)):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {schema.SCHEMA}")
        component_sets.mend(db)
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(Exception):
            db.execute("ROLLBACK")
        raise


def version_of(db: Db) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchall()[0]
    return int(version)


def reason_to_refuse(db: Db) -> str:
    """Why this version of Skerry must leave the database alone, or nothing."""
    # Their numbers went up to 7 and will come again, so they are known by a column that no release has had.
    if db.execute("SELECT 1 FROM pragma_table_info('matches') WHERE name = 'overlay'").fetchone():
        return UNRELEASED
    if (version := version_of(db)) > schema.SCHEMA:
        return f"was written by a newer version (schema {version}, this one knows {schema.SCHEMA}); update Skerry"
    return ""


def check_columns(db: Db, new: Db) -> None:
    """Are the tables as they are in a new database?  Their names are on the disk as well."""
    missing = columns_of(new) - columns_of(db)
    if missing:
        table, column, *_ = min(missing)
        raise UnusableDatabase(f"is damaged ({table} has no {column} as it should); {RESTORE}")


def columns_of(db: Db) -> set[tuple[str, ...]]:
    """Tables with their columns, and indexes with theirs."""
    query = (
        "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
        "WHERE m.type = 'table' UNION ALL SELECT m.name, i.name, c.seqno, c.name FROM sqlite_master AS m, "
        "pragma_index_list(m.name) AS i, pragma_index_info(i.name) AS c WHERE m.type = 'table'"
    )
    return {tuple(map(str, row)) for row in db.execute(query)}
