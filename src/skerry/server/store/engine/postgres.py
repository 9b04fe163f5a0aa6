"""The engine of a club's server: PostgreSQL, shared by several processes.  Nothing else imports psycopg."""

import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import cache
from queue import LifoQueue
from typing import Any

import psycopg
from psycopg.types.bool import BoolDumper

from skerry.server.errors import Conflict, InDoubt, StoreError
from skerry.server.runtime import machine_clock
from skerry.server.settings import SECRET_BYTES
from skerry.server.store import component_sets, schema
from skerry.server.store.engine.db import Db, RowValues, T, UnusableDatabase, Work, upsert
from skerry.server.store.engine.postgres_batch import write_batch
from skerry.server.store.engine.postgres_signals import Locks, Notices
from skerry.server.store.engine.writing import WaitingWork, WritingThread, resolve
from skerry.server.store.entries import NewEntries, batch_outcome, plain_batch

log = logging.getLogger("skerry.store")

NAME = "skerry"  # under which PostgreSQL lists our connections
READERS = 4  # connections for reading
READ_PATIENCE = 5.0  # seconds to wait for a database that is away, before a read fails
WRITE_PATIENCE = 20.0  # likewise, before what waits to be written is given up
ENDING = 10  # fifths of a second in which the connections of a server that has ended are gone
KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
# REAL has four bytes there and would round every time stamp; checksums need eight bytes.
OWN_WORDS = {
    "REAL": "DOUBLE PRECISION",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    " WITHOUT ROWID": "",
    "listed AND": "listed = 1 AND",
}
META = "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
PREPARING = 7_553_790  # the lock of whoever makes or changes the tables

Connection = psycopg.Connection[RowValues]


class FlagDumper(BoolDumper):
    """Yes and no are 1 and 0 in our tables, as SQLite has them."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class PostgresDb:
    """A connection that understands the SQL that is written for every engine."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.is_committing = False  # what was sent may be durable, though there was no answer yet

    def execute(self, sql: str, values: Sequence[object] = (), /) -> "psycopg.Cursor[RowValues]":
        return self.connection.execute(translated(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]], /) -> None:
        self.connection.cursor().executemany(translated(sql), rows)


