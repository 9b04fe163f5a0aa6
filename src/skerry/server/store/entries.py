"""Entries of logs: how they are written, and what they change about their matches."""

from collections.abc import Sequence

from msgspec import Struct

from skerry.match.match import Entry
from skerry.match.series import Book
from skerry.server.errors import Conflict
from skerry.server.runtime import machine_clock
from skerry.server.store import checksums
from skerry.server.store.engine.db import Db, Work, insert
from skerry.server.store.fence import moved_on
from skerry.server.store.records import Record, json, now_sum

COLUMNS_OF_ENTRY = ("match", "seq", "seat", "text", "forced", "at", "mark", "spent")
COLUMNS_OF_CHANGES = ("id", "rev", "to_move", "glance", "now_sum", "gained")
COLUMNS_OF_CLOCK = ("id", "due", "began", "grace")
EntryRow = tuple[str, int, int, str, int, float, str | None, float | None]
Changes = tuple[str, int, int | None, str, int, int]  # of a match; `gained` is added to its log_sum
ClockRow = tuple[str, float | None, float, float]

INSERT_ENTRY = insert("entries", COLUMNS_OF_ENTRY)


class Due(Struct, frozen=True):
    """What the store keeps of a running clock."""

    at: float | None  # when the turn is late, by the time of day
    began: float  # when the time that is not charged yet began, as the timer counts
    grace: float  # seconds of it that are not counted


class NewEntries(Struct, frozen=True):
    """New entries of a match.  They are most of what is written, so an engine may write all that wait together."""

    record: Record
    rows: list[EntryRow]
    to_move: int | None
    glance: str
    due: Due | None = None  # of a table with clocks
    book: Book | None = None
    more: Work | None = None

    @property
    def is_plain(self) -> bool:
        """Is there nothing to be written with them but the clock?"""
        return self.book is None and self.more is None

    def changes(self) -> Changes:
        """The match, and what these entries make of it."""
        id_, rev = self.record.id, self.record.rev
        return id_, rev, self.to_move, self.glance, now_sum(id_, self.to_move, self.glance), sum_of_rows(self.rows)

    def clock(self) -> list[ClockRow]:
        due = self.due
        return [] if due is None else [(self.record.id, due.at, due.began, due.grace)]

    def __call__(self, db: Db) -> None:
        id_, rev, *changes = self.changes()
        columns = "changed = ?, to_move = ?, glance = ?, now_sum = ?, log_sum = log_sum + ?"
        query = f"UPDATE matches SET rev = rev + 1, {columns} WHERE id = ? AND rev = ?"
        if db.execute(query, (machine_clock.wall(), *changes, id_, rev)).rowcount != 1:
            raise Conflict(moved_on(self.record))
        db.executemany(INSERT_ENTRY, self.rows)
        if self.due is not None:
            write_clock(db, id_, self.due)
        if self.book is not None:
            values = (json(self.book), self.record.owner, self.book.game, self.book.kind, self.record.series)
            db.execute("UPDATE series SET book = ? WHERE owner = ? AND game = ? AND kind = ? AND book = ?", values)
        if self.more is not None:
            self.more(db)


def rows_of_entries(
    id_: str, first: int, entries: Sequence[Entry], at: float, place: int = -1, spent: float = 0.0
) -> list[EntryRow]:
    """Somebody has thought for `spent` seconds about the one at this place among them."""
    return [
        (id_, first + n, e.seat, e.text, int(e.forced), at, e.mark or None, round(spent, 2) if n == place else None)
        for n, e in enumerate(entries)
    ]


def sum_of_rows(rows: Sequence[EntryRow]) -> int:
    return sum(
        checksums.of_entry(id_, seq, seat, text, forced, mark) for id_, seq, seat, text, forced, _, mark, _ in rows
    )


def write_entries(db: Db, id_: str, first: int, entries: Sequence[Entry], at: float) -> None:
    rows = rows_of_entries(id_, first, entries, at)
    if rows:
        db.executemany(INSERT_ENTRY, rows)
        db.execute("UPDATE matches SET log_sum = log_sum + ? WHERE id = ?", (sum_of_rows(rows), id_))


def write_clock(db: Db, id_: str, due: Due) -> None:
    row = (due.at, due.began, due.grace, id_)
    db.execute("UPDATE shared_tables SET due = ?, began = ?, grace = ? WHERE match = ?", row)


def plain_batch(works: Sequence[Work]) -> dict[str, NewEntries]:
    """What can be written with one statement: of each match its first entries, if there is nothing else with them."""
    first: dict[str, NewEntries] = {}
    for work in works:
        if isinstance(work, NewEntries):
            first.setdefault(work.record.id, work)
    return {id_: new for id_, new in first.items() if new.is_plain}


def batch_outcome(new: NewEntries, written: set[str]) -> Conflict | None:
    """None if it was written."""
    return None if new.record.id in written else Conflict(moved_on(new.record))
