"""All data of a server from one database into another, verified by replaying every match."""

import contextlib
from collections.abc import Callable

from msgspec import Struct

from skerry.match.match import Entry
from skerry.server.errors import Damaged, StoreError
from skerry.server.store import schema
from skerry.server.store.engine.db import Db, Engine, ReadableDb, insert
from skerry.server.store.records import Record
from skerry.server.store.store import Store

ROWS_AT_ONCE = 2_000  # rows that are read together
VALUES = 20_000  # of one statement, at most
TellProgress = Callable[[str, int, int], None]  # what is being done, and how far it has come


class MovedData(Struct, frozen=True):
    rows: int
    matches: int
    damaged: list[str]  # matches that could not be read before, either


def move_data(source: Engine, target: Engine, progress: TellProgress) -> MovedData:
    """Both are opened by nobody else.  StoreError if the target is not empty, or if a match is not the same there."""
    check_empty(target)
    try:
        rows = copy_all(source, target, progress)
        before, after = Store(source), Store(target)
        records = before.everything()
        damaged = []
        for number, record in enumerate(records):
            progress("Replaying games", number, len(records))
            if not is_same(before, after, record):
                damaged.append(record.id)
    except BaseException:  # whoever mends the cause and tries again needs an empty target
        empty_target(target)
        raise
    return MovedData(rows, len(records), damaged)


def moved_tables() -> dict[str, list[str]]:
    """By name, with their columns."""
    return {name: of for name, of in schema.columns_by_table().items() if name not in schema.PASSING}


def check_empty(target: Engine) -> None:
    if occupied := [name for name in moved_tables() if target.read(f"SELECT 1 FROM {name} LIMIT 1")]:
        raise StoreError(f"the target is not empty: it has rows in {', '.join(occupied)}")


def empty_target(target: Engine) -> None:
    """The last tables first: they refer to earlier ones."""

    def work(db: Db) -> None:
        for table in reversed(moved_tables()):
            db.execute(f"DELETE FROM {table}")

    with contextlib.suppress(StoreError):  # what went wrong before is to be told
        target.put(work).result()


def copy_all(source: ReadableDb, target: Engine, progress: TellProgress) -> int:
    """Every row of every table; returns how many."""
    check_empty(target)
    tables, rows = moved_tables(), 0
    for number, (table, columns) in enumerate(tables.items()):
        progress(f"Copying {table}", number, len(tables))
        rows += copy_table(source, target, table, columns)
    return rows


def copy_table(source: ReadableDb, target: Engine, table: str, columns: list[str]) -> int:
    """In pages, ordered by all columns of the key, so that memory stays small."""
    names, keys = ", ".join(columns), schema.keys_of(table)
    places, done = [columns.index(key) for key in keys], 0
    after: tuple[object, ...] = ()
    while True:
        order = ", ".join(keys) or names
        where = f"WHERE ({', '.join(keys)}) > ({', '.join('?' * len(keys))})" if after else ""
        page = source.read(f"SELECT {names} FROM {table} {where} ORDER BY {order} LIMIT {ROWS_AT_ONCE}", *after)
        if not page:
            return done
        at_once = max(1, VALUES // len(columns))
        for first in range(0, len(page), at_once):
            part = page[first : first + at_once]
            statement, values = insert(table, columns, len(part)), [value for row in part for value in row]
            target.put(lambda db, statement=statement, values=values: db.execute(statement, values)).result()  # type: ignore[misc]
        done += len(page)
        after = tuple(page[-1][place] for place in places)
        if not keys:
            return done


def is_same(before: Store, after: Store, record: Record) -> bool:
    """False for a match that could not be replayed before, either; StoreError if it is another one now."""
    copy = after.record(record.id)
    if copy == record and before.entries(record.id) == after.entries(record.id):
        replayed, replayed_copy = (log_of(store, record) for store in (before, after))
        if replayed == replayed_copy:
            return replayed is not None
    raise StoreError(f"table {record.id} is not the same in both databases")


def log_of(store: Store, record: Record) -> list[Entry] | None:
    """None if it is damaged."""
    try:
        return store.load(record).log
    except Damaged:
        return None
