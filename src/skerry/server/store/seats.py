"""Who sits where, apart from who made the table; and what friends have agreed on around it, as the database has it."""

import contextlib
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skerry.match import Match, SeatPlan
from skerry.match.manners import CHECKING
from skerry.match.match import Entry
from skerry.server.errors import HARMED, Conflict, Damaged
from skerry.server.protocol.messages import Said
from skerry.server.protocol.pace import NO_CLOCK, Pace
from skerry.server.runtime import machine_clock
from skerry.server.store import checksums
from skerry.server.store.records import Record, glance_at, json, now_sum
from skerry.server.store.store import COLUMNS, KNOWN, Store
from skerry.server.store.uptime import Due
from skerry.server.store.writer import Work, insert

FRESH = 24 * 3600.0  # seconds that a table stays in the list of open ones though nothing happens there
MAX_CHAT = 200  # messages that are kept of a table
TERMS = "rooms.sum, invitation, watching, hints, begun, next, listed, pace"


class Place(Struct, frozen=True):
    """Whose a seat is.  A person with several shares one screen; who plays there now, the seat's plan says.

    | person | plan.bot | |
    |---|---|---|
    | yes | none | the person decides |
    | yes | a level | a bot sits in, and hands back when asked |
    | none | a level | a bot |
    | none | none | open |
    """

    person: str | None = None
    mark: int = 0
    ready: bool = False


class Terms(Struct, frozen=True):
    """A table for friends: the secret of its link, what is allowed, how far it has come."""

    invitation: str
    watching: bool = True
    hints: bool = True
    begun: float | None = None  # None while people gather
    next: str | None = None  # the rematch
    listed: bool = False  # on the front page, for anybody to join
    pace: Pace = NO_CLOCK


def first_places(plans: Sequence[SeatPlan], owner: str) -> list[Place]:
    """At a table of one person, all seats without a bot are shared at that person's screen."""
    return [Place(None if plan.bot else owner, seat) for seat, plan in enumerate(plans)]


def seats_of(places: Sequence[Place], person: str | None) -> list[int]:
    return [seat for seat, place in enumerate(places) if person is not None and place.person == person]


# ---- reading; these wait for the disk


def read_places(store: Store, record: Record) -> list[Place]:
    rows = store.read("SELECT seat, person, mark, ready FROM seats WHERE match = ?", record.id)
    return places_of(record, {seat: Place(person, mark, bool(ready)) for seat, person, mark, ready in rows})


def places_of(record: Record, known: dict[int, Place]) -> list[Place]:
    return [known.get(seat, Place(None, seat)) for seat in range(len(record.plans()))]


def read_terms(store: Store, id_: str) -> Terms | None:
    rows = store.read(f"SELECT {TERMS} FROM rooms WHERE match = ?", id_)
    return terms_of(store, id_, rows[0]) if rows else None


def terms_of(store: Store, id_: str, row: Sequence[Any]) -> Terms:
    """From a row of TERMS; Damaged if it is not as it was written."""
    kept, *agreed = row
    if not checksums.is_right(kept, checksums.of(id_, *agreed)):
        store.damaged[id_] = HARMED
        raise Damaged(HARMED)
    invitation, watching, hints, begun, next_, listed, pace = agreed
    clock = msgspec.json.decode(pace, type=Pace)
    return Terms(invitation, bool(watching), bool(hints), begun, next_, bool(listed), clock)


def read_times(store: Store, id_: str, count: int) -> tuple[list[float], float | None]:
    """The seconds that each seat has used, and when the time that is not charged yet began; None: nobody knows."""
    used = [0.0] * count
    for seat, spent in store.read("SELECT seat, sum(spent) FROM entries WHERE match = ? GROUP BY seat", id_):
        if 0 <= seat < count:
            used[seat] = spent or 0.0
    began: float | None = store.read("SELECT began FROM rooms WHERE match = ?", id_)[0][0]
    return used, began


def read_chat(store: Store, id_: str) -> list[Said]:
    rows = store.read("SELECT seq, at, seat, name, kind, words, n FROM chat WHERE match = ? ORDER BY seq", id_)
    return [Said(*row) for row in rows]


def have_sat(store: Store, id_: str) -> dict[str, set[int]]:
    """Everybody who has ever looked through the eyes of a seat of this match, and which."""
    found: dict[str, set[int]] = {}
    for person, seat in store.read("SELECT person, seat FROM sat WHERE match = ?", id_):
        found.setdefault(person, set()).add(seat)
    return found