@cache
def translated(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")


class Postgres:
    """Entries that wait are written with one statement, other works in one transaction."""

    skip_locked = "FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_closing = False
        with database_errors(), contextlib.closing(self.connect()) as first:
            prepare(first)
        self.readers: LifoQueue[Connection | None] = LifoQueue()
        for _ in range(READERS):
            self.readers.put(None)  # opened when it is needed
        self.db: PostgresDb | None = None  # of the writing thread
        self.writing = WritingThread(self.write, self.disconnect)
        self.process = secrets.token_hex(6)
        self.notices = Notices(self.connect, self.process)
        self.locks = Locks(self.connect)

    def connect(self) -> Connection:
        options: dict[str, Any] = {"application_name": NAME, **KEEPALIVE}
        connection: Connection = psycopg.connect(self.address, autocommit=True, **options)
        connection.adapters.register_dumper(bool, FlagDumper)
        return connection

    def close(self) -> None:
        self.is_closing = True
        self.writing.close()
        self.notices.close()
        self.locks.close()
        while not self.readers.empty():
            if (reader := self.readers.get()) is not None:
                reader.close()

    def sizes(self) -> tuple[int, None]:
        return int(self.read("SELECT pg_database_size(current_database())")[0][0]), None

    def check_alone(self) -> None:
        """StoreError if a server uses the database."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?"
        mine = sum(reader is not None for reader in self.readers.queue) + (self.db is not None)
        for _ in range(ENDING):
            if int(self.read(query, NAME)[0][0]) <= mine + 1:  # the one that asks may be new
                return
            time.sleep(0.2)
        raise StoreError("the database: a server is using it; stop that one first")

    @contextlib.contextmanager
    def snapshot(self) -> "Iterator[Snapshot]":
        """All data as they are at this moment, for as long as it takes to read them.  Nobody waits for that."""
        with database_errors(), contextlib.closing(self.connect()) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            with connection.transaction():
                yield Snapshot(connection)

    # ---- the secret that cookies are signed with: all processes share it
    def secret(self) -> str:
        return str(self.read("SELECT value FROM meta WHERE name = 'secret'")[0][0])

    def take_secret(self, secret: str) -> None:
        """From another database; cookies go on being good."""
        self.put(lambda db: db.execute("UPDATE meta SET value = ? WHERE name = 'secret'", (secret,))).result()

    # ---- between processes
    def tell(self, words: str) -> None:
        self.notices.waiting.put(words)

    def listen(self, heard: Callable[[str], None]) -> None:
        self.notices.start(heard)

    def hold(self, name: str) -> bool:
        return self.locks.hold(name)

    def release(self, name: str) -> None:
        self.locks.release(name)

    def holder_number(self) -> int:
        """Also sets our clock by that of the database: all processes go by that one."""
        before = time.time()
        (now,) = self.read("SELECT extract(epoch FROM clock_timestamp())")[0]
        machine_clock.follow(float(now) - (before + time.time()) / 2)
        return self.locks.number()

    def end_holder(self, number: int) -> None:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ? AND application_name = ?"
        self.read(query, number, NAME)

    # ---- reading
    def read(self, query: str, *values: object) -> list[RowValues]:
        """Once more on another connection, if this one is gone.  A pool would hand out all its dead ones first."""
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text in the database has one, and it would not take the question
        until = time.monotonic() + READ_PATIENCE
        with database_errors():
            while True:
                connection = self.readers.get()
                try:
                    connection = connection or self.connect()
                    return connection.execute(translated(query), values).fetchall()
                except psycopg.OperationalError:
                    if (connection is not None and not connection.closed) or time.monotonic() > until:
                        raise
                    connection = None
                    time.sleep(0.1)
                finally:
                    self.readers.put(connection)

    # ---- writing
    def put(self, work: Callable[[Db], T]) -> "Future[T]":
        return self.writing.put(work)

    def waiting(self) -> int:
        return self.writing.jobs.qsize()

    def write(self, jobs: Sequence[WaitingWork]) -> None:
        until = time.monotonic() + WRITE_PATIENCE
        while jobs:
            try:
                self.db = self.db or self.connect_until(until)
                commit(self.db, jobs)
                return
            except psycopg.Error as error:  # the connection is gone, perhaps after the commit
                log.error("the database: %s", error)
                in_doubt = self.db is not None and self.db.is_committing
                self.disconnect()
                jobs = self.left_to_do(jobs, error, in_doubt, until)

    def disconnect(self) -> None:
        if self.db is not None:
            self.db.connection.close()
            self.db = None

    def connect_until(self, until: float) -> PostgresDb:
        while True:
            try:
                return PostgresDb(self.connect())
            except psycopg.OperationalError:
                if time.monotonic() > until or self.is_closing:
                    raise
                time.sleep(0.3)

    def left_to_do(
        self, jobs: Sequence[WaitingWork], error: psycopg.Error, in_doubt: bool, until: float
    ) -> list[WaitingWork]:
        """Those that were certainly not written.  The log knows about entries; of others in doubt, nobody can say."""
        left = []
        unsettled = [job for job in jobs if not job[1].done()]
        try:
            if time.monotonic() > until:
                raise error
            time.sleep(0.1)  # not again and again without a pause, whatever is wrong
            self.db = self.connect_until(until)
            for work, future in unsettled:
                if isinstance(work, NewEntries) and in_doubt and was_written(self.db, work):
                    log.warning("table %s: what was in doubt had been written", work.record.id)
                    resolve(future, None)
                elif isinstance(work, NewEntries) or not in_doubt:
                    left.append((work, future))
        except psycopg.Error:
            left = []
        words = f"the database: {error}"
        for job in unsettled:
            if job not in left:
                resolve(job[1], InDoubt(words) if in_doubt else StoreError(words))
        return left


class Snapshot:
    """One transaction that reads."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def read(self, query: str, *values: object) -> list[RowValues]:
        with database_errors():
            return self.connection.execute(translated(query), values).fetchall()


def was_written(db: Db, work: NewEntries) -> bool:
    """Each entry knows when it was written, so another one with the same text is told apart."""
    match, seq, _, text, _, at, *_ = work.rows[0]
    found = db.execute("SELECT text, at FROM entries WHERE match = ? AND seq = ?", (match, seq)).fetchone()
    return found == (text, at)


# ---- transactions, in the writing thread


def commit(db: PostgresDb, jobs: Sequence[WaitingWork]) -> None:
    """Settle all jobs; psycopg.Error if the connection is gone."""
    batch = plain_batch([work for work, _ in jobs])
    written = write_together(db, list(batch.values())) if batch else None
    others = []
    for work, future in jobs:
        if written is not None and isinstance(work, NewEntries) and batch.get(work.record.id) is work:
            resolve(future, batch_outcome(work, written))
        else:
            others.append((work, future))
    if len(others) < 2 or not do_together(db, others):
        for work, future in others:
            resolve(future, do_one(db, work))


def write_together(db: PostgresDb, entries: Sequence[NewEntries]) -> set[str] | None:
    """None if one of them is in the way of the others: then none is written."""
    db.is_committing = True
    try:
        return write_batch(db.connection, entries)
    except psycopg.Error as error:
        if db.connection.closed:
            raise
        log.warning("entries are written one by one: %s", error)
        return None
    finally:
        db.is_committing = db.connection.closed


def do_together(db: PostgresDb, jobs: Sequence[WaitingWork]) -> bool:
    """In one transaction, hence with one wait for the disk.  False if one fails: then none is done."""
    try:
        outcomes = in_transaction(db, [work for work, _ in jobs])
    except Exception:
        if db.connection.closed:
            raise
        return False
    for (_, future), outcome in zip(jobs, outcomes, strict=True):
        resolve(future, outcome)
    return True


def do_one(db: PostgresDb, work: Work) -> object:
    """What it returns, or the StoreError it fails with."""
    try:
        return in_transaction(db, [work])[0]
    except Exception as error:
        if db.connection.closed:
            raise
        return store_error(error)


def in_transaction(db: PostgresDb, works: Sequence[Work]) -> list[object]:
    try:
        with db.connection.transaction():
            outcomes = [work(db) for work in works]
            db.is_committing = True
    finally:  # a commit that was refused is no longer in doubt, one without an answer is
        db.is_committing = db.is_committing and db.connection.closed
    return outcomes


def store_error(error: Exception) -> StoreError:
    """What those who wait for a job get; Conflict if somebody else has written the same place first."""
    if isinstance(error, Conflict):
        return error
    if isinstance(error, psycopg.errors.UniqueViolation) and str(error.diag.constraint_name).endswith("_pkey"):
        return Conflict(str(error))
    if isinstance(error, psycopg.Error):
        log.error("a job cannot be written: %s", error)
    else:
        log.error("a job cannot be written", exc_info=error)  # our own mistake
    return StoreError(str(error))


@contextlib.contextmanager
def database_errors() -> Iterator[None]:
    try:
        yield
    except (psycopg.Error, UnusableDatabase) as error:
        raise StoreError(f"the database: {error}") from error


# ---- the tables


def prepare(connection: Connection) -> None:
    """Make the tables in an empty database, add what an old one lacks; refuse one that is newer."""
    db = PostgresDb(connection)
    with connection.transaction():
        db.execute("SELECT pg_advisory_xact_lock(?)", (PREPARING,))
        db.execute(META)
        version = version_of(db)
        if version > schema.SCHEMA:
            raise UnusableDatabase(
                f"was written by a newer version (schema {version}, this one knows {schema.SCHEMA}); update Skerry"
            )
        for statement in schema.statements_since(version):
            db.execute(in_its_words(statement))
        db.execute(upsert("meta", ("name",), ("value",)), ("schema", str(schema.SCHEMA)))
        new = ("secret", secrets.token_hex(SECRET_BYTES))
        db.execute("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", new)
        component_sets.mend(db)


def version_of(db: Db) -> int:
    found = db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    return int(found[0]) if found else 0


def in_its_words(statement: str) -> str:
    for word, own in OWN_WORDS.items():
        statement = statement.replace(word, own)
    return statement
