"""A very long log comes into the store in pieces, so that everybody's moves are written in between."""

import asyncio
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from skerry.match import SeatPlan
from skerry.match.match import Entry
from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, insert
from skerry.server.store.entries import COLUMNS_OF_ENTRY, rows_of_entries, sum_of_rows
from skerry.server.store.records import Record
from skerry.server.store.store import INSERT_SEAT, Store, durable

PIECE = 1_000  # entries: a few milliseconds
PATIENT = 3600.0  # seconds that one may be on its way
UNFINISHED = "(on its way)"  # owns a match as long as part of its log is missing; it is in nobody's list


class StoredComponents(Struct, frozen=True):
    """Components as the store keeps them."""

    hash: str
    rows: str

    def text(self) -> str:
        return self.rows


class Upload(Struct, frozen=True):
    """A saved game that follows the rules, as the store keeps it."""

    record: Record
    seats: list[SeatPlan]
    log: list[Entry]
    components: StoredComponents

    @property
    def over(self) -> bool:
        return self.record.to_move is None


async def store_upload(store: Store, upload: Upload) -> None:
    """Until all of it is there, it is nobody's; if the server ends before that, its next start removes it."""
    record, entries = upload.record, upload.log
    if len(entries) <= PIECE:
        await durable(store.create(record, upload))
        return
    first = replace(upload, log=[])
    await durable(store.create(replace(record, owner=UNFINISHED, to_move=None), first, lambda db: None))
    for begin in range(0, len(entries), PIECE):
        await durable(store.put(await asyncio.to_thread(piece_of_log, upload, begin)))
    await durable(store.put(lambda db: give_to_owner(db, record, upload)))


def piece_of_log(upload: Upload, begin: int) -> Callable[[Db], None]:
    """One statement: the writing thread gives up the interpreter, and waits for it, with each."""
    id_ = upload.record.id
    rows = rows_of_entries(id_, begin, upload.log[begin : begin + PIECE], upload.record.created)
    statement, values = insert("entries", COLUMNS_OF_ENTRY, len(rows)), [value for row in rows for value in row]
    gained = sum_of_rows(rows)

    def work(db: Db) -> None:
        db.execute(statement, values)
        db.execute("UPDATE matches SET log_sum = log_sum + ? WHERE id = ?", (gained, id_))

    return work


def give_to_owner(db: Db, record: Record, upload: Upload) -> None:
    db.execute("UPDATE matches SET owner = ?, to_move = ? WHERE id = ?", (record.owner, record.to_move, record.id))
    seats = [(record.id, n, None if plan.bot else record.owner, n) for n, plan in enumerate(upload.seats)]
    db.executemany(INSERT_SEAT, seats)


def delete_unfinished(db: Db, only_old: bool = False) -> None:
    """What was on its way when the server ended.  What is newer may be on its way at another process."""
    values = (UNFINISHED, machine_clock.wall() - (PATIENT if only_old else -PATIENT))
    where = "owner = ? AND created < ?"
    db.execute(f"DELETE FROM entries WHERE match IN (SELECT id FROM matches WHERE {where})", values)
    db.execute(f"DELETE FROM matches WHERE {where}", values)
