"""The tables of the database, and how those of an earlier release are brought up to date."""

import contextlib
import sqlite3

from skerry.server.store import component_sets
from skerry.server.store.page_check import RESTORE

SCHEMA = 1
TABLES = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    components TEXT NOT NULL,
    seats TEXT NOT NULL,
    options TEXT NOT NULL,
    is_table INTEGER NOT NULL,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    to_move INTEGER,  -- so that lists need no replay, NULL when it is over
    series TEXT,  -- what was known of its series when it began, NULL if it stands alone
    glance TEXT,  -- round and points for lists
    sum INTEGER,  -- checksums, see checksums.py
    now_sum INTEGER,  -- of to_move and glance
    log_sum INTEGER,  -- of all entries
    with_friends INTEGER NOT NULL DEFAULT 0,
    seating INTEGER NOT NULL DEFAULT 0  -- how often seats or terms have changed
);
CREATE INDEX matches_by_owner ON matches (owner);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    forced INTEGER NOT NULL,
    at REAL NOT NULL,
    mark TEXT,  -- on some entries, a hash of all positions so far
    spent REAL,  -- seconds of the seat's time until this decision, at tables for friends
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE TABLE series (
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    book TEXT NOT NULL,
    PRIMARY KEY (owner, game, kind)
) WITHOUT ROWID;
CREATE TABLE components (  -- each set is stored once, however many matches use it
    hash TEXT PRIMARY KEY,
    rows TEXT NOT NULL,
    sum INTEGER
) WITHOUT ROWID;
CREATE TABLE spares (  -- a second copy of all components
    hash TEXT PRIMARY KEY,
    packed BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE deleted (id TEXT PRIMARY KEY) WITHOUT ROWID;  -- whoever follows an old link is told
CREATE TABLE people (  -- everybody who has done something worth keeping
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    account TEXT UNIQUE,  -- the name to sign in with, in lower case, NULL for guests
    password TEXT,  -- as argon2 keeps it
    created REAL NOT NULL,
    skeleton TEXT  -- what the account's name looks like, the same for look-alikes
) WITHOUT ROWID;
CREATE INDEX people_by_skeleton ON people (skeleton) WHERE skeleton IS NOT NULL;
CREATE TABLE sessions (  -- one for each browser. A session that was ended stays, so that its cookie is refused
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    expires REAL NOT NULL,
    proof TEXT NOT NULL DEFAULT ''  -- how it began: 'link', 'password', or as a guest
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
    due REAL,  -- when somebody's time is up, as far as was known with the last entry
    sum INTEGER,
    began REAL  -- time not charged yet, by the uptime (live) or the calendar (slow)
) WITHOUT ROWID;
CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL;
CREATE INDEX rooms_listed ON rooms (match) WHERE listed AND begun IS NULL;
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
    n INTEGER NOT NULL DEFAULT 0,  -- the page's number for it, what comes twice is said once
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE TABLE uptime (seconds REAL NOT NULL);  -- how long the server has run in all, as far as it was noted
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
"""
ADDED: dict[int, str] = {}  # the statements of each later version, by the version that lacks them
UNRELEASED = (
    "was written by a Skerry from before the first release and cannot be used here; "
    "the version that wrote it can still open it and export its games"
)


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables in a new file, add what an old one lacks; refuse a file that is not ours to change."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if problem := problem_with(db):
            raise sqlite3.DatabaseError(problem)
        for old in range(version_of(db), SCHEMA):
            for statement in (TABLES if old == 0 else ADDED[old]).split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA}")
        component_sets.mend(db)
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def version_of(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def problem_with(db: sqlite3.Connection) -> str:
    """Why this Skerry must leave the database alone, or nothing."""
    # Their numbers went up to 7 and will come again, so they are known by a column that no release has had.
    if db.execute("SELECT 1 FROM pragma_table_info('matches') WHERE name = 'overlay'").fetchone():
        return UNRELEASED
    if (version := version_of(db)) > SCHEMA:
        return f"was written by a newer Skerry (schema {version}, this one knows {SCHEMA}); update Skerry"
    return ""


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
