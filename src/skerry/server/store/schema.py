"""The tables of the database, and how older databases are brought up to date."""

import contextlib
import sqlite3
import time

import msgspec

from skerry.core.components import Overlay
from skerry.match.match import SeatPlan
from skerry.match.recipe import find
from skerry.server.store import component_sets
from skerry.server.store.account_names import skeleton
from skerry.server.store.page_check import RESTORE

SCHEMA = 7
YEAR = 365 * 24 * 3600.0
TABLES = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    components TEXT NOT NULL,
    overlay TEXT,  -- an owner's rows, only in matches from before schema 3
    seats TEXT NOT NULL,
    options TEXT NOT NULL,
    is_table INTEGER NOT NULL,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    to_move INTEGER  -- so that lists need no replay, NULL when it is over
);
CREATE INDEX matches_by_owner ON matches (owner);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    forced INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
"""
# What later versions added, by the version that lacks it.
ADDED = {
    1: """
ALTER TABLE matches ADD COLUMN series TEXT;  -- what was known of its series when it began, NULL if it stands alone
CREATE TABLE series (
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    book TEXT NOT NULL,
    PRIMARY KEY (owner, game, kind)
) WITHOUT ROWID;
""",
    2: """
CREATE TABLE components (  -- each set is stored once, however many matches use it
    hash TEXT PRIMARY KEY,
    rows TEXT NOT NULL
) WITHOUT ROWID;
ALTER TABLE entries ADD COLUMN mark TEXT;  -- on some entries, a hash of all positions so far
""",
    3: """
CREATE TABLE deleted (id TEXT PRIMARY KEY) WITHOUT ROWID;  -- whoever follows an old link is told
""",
    4: """