def has_sat(store: Store, id_: str, person: str) -> list[int]:
    """The seats of this match that the person has ever looked through the eyes of."""
    return [row[0] for row in store.read("SELECT seat FROM sat WHERE match = ? AND person = ?", id_, person)]


def seats_by_match(store: Store, person: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for id_, seat in store.read("SELECT match, seat FROM seats WHERE person = ? ORDER BY seat", person):
        found.setdefault(id_, []).append(seat)
    return found


def gathering(store: Store, person: str) -> set[str]:
    """The person's tables that have not begun."""
    query = "SELECT rooms.match FROM rooms JOIN seats USING (match) WHERE person = ? AND begun IS NULL"
    return {row[0] for row in store.read(query, person)}


def shared(store: Store, person: str) -> set[str]:
    """Of the person's matches with friends that have begun, those where others have a seat, too."""
    query = (
        "SELECT rooms.match FROM rooms JOIN seats AS mine USING (match) JOIN seats AS other USING (match) "
        "WHERE mine.person = ? AND other.person != ? AND begun IS NOT NULL"
    )
    return {row[0] for row in store.read(query, person, person)}


def due(store: Store, person: str) -> dict[str, float]:
    """Of the person's matches, those where a clock runs, and when it runs out."""
    query = "SELECT DISTINCT rooms.match, due FROM rooms JOIN seats USING (match) WHERE person = ? AND due IS NOT NULL"
    return dict(store.read(query, person))


def listed(store: Store, person: str, most: int) -> list[tuple[Record, Terms, list[Place]]]:
    """Tables that anybody may join, the newest first; not those where this person sits.  Two queries in all."""
    columns = ", ".join(f"matches.{name}" for name in COLUMNS.split(", "))
    query = (
        f"SELECT {columns}, {KNOWN}, {TERMS} FROM rooms JOIN matches ON matches.id = rooms.match "
        "WHERE listed AND begun IS NULL AND changed > ? AND "
        "rooms.match NOT IN (SELECT match FROM seats WHERE person = ?) ORDER BY created DESC LIMIT ?"
    )
    rows = store.read(query, time.time() - FRESH, person, most)
    sitting: dict[str, dict[int, Place]] = {row[0]: {} for row in rows}
    query = "SELECT match, seat, person, mark, ready FROM seats WHERE match IN (SELECT value FROM json_each(?))"
    for id_, seat, who, mark, ready in store.read(query, json(list(sitting))):
        sitting[id_][seat] = Place(who, mark, bool(ready))
    found = []
    width = len(TERMS.split(", "))
    for row in rows:
        record = Record(*row[:-width])
        with contextlib.suppress(Damaged, msgspec.MsgspecError):  # opening it says so
            terms = terms_of(store, record.id, row[-width:])
            found.append((record, terms, places_of(record, sitting[record.id])))
    return found


def overdue(store: Store, most: int, without: Sequence[str] = ()) -> list[str]:
    """Tables where somebody's time may be up, but none of these."""
    query = (
        "SELECT match FROM rooms WHERE due IS NOT NULL AND due <= ? AND "
        "match NOT IN (SELECT value FROM json_each(?)) ORDER BY due LIMIT ?"
    )
    return [row[0] for row in store.read(query, machine_clock.wall(), json(without), most)]


def held(store: Store, person: str) -> dict[str, int]:
    """Of the person's matches, those where somebody has yet to confirm a turn, and the seat."""
    query = (
        "SELECT DISTINCT entries.match, entries.seat FROM seats JOIN entries ON entries.match = seats.match AND "
        "entries.seq = (SELECT max(seq) FROM entries WHERE match = seats.match) WHERE person = ? AND text = ?"
    )
    return dict(store.read(query, person, CHECKING))


# ---- writing


def write_places(db: sqlite3.Connection, id_: str, places: Sequence[Place], begun: bool) -> None:
    db.execute("DELETE FROM seats WHERE match = ?", (id_,))
    rows = [(id_, seat, place.person, place.mark, place.ready) for seat, place in enumerate(places)]
    db.executemany("INSERT INTO seats (match, seat, person, mark, ready) VALUES (?, ?, ?, ?, ?)", rows)
    if begun:
        sitting = [(id_, place.person, seat) for seat, place in enumerate(places) if place.person]
        db.executemany("INSERT OR IGNORE INTO sat (match, person, seat) VALUES (?, ?, ?)", sitting)


def write_terms(db: sqlite3.Connection, id_: str, terms: Terms, due: Due | None = None) -> None:
    """Without `due`, the clock goes on as it is."""
    pace, listed = json(terms.pace), int(terms.listed)
    row = (id_, terms.invitation, int(terms.watching), int(terms.hints), terms.begun, terms.next, listed, pace)
    names = ("invitation", "watching", "hints", "begun", "next", "listed", "pace", "sum")
    db.execute(
        f"INSERT INTO rooms (match, {', '.join(names)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        f"ON CONFLICT (match) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in names)}",
        (*row, checksums.of(*row)),
    )
    if due is not None:
        write_time(db, id_, -1, 0.0, due)


