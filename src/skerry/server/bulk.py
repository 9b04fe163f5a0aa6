"""A very long log comes into the store in pieces, so that everybody's moves are written in between."""

import asyncio
import sqlite3

from msgspec.structs import replace

from skerry.server.record import Record
from skerry.server.store import Store, durable
from skerry.server.strangers import Brought
from skerry.server.writing import Moves, Work, rows_of, write_moves

PIECE = 1_000  # entries: a few milliseconds
NOBODY = "(on its way)"  # owns a match as long as part of its log is missing; it is in nobody's list


async def keep(store: Store, brought: Brought) -> None:
    """Until all of it is there, it is nobody's; if the server ends before that, its next start removes it."""
    record, entries = brought.record, brought.log
    if len(entries) <= PIECE:
        await durable(store.create(record, brought))
        return
    first = replace(brought, log=[])
    await durable(store.create(replace(record, owner=NOBODY), first, lambda db: None))
    for begin in range(0, len(entries), PIECE):
        await durable(store.put(await asyncio.to_thread(piece, brought, begin)))
    await durable(store.put(lambda db: hand_over(db, record, brought)))


def piece(brought: Brought, begin: int) -> Work:
    """Written as moves that wait together are: by one statement, so the thread waits for the interpreter only once."""
    record = brought.record
    rows = rows_of(record.id, begin, brought.log[begin : begin + PIECE], record.created)
    moves = [Moves(record, rows, record.to_move, record.glance or "")]
    return lambda db: write_moves(db, moves)


def hand_over(db: sqlite3.Connection, record: Record, brought: Brought) -> None:
    db.execute("UPDATE matches SET owner = ? WHERE id = ?", (record.owner, record.id))
    seats = [(record.id, n, None if plan.bot else record.owner, n) for n, plan in enumerate(brought.seats)]
    db.executemany("INSERT INTO seats (match, seat, person, mark) VALUES (?, ?, ?, ?)", seats)


def drop_halves(db: sqlite3.Connection) -> None:
    """What was on its way when the server ended."""
    db.execute("DELETE FROM entries WHERE match IN (SELECT id FROM matches WHERE owner = ?)", (NOBODY,))
    db.execute("DELETE FROM matches WHERE owner = ?", (NOBODY,))
