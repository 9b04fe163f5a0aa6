"""The engine for one file and one process: SQLite.  Nothing else imports sqlite3."""

import contextlib
import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

from skerry.server.errors import Conflict, StoreError
from skerry.server.store.engine import lite_check
from skerry.server.store.engine.db import Db, RowValues, T, UnusableDatabase, Work
from skerry.server.store.engine.lite_batch import write_batch
from skerry.server.store.engine.writing import WaitingWork, WritingThread, resolve
from skerry.server.store.entries import NewEntries, batch_outcome, plain_batch

log = logging.getLogger("skerry.store")

DATABASE = "matches.sqlite3"  # the file in the data folder
DISORDER = ("no such ", "duplicate column", "already exists", "syntax error", "malformed")  # the tables are not ours


class Lite:
    """One file, written by one thread."""

    process = ""
    skip_locked = ""

    def __init__(self, path: Path) -> None:
        self.path = path
        with disk_errors(path):
            self.reader = open_file(path)
        self.reading = threading.Lock()
        self.db: sqlite3.Connection | None = None  # of the writing thread
        self.writing = WritingThread(self.write, self.disconnect)

    def close(self) -> None:
        self.writing.close()
        with self.reading:  # SQLite does not survive it in the middle of a query of another thread
            self.reader.close()

    def sizes(self) -> tuple[int, int]:
        with disk_errors(self.path):
            files = self.path.parent.glob(f"{self.path.name}*")
            return sum(file.stat().st_size for file in files), shutil.disk_usage(self.path.parent).free

    def secret(self) -> str:
        return ""

    # ---- there are no other processes
    def tell(self, words: str) -> None:
        pass

    def listen(self, heard: Callable[[str], None]) -> None:
        pass

    def hold(self, name: str) -> bool:
        return True

    def release(self, name: str) -> None:
        pass

    def holder_number(self) -> int:
        return 0

    def end_holder(self, number: int) -> None:
        pass

    # ---- writing
    def put(self, work: Callable[[Db], T]) -> "Future[T]":
        return self.writing.put(work)

    def waiting(self) -> int:
        return self.writing.jobs.qsize()

    def write(self, jobs: Sequence[WaitingWork]) -> None:
        """In the writing thread.  A connection that may not be clean is not used again."""
        is_clean = False
        try:
            self.db = self.db or connect(self.path)
            commit(self.db, jobs)
            is_clean = not self.db.in_transaction
        finally:
            if not is_clean:
                self.disconnect()

    def disconnect(self) -> None:
        if self.db is not None:
            with contextlib.suppress(sqlite3.Error):
                self.db.close()
            self.db = None

    # ---- reading
    def read(self, query: str, *values: object) -> list[RowValues]:
        with self.reading, disk_errors(self.path):
            try:
                return self.reader.execute(query, values).fetchall()
            except sqlite3.OperationalError as error:
                if "decode" not in str(error):  # a text that is none: its checksum will tell
                    raise
                return self.read_leniently(query, values)

    def read_leniently(self, query: str, values: Sequence[object]) -> list[RowValues]:
        self.reader.text_factory = lenient
        try:
            return self.reader.execute(query, values).fetchall()
        finally:
            self.reader.text_factory = str


# ---- the file


def open_file(path: Path) -> sqlite3.Connection:
    """Check it and bring its tables up to date."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the seeds are in it
    db = connect(path)
    db.text_factory = lenient  # a damaged row must not keep the others from being read
    lite_check.check_pages(db)
    lite_check.prepare(db)
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        lite_check.prepare(new)
        lite_check.check_columns(db, new)
    db.text_factory = str
    return db


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's cache as well
    db.execute("PRAGMA foreign_keys = ON")
    return db


@contextlib.contextmanager
def read_only(path: Path) -> Iterator[Db]:
    """The database as it is; StoreError if it cannot be relied on."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = lenient
            yield db
    except (sqlite3.Error, UnicodeError) as error:
        raise StoreError(f"the database is damaged ({error})") from error


def copy_database(source: Path, copy: Path) -> None:
    """Also while a server uses it.  In one step, so that no write makes it start over."""
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        disk_errors(source),
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=30)) as original,
        contextlib.closing(sqlite3.connect(copy)) as db,
    ):
        original.backup(db, pages=-1)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


