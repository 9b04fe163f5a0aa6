"""What seats have decided in advance, as the database has it.  Only the seat's own person may read it.

A plan that has been carried out leaves nothing but its moves.  One that was dropped stays, with the reason, until its
player has seen that.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from skerry.match.planning import TurnPlan
from skerry.server.errors import Conflict
from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, is_in, upsert
from skerry.server.store.fence import advance
from skerry.server.store.records import Record, json
from skerry.server.store.store import Store

WRITE_PLAN = upsert("plans", ("match", "seat"), ("plan", "made", "ended", "words"))
PLAYED_ON = "plans.match NOT IN (SELECT name FROM house_rules WHERE kind = 'ended')"  # not ended by the operator


class StoredPlan(Struct, frozen=True):
    seat: int
    plan: TurnPlan
    text: str  # the plan as it was written, to see whether somebody has changed it
    made: float
    ended: float | None  # None: it waits
    words: str  # why it was dropped


class DroppedPlan(Struct, frozen=True):
    """For telling the person."""

    match: str
    seat: int
    person: str
    ended: float
    words: str


# ---- reading; these wait for the disk


def read_plans(store: Store, id_: str) -> dict[int, StoredPlan]:
    """By seat.  A damaged one is left out: the player decides then."""
    found = {}
    for seat, text, *rest in store.read("SELECT seat, plan, made, ended, words FROM plans WHERE match = ?", id_):
        try:
            found[seat] = StoredPlan(seat, msgspec.json.decode(text, type=TurnPlan), text, *rest)
        except msgspec.MsgspecError:
            continue
    return found


def due_tables(store: Store) -> dict[str, int]:
    """Tables where a seat with a plan is to move, and their revisions."""
    query = (
        "SELECT matches.id, matches.rev FROM plans "
        "JOIN matches ON matches.id = plans.match AND matches.to_move = plans.seat "
        f"WHERE plans.ended IS NULL AND {PLAYED_ON}"
    )
    return {str(id_): int(rev) for id_, rev in store.read(query)}


def dropped_plans(store: Store, after: float) -> list[DroppedPlan]:
    """Those dropped after this moment that nobody has seen yet."""
    query = (
        "SELECT plans.match, plans.seat, seats.person, plans.ended, plans.words FROM plans "
        "JOIN seats ON seats.match = plans.match AND seats.seat = plans.seat "
        "WHERE plans.ended > ? AND seats.person IS NOT NULL ORDER BY plans.ended"
    )
    return [DroppedPlan(*row) for row in store.read(query, after)]


# ---- writing


def write_plan(db: Db, record: Record, seat: int, plan: TurnPlan) -> None:
    """Conflict if the table has moved on.  Its revision stays: nobody else is to notice anything."""
    advance(db, record, by=0)
    db.execute(WRITE_PLAN, (record.id, seat, json(plan), machine_clock.wall(), None, ""))


def replace_plan(db: Db, id_: str, old: StoredPlan, rest: TurnPlan, words: str = "") -> None:
    """What is left of it; with `words`, that is dropped.  Conflict if its player has just changed it."""
    where, row = "match = ? AND seat = ? AND plan = ? AND ended IS NULL", (id_, old.seat, old.text)
    if rest.steps:
        changes = (json(rest), machine_clock.wall() if words else None, words)
        changed = db.execute(f"UPDATE plans SET plan = ?, ended = ?, words = ? WHERE {where}", (*changes, *row))
    else:
        changed = db.execute(f"DELETE FROM plans WHERE {where}", row)
    if changed.rowcount != 1:
        raise Conflict(f"somebody has changed a plan at table {id_}")


def end_plan(db: Db, record: Record, old: StoredPlan, rest: TurnPlan, words: str) -> None:
    """It is dropped; without words, it has come to its end."""
    advance(db, record, by=0)
    replace_plan(db, record.id, old, rest if words else msgspec.structs.replace(rest, steps=()), words)


def forget_plans(db: Db, id_: str, seats: Sequence[int]) -> None:
    db.execute(f"DELETE FROM plans WHERE match = ? AND {is_in('seat', seats)}", (id_, *seats))


def drop_plans(db: Db, id_: str, seats: Sequence[int], words: str) -> None:
    where = f"match = ? AND ended IS NULL AND {is_in('seat', seats)}"
    db.execute(f"UPDATE plans SET ended = ?, words = ? WHERE {where}", (machine_clock.wall(), words, id_, *seats))
