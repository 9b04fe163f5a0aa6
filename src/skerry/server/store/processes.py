"""The processes that share the database, and who is at which of them."""

from collections.abc import Sequence

from msgspec import Struct

from skerry.server.store.engine.db import Db, insert, is_in, upsert
from skerry.server.store.store import Store

GONE = 6.0  # seconds of silence after which a process does not count any more
WATCHERS = ""  # the person whose state is who watches
WRITE_PROCESS = upsert("processes", ("id",), ("kind", "name", "backend", "started", "seen"))
INSERT_PRESENCE = insert("presence", ("match", "process", "person", "state"))
REVS_AT_ONCE = 500  # tables that are read together


class ProcessInfo(Struct, frozen=True):
    id: str
    kind: str  # 'serve' or 'think'
    name: str  # for people
    backend: int  # of the connection that holds its locks
    started: float
    seen: float


def has_thinkers(store: Store, now: float) -> bool:
    return bool(store.read("SELECT 1 FROM processes WHERE kind = 'think' AND seen > ? LIMIT 1", now - GONE))


def read_revs(store: Store, ids: Sequence[str]) -> dict[str, int]:
    """The revision of each of these tables that exists."""
    found: dict[str, int] = {}
    for first in range(0, len(ids), REVS_AT_ONCE):
        page = ids[first : first + REVS_AT_ONCE]
        found |= dict(store.read(f"SELECT id, rev FROM matches WHERE {is_in('id', page)}", *page))
    return found


def read_presence(store: Store, id_: str, now: float) -> list[tuple[str, str]]:
    """Who is at the table at other processes, and how; of one person several, perhaps."""
    query = (
        "SELECT person, state FROM presence JOIN processes ON processes.id = presence.process "
        "WHERE match = ? AND process != ? AND seen > ?"
    )
    return [(person, state) for person, state in store.read(query, id_, store.engine.process, now - GONE)]


# ---- in a transaction


def write_process(db: Db, process: ProcessInfo) -> None:
    row = (process.id, process.kind, process.name, process.backend, process.started, process.seen)
    db.execute(WRITE_PROCESS, row)


def delete_process(db: Db, process: str) -> None:
    db.execute("DELETE FROM presence WHERE process = ?", (process,))
    db.execute("DELETE FROM processes WHERE id = ?", (process,))


def delete_gone(db: Db, now: float) -> list[int]:
    """Those that have been silent for too long; return the connections that hold their locks."""
    gone = db.execute("SELECT id, backend FROM processes WHERE seen <= ?", (now - GONE,)).fetchall()
    for process, _ in gone:
        delete_process(db, process)
    return [backend for _, backend in gone]


def write_presence(db: Db, id_: str, process: str, states: dict[str, str]) -> None:
    db.execute("DELETE FROM presence WHERE match = ? AND process = ?", (id_, process))
    db.executemany(INSERT_PRESENCE, [(id_, process, person, state) for person, state in states.items()])
