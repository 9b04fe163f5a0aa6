"""A very long log comes into the store in pieces, so that everybody's moves are written in between."""

import asyncio
import sqlite3

from msgspec import Struct
from msgspec.structs import replace

from skerry.match import SeatPlan
from skerry.match.match import Entry
from skerry.server.store.records import Record, json
from skerry.server.store.store import Store, durable
from skerry.server.store.writer import Work, rows_of, sum_of

PIECE = 1_000  # entries: a few milliseconds
NOBODY = "(on its way)"  # owns a match as long as part of its log is missing; it is in nobody's list


class Rows(Struct, frozen=True):
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
    components: Rows

    @property
    def over(self) -> bool:
        return self.record.to_move is None


async def keep(store: Store, upload: Upload) -> None:
    """Until all of it is there, it is nobody's; if the server ends before that, its next start removes it."""
    record, entries = upload.record, upload.log
    if len(entries) <= PIECE:
        await durable(store.create(record, upload))
        return
    first = replace(upload, log=[])
    await durable(store.create(replace(record, owner=NOBODY, to_move=None), first, lambda db: None))
    for begin in range(0, len(entries), PIECE):
        await durable(store.put(await asyncio.to_thread(piece, upload, begin)))
    await durable(store.put(lambda db: hand_over(db, record, upload)))


def piece(upload: Upload, begin: int) -> Work:
    """One statement: the writing thread gives up the interpreter, and waits for it, with each."""
    id_ = upload.record.id
    entries = rows_of(id_, begin, upload.log[begin : begin + PIECE], upload.record.created)
    rows, more = json(entries), sum_of(entries)
    columns = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(7))

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            f"INSERT INTO entries (match, seq, seat, text, forced, at, mark) SELECT {columns} FROM json_each(?)",
            (rows,),
        )
        db.execute("UPDATE matches SET log_sum = log_sum + ? WHERE id = ?", (more, id_))

    return work


def hand_over(db: sqlite3.Connection, record: Record, upload: Upload) -> None:
    db.execute("UPDATE matches SET owner = ?, to_move = ? WHERE id = ?", (record.owner, record.to_move, record.id))
    seats = [(record.id, n, None if plan.bot else record.owner, n) for n, plan in enumerate(upload.seats)]
    db.executemany("INSERT INTO seats (match, seat, person, mark) VALUES (?, ?, ?, ?)", seats)


def drop_halves(db: sqlite3.Connection) -> None:
    """What was on its way when the server ended."""
    db.execute("DELETE FROM entries WHERE match IN (SELECT id FROM matches WHERE owner = ?)", (NOBODY,))
    db.execute("DELETE FROM matches WHERE owner = ?", (NOBODY,))
