"""What the writing thread does: whatever waits, in one transaction."""

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError

from msgspec import Struct

from skerry.match.match import Entry
from skerry.match.series import Book
from skerry.server.errors import Conflict, StoreError
from skerry.server.store import checksums
from skerry.server.store.records import Record, json, now_sum

log = logging.getLogger("skerry.store")

Work = Callable[[sqlite3.Connection], None]
Job = tuple[Work, "Future[None]"]
Row = tuple[str, int, int, str, int, float, str | None]  # of the entries


class Moves(Struct, frozen=True):
    """New entries of a match.  They are most of what is written, so one statement writes all that are waiting."""

    record: Record
    rows: list[Row]
    to_move: int | None
    glance: str
    book: Book | None = None
    more: Work | None = None

    def changes(self) -> "Changes":
        """The match, and what these entries make of it."""
        id_ = self.record.id
        return id_, self.to_move, self.glance, now_sum(id_, self.to_move, self.glance), sum_of(self.rows)

    def __call__(self, db: sqlite3.Connection) -> None:
        insert_rows(db, self.rows)
        id_, *changes = self.changes()
        db.execute(
            "UPDATE matches SET changed = ?, to_move = ?, glance = ?, now_sum = ?, log_sum = log_sum + ? WHERE id = ?",
            (time.time(), *changes, id_),
        )
        if self.book is not None:
            values = (json(self.book), self.record.owner, self.book.game, self.book.kind, self.record.series)
            db.execute("UPDATE series SET book = ? WHERE owner = ? AND game = ? AND kind = ? AND book = ?", values)
        if self.more is not None:
            self.more(db)


Changes = tuple[str, int | None, str, int, int]  # of a match: id, to_move, glance, now_sum, more of its log_sum


def rows_of(id_: str, first: int, entries: Sequence[Entry], at: float) -> list[Row]:
    return [
        (id_, first + n, entry.seat, entry.text, int(entry.forced), at, entry.mark or None)
        for n, entry in enumerate(entries)
    ]


def sum_of(rows: Sequence[Row]) -> int:
    return sum(checksums.of_entry(id_, seq, seat, text, forced, mark) for id_, seq, seat, text, forced, _, mark in rows)


def insert(db: sqlite3.Connection, id_: str, first: int, entries: Sequence[Entry], at: float) -> None:
    rows = rows_of(id_, first, entries, at)
    if rows:
        insert_rows(db, rows)
        db.execute("UPDATE matches SET log_sum = log_sum + ? WHERE id = ?", (sum_of(rows), id_))


def insert_rows(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    db.executemany("INSERT INTO entries (match, seq, seat, text, forced, at, mark) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def write_moves(db: sqlite3.Connection, moves: Sequence[Moves]) -> None:
    """Two statements, however many matches: this thread gives up the interpreter, and waits for it, with each."""
    now = time.time()
    columns = [f"json_extract(value, '$[{number}]')" for number in range(7)]
    db.execute(
        f"INSERT INTO entries (match, seq, seat, text, forced, at, mark) SELECT {', '.join(columns)} FROM json_each(?)",
        (json([row for one in moves for row in one.rows]),),
    )
    names = ("id", "to_move", "glance", "now_sum", "more")
    new = ", ".join(f"{column} AS {name}" for column, name in zip(columns, names, strict=False))
    db.execute(
        "UPDATE matches SET changed = ?, to_move = new.to_move, glance = new.glance, now_sum = new.now_sum, "
        "log_sum = log_sum + new.more "
        f"FROM (SELECT {new} FROM json_each(?)) AS new WHERE matches.id = new.id",
        (now, json(changes_by_match(moves))),
    )


def changes_by_match(moves: Sequence[Moves]) -> list[Changes]:
    """Each match once: the statement would take one of several rows, and leave out the others."""
    found: dict[str, Changes] = {}
    for one in moves:
        id_, to_move, glance, now, more = one.changes()
        found[id_] = (id_, to_move, glance, now, more + (found[id_][-1] if id_ in found else 0))
    return list(found.values())


def commit(db: sqlite3.Connection, jobs: "Sequence[Job]") -> None:
    """Do them all in one transaction; one that fails takes back only its own.  Everybody is told how it went."""
    works = [work for work, _ in jobs]
    failed = write_all(db, works) if len(works) > 1 else one_by_one(db, works)
    for number, (_, future) in enumerate(jobs):
        settle(future, failed.get(number))


def settle(future: "Future[None]", problem: StoreError | None) -> None:
    with contextlib.suppress(InvalidStateError):  # somebody has cancelled it, or it was told already
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)


def write_all(db: sqlite3.Connection, works: Sequence[Work]) -> dict[int, StoreError]:
    """In one transaction; returns what went wrong with which."""
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        log.error("nothing can be written: %s", error)
        return dict.fromkeys(range(len(works)), StoreError(str(error)))
    try:
        failed = do_all(db, works)
        db.execute("COMMIT")
    except Exception as error:  # a full disk, for instance, takes back everybody's
        log.error("%d jobs are written one by one: %s", len(works), error)
        roll_back(db)
        return one_by_one(db, works)
    return failed


def one_by_one(db: sqlite3.Connection, works: Sequence[Work]) -> dict[int, StoreError]:
    """Each in a transaction of its own, so that only those fail that really fail."""
    failed: dict[int, StoreError] = {}
    for number, work in enumerate(works):
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:  # those after it would have to wait as long, for nothing
            log.error("nothing can be written: %s", error)
            return failed | dict.fromkeys(range(number, len(works)), StoreError(str(error)))
        try:
            work(db)
            db.execute("COMMIT")
        except Exception as error:
            failed[number] = problem_of(error)
            roll_back(db)
    return failed


def roll_back(db: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):
        db.execute("ROLLBACK")


def do_all(db: sqlite3.Connection, works: Sequence[Work]) -> dict[int, StoreError]:
    """Each for itself, but plain moves at once.  Raises only if the whole transaction is gone."""
    failed = {}
    together = write_together(db, works)
    for number, work in enumerate(works):
        if together and is_plain(work):
            continue
        db.execute("SAVEPOINT job")
        try:
            work(db)
        except Exception as error:
            if not db.in_transaction:
                raise
            failed[number] = problem_of(error)
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
    return failed


def problem_of(error: Exception) -> StoreError:
    """What whoever waits for it is told; Conflict if somebody else has written the same place first."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorname == "SQLITE_CONSTRAINT_PRIMARYKEY":
        return Conflict(str(error))
    if isinstance(error, sqlite3.Error):
        log.error("a job cannot be written: %s", error)
    else:
        log.error("a job cannot be written", exc_info=error)  # our own mistake
    return StoreError(str(error))


def is_plain(work: Work) -> bool:
    return isinstance(work, Moves) and work.book is None and work.more is None


def write_together(db: sqlite3.Connection, works: Sequence[Work]) -> bool:
    """All plain moves at once; False if one of them is in the way of the others."""
    moves = [work for work in works if isinstance(work, Moves) and is_plain(work)]
    if len(moves) < 2:
        return False
    db.execute("SAVEPOINT moves")
    try:
        write_moves(db, moves)
    except Exception:
        if not db.in_transaction:
            raise
        db.execute("ROLLBACK TO moves")
        return False
    finally:
        if db.in_transaction:
            db.execute("RELEASE moves")
    return True
