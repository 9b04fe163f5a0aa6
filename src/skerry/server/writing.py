"""What the writing thread does: whatever waits, in one transaction."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from msgspec import Struct

from skerry.match.match import Entry
from skerry.match.series import Book
from skerry.server.errors import Conflict, StoreError
from skerry.server.record import Record, json

Work = Callable[[sqlite3.Connection], None]
Row = tuple[str, int, int, str, int, float, str | None]  # of the entries


class Moves(Struct, frozen=True):
    """New entries of a match.  They are most of what is written, so one statement writes all that are waiting."""

    record: Record
    rows: list[Row]
    to_move: int | None
    glance: str
    book: Book | None = None
    more: Work | None = None

    def __call__(self, db: sqlite3.Connection) -> None:
        insert_rows(db, self.rows)
        row = (time.time(), self.to_move, self.glance, self.record.id)
        db.execute("UPDATE matches SET changed = ?, to_move = ?, glance = ? WHERE id = ?", row)
        if self.book is not None:
            values = (json(self.book), self.record.owner, self.book.game, self.book.kind, self.record.series)
            db.execute("UPDATE series SET book = ? WHERE owner = ? AND game = ? AND kind = ? AND book = ?", values)
        if self.more is not None:
            self.more(db)


def rows_of(id_: str, first: int, entries: Sequence[Entry], at: float) -> list[Row]:
    return [
        (id_, first + n, entry.seat, entry.text, int(entry.forced), at, entry.mark or None)
        for n, entry in enumerate(entries)
    ]


def insert(db: sqlite3.Connection, id_: str, first: int, entries: Sequence[Entry], at: float) -> None:
    insert_rows(db, rows_of(id_, first, entries, at))


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
    db.execute(
        f"UPDATE matches SET changed = ?, to_move = new.to_move, glance = new.glance FROM (SELECT {columns[0]} AS id, "
        f"{columns[1]} AS to_move, {columns[2]} AS glance FROM json_each(?)) AS new WHERE matches.id = new.id",
        (now, json([(one.record.id, one.to_move, one.glance) for one in moves])),
    )


def commit(db: sqlite3.Connection, jobs: list[tuple[Work, "Future[None]"]]) -> None:
    """Do them all in one transaction; one that fails takes back only its own."""
    if not jobs:
        return
    try:
        db.execute("BEGIN IMMEDIATE")
        if len(jobs) > 1:
            failed = do_all(db, [work for work, _ in jobs])
        else:
            jobs[0][0](db)
            failed = {}
        db.execute("COMMIT")
    except Exception as error:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        problem = problem_of(error) if len(jobs) == 1 else StoreError(str(error))
        failed = dict.fromkeys(range(len(jobs)), problem)
    for number, (_, future) in enumerate(jobs):
        if number in failed:
            future.set_exception(failed[number])
        else:
            future.set_result(None)


def do_all(db: sqlite3.Connection, works: Sequence[Work]) -> dict[int, StoreError]:
    """Each for itself, but plain moves at once; returns what went wrong with which."""
    failed = {}
    together = write_together(db, works)
    for number, work in enumerate(works):
        if together and is_plain(work):
            continue
        db.execute("SAVEPOINT job")
        try:
            work(db)
        except (sqlite3.IntegrityError, Conflict) as error:
            if not db.in_transaction:
                raise
            failed[number] = problem_of(error)
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
    return failed


def problem_of(error: Exception) -> StoreError:
    if isinstance(error, Conflict):
        return error
    taken = isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorname == "SQLITE_CONSTRAINT_PRIMARYKEY"
    return Conflict(str(error)) if taken else StoreError(str(error))


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
    except sqlite3.IntegrityError:
        if not db.in_transaction:
            raise
        db.execute("ROLLBACK TO moves")
        return False
    finally:
        if db.in_transaction:
            db.execute("RELEASE moves")
    return True
