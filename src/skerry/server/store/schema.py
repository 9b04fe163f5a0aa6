"""The tables of the database, and what each later version adds to those of the first.

One text for every engine.  A statement ends at a semicolon, so there is none in a comment.
"""

import re
from collections.abc import Iterator

SCHEMA = 10
CREATES_TABLE = r"CREATE TABLE (\w+) \((.*)\)"
RENAMED = r"ALTER TABLE (\w+) RENAME TO (\w+)"
CONSTRAINTS = ("PRIMARY KEY", "UNIQUE")  # lines of a table that are no columns
FIRST_TABLES = """
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
# Daily deals and reviews were JSON files in the data folder before (see legacy_files.py).
DAILY_AND_REVIEWS = """
CREATE TABLE tries (  -- of daily deals, they outlive their matches
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    match TEXT NOT NULL,
    person TEXT,  -- NULL: nobody's, because the person had another one
    name TEXT NOT NULL,
    at REAL NOT NULL,  -- when it began
    points INTEGER,  -- NULL until it is over
    margin INTEGER,  -- ahead of the best rival, where there is one
    won INTEGER NOT NULL DEFAULT 0,
    closed INTEGER NOT NULL DEFAULT 0,  -- without a result, and there will be none
    PRIMARY KEY (day, game, match),
    UNIQUE (day, game, person)
) WITHOUT ROWID;
CREATE INDEX tries_open ON tries (day) WHERE points IS NULL AND closed = 0;
CREATE TABLE bot_scores (  -- what bots reach with a daily deal, for comparison
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    score TEXT NOT NULL,
    PRIMARY KEY (day, game)
) WITHOUT ROWID;
CREATE TABLE reviews (
    match TEXT PRIMARY KEY,
    made INTEGER NOT NULL,  -- the version of reviews it was made with
    length INTEGER NOT NULL,  -- of the log it was made from
    at REAL NOT NULL,
    size INTEGER NOT NULL,  -- in bytes, before it was packed
    packed BLOB NOT NULL
);
CREATE INDEX reviews_by_age ON reviews (at, match, size);
DROP INDEX rooms_listed;
CREATE INDEX rooms_listed ON rooms (match) WHERE listed = 1 AND begun IS NULL
"""
# For several processes on one database.
SEVERAL_PROCESSES = """
ALTER TABLE rooms RENAME TO shared_tables;
ALTER TABLE matches RENAME COLUMN seating TO rev;  -- how often anything about the table was written: see fence.py
ALTER TABLE shared_tables ADD COLUMN said INTEGER NOT NULL DEFAULT 0;  -- the number of the next message of the chat
ALTER TABLE shared_tables ADD COLUMN grace REAL;  -- seconds of the turn that a live clock does not count yet
UPDATE shared_tables
SET said = coalesce((SELECT max(seq) + 1 FROM chat WHERE chat.match = shared_tables.match), 0);
ALTER TABLE uptime ADD COLUMN seen REAL;  -- when any process was last known to run
ALTER TABLE uptime ADD COLUMN lost REAL;  -- seconds since 1970 in which none ran
ALTER TABLE uptime ADD COLUMN resumed REAL;  -- when the first of them ran again
CREATE TABLE processes (  -- those that share the database now
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,  -- 'serve' or 'think'
    name TEXT NOT NULL,  -- machine and number, for people
    backend INTEGER NOT NULL,  -- of the connection that holds its locks
    started REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE presence (  -- who is at a table for friends, at which process
    match TEXT NOT NULL,
    process TEXT NOT NULL,
    person TEXT NOT NULL,  -- empty: those who watch
    state TEXT NOT NULL,  -- 'here', 'away', or the names of those who watch
    PRIMARY KEY (match, process, person)
) WITHOUT ROWID;
CREATE TABLE jobs (  -- what any process may do, and only one does
    kind TEXT NOT NULL,
    about TEXT NOT NULL,
    asked REAL NOT NULL,
    person TEXT NOT NULL,  -- who asks for it, and from where
    address TEXT NOT NULL,
    rank INTEGER NOT NULL,  -- the lowest goes first
    task TEXT NOT NULL,
    what TEXT NOT NULL DEFAULT '',  -- how far it has come
    share REAL NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',  -- why there is no result
    result TEXT,
    holder TEXT NOT NULL DEFAULT '',  -- the process that does it
    until REAL NOT NULL DEFAULT 0,  -- and how long it may be silent about it
    PRIMARY KEY (kind, about)
) WITHOUT ROWID;
CREATE INDEX jobs_by_rank ON jobs (kind, rank, asked);
CREATE TABLE allowances (  -- rate limits that must be exact
    name TEXT PRIMARY KEY,
    amount REAL NOT NULL,
    at REAL NOT NULL
) WITHOUT ROWID
"""
PASSING = ("processes", "presence", "jobs", "allowances")  # tables of the moment, which no other database needs
COMPETITION = """
CREATE TABLE outcomes (  -- who came in where, in games for a rating or a league, they outlive the match
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,  -- a person, or a level of bots
    place INTEGER NOT NULL,  -- 1 is the best, those who tie share one
    points INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE rated_games (
    match TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    at REAL NOT NULL,  -- when it ended
    roster TEXT NOT NULL,  -- the people in it, in an order of its own
    number INTEGER,  -- its place among the games of its pool, NULL until it has been looked at
    counts INTEGER,  -- 0: the same people have played too often that day
    UNIQUE (game, players, number)
) WITHOUT ROWID;
CREATE INDEX rated_games_to_count ON rated_games (game, players) WHERE counts IS NULL;
CREATE INDEX rated_games_by_roster ON rated_games (roster, at);
CREATE TABLE rating_pools (  -- whoever counts games of a pool holds its row
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    PRIMARY KEY (game, players)
) WITHOUT ROWID;
CREATE TABLE ratings (
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    player TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, players, player)
) WITHOUT ROWID;
CREATE INDEX ratings_of_player ON ratings (player);
CREATE TABLE rating_changes (  -- a rating after each game that counts
    match TEXT NOT NULL,
    player TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (match, player)
) WITHOUT ROWID;
CREATE INDEX rating_changes_of_player ON rating_changes (player);
CREATE TABLE leagues (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,  -- the game and the terms
    code TEXT NOT NULL,  -- what one has to know to enter, empty if anybody may
    state TEXT NOT NULL,
    seed TEXT NOT NULL,  -- of the draw
    created REAL NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0  -- nobody writes over what they have not seen
) WITHOUT ROWID;
CREATE INDEX leagues_by_state ON leagues (state, created);
CREATE INDEX leagues_by_host ON leagues (host);
CREATE TABLE league_entries (
    league TEXT NOT NULL REFERENCES leagues (id),
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    at REAL NOT NULL,
    withdrew INTEGER,  -- after this round, NULL for those who play on
    PRIMARY KEY (league, person)
) WITHOUT ROWID;
CREATE INDEX league_entries_of_person ON league_entries (person);
CREATE TABLE league_rounds (
    league TEXT NOT NULL REFERENCES leagues (id),
    round INTEGER NOT NULL,
    began REAL NOT NULL,
    deadline REAL NOT NULL,
    PRIMARY KEY (league, round)
) WITHOUT ROWID;
CREATE TABLE league_tables (
    league TEXT NOT NULL REFERENCES leagues (id),
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,  -- 0 has no match: who is there has a bye
    match TEXT,  -- NULL until the table has been set up
    void INTEGER NOT NULL DEFAULT 0,  -- the match is gone, and nobody knows its result
    PRIMARY KEY (league, round, number)
) WITHOUT ROWID;
CREATE INDEX league_tables_by_match ON league_tables (match);
CREATE TABLE league_seats (
    league TEXT NOT NULL REFERENCES leagues (id),
    round INTEGER NOT NULL,
    person TEXT NOT NULL,
    number INTEGER NOT NULL,  -- of the table
    seat INTEGER NOT NULL,
    PRIMARY KEY (league, round, person)
) WITHOUT ROWID
"""
PROGRAM_TOKENS = """
CREATE TABLE tokens (  -- of programs, a token that was revoked is gone
    id TEXT PRIMARY KEY,  -- how its owner and the server name it
    secret TEXT NOT NULL UNIQUE,  -- hashed
    owner TEXT NOT NULL,  -- the person who made it
    player TEXT NOT NULL,  -- who the program is at a table
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    created REAL NOT NULL,
    used REAL  -- NULL: never
) WITHOUT ROWID;
CREATE INDEX tokens_of_owner ON tokens (owner)
"""
HOUSE_RULES = """
CREATE TABLE house_rules (  -- what the operator has decided, see house.py
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    made REAL NOT NULL,
    ends REAL,  -- NULL: never
    uses INTEGER,  -- how often an invitation can still be used
    PRIMARY KEY (kind, name)
) WITHOUT ROWID
"""
NOTICES = """
CREATE TABLE channels (  -- how a person, or everybody at a table, is told that something has happened
    id TEXT PRIMARY KEY,  -- random, it is in the link that ends it
    person TEXT NOT NULL,
    match TEXT NOT NULL DEFAULT '',  -- of a table's webhook, which its host has set
    kind TEXT NOT NULL,
    address TEXT NOT NULL,  -- of push, the subscription as JSON
    name TEXT NOT NULL,  -- of the device
    created REAL NOT NULL,
    token TEXT,  -- the hash of what confirms it, NULL once it is confirmed
    free REAL NOT NULL DEFAULT 0,  -- nothing is sent before this moment
    failures INTEGER NOT NULL DEFAULT 0,  -- messages in a row that were given up
    dropped INTEGER NOT NULL DEFAULT 0,  -- 1: after too many of them
    problem TEXT NOT NULL DEFAULT '',  -- of the last message
    holder TEXT NOT NULL DEFAULT '',  -- the process that sends to it
    until REAL NOT NULL DEFAULT 0  -- and how long it may take
) WITHOUT ROWID;
CREATE INDEX channels_of_person ON channels (person);
CREATE INDEX channels_of_match ON channels (match) WHERE match != '';
CREATE INDEX channels_by_token ON channels (token) WHERE token IS NOT NULL;
CREATE TABLE notice_choices (
    person TEXT PRIMARY KEY,
    choices TEXT NOT NULL,
    feed TEXT UNIQUE  -- the secret in its address, NULL: off
) WITHOUT ROWID;
CREATE TABLE muted (  -- tables of which a person is told nothing
    person TEXT NOT NULL,
    match TEXT NOT NULL,
    PRIMARY KEY (person, match)
) WITHOUT ROWID;
CREATE TABLE outbox (  -- what is to be sent, and what was: nothing twice
    channel TEXT NOT NULL,
    match TEXT NOT NULL,
    event TEXT NOT NULL,
    turn INTEGER NOT NULL,  -- tells one turn from another: the place in the log where it began
    person TEXT NOT NULL,
    made REAL NOT NULL,
    due REAL NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,  -- 'waiting', 'sent', 'seen', 'void' or 'failed'
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (channel, match, event, turn)
) WITHOUT ROWID;
CREATE INDEX outbox_due ON outbox (due) WHERE state = 'waiting';
CREATE INDEX outbox_of_person ON outbox (person, match, event, turn);
CREATE INDEX outbox_by_age ON outbox (made)
"""
PLANS = """
CREATE TABLE plans (  -- what a seat has decided in advance, in secret
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    plan TEXT NOT NULL,
    made REAL NOT NULL,
    ended REAL,  -- when it was dropped, NULL while it waits
    words TEXT NOT NULL,  -- why it was dropped
    PRIMARY KEY (match, seat)
) WITHOUT ROWID
"""
CONTACTS = """
ALTER TABLE people ADD COLUMN mark INTEGER;  -- colour and shape that the person likes, NULL: any
ALTER TABLE people ADD COLUMN warned REAL;  -- when the guest has put away the card about lost games
ALTER TABLE people ADD COLUMN recovery TEXT;  -- the code that signs in another browser, hashed, NULL: there is none
ALTER TABLE people ADD COLUMN recovery_made REAL;
CREATE UNIQUE INDEX people_by_recovery ON people (recovery) WHERE recovery IS NOT NULL;
CREATE TABLE vacations (  -- while somebody is away, no time of theirs passes at tables over days
    person TEXT NOT NULL,
    began REAL NOT NULL,
    ends REAL NOT NULL,
    PRIMARY KEY (person, began)
) WITHOUT ROWID;
CREATE TABLE pauses (  -- of the turn that is under way
    match TEXT NOT NULL REFERENCES matches (id),
    began REAL NOT NULL,  -- by the clock of the table: the uptime (live) or the calendar
    ended REAL,  -- NULL: the game is paused now
    at REAL NOT NULL,  -- when it was paused, by the calendar
    person TEXT NOT NULL,  -- who did it
    PRIMARY KEY (match, began)
) WITHOUT ROWID;
CREATE TABLE blocks (
    person TEXT NOT NULL,  -- who has blocked somebody
    blocked TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (person, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_of_blocked ON blocks (blocked);
CREATE TABLE invitations (  -- to a table that has not started, for people one has played with
    match TEXT NOT NULL REFERENCES matches (id),
    person TEXT NOT NULL,  -- who is invited
    host TEXT NOT NULL,  -- who invites
    at REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE INDEX invitations_of_person ON invitations (person);
CREATE INDEX invitations_of_host ON invitations (host);
CREATE TABLE gallery (  -- what those who watch say to each other
    match TEXT NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    n INTEGER NOT NULL DEFAULT 0,  -- the page's number for it, as in the chat
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE INDEX gallery_of_person ON gallery (person);
ALTER TABLE shared_tables ADD COLUMN gallery_said INTEGER NOT NULL DEFAULT 0;  -- the number of the next message there
ALTER TABLE chat ADD COLUMN person TEXT;  -- who said it, NULL for what has happened, and before this column
CREATE INDEX sat_of_person ON sat (person)
"""
INVITING = """
ALTER TABLE shared_tables ADD COLUMN code TEXT NOT NULL DEFAULT '';  -- what is typed instead of following the link
CREATE INDEX shared_tables_by_code ON shared_tables (code) WHERE code != '';
CREATE TABLE rematch_votes (  -- who wants another game, and who does not
    match TEXT NOT NULL REFERENCES matches (id),
    person TEXT NOT NULL,
    wants INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE TABLE notes (  -- private: nobody but the person who wrote it reads one
    match TEXT NOT NULL REFERENCES matches (id),
    person TEXT NOT NULL,
    words TEXT NOT NULL,
    changed REAL NOT NULL,
    PRIMARY KEY (match, person)
) WITHOUT ROWID;
CREATE INDEX notes_of_person ON notes (person);
CREATE TABLE replay_links (  -- anybody with the secret may look at the match, once it is over
    match TEXT PRIMARY KEY REFERENCES matches (id),
    secret TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,  -- who made the link
    made REAL NOT NULL
) WITHOUT ROWID
"""
ADDED = {
    1: DAILY_AND_REVIEWS,
    2: SEVERAL_PROCESSES,
    3: COMPETITION,
    4: PROGRAM_TOKENS,
    5: HOUSE_RULES,
    6: NOTICES,
    7: PLANS,
    8: CONTACTS,
    9: INVITING,
}  # the statements of each later version, by the version that lacks them


def statements_since(version: int) -> Iterator[str]:
    """What makes the tables of this version those of today; 0 is an empty database."""
    for old in range(version, SCHEMA):
        text = FIRST_TABLES if old == 0 else ADDED[old]
        yield from (statement for statement in text.split(";") if statement.strip())


def columns_by_table() -> dict[str, list[str]]:
    """All tables in the order they were made, so that rows come after those they refer to."""
    found: dict[str, list[str]] = {}
    for statement in plain_statements():
        if table := re.match(CREATES_TABLE, statement, re.DOTALL):
            lines = [line for line in column_lines(table[2]) if not line.startswith(CONSTRAINTS)]
            found[table[1]] = [line.split()[0] for line in lines]
        elif added := re.match(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", statement):
            found[added[1]].append(added[2])
        elif renamed := re.match(r"ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)", statement):
            columns = found[renamed[1]]
            columns[columns.index(renamed[2])] = renamed[3]
        elif moved := re.match(RENAMED, statement):
            found = {moved[2] if name == moved[1] else name: columns for name, columns in found.items()}
    return found


def keys_of(table: str) -> list[str]:
    """The columns of its primary key, if it has one."""
    first = next(
        (found[1] for statement in plain_statements() if (found := re.match(RENAMED, statement)) and found[2] == table),
        table,
    )
    made = (re.match(CREATES_TABLE, statement, re.DOTALL) for statement in plain_statements())
    for line in next(column_lines(found[2]) for found in made if found and found[1] == first):
        if line.startswith("PRIMARY KEY"):
            return line.removeprefix("PRIMARY KEY (").removesuffix(")").split(", ")
        if "PRIMARY KEY" in line:
            return [line.split()[0]]
    return []


def plain_statements() -> Iterator[str]:
    """All of them, without comments."""
    return (re.sub(r"--[^\n]*", "", statement).strip() for statement in statements_since(0))


def column_lines(columns: str) -> list[str]:
    """What stands between the brackets of a table."""
    return [line.strip() for line in re.split(r",(?![^(]*\))", columns)]
