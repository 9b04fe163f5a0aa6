"""The log of every match on disk.  What is not durable here has not happened."""

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec

from skerry.core.frozen import Rows
from skerry.match import Match, SaveError
from skerry.match.match import Entry
from skerry.match.save import FORMAT, Saved, from_saved, line_of
from skerry.match.series import Book
from skerry.server.errors import HARMED, Damaged, StoreError
from skerry.server.store import checksums, component_sets
from skerry.server.store.page_check import check_pages, words_of
from skerry.server.store.records import Record, glance_at, json
from skerry.server.store.schema import check_columns, lenient, prepare
from skerry.server.store.writer import Job, Moves, Work, commit, insert, rows_of, settle

log = logging.getLogger("skerry.store")

if TYPE_CHECKING:
    from skerry.server.store.bulk import Upload

BATCH = 500  # jobs that share one commit
COLUMNS = (
    "id, owner, game, rules, components, seats, options, is_table, commitment, seed, created, changed, "
    "to_move, series, glance, sum, now_sum, log_sum, with_friends, seating"
)
KNOWN = "EXISTS (SELECT 1 FROM components WHERE hash = matches.components)"


class Store:
    """One file, one writing thread: whatever is waiting is committed together, then everyone is told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened = time.time()
        with telling(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the seeds are in it
            self.reader = connect(path)
            self.reader.text_factory = lenient  # a damaged row must not keep the others from being read
            check_pages(self.reader)
            prepare(self.reader)
            check_columns(self.reader)
            self.reader.text_factory = str
        self.reading = threading.Lock()
        self.damaged: dict[str, str] = {}  # matches that could not be read, and why
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.writer = threading.Thread(target=self.write, name="skerry-store", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Commit what waits, then stop."""
        self.jobs.put(None)
        self.writer.join()
        self.reader.close()

    # ---- writing: the future is done when the disk has it
    def create(self, record: Record, match: "Match | Upload", more: Work | None = None) -> "Future[None]":
        """`more` writes who sits there; without it, all seats but the bots' are the owner's."""
        entries, components = list(match.log), match.components

        def work(db: sqlite3.Connection) -> None:
            component_sets.keep(db, components)
            values = msgspec.structs.astuple(record)[:-1]
            db.execute(f"INSERT INTO matches ({COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)
            insert(db, record.id, 0, entries, record.created)
            if more is not None:
                more(db)
            else:
                seats = [(record.id, n, None if plan.bot else record.owner, n) for n, plan in enumerate(match.seats)]
                db.executemany("INSERT INTO seats (match, seat, person, mark) VALUES (?, ?, ?, ?)", seats)
            if book := record.book():
                row = (record.owner, book.game, book.kind, record.series)
                db.execute("INSERT OR REPLACE INTO series (owner, game, kind, book) VALUES (?, ?, ?, ?)", row)

        return self.put(work)

    def append(
        self,
        record: Record,
        first: int,
        entries: Sequence[Entry],
        match: Match,
        book: Book | None = None,
        more: Work | None = None,
    ) -> "Future[None]":
        """Write the entries from place `first` of the log on, all or none, and `more` that goes with them.

        The last of them also write the book of the match's series, unless the series has gone on without it.
        """
        rows = rows_of(record.id, first, entries, time.time())
        return self.put(Moves(record, rows, match.to_move, glance_at(match), book, more))

    def delete(self, id_: str) -> "Future[None]":
        def work(db: sqlite3.Connection) -> None:
            for table in ("entries", "seats", "sat", "rooms", "chat", "brought"):
                db.execute(f"DELETE FROM {table} WHERE match = ?", (id_,))
            db.execute("DELETE FROM matches WHERE id = ?", (id_,))
            db.execute("INSERT OR IGNORE INTO deleted (id) VALUES (?)", (id_,))

        return self.put(work)

    def put(self, work: Work) -> "Future[None]":
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()  # from now on nobody can cancel it
        self.jobs.put((work, future))
        return future

    def write(self) -> None:
        """Runs in the writing thread, which survives every error."""
        db: sqlite3.Connection | None = None
        going = True
        while going:
            waiting = self.wait()
            going = None not in waiting
            jobs = [job for job in waiting if job is not None]
            try:
                db = db or connect(self.path)
                commit(db, jobs)
                is_clean = not db.in_transaction
            except BaseException as error:
                log.exception("the writing thread goes on with a new connection")
                for _, future in jobs:
                    settle(future, StoreError(str(error)))
                is_clean = False
            if db is not None and not (is_clean and going):
                with contextlib.suppress(sqlite3.Error):
                    db.close()
                db = None

    def wait(self) -> "list[Job | None]":
        """All jobs that are waiting, at least one; None is the end."""
        waiting = [self.jobs.get()]
        with contextlib.suppress(Empty):
            while len(waiting) < BATCH:
                waiting.append(self.jobs.get_nowait())
        return waiting

    # ---- reading; these wait for the disk
    def record(self, id_: str) -> Record | None:
        rows = self.read(f"SELECT {COLUMNS}, {KNOWN} FROM matches WHERE id = ?", id_)
        return Record(*rows[0]) if rows else None

    def is_deleted(self, id_: str) -> bool:
        return bool(self.read("SELECT 1 FROM deleted WHERE id = ?", id_))

    def length(self, id_: str) -> int:
        return int(self.read("SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE match = ?", id_)[0][0])

    def records_of(self, person: str, most: int) -> list[Record]:
        """The matches that the person made or has a seat in, the last changed first."""
        query = (
            f"SELECT {COLUMNS}, {KNOWN} FROM matches "
            "WHERE owner = ? OR id IN (SELECT match FROM seats WHERE person = ?) ORDER BY changed DESC LIMIT ?"
        )
        return [Record(*row) for row in self.read(query, person, person, most)]

    def owned(self, person: str) -> set[str]:
        """The ids of all matches of this owner."""
        return {row[0] for row in self.read("SELECT id FROM matches WHERE owner = ?", person)}

    def finished(self, ids: Sequence[str]) -> list[Record]:
        """Those of these matches that are over."""
        query = (
            f"SELECT {COLUMNS}, {KNOWN} FROM matches WHERE to_move IS NULL AND id IN (SELECT value FROM json_each(?))"
        )
        return [Record(*row) for row in self.read(query, json(ids))]

    def count_open(self, owner: str) -> int:
        query = "SELECT count(*) FROM matches WHERE owner = ? AND to_move IS NOT NULL"
        return int(self.read(query, owner)[0][0])

    def count(self) -> int:
        """All matches, of whomever."""
        return int(self.read("SELECT count(*) FROM matches")[0][0])

    def sizes(self) -> tuple[int, int]:
        """Bytes of the database, and bytes that are free beside it."""
        with telling(self.path):
            files = self.path.parent.glob(f"{self.path.name}*")
            return sum(file.stat().st_size for file in files), shutil.disk_usage(self.path.parent).free

    def books_of(self, owner: str) -> list[str]:
        """Where the owner's series stand, each as it was written."""
        return [row[0] for row in self.read("SELECT book FROM series WHERE owner = ?", owner)]

    def running(self, owner: str, book: str) -> str | None:
        """The unfinished match that began with this book."""
        query = "SELECT id FROM matches WHERE owner = ? AND series = ? AND to_move IS NOT NULL"
        rows = self.read(query, owner, book)
        return str(rows[0][0]) if rows else None

    def begun_with(self, owner: str) -> dict[str, str]:
        """The owner's unfinished matches of series, by the book they began with."""
        query = "SELECT series, id FROM matches WHERE owner = ? AND series IS NOT NULL AND to_move IS NOT NULL"
        return dict(reversed(self.read(query, owner)))

    def everything(self) -> list[Record]:
        """All matches of all owners, oldest first."""
        rows = self.read(f"SELECT {COLUMNS}, {KNOWN} FROM matches ORDER BY created, id")
        return [Record(*row) for row in rows]

    def load(self, record: Record) -> Match:
        """Replay the log with the match's own components, checking every entry.

        The message of Damaged may be shown to anybody; details that may not are in its cause.
        """
        try:
            match = self.replayed(record)
        except Damaged as error:
            self.damaged[record.id] = str(error)
            raise
        self.damaged.pop(record.id, None)
        return match

    def replayed(self, record: Record) -> Match:
        rows, kept = self.entries(record.id)
        try:
            match = from_saved(self.saved_of(record, rows), f"table {record.id}")
        except SaveError as error:
            raise Damaged(error.public) from error
        record.check()
        if not checksums.is_right(kept, checksums.of_log(record.id, rows)):
            raise Damaged(HARMED)
        return match

    def entries(self, id_: str) -> tuple[list[tuple[Any, ...]], int | None]:
        """The log, and its sum at the same moment."""
        query = (
            "SELECT log_sum, seq, seat, text, forced, mark FROM matches LEFT JOIN entries ON match = id "
            "WHERE id = ? ORDER BY seq"
        )
        rows = self.read(query, id_)
        return [row[1:] for row in rows if row[1] is not None], rows[0][0] if rows else None

    def saved(self, record: Record) -> Saved:
        """The match as a file holds it.  Nothing is replayed, so this works for unplayable matches too."""
        return self.saved_of(record, self.entries(record.id)[0])

    def saved_of(self, record: Record, rows: list[tuple[Any, ...]]) -> Saved:
        try:
            for place, (seq, *_) in enumerate(rows):
                if seq != place:
                    raise ValueError(f"entry {place + 1} of the log is missing")
            return Saved(
                skerry=FORMAT,
                game=record.game,
                rules=record.rules,
                components=record.components,
                seats=record.plans(),
                options=msgspec.json.decode(record.options, type=dict[str, str]),
                table=bool(record.is_table),
                commitment=record.commitment,
                seed=record.seed,
                log=[line_of(Entry(seat, text, bool(forced), mark or "")) for _, seat, text, forced, mark in rows],
                rows=self.components(record.components),
            )
        except (ValueError, TypeError) as error:  # msgspec's errors are among them
            words = str(error) if type(error) is ValueError else ""  # msgspec's may quote what is secret
            raise Damaged(f"table {record.id}: is damaged{words and f': {words}'}") from error

    def known_components(self) -> list[str]:
        """The hashes of all sets that were played with here."""
        return [row[0] for row in self.read("SELECT hash FROM components")]

    def components(self, hash_: str) -> Rows | None:
        found = self.read("SELECT rows, sum FROM components WHERE hash = ?", hash_)
        spare = self.read("SELECT packed FROM spares WHERE hash = ?", hash_)
        return component_sets.rows_of(hash_, found, spare)

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.reading, telling(self.path):
            try:
                return self.reader.execute(query, values).fetchall()
            except sqlite3.OperationalError as error:
                if "decode" not in str(error):  # a text that is none: its checksum will tell
                    raise
                return self.read_leniently(query, values)

    def read_leniently(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        self.reader.text_factory = lenient
        try:
            return self.reader.execute(query, values).fetchall()
        finally:
            self.reader.text_factory = str


async def durable(writing: "Future[None]") -> None:
    """Wait until it is on disk.  It gets there even if nobody is waiting any more."""
    loop = asyncio.get_running_loop()
    waiter: asyncio.Future[None] = loop.create_future()

    def tell() -> None:
        if waiter.done():
            return
        if error := writing.exception():
            waiter.set_exception(error)
        else:
            waiter.set_result(None)

    def wake(_: "Future[None]") -> None:
        with contextlib.suppress(RuntimeError):  # the server is gone
            loop.call_soon_threadsafe(tell)

    writing.add_done_callback(wake)
    await waiter


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """The disk's errors with the name of the file."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeError) as error:  # even the words of SQLite's error may be damaged
        raise StoreError(f"{path}: {words_of(error)}") from error


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's cache as well
    db.execute("PRAGMA foreign_keys = ON")
    return db
