"""The entries of many matches in three statements, as SQLite understands them.

The writing thread gives up the interpreter, and waits for it, with each statement.
"""

from collections.abc import Sequence

from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db
from skerry.server.store.entries import COLUMNS_OF_CHANGES, COLUMNS_OF_CLOCK, COLUMNS_OF_ENTRY, NewEntries
from skerry.server.store.records import json


def from_json(columns: Sequence[str]) -> str:
    """The rows of a list of lists."""
    named = ", ".join(f"json_extract(value, '$[{number}]') AS {name}" for number, name in enumerate(columns))
    return f"SELECT {named} FROM json_each(?)"


UPDATE_MATCHES = (
    "UPDATE matches SET rev = matches.rev + 1, changed = ?, to_move = new.to_move, glance = new.glance, "
    "now_sum = new.now_sum, log_sum = log_sum + new.gained "
    f"FROM ({from_json(COLUMNS_OF_CHANGES)}) AS new WHERE matches.id = new.id AND matches.rev = new.rev RETURNING id"
)
INSERT_ENTRIES = f"INSERT INTO entries ({', '.join(COLUMNS_OF_ENTRY)}) {from_json(COLUMNS_OF_ENTRY)}"
UPDATE_CLOCKS = (
    "UPDATE shared_tables SET due = new.due, began = new.began, grace = new.grace "
    f"FROM ({from_json(COLUMNS_OF_CLOCK)}) AS new WHERE shared_tables.match = new.id"
)


def write_batch(db: Db, batch: Sequence[NewEntries]) -> set[str]:
    """Each match once.  Return those that were written; of the others, another process has written first."""
    changes = json([new.changes() for new in batch])
    done = {row[0] for row in db.execute(UPDATE_MATCHES, (machine_clock.wall(), changes)).fetchall()}
    written = [new for new in batch if new.record.id in done]
    db.execute(INSERT_ENTRIES, (json([row for new in written for row in new.rows]),))
    if clocks := [row for new in written for row in new.clock()]:
        db.execute(UPDATE_CLOCKS, (json(clocks),))
    return done
