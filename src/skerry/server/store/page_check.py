"""Is the database file itself sound?  Rows that are not are found when they are read (sums.py)."""

import logging
import sqlite3

log = logging.getLogger("skerry.store")

MOST = 100  # messages
# What SQLite says of a single value: its row is damaged, and all others can be read.
OF_ONE_ROW = ("NULL value in ", "NUMERIC value in ", "TEXT value in ", "non-", "CHECK constraint failed")
SMALL = ("matches", "seats", "people", "sessions", "rooms", "results", "series")  # tables whose indexes are checked
DISORDER = ("no such ", "duplicate column", "already exists", "syntax error", "malformed")  # the tables are not ours
RESTORE = "bring back a backup with `skerry restore BACKUP`"


def check_pages(db: sqlite3.Connection) -> None:
    """Find a damaged page now, not in the middle of a game; DatabaseError if nothing can be relied on."""
    found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({MOST})")]
    worse = [words for words in found if words != "ok" and not words.startswith(OF_ONE_ROW)]
    if worse:
        raise sqlite3.DatabaseError(f"is damaged ({worse[0]}); {RESTORE}")
    for words in found:
        if words != "ok":
            log.error("the database is damaged: %s", words)
    mend_indexes(db)


def words_of(error: Exception) -> str:
    """What the host is told."""
    is_bad = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
    is_strange = isinstance(error, sqlite3.OperationalError) and any(sign in str(error) for sign in DISORDER)
    if is_bad or is_strange or isinstance(error, UnicodeError):
        return f"is damaged ({error}); {RESTORE}"
    return str(error)


def mend_indexes(db: sqlite3.Connection) -> None:
    """An index can be made again from its table."""
    known = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in SMALL:
        if table in known and not is_sound(db, table):
            log.error("the indexes of %s are damaged; they are made again", table)
            db.execute(f"REINDEX {table}")
            if not is_sound(db, table):
                raise sqlite3.DatabaseError(f"is damaged (the table {table}); {RESTORE}")


def is_sound(db: sqlite3.Connection, table: str) -> bool:
    found = [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({table})")]
    return all(words == "ok" or words.startswith(OF_ONE_ROW) for words in found)
