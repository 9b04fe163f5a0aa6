"""Who sits where, apart from who made the table; and what friends have agreed on around it, as the database has it."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import asdict, replace

from skerry.match import Match, SeatPlan
from skerry.match.match import Entry
from skerry.server.errors import HARMED, Conflict, Damaged
from skerry.server.protocol.messages import Said
from skerry.server.protocol.pace import Pace
from skerry.server.protocol.table_settings import TABLE_SETTINGS, TableSettings, settings_of
from skerry.server.runtime import machine_clock
from skerry.server.store import checksums
from skerry.server.store.engine.db import Db, RowValues, Work, insert, upsert
from skerry.server.store.entries import Due, write_clock, write_entries
from skerry.server.store.fence import advance
from skerry.server.store.outbox import add_mentions
from skerry.server.store.records import Record, glance_at, json, now_sum
from skerry.server.store.store import Store

FRESH = 24 * 3600.0  # seconds that a table stays in the list of open ones though nothing happens there
MAX_CHAT = 200  # messages that are kept of a table
COLUMNS_OF_TERMS = "shared_tables.sum, invitation, watching, hints, begun, next, listed, pace, code"
INSERT_PLACE = insert("seats", ("match", "seat", "person", "mark", "ready"))
INSERT_CHAT = insert("chat", ("match", "seq", "at", "seat", "name", "kind", "words", "n", "person"))
WRITE_TERMS = upsert(
    "shared_tables",
    ("match",),
    ("invitation", "watching", "hints", "begun", "next", "listed", "pace", "sum", "code"),
)
COLUMNS_OF_SETTINGS = ("watching", "hints", "listed", "pace")  # all other settings are stored with the pace


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


class Spoken(Said, frozen=True):
    """A message, with the person behind it.  Browsers never get that: see `Socket.show_talk`."""

    person: str = ""

    def plain(self) -> Said:
        return Said(self.seq, self.at, self.seat, self.name, self.kind, self.words, self.n)


class TableTerms(TableSettings, frozen=True):
    """A table for friends: its settings, the secret in its link, and whether the game has begun."""

    invitation: str
    begun: float | None = None  # None while people gather
    next: str | None = None  # the rematch
    code: str = ""  # what is typed instead of following the link; empty once the game has begun


class StoredPace(Pace, frozen=True, omit_defaults=True):
    """The column `pace`.  With it go the settings that have no column: a new one needs no new schema."""

    settings: dict[str, Any] = field(default_factory=dict)


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


def read_terms(store: Store, id_: str) -> TableTerms | None:
    rows = store.read(f"SELECT {COLUMNS_OF_TERMS} FROM shared_tables WHERE match = ?", id_)
    return terms_of(store, id_, rows[0]) if rows else None


def terms_of(store: Store, id_: str, row: RowValues) -> TableTerms:
    """From a row of COLUMNS_OF_TERMS; Damaged if it is not as it was written."""
    kept, *agreed, code = row
    if not checksums.is_right(kept, checksums.of(id_, *agreed)):
        store.damaged[id_] = HARMED
        raise Damaged(HARMED)
    invitation, watching, hints, begun, next_, listed, pace = agreed
    stored = msgspec.json.decode(pace, type=StoredPace)
    pace_now = Pace(stored.kind, stored.amount, stored.late, stored.increment)
    columns = {"watching": bool(watching), "hints": bool(hints), "listed": bool(listed), "pace": pace_now}
    settings = msgspec.convert({**stored.settings, **columns}, TableSettings)
    return TableTerms(invitation, begun, next_, code, **settings_of(settings))


def find_code(store: Store, code: str) -> tuple[str, str] | None:
    """The table with this code that waits for people, and its invitation; None if there is none, or two of them."""
    query = "SELECT match, invitation FROM shared_tables WHERE code = ? AND code != '' AND begun IS NULL"
    rows = store.read(query, code)
    return (str(rows[0][0]), str(rows[0][1])) if len(rows) == 1 else None


def read_chat(store: Store, id_: str, after: int = -1) -> list[Spoken]:
    """What was said after the message of that number."""
    query = "SELECT seq, at, seat, name, kind, words, n, person FROM chat WHERE match = ? AND seq > ? ORDER BY seq"
    return [
        Spoken(seq, at, seat, name, kind, words, n, person or "")
        for seq, at, seat, name, kind, words, n, person in store.read(query, id_, after)
    ]


def speaker(store: Store, id_: str, number: int) -> str:
    """Who said the message of this number; empty if it is not kept any more."""
    rows = store.read("SELECT name FROM chat WHERE match = ? AND seq = ?", id_, number)
    return str(rows[0][0]) if rows else ""


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


# ---- writing


def write_places(db: Db, id_: str, places: Sequence[Place], begun: bool) -> None:
    db.execute("DELETE FROM seats WHERE match = ?", (id_,))
    rows = [(id_, seat, place.person, place.mark, int(place.ready)) for seat, place in enumerate(places)]
    db.executemany(INSERT_PLACE, rows)
    if begun:
        sitting = [(id_, place.person, seat) for seat, place in enumerate(places) if place.person]
        db.executemany("INSERT INTO sat (match, person, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", sitting)


def write_terms(db: Db, id_: str, terms: TableTerms, due: Due | None = None) -> None:
    """Without `due`, the clock goes on as it is."""
    others = {row.name: getattr(terms, row.name) for row in TABLE_SETTINGS if row.name not in COLUMNS_OF_SETTINGS}
    pace, listed = json(StoredPace(**asdict(terms.pace), settings=others)), int(terms.listed)
    row = (id_, terms.invitation, int(terms.watching), int(terms.hints), terms.begun, terms.next, listed, pace)
    db.execute(WRITE_TERMS, (*row, checksums.of(*row), terms.code))
    if due is not None:
        write_clock(db, id_, due)


def write_said(db: Db, id_: str, said: Sequence[Spoken]) -> list[Spoken]:
    """The database counts: two processes may write at once.  Return the messages with their numbers."""
    if not said:
        return []
    counted = db.execute(
        "UPDATE shared_tables SET said = said + ? WHERE match = ? RETURNING said", (len(said), id_)
    ).fetchone()
    if counted is None:
        raise Conflict(f"nobody can talk at {id_}")
    first = counted[0] - len(said)
    numbered = [replace(line, seq=first + n) for n, line in enumerate(said)]
    rows = [
        (id_, line.seq, line.at, line.seat, line.name, line.kind, line.words, line.n, line.person or None)
        for line in numbered
    ]
    db.executemany(INSERT_CHAT, rows)
    db.execute("DELETE FROM chat WHERE match = ? AND seq <= ?", (id_, numbered[-1].seq - MAX_CHAT))
    return numbered


def write_seating(
    store: Store,
    record: Record,
    places: Sequence[Place],
    terms: TableTerms | None,
    said: Sequence[Spoken] = (),
    first: int = 0,
    entries: Sequence[Entry] = (),
    due: Due | None = None,
    more: Work | None = None,
) -> "Future[list[Spoken]]":
    """The seats as they are from now on, the entries that tell of it, from place `first` of the log on, and `more`.

    Return what was said, with its numbers.  Conflict if the table is not as `record` knows it any more.
    """
    record.check()

    def work(db: Db) -> list[Spoken]:
        advance(db, record)
        row = (record.seats, record.owner, machine_clock.wall(), record.fixed(), record.id)
        db.execute("UPDATE matches SET seats = ?, owner = ?, changed = ?, sum = ? WHERE id = ?", row)
        write_places(db, record.id, places, terms is None or terms.begun is not None)
        if terms is not None:
            write_terms(db, record.id, terms, due)
        write_entries(db, record.id, first, entries, machine_clock.wall())
        if more is not None:
            more(db)
        return write_said(db, record.id, said)

    return store.put(work)


def store_beginning(
    store: Store,
    record: Record,
    match: Match,
    places: Sequence[Place],
    terms: TableTerms,
    said: Sequence[Spoken],
    due: Due | None = None,
) -> "Future[list[Spoken]]":
    """The match of a table where people have gathered: only now it gets its seed and its log."""
    record.check()
    entries, glance = list(match.log), glance_at(match)
    begun = replace(record, seats=json(match.seats), commitment=match.commitment, seed=match.seed)

    def work(db: Db) -> list[Spoken]:
        advance(db, record)
        db.execute("DELETE FROM entries WHERE match = ?", (record.id,))
        made = (begun.seats, begun.commitment, begun.seed, begun.fixed())
        stands = (machine_clock.wall(), match.to_move, glance, now_sum(record.id, match.to_move, glance), 0)
        row = (*made, *stands, record.id)
        columns = ("seats", "commitment", "seed", "sum", "changed", "to_move", "glance", "now_sum", "log_sum")
        db.execute(f"UPDATE matches SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ?", row)
        write_entries(db, record.id, 0, entries, machine_clock.wall())
        write_places(db, record.id, places, True)
        write_terms(db, record.id, terms, due)
        return write_said(db, record.id, said)

    return store.put(work)


def say(store: Store, id_: str, said: Spoken, mentioned: Sequence[str] = ()) -> "Future[list[Spoken]]":
    """Behind no fence, so that talking never delays a move.  What comes twice is said once: then it is empty.

    `mentioned` people are told of it, as far as they want that.
    """

    def work(db: Db) -> list[Spoken]:
        numbered = write_said(db, id_, [said])
        query = "SELECT count(*) FROM chat WHERE match = ? AND seat = ? AND n = ?"
        if said.n and db.execute(query, (id_, said.seat, said.n)).fetchall()[0][0] > 1:
            db.execute("DELETE FROM chat WHERE match = ? AND seq = ?", (id_, numbered[0].seq))
            db.execute("UPDATE shared_tables SET said = said - 1 WHERE match = ?", (id_,))
            return []
        add_mentions(db, id_, mentioned, numbered[0].seq, said.at)
        return numbered

    return store.put(work)
