"""What the store asks of a database, whichever engine it is; and pieces of SQL that every engine understands.

SQL is written once for all engines.  What only SQLite understands is in the modules that begin with `lite`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
RowValues = tuple[Any, ...]  # a row as the database has it; the types are those of the columns


class Cursor(Protocol):
    """What a statement returns."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> RowValues | None: ...

    def fetchall(self) -> list[RowValues]: ...

    def __iter__(self) -> Iterator[RowValues]: ...


class Db(Protocol):
    """A connection inside a transaction."""

    def execute(self, sql: str, values: Sequence[object] = (), /) -> Cursor: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[object]], /) -> object: ...


# May be run twice, if the first transaction is lost: so it changes nothing but the database, and returns what it found.
Work = Callable[[Db], object]


class Engine(Protocol):
    """A database that keeps the store's tables."""

    process: str  # the name of this process among those that share the database; empty if it is the only one
    skip_locked: str  # ends a query for rows that nobody else is about to change

    def put(self, work: Callable[[Db], T]) -> "Future[T]":
        """Run it in a transaction; done when that is durable.  Conflict or StoreError if it was taken back."""

    def waiting(self) -> int:
        """How many works wait to be written."""

    def read(self, query: str, *values: object) -> list[RowValues]:
        """Waits for the database."""

    def sizes(self) -> tuple[int, int | None]:
        """Bytes of the database, and bytes that are free beside it, if that is known."""

    def secret(self) -> str:
        """What cookies are signed with, if the database keeps it; else empty: it is a file in the data folder."""

    def close(self) -> None:
        """Write what waits, then stop."""

    # ---- between processes; where there is only one, these do nothing, and it holds whatever it wants

    def tell(self, words: str) -> None:
        """Tell the other processes.  A hint only: it may be lost."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """`heard` is called in another thread, with a line of what others tell; with nothing if some may be lost."""

    def hold(self, name: str) -> bool:
        """Be the only process that does this, until it is released or this process ends, however it ends.

        Nothing may depend on it for its correctness: the connection may break, and another process go on.
        """

    def release(self, name: str) -> None: ...

    def holder_number(self) -> int:
        """Names the connection to the database that holds, so that another process can end it."""

    def end_holder(self, number: int) -> None:
        """End the connection of a hung process, which releases its locks."""


class ReadableDb(Protocol):
    """A database, or how it was at one moment."""

    def read(self, query: str, *values: object) -> list[RowValues]:
        """Waits for the database."""


class UnusableDatabase(Exception):
    """This Skerry cannot use the database; the words say why."""


def placeholders(count: int) -> str:
    return ", ".join("?" * count)


def insert(table: str, columns: Sequence[str], rows: int = 1) -> str:
    """A statement for this number of rows; engines take at most 30,000 values."""
    row = f"({placeholders(len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"


def upsert(table: str, keys: Sequence[str], columns: Sequence[str]) -> str:
    """Insert a row; if there is one with the same keys, it gets the new values."""
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns)
    return f"{insert(table, [*keys, *columns])} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changes}"


def is_in(column: str, values: Sequence[object]) -> str:
    """An SQL condition with a placeholder for each value; pass the values along."""
    return f"{column} IN ({placeholders(len(values))})" if values else "1 = 0"
