"""Several processes may write to one table: each write says which revision it has seen, and only the newest counts.

Conflict means that nothing was written: read what is new, and decide again.
"""

from skerry.server.errors import Conflict
from skerry.server.store.engine.db import Db
from skerry.server.store.records import Record


def advance(db: Db, record: Record, by: int = 1) -> None:
    """Every write to a table begins with this; Conflict if the table is not as `record` knows it any more.

    It also keeps others from writing until the end of the transaction.  `by` 0 is for what nobody needs to hear of.
    """
    query = "UPDATE matches SET rev = rev + ? WHERE id = ? AND rev = ?"
    if db.execute(query, (by, record.id, record.rev)).rowcount != 1:
        raise Conflict(moved_on(record))


def moved_on(record: Record) -> str:
    return f"table {record.id} is not at revision {record.rev} any more"