CREATE TABLE people (  -- everybody who has done something worth keeping
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    account TEXT UNIQUE,  -- the name to sign in with, in lower case, NULL for guests
    password TEXT,  -- as argon2 keeps it
    created REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE sessions (  -- one for each browser. A session that was ended stays, so that its cookie is refused
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    expires REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_person ON sessions (person);
CREATE TABLE passes (  -- links that bring a person to another device, once
    secret TEXT PRIMARY KEY,  -- hashed
    person TEXT NOT NULL,
    expires REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE seats (  -- whose they are (names and bots are in matches.seats)
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    person TEXT,  -- NULL: a bot's alone, or open
    mark INTEGER NOT NULL,  -- colour and shape
    ready INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats (person, match);
CREATE TABLE sat (  -- who has seen a match through the eyes of which seat, even if they left it
    match TEXT NOT NULL REFERENCES matches (id),
    person TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (match, person, seat)
) WITHOUT ROWID;
CREATE TABLE rooms (  -- of matches that are played with friends
    match TEXT PRIMARY KEY REFERENCES matches (id),
    invitation TEXT NOT NULL,  -- the secret of the link (empty: nobody can join)
    watching INTEGER NOT NULL,
    hints INTEGER NOT NULL,
    begun REAL,  -- NULL while people gather: the match has no log yet
    next TEXT,  -- the rematch
    listed INTEGER NOT NULL DEFAULT 0,  -- anybody may take an open seat before it begins
    pace TEXT NOT NULL,  -- the clock
    due REAL  -- when somebody's time is up, as far as was known with the last entry
) WITHOUT ROWID;
CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL;
CREATE INDEX rooms_listed ON rooms (match) WHERE listed AND begun IS NULL;
ALTER TABLE entries ADD COLUMN spent REAL;  -- seconds of the seat's time until this decision, at tables for friends
CREATE TABLE results (  -- what somebody has reached, it outlives the match
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    level TEXT NOT NULL,  -- of the bots, empty without
    points INTEGER NOT NULL,
    won INTEGER NOT NULL,
    parts TEXT NOT NULL,  -- points by category
    at REAL NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX results_of_person ON results (person, at);
CREATE TABLE chat (
    match TEXT NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    seat INTEGER,  -- NULL: somebody who watches
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
""",
    5: """
ALTER TABLE matches ADD COLUMN glance TEXT;  -- round and points for lists, NULL until the next move of an older match
""",
    6: """
ALTER TABLE matches ADD COLUMN sum INTEGER;  -- checksums, see sums.py. NULL in all older rows
ALTER TABLE matches ADD COLUMN now_sum INTEGER;  -- of to_move and glance
ALTER TABLE matches ADD COLUMN log_sum INTEGER;  -- of all entries
ALTER TABLE matches ADD COLUMN with_friends INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET with_friends = 1 WHERE id IN (SELECT match FROM rooms);
ALTER TABLE rooms ADD COLUMN sum INTEGER;
ALTER TABLE components ADD COLUMN sum INTEGER;
CREATE TABLE spares (  -- a second copy of all components
    hash TEXT PRIMARY KEY,
    packed BLOB NOT NULL
) WITHOUT ROWID;
ALTER TABLE rooms ADD COLUMN began REAL;  -- time not charged yet, by the uptime (live) or the calendar (slow)
CREATE TABLE uptime (seconds REAL NOT NULL);  -- how long the server has run in all, as far as it was noted
DROP TABLE IF EXISTS runs;
ALTER TABLE chat ADD COLUMN n INTEGER NOT NULL DEFAULT 0;  -- the page's number for it, what comes twice is said once
ALTER TABLE matches ADD COLUMN seating INTEGER NOT NULL DEFAULT 0;  -- how often seats or terms have changed
ALTER TABLE sessions ADD COLUMN proof TEXT NOT NULL DEFAULT '';  -- how it began: 'link', 'password', or as a guest
ALTER TABLE people ADD COLUMN skeleton TEXT;  -- what the account's name looks like, the same for look-alikes
CREATE INDEX people_by_skeleton ON people (skeleton) WHERE skeleton IS NOT NULL;
CREATE TABLE brought (  -- games that a guest gave to somebody, to be taken back within some days
    match TEXT NOT NULL,
    guest TEXT NOT NULL,
    person TEXT NOT NULL,
    seats TEXT NOT NULL,  -- the seats that changed hands
    owned INTEGER NOT NULL,  -- whether it was the guest's own game
    at REAL NOT NULL,
    PRIMARY KEY (match, guest, person)
) WITHOUT ROWID;
CREATE INDEX brought_by_guest ON brought (guest);
""",
}


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables in a new file, add what an old one lacks; refuse a file from the future."""
    db.execute("BEGIN IMMEDIATE")
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA:
        db.execute("ROLLBACK")
        raise sqlite3.DatabaseError(
            f"was written by a newer Skerry (schema {version}, this one knows {SCHEMA}); update Skerry"
        )
    for old in range(version, SCHEMA):
        for statement in (TABLES if old == 0 else ADDED[old]).split(";"):
            db.execute(statement)
        if old == 4:
            seat_owners(db)
        if old == 6:
            draw_skeletons(db)
    # The index of older versions was written anew with every move, and no list needs that.
    db.execute("DROP INDEX IF EXISTS matches_of_owner")
    db.execute("CREATE INDEX IF NOT EXISTS matches_by_owner ON matches (owner)")
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    find_components(db)
    component_sets.mend(db)
    db.execute("COMMIT")


def check_columns(db: sqlite3.Connection) -> None:
    """Are the tables as they are in a new database?  Their names are on the disk as well."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        prepare(new)
        missing = columns_of(new) - columns_of(db)
    if missing:
        table, column, *_ = min(missing)
        raise sqlite3.DatabaseError(f"is damaged ({table} has no {column} as it should); {RESTORE}")


def columns_of(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Tables with their columns, and indexes with theirs."""
    query = (
        "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
        "WHERE m.type = 'table' UNION ALL SELECT m.name, i.name, c.seqno, c.name FROM sqlite_master AS m, "
        "pragma_index_list(m.name) AS i, pragma_index_info(i.name) AS c WHERE m.type = 'table'"
    )
    return {tuple(map(str, row)) for row in db.execute(query)}


def lenient(data: bytes) -> str:
    return data.decode(errors="replace")


def seat_owners(db: sqlite3.Connection) -> None:
    """Before schema 5, all seats without a bot belonged to the owner, who was known by a cookie alone."""
    now = time.time()
    for (owner,) in db.execute("SELECT DISTINCT owner FROM matches").fetchall():
        db.execute("INSERT INTO people (id, name, created) VALUES (?, '', ?)", (owner, now))
        db.execute("INSERT INTO sessions (id, person, expires) VALUES (?, ?, ?)", (owner, owner, now + YEAR))
    for match, owner, seats in db.execute("SELECT id, owner, seats FROM matches").fetchall():
        try:
            plans = msgspec.json.decode(seats, type=list[SeatPlan])
        except msgspec.MsgspecError:
            continue  # damaged: opening it says so
        rows = [(match, seat, None if plan.bot else owner, seat) for seat, plan in enumerate(plans)]
        db.executemany("INSERT INTO seats (match, seat, person, mark) VALUES (?, ?, ?, ?)", rows)


def draw_skeletons(db: sqlite3.Connection) -> None:
    """Accounts from before schema 7: from now on nobody takes a name that looks like theirs."""
    for person, account in db.execute("SELECT id, account FROM people WHERE account IS NOT NULL").fetchall():
        db.execute("UPDATE people SET skeleton = ? WHERE id = ?", (skeleton(account), person))


def find_components(db: sqlite3.Connection) -> None:
    """Matches from before schema 3 only name their components: find the rows, if we have them.

    The others are left alone.  They are listed as unplayable, and never continued with other components.
    """
    nameless = db.execute(
        "SELECT DISTINCT game, components, overlay FROM matches "
        "WHERE NOT EXISTS (SELECT 1 FROM components WHERE hash = matches.components)"
    ).fetchall()
    for game, name, text in nameless:
        try:
            overlay = None if text is None else msgspec.json.decode(text, type=Overlay)
        except msgspec.MsgspecError:
            continue
        if found := find(game, name, overlay):
            component_sets.keep(db, found)
            db.execute(
                "UPDATE matches SET components = ?, sum = NULL WHERE game = ? AND components = ? AND overlay IS ?",
                (found.hash, game, name, text),
            )
