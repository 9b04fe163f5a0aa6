"""The matches of a server, with their logs.  What is not durable here has not happened."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from skerry.core.frozen import Rows
from skerry.match import Match, SaveError
from skerry.match.match import Entry
from skerry.match.save import SAVE_FORMAT, Saved, from_saved, line_of
from skerry.match.series import Book
from skerry.server.errors import HARMED, OVERLOADED, Busy, Damaged
from skerry.server.runtime import machine_clock
from skerry.server.runtime.figures import FIGURES
from skerry.server.store import checksums, component_sets
from skerry.server.store.engine.db import Db, Engine, RowValues, T, Work, insert, upsert
from skerry.server.store.engine.lite import Lite
from skerry.server.store.entries import Due, NewEntries, rows_of_entries, write_entries
from skerry.server.store.fence import advance
from skerry.server.store.records import Record, glance_at

if TYPE_CHECKING:
    from skerry.server.store.bulk import Upload

COLUMNS_OF_MATCH = (
    "id, owner, game, rules, components, seats, options, is_table, commitment, seed, created, changed, "
    "to_move, series, glance, sum, now_sum, log_sum, with_friends, rev"
)
HAS_COMPONENTS = "EXISTS (SELECT 1 FROM components WHERE hash = matches.components)"
SELECT_RECORD = f"SELECT {COLUMNS_OF_MATCH}, {HAS_COMPONENTS} FROM matches"
INSERT_MATCH = insert("matches", COLUMNS_OF_MATCH.split(", "))
INSERT_SEAT = insert("seats", ("match", "seat", "person", "mark"))
WRITE_SERIES = upsert("series", ("owner", "game", "kind"), ("book",))
MOST_WAITING_WORK = 1_000  # works that may wait to be written; usually it is a handful
TABLES_OF_MATCH = (
    *("entries", "seats", "sat", "shared_tables", "chat", "brought", "reviews", "presence", "plans"),
    *("outbox", "muted", "channels", "pauses", "invitations", "gallery"),
    *("rematch_votes", "notes", "replay_links"),
)


class Store:
    def __init__(self, database: Path | Engine) -> None:
        """A path is that of a file of SQLite."""
        self.engine: Engine = Lite(database) if isinstance(database, Path) else database
        self.damaged: dict[str, str] = {}  # matches that could not be read, and why

    def close(self) -> None:
        """Commit what waits, then stop."""
        self.engine.close()

    def put(self, work: Callable[[Db], T]) -> "Future[T]":
        return self.engine.put(work)

    def read(self, query: str, *values: object) -> list[RowValues]:
        return self.engine.read(query, *values)

    @property
    def is_shared(self) -> bool:
        """May other processes use the database as well?"""
        return bool(self.engine.process)

    def check_load(self) -> None:
        """Busy if so much waits to be written that whoever comes now would wait for long.

        Whoever came first is served; the newest are told at once, before anything is done for them.
        """
        if self.engine.waiting() > MOST_WAITING_WORK:
            raise Busy(OVERLOADED)

    def tell(self, words: str) -> None:
        """Tell the other processes; see cluster/cluster.py."""
        self.engine.tell(words)

    def sizes(self) -> tuple[int, int | None]:
        """Bytes of the database, and bytes that are free beside it, if that is known."""
        return self.engine.sizes()

    # ---- writing: the future is done when the disk has it
    def create(self, record: Record, match: "Match | Upload", more: Work | None = None) -> "Future[None]":
        """`more` writes who sits there; without it, all seats but the bots' are the owner's."""
        return self.put(creation(record, match, more))

    def append(
        self,
        record: Record,
        first: int,
        entries: Sequence[Entry],
        match: Match,
        book: Book | None = None,
        more: Work | None = None,
        time_spent: tuple[int, float] = (-1, 0.0),
        due: Due | None = None,
    ) -> "Future[None]":
        """Write the entries from place `first` of the log on, all or none, and `more` that goes with them.

        The last of them also write the book of the match's series, unless the series has gone on without it.
        `time_spent` is which of the entries took how many seconds.  Conflict if the table is newer than `record`.
        """
        rows = rows_of_entries(record.id, first, entries, machine_clock.wall(), *time_spent)
        writing = self.put(NewEntries(record, rows, match.to_move, glance_at(match), due, book, more))
        writing.add_done_callback(partial(count_move, record.game))
        return writing

    def delete(self, record: Record) -> "Future[None]":
        id_ = record.id

        def work(db: Db) -> None:
            advance(db, record)
            for table in TABLES_OF_MATCH:
                db.execute(f"DELETE FROM {table} WHERE match = ?", (id_,))
            db.execute("DELETE FROM matches WHERE id = ?", (id_,))
            db.execute("INSERT INTO deleted (id) VALUES (?) ON CONFLICT DO NOTHING", (id_,))

        return self.put(work)

    # ---- reading; these wait for the disk
    def record(self, id_: str) -> Record | None:
        rows = self.read(f"{SELECT_RECORD} WHERE id = ?", id_)
        return Record(*rows[0]) if rows else None

    def rev(self, id_: str) -> int | None:
        """None if there is no such match."""
        rows = self.read("SELECT rev FROM matches WHERE id = ?", id_)
        return int(rows[0][0]) if rows else None

    def is_deleted(self, id_: str) -> bool:
        return bool(self.read("SELECT 1 FROM deleted WHERE id = ?", id_))

    def length(self, id_: str) -> int:
        return int(self.read("SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE match = ?", id_)[0][0])

    def records_of(self, person: str, most: int) -> list[Record]:
        """The matches that the person made or has a seat in, the last changed first."""
        where = "owner = ? OR id IN (SELECT match FROM seats WHERE person = ?)"
        query = f"{SELECT_RECORD} WHERE {where} ORDER BY changed DESC LIMIT ?"
        return [Record(*row) for row in self.read(query, person, person, most)]

    def owned(self, person: str) -> set[str]:
        """The ids of all matches of this owner."""
        return {row[0] for row in self.read("SELECT id FROM matches WHERE owner = ?", person)}

    def count_open(self, owner: str) -> int:
        query = "SELECT count(*) FROM matches WHERE owner = ? AND to_move IS NOT NULL"
        return int(self.read(query, owner)[0][0])

    def count(self) -> int:
        """All matches, of whomever."""
        return int(self.read("SELECT count(*) FROM matches")[0][0])

    def books_of(self, owner: str) -> list[str]:
        """Where the owner's series stand, each as it was written."""
        return [row[0] for row in self.read("SELECT book FROM series WHERE owner = ?", owner)]

    def running(self, owner: str, book: str) -> str | None:
        """The unfinished match that began with this book."""
        query = "SELECT id FROM matches WHERE owner = ? AND series = ? AND to_move IS NOT NULL ORDER BY created, id"
        rows = self.read(query, owner, book)
        return str(rows[0][0]) if rows else None

    def everything(self) -> list[Record]:
        """All matches of all owners, oldest first."""
        rows = self.read(f"{SELECT_RECORD} ORDER BY created, id")
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

    def entries(self, id_: str) -> tuple[list[RowValues], int | None]:
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

    def saved_of(self, record: Record, rows: list[RowValues]) -> Saved:
        try:
            for place, (seq, *_) in enumerate(rows):
                if seq != place:
                    raise ValueError(f"entry {place + 1} of the log is missing")
            return Saved(
                skerry=SAVE_FORMAT,
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
        return component_sets.rows_from(hash_, found, spare)


def creation(record: Record, match: "Match | Upload", more: Work | None = None) -> Callable[[Db], None]:
    """Write a new match, and who sits there; without `more`, all seats but the bots' are the owner's."""
    entries, components, plans = list(match.log), match.components, list(match.seats)

    def work(db: Db) -> None:
        component_sets.store_components(db, components)
        db.execute(INSERT_MATCH, msgspec.structs.astuple(record)[:-1])
        write_entries(db, record.id, 0, entries, record.created)
        if more is not None:
            more(db)
        else:
            seats = [(record.id, n, None if plan.bot else record.owner, n) for n, plan in enumerate(plans)]
            db.executemany(INSERT_SEAT, seats)
        if book := record.book():
            db.execute(WRITE_SERIES, (record.owner, book.game, book.kind, record.series))

    return work


def count_move(game: str, writing: "Future[None]") -> None:
    if writing.exception() is None:
        FIGURES.moves[game] += 1


async def durable(writing: "Future[T]") -> T:
    """Wait until it is on disk, and return what was found.  It gets there even if nobody is waiting any more."""
    loop = asyncio.get_running_loop()
    waiter: asyncio.Future[T] = loop.create_future()

    def tell() -> None:
        if waiter.done():
            return
        if error := writing.exception():
            waiter.set_exception(error)
        else:
            waiter.set_result(writing.result())

    def wake(_: "Future[T]") -> None:
        with contextlib.suppress(RuntimeError):  # the server is gone
            loop.call_soon_threadsafe(tell)

    writing.add_done_callback(wake)
    return await waiter
