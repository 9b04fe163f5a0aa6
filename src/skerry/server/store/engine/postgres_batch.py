"""The entries of many matches in one statement, as PostgreSQL understands it: one way there and back, one sync.

A conflict is a match that is missing in the answer, not an error: it costs the others nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from skerry.server.runtime import machine_clock
from skerry.server.store.entries import COLUMNS_OF_CHANGES, COLUMNS_OF_CLOCK, COLUMNS_OF_ENTRY, NewEntries
from skerry.server.store.records import json

# Matches are locked in the order of their ids, and before `shared_tables`, so that two processes never wait for each
# other.
WRITE_ENTRIES = f"""
WITH new AS (
    SELECT * FROM jsonb_to_recordset(%s::jsonb)
    AS n(id text, rev bigint, to_move bigint, glance text, now_sum bigint, gained bigint)
),
held AS (
    SELECT m.id FROM matches m JOIN new ON new.id = m.id AND new.rev = m.rev ORDER BY m.id FOR NO KEY UPDATE OF m
),
done AS (
    UPDATE matches m SET rev = m.rev + 1, changed = %s, to_move = new.to_move, glance = new.glance,
    now_sum = new.now_sum, log_sum = m.log_sum + new.gained
    FROM new JOIN held USING (id) WHERE m.id = new.id AND m.rev = new.rev RETURNING m.id
),
clocks AS (
    UPDATE shared_tables r SET due = c.due, began = c.began, grace = c.grace
    FROM jsonb_to_recordset(%s::jsonb)
    AS c(id text, due double precision, began double precision, grace double precision)
    JOIN done USING (id) WHERE r.match = c.id
),
put AS (
    INSERT INTO entries ({", ".join(COLUMNS_OF_ENTRY)})
    SELECT {", ".join(f"e.{name}" for name in COLUMNS_OF_ENTRY)} FROM jsonb_to_recordset(%s::jsonb)
    AS e(match text, seq bigint, seat bigint, text text, forced bigint, at double precision, mark text,
    spent double precision) JOIN done ON done.id = e.match
)
SELECT id FROM done
"""


def write_batch(connection: Any, batch: Sequence[NewEntries]) -> set[str]:
    """Each match once.  Return those that were written; of the others, another process has written first."""
    changes = records(COLUMNS_OF_CHANGES, (new.changes() for new in batch))
    clocks = records(COLUMNS_OF_CLOCK, (row for new in batch for row in new.clock()))
    rows = records(COLUMNS_OF_ENTRY, (row for new in batch for row in new.rows))
    done = connection.execute(WRITE_ENTRIES, (changes, machine_clock.wall(), clocks, rows), prepare=True).fetchall()
    return {row[0] for row in done}


def records(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return json([dict(zip(columns, row, strict=True)) for row in rows])
