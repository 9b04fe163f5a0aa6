"""The log of every match on disk.  What is not durable here has not happened."""

import contextlib
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from msgspec import Struct

from skerry.core.frozen import Frozen, Rows
from skerry.core.state import SPECTATOR
from skerry.match import Match, SaveError, SeatPlan
from skerry.match.match import Entry
from skerry.match.picture import points_of
from skerry.match.save import FORMAT, Saved, from_saved, line_of
from skerry.match.series import Book
from skerry.server.schema import check_pages, prepare

BATCH = 500  # jobs that share one commit
COLUMNS = (
    "id, owner, game, rules, components, seats, options, is_table, commitment, seed, created, changed, "
    "to_move, series, glance"
)
KNOWN = "EXISTS (SELECT 1 FROM components WHERE hash = matches.components)"


class StoreError(Exception):
    """The disk failed; the words say what and where."""


class Conflict(StoreError):
    """Another process has written this place of the log first."""


class Damaged(StoreError):
    """A match that cannot be continued; it is left as it is."""


class Glance(Struct, frozen=True):
    """How a match stands, as far as anybody may know."""

    round: int  # 0 in a game without rounds
    points: list[int]
    rounds: int = 0  # of how many, if that is known


def glance_at(match: Match) -> str:
    game, state = match.game, match.state
    return json(Glance(game.round(state), points_of(match, SPECTATOR).scores, game.rounds(state)))


class Record(Struct, frozen=True):
    """A match without its log: the columns of the table in order, and one that is computed."""

    id: str
    owner: str
    game: str
    rules: int
    components: str
    seats: str
    options: str
    is_table: int
    commitment: str
    seed: str
    created: float
    changed: float
    to_move: int | None
    series: str | None = None
    glance: str | None = None
    has_components: int = 1  # 0 for an old match whose components we do not have

    def plans(self) -> list[SeatPlan]:
        return msgspec.json.decode(self.seats, type=list[SeatPlan])

    def look(self) -> Glance:
        """How it stands; nothing of that for a match that nobody has moved in since this is kept."""
        return Glance(0, []) if self.glance is None else msgspec.json.decode(self.glance, type=Glance)

    def book(self) -> Book | None:
        """What was known of its series when the match began."""
        return None if self.series is None else msgspec.json.decode(self.series, type=Book)


def record_of(id_: str, owner: str, match: Match, book: Book | None = None) -> Record:
    now = time.time()
    return Record(
        id=id_,
        owner=owner,
        game=match.game.name,
        rules=match.rules,
        components=match.components.hash,
        seats=json(match.seats),
        options=json(match.options),
        is_table=int(match.typed_in),
        commitment=match.commitment,
        seed=match.seed,
        created=now,
        changed=now,
        to_move=match.to_move,
        series=None if book is None else json(book),
        glance=glance_at(match),
    )


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()


Work = Callable[[sqlite3.Connection], None]
Row = tuple[str, int, int, str, int, float, str | None]  # of the entries


class Moves(Struct, frozen=True):
    """New entries of a match.  All that wait are written by one statement, as most of what is written are these."""

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


class Store:
    """One file, one writing thread: whatever is waiting is committed together, then everyone is told."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened = time.time()
        with telling(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # the seeds are in it
            self.reader = connect(path)
            check_pages(self.reader)
            prepare(self.reader)
        self.reading = threading.Lock()
        self.jobs: SimpleQueue[tuple[Work, Future[None]] | None] = SimpleQueue()
        self.writer = threading.Thread(target=self.write, name="skerry-store", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Commit what waits, then stop."""
        self.jobs.put(None)
        self.writer.join()
        self.reader.close()

    # ---- writing: the future is done when the disk has it
    def create(self, record: Record, match: Match, more: Work | None = None) -> "Future[None]":
        """`more` writes who sits there; without it, all seats but the bots' are the owner's."""
        entries, components = list(match.log), match.components

        def work(db: sqlite3.Connection) -> None:
            keep_components(db, components)
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
            for table in ("entries", "seats", "sat", "rooms", "chat"):
                db.execute(f"DELETE FROM {table} WHERE match = ?", (id_,))
            db.execute("DELETE FROM matches WHERE id = ?", (id_,))
            db.execute("INSERT OR IGNORE INTO deleted (id) VALUES (?)", (id_,))

        return self.put(work)

    def put(self, work: Work) -> "Future[None]":
        future: Future[None] = Future()
        self.jobs.put((work, future))
        return future

    def write(self) -> None:
        db = connect(self.path)
        going = True
        while going:
            waiting = [self.jobs.get()]
            with contextlib.suppress(Empty):
                while len(waiting) < BATCH:
                    waiting.append(self.jobs.get_nowait())
            going = None not in waiting
            commit(db, [job for job in waiting if job is not None and job[1].set_running_or_notify_cancel()])
        db.close()

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

    def everything(self) -> list[Record]:
        """All matches of all owners, oldest first."""
        rows = self.read(f"SELECT {COLUMNS}, {KNOWN} FROM matches ORDER BY created, id")
        return [Record(*row) for row in rows]

    def load(self, record: Record) -> Match:
        """Replay the log with the match's own components, checking every entry.

        The message of Damaged may be shown to anybody; details that may not are in its cause.
        """
        try:
            return from_saved(self.saved(record), f"table {record.id}")
        except SaveError as error:
            raise Damaged(error.public) from error

    def saved(self, record: Record) -> Saved:
        """The match as a file holds it.  Nothing is replayed, so this works for unplayable matches too."""
        rows = self.read("SELECT seq, seat, text, forced, mark FROM entries WHERE match = ? ORDER BY seq", record.id)
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

    def components(self, hash_: str) -> Rows | None:
        found = self.read("SELECT rows FROM components WHERE hash = ?", hash_)
        return msgspec.json.decode(found[0][0], type=Rows) if found else None

    def read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.reading, telling(self.path):
            return self.reader.execute(query, values).fetchall()


@contextlib.contextmanager
def telling(path: Path) -> Iterator[None]:
    """The disk's errors with the name of the file."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path}: {error}") from error


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # macOS: through the drive's cache as well
    db.execute("PRAGMA foreign_keys = ON")
    return db


def keep_components(db: sqlite3.Connection, components: Frozen) -> None:
    """Store these rows unless we have them already."""
    db.execute("INSERT OR IGNORE INTO components (hash, rows) VALUES (?, ?)", (components.hash, components.text()))


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
    failed: dict[int, Exception] = {}
    try:
        db.execute("BEGIN IMMEDIATE")
        together = write_together(db, [work for work, _ in jobs])
        for number, (work, _) in enumerate(jobs):
            if together and is_plain(work):
                continue
            db.execute("SAVEPOINT job")
            try:
                work(db)
            except sqlite3.IntegrityError as error:
                if not db.in_transaction:
                    raise
                failed[number] = Conflict(str(error)) if is_taken(error) else StoreError(str(error))
                db.execute("ROLLBACK TO job")
            db.execute("RELEASE job")
        db.execute("COMMIT")
    except Exception as error:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        failed = {number: StoreError(str(error)) for number in range(len(jobs))}
    for number, (_, future) in enumerate(jobs):
        if number in failed:
            future.set_exception(failed[number])
        else:
            future.set_result(None)


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


def is_taken(error: sqlite3.IntegrityError) -> bool:
    return error.sqlite_errorname == "SQLITE_CONSTRAINT_PRIMARYKEY"
