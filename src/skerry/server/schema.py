"""The tables of the database, and how older databases are brought up to date."""

import sqlite3

import msgspec

from skerry.core.components import Overlay
from skerry.match.recipe import find

SCHEMA = 4
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
CREATE INDEX matches_of_owner ON matches (owner, changed);
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
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    find_components(db)
    db.execute("COMMIT")


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
            db.execute("INSERT OR IGNORE INTO components (hash, rows) VALUES (?, ?)", (found.hash, found.text()))
            db.execute(
                "UPDATE matches SET components = ? WHERE game = ? AND components = ? AND overlay IS ?",
                (found.hash, game, name, text),
            )