@contextlib.contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """What goes wrong with this file or folder becomes a StoreError with its name."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeError, UnusableDatabase) as error:  # even SQLite's words may be damaged
        raise StoreError(f"{path}: {words_of_error(error)}") from error


def words_of_error(error: Exception) -> str:
    """What the host is told."""
    is_bad = getattr(error, "sqlite_errorname", "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))
    is_strange = isinstance(error, sqlite3.OperationalError) and any(sign in str(error) for sign in DISORDER)
    if is_bad or is_strange or isinstance(error, UnicodeError):
        return f"is damaged ({error}); {lite_check.RESTORE}"
    return str(error)


def lenient(data: bytes) -> str:
    return data.decode(errors="replace")


# ---- transactions, in the writing thread.  Of each job there is what it returned, or the StoreError it failed with.


def commit(db: sqlite3.Connection, jobs: "Sequence[WaitingWork]") -> None:
    """Do them all in one transaction; one that fails takes back only its own.  Then all futures are done."""
    works = [work for work, _ in jobs]
    outcomes = write_all(db, works) if len(works) > 1 else one_by_one(db, works)
    for (_, future), outcome in zip(jobs, outcomes, strict=True):
        resolve(future, outcome)


def write_all(db: sqlite3.Connection, works: Sequence[Work]) -> list[object]:
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        log.error("nothing can be written: %s", error)
        return [StoreError(str(error)) for _ in works]
    try:
        outcomes = do_all(db, works)
        db.execute("COMMIT")
    except Exception as error:  # a full disk, for instance, takes back everybody's
        log.error("%d jobs are written one by one: %s", len(works), error)
        roll_back(db)
        return one_by_one(db, works)
    return outcomes


def one_by_one(db: sqlite3.Connection, works: Sequence[Work]) -> list[object]:
    """Each in a transaction of its own, so that only those fail that really fail."""
    outcomes: list[object] = []
    for number, work in enumerate(works):
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:  # those after it would have to wait as long, for nothing
            log.error("nothing can be written: %s", error)
            return outcomes + [StoreError(str(error)) for _ in works[number:]]
        try:
            outcome = work(db)
            db.execute("COMMIT")
            outcomes.append(outcome)
        except Exception as error:
            outcomes.append(store_error(error))
            roll_back(db)
    return outcomes


def roll_back(db: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        db.execute("ROLLBACK")


def do_all(db: sqlite3.Connection, works: Sequence[Work]) -> list[object]:
    """Each for itself, but plain entries together.  Raises only if the whole transaction is gone."""
    batch = plain_batch(works)
    written = write_together(db, list(batch.values())) if len(batch) > 1 else None
    outcomes = []
    for work in works:
        is_done = written is not None and isinstance(work, NewEntries) and batch.get(work.record.id) is work
        outcomes.append(batch_outcome(work, written) if is_done else do_one(db, work))  # type: ignore[arg-type]
    return outcomes


def do_one(db: sqlite3.Connection, work: Work) -> object:
    db.execute("SAVEPOINT job")
    try:
        outcome = work(db)
    except Exception as error:
        if not db.in_transaction:
            raise
        outcome = store_error(error)
        db.execute("ROLLBACK TO job")
    db.execute("RELEASE job")
    return outcome


def store_error(error: Exception) -> StoreError:
    """What those who wait for a job get; Conflict if somebody else has written the same place first."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorname == "SQLITE_CONSTRAINT_PRIMARYKEY":
        return Conflict(str(error))
    if isinstance(error, sqlite3.Error):
        log.error("a job cannot be written: %s", error)
    else:
        log.error("a job cannot be written", exc_info=error)  # our own mistake
    return StoreError(str(error))


def write_together(db: sqlite3.Connection, batch: Sequence[NewEntries]) -> set[str] | None:
    """All plain entries at once; None if one of them is in the way of the others."""
    db.execute("SAVEPOINT entries")
    try:
        return write_batch(db, batch)
    except Exception:
        if not db.in_transaction:
            raise
        db.execute("ROLLBACK TO entries")
        return None
    finally:
        if db.in_transaction:
            db.execute("RELEASE entries")