def write_time(db: sqlite3.Connection, id_: str, seq: int, spent: float, due: Due) -> None:
    """How long somebody thought about the entry at this place, and when the next turn is late."""
    if spent:
        db.execute("UPDATE entries SET spent = ? WHERE match = ? AND seq = ?", (round(spent, 2), id_, seq))
    row = (due.at, due.began, id_, due.at, due.began)
    db.execute("UPDATE rooms SET due = ?, began = ? WHERE match = ? AND (due IS NOT ? OR began IS NOT ?)", row)


def write_said(db: sqlite3.Connection, id_: str, said: Sequence[Said]) -> None:
    rows = [(id_, one.seq, one.at, one.seat, one.name, one.kind, one.words, one.n) for one in said]
    columns = "match, seq, at, seat, name, kind, words, n"
    db.executemany(f"INSERT INTO chat ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    if said:
        db.execute("DELETE FROM chat WHERE match = ? AND seq <= ?", (id_, said[-1].seq - MAX_CHAT))


def keep(
    store: Store,
    record: Record,
    places: Sequence[Place],
    terms: Terms | None,
    said: Sequence[Said] = (),
    first: int = 0,
    entries: Sequence[Entry] = (),
    due: Due | None = None,
    more: Work | None = None,
) -> "Future[None]":
    """The seats as they are from now on, the entries that tell of it, from place `first` of the log on, and `more`.

    Conflict if they are not as `record` knows them any more.
    """
    record.check()

    def work(db: sqlite3.Connection) -> None:
        take_turn(db, record)
        row = (record.seats, record.owner, time.time(), record.fixed(), record.id)
        db.execute("UPDATE matches SET seats = ?, owner = ?, changed = ?, sum = ? WHERE id = ?", row)
        write_places(db, record.id, places, terms is None or terms.begun is not None)
        if terms is not None:
            write_terms(db, record.id, terms, due)
        write_said(db, record.id, said)
        insert(db, record.id, first, entries, time.time())
        if more is not None:
            more(db)

    return store.put(work)


def take_turn(db: sqlite3.Connection, record: Record) -> None:
    """Nobody writes seats over those of somebody who was faster."""
    row = (record.id, record.seating)
    if db.execute("UPDATE matches SET seating = seating + 1 WHERE id = ? AND seating = ?", row).rowcount != 1:
        raise Conflict(f"the seats of {record.id} have changed")


def begin(
    store: Store,
    record: Record,
    match: Match,
    places: Sequence[Place],
    terms: Terms,
    said: Sequence[Said],
    due: Due | None = None,
) -> "Future[None]":
    """The match of a table where people have gathered: only now it gets its seed and its log."""
    record.check()
    entries, glance = list(match.log), glance_at(match)
    begun = replace(record, seats=json(match.seats), commitment=match.commitment, seed=match.seed)

    def work(db: sqlite3.Connection) -> None:
        take_turn(db, record)
        db.execute("DELETE FROM entries WHERE match = ?", (record.id,))
        made = (begun.seats, begun.commitment, begun.seed, begun.fixed())
        stands = (time.time(), match.to_move, glance, now_sum(record.id, match.to_move, glance), 0)
        row = (*made, *stands, record.id)
        columns = ("seats", "commitment", "seed", "sum", "changed", "to_move", "glance", "now_sum", "log_sum")
        db.execute(f"UPDATE matches SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ?", row)
        insert(db, record.id, 0, entries, time.time())
        write_places(db, record.id, places, True)
        write_terms(db, record.id, terms, due)
        write_said(db, record.id, said)

    return store.put(work)


def say(store: Store, id_: str, said: Said) -> "Future[None]":
    return store.put(lambda db: write_said(db, id_, [said]))
