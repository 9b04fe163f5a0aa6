"""The clocks of tables for friends, as the database has them; and tables that wait for a bot, or for somebody late."""

from collections.abc import Sequence

import msgspec

from skerry.match import SeatPlan
from skerry.server.protocol.pace import Pace
from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, RowValues, is_in
from skerry.server.store.entries import Due, write_clock
from skerry.server.store.fence import advance
from skerry.server.store.records import Record
from skerry.server.store.store import Store

# How a pace begins in the database; patterns.  One that is damaged is neither, and stops no other.
LIVE_PACE = '{"kind":"live"%'
SLOW_PACE = '{"kind":"slow"%'
LONGEST_UPTIME = 1e9  # seconds, thirty years: what says more is damaged
GOES_ON = "shared_tables.match NOT IN (SELECT name FROM house_rules WHERE kind = 'ended')"  # not ended by the operator
PAGE = 500  # tables that are read together


# ---- of one table


def read_times(store: Store, id_: str, count: int) -> tuple[list[float], float | None, float | None]:
    """The seconds that each seat has used; when the time that is not charged yet began, and how much of it is free.

    None: nobody knows.
    """
    used = [0.0] * count
    for seat, spent in store.read("SELECT seat, sum(spent) FROM entries WHERE match = ? GROUP BY seat", id_):
        if 0 <= seat < count:
            used[seat] = spent or 0.0
    return used, *read_turn(store, id_)


def read_turn(store: Store, id_: str) -> tuple[float | None, float | None]:
    """When the time that is not charged yet began, and how much of it is free; None: nobody knows."""
    began, grace = store.read("SELECT began, grace FROM shared_tables WHERE match = ?", id_)[0]
    return began, grace


def read_entries_since(store: Store, id_: str, length: int) -> list[RowValues]:
    """Of a log, what comes after so many entries: seat, text, forced, mark, and the time it took."""
    query = "SELECT seat, text, forced, mark, spent FROM entries WHERE match = ? AND seq >= ? ORDER BY seq"
    return store.read(query, id_, length)


def write_due(db: Db, record: Record, due: Due) -> None:
    """When the turn is late, found out anew."""
    advance(db, record, by=0)
    write_clock(db, record.id, due)


# ---- of all tables


def overdue(store: Store, most: int, without: Sequence[str] = ()) -> list[str]:
    """Tables where somebody's time may be up, but none of these."""
    query = f"SELECT match FROM shared_tables WHERE due IS NOT NULL AND due <= ? AND {GOES_ON} ORDER BY due LIMIT ?"
    found = [row[0] for row in store.read(query, machine_clock.wall(), most + len(without))]
    left_out = set(without)
    return [id_ for id_ in found if id_ not in left_out][:most]


def has_live_clock(store: Store) -> bool:
    """Does a live clock run at any table?"""
    return bool(store.read("SELECT 1 FROM shared_tables WHERE due IS NOT NULL AND pace LIKE ? LIMIT 1", LIVE_PACE))


def shift_live(db: Db, seconds: float) -> None:
    db.execute("UPDATE shared_tables SET due = due + ? WHERE due IS NOT NULL AND pace LIKE ?", (seconds, LIVE_PACE))


def shift_slow(db: Db, seconds: float) -> None:
    query = "UPDATE shared_tables SET due = due + ?, began = began + ? WHERE due IS NOT NULL AND pace LIKE ?"
    db.execute(query, (seconds, seconds, SLOW_PACE))


def put_off_slow(db: Db, earliest: float) -> None:
    """No slow turn is late before this moment."""
    db.execute("UPDATE shared_tables SET due = ? WHERE due < ? AND pace LIKE ?", (earliest, earliest, SLOW_PACE))


def make_all_due(db: Db, now: float) -> None:
    """So that all tables with a clock are looked at."""
    db.execute("UPDATE shared_tables SET due = ? WHERE due > ?", (now, now))


# ---- how long the server has run


def read_uptime(store: Store) -> float:
    """Seconds, as far as they were noted; after a crash, a live turn may be newer than that."""
    noted = store.read("SELECT seconds FROM uptime")
    query = "SELECT max(began) FROM shared_tables WHERE due IS NOT NULL AND pace LIKE ? AND began < ?"
    newest = store.read(query, LIVE_PACE, LONGEST_UPTIME)[0][0]
    return max(noted[0][0] if noted else 0.0, newest or 0.0)


def write_uptime(db: Db, seconds: float) -> None:
    db.execute("DELETE FROM uptime")
    db.execute("INSERT INTO uptime (seconds) VALUES (?)", (seconds,))


# ---- tables that wait


def waiting_tables(store: Store, after: str) -> tuple[list[str], str | None]:
    """Of the next page of tables, those where a bot should move; and where the page after it begins.

    That is a bot's turn at a table with people; or a late turn where a bot was to move and has not done so.
    """
    query = (
        "SELECT shared_tables.match, begun, to_move, matches.seats, pace, due FROM shared_tables "
        f"JOIN matches ON matches.id = shared_tables.match WHERE shared_tables.match > ? AND {GOES_ON} "
        "ORDER BY shared_tables.match LIMIT ?"
    )
    rows = store.read(query, after, PAGE)
    bots: dict[str, list[SeatPlan]] = {}
    late: list[str] = []
    for id_, begun, to_move, plans, pace, due in rows:
        if begun is None or not isinstance(to_move, int) or to_move < 0:
            continue
        try:
            plan, clock = msgspec.json.decode(plans, type=list[SeatPlan]), msgspec.json.decode(pace, type=Pace)
            if plan[to_move].bot is not None:
                bots[id_] = plan
            elif due is None and clock.kind != "none" and clock.late != "nothing":
                late.append(id_)
        except (msgspec.MsgspecError, IndexError):  # damaged: opening it says so
            continue
    return sorted([*with_people(store, bots), *late]), rows[-1][0] if rows else None


def with_people(store: Store, tables: dict[str, list[SeatPlan]]) -> set[str]:
    """Those of these tables where somebody has a seat and plays it."""
    ids = list(tables)
    rows = store.read(f"SELECT match, seat FROM seats WHERE person IS NOT NULL AND {is_in('match', ids)}", *ids)
    return {id_ for id_, seat in rows if seat < len(tables[id_]) and tables[id_][seat].bot is None}
