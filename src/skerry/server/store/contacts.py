"""People who have played with each other, as far as the database knows: contacts, blocks, invitations to a table."""

from collections.abc import Sequence

from msgspec import Struct

from skerry.server.store.engine.db import Db, RowValues, insert, is_in
from skerry.server.store.store import Store

MAX_CONTACTS = 300  # of one person, those met last
MAX_BLOCKS = 500  # of one person
INVITATION_LASTS = 7 * 24 * 3600.0  # seconds that an invitation is shown
INVITATION_KEPT = 30 * 24 * 3600.0
GAMES_SHOWN = 30  # that two people have played
INSERT_BLOCK = f"{insert('blocks', ('person', 'blocked', 'at'))} ON CONFLICT DO NOTHING"
INSERT_INVITATION = f"{insert('invitations', ('match', 'person', 'host', 'at'))} ON CONFLICT DO NOTHING"
MET = (
    "SELECT other.person AS person, other.match AS match, matches.changed AS at FROM sat AS mine "
    "JOIN sat AS other ON other.match = mine.match AND other.person != mine.person "
    "JOIN matches ON matches.id = mine.match WHERE mine.person = ? "
    "UNION SELECT other.person, other.match, other.at FROM results AS mine "
    "JOIN results AS other ON other.match = mine.match AND other.person != mine.person WHERE mine.person = ?"
)

# To tables that have not started, by people who are not blocked.
SELECT_INVITATIONS = (
    "SELECT invitations.match, host, at FROM invitations "
    "JOIN shared_tables ON shared_tables.match = invitations.match "
    "WHERE invitations.person = ? AND declined = 0 AND at > ? AND begun IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match = invitations.match AND seats.person = ?) "
    "AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = ? AND blocks.blocked = host)"
)
MOST_INVITATIONS = 20  # that are shown


class Contact(Struct, frozen=True):
    """Somebody I have played with."""

    person: str
    games: int  # that we have begun together
    last: float


class KnownPerson(Struct, frozen=True):
    name: str
    mark: int | None


class SharedResult(Struct, frozen=True):
    """A finished game of two people."""

    match: str
    game: str
    at: float
    mine: int  # points
    theirs: int
    i_won: bool
    they_won: bool
    is_there: bool  # the game can be looked at


class GameCount(Struct, frozen=True):
    """How somebody has done in one game."""

    game: str
    played: int
    won: int


class OpenInvitation(Struct, frozen=True):
    match: str
    host: str
    at: float


# ---- reading; these wait for the database


def read_contacts(store: Store, person: str) -> list[Contact]:
    """The last met first."""
    query = (
        f"SELECT person, count(DISTINCT match), max(at) AS last FROM ({MET}) AS met "
        "GROUP BY person ORDER BY last DESC, person LIMIT ?"
    )
    return [Contact(*row) for row in store.read(query, person, person, MAX_CONTACTS)]


def known_people(store: Store, people: Sequence[str]) -> dict[str, KnownPerson]:
    """As they call themselves at tables; the name is empty if they never said one."""
    rows = store.read(f"SELECT id, name, mark FROM people WHERE {is_in('id', people)}", *people)
    return {id_: KnownPerson(name, mark) for id_, name, mark in rows}


def games_together(store: Store, me: str, other: str) -> list[SharedResult]:
    """All that both have finished with one seat each, the newest first."""
    query = (
        "SELECT mine.match, mine.game, mine.at, mine.points, theirs.points, mine.won, theirs.won, matches.id "
        "FROM results AS mine JOIN results AS theirs ON theirs.match = mine.match "
        "LEFT JOIN matches ON matches.id = mine.match WHERE mine.person = ? AND theirs.person = ? "
        "ORDER BY mine.at DESC, mine.match"
    )
    return [
        SharedResult(match, game, at, mine, theirs, bool(i_won), bool(they_won), there is not None)
        for match, game, at, mine, theirs, i_won, they_won, there in store.read(query, me, other)
    ]


def games_by_name(store: Store, person: str) -> list[GameCount]:
    query = "SELECT game, count(*), sum(won) FROM results WHERE person = ? GROUP BY game ORDER BY count(*) DESC, game"
    return [GameCount(game, played, int(won)) for game, played, won in store.read(query, person)]


def blocked_by(store: Store, person: str) -> frozenset[str]:
    """Those whom the person has blocked."""
    return frozenset(row[0] for row in store.read("SELECT blocked FROM blocks WHERE person = ?", person))


def blockers_of(store: Store, person: str) -> frozenset[str]:
    """Those who have blocked the person."""
    return frozenset(row[0] for row in store.read("SELECT person FROM blocks WHERE blocked = ?", person))


def kept_apart(store: Store, person: str) -> frozenset[str]:
    """Those whom the person has blocked, and those who have blocked the person."""
    query = "SELECT blocked FROM blocks WHERE person = ? UNION SELECT person FROM blocks WHERE blocked = ?"
    return frozenset(row[0] for row in store.read(query, person, person))


def has_blocked(store: Store, person: str, other: str) -> bool:
    return bool(store.read("SELECT 1 FROM blocks WHERE person = ? AND blocked = ?", person, other))


def read_invitations(store: Store, person: str, now: float) -> list[OpenInvitation]:
    """The newest first."""
    found = [OpenInvitation(*row) for row in store.read(SELECT_INVITATIONS, *values_of_invitations(person, now))]
    return sorted(found, key=lambda invitation: -invitation.at)


def values_of_invitations(person: str, now: float) -> list[object]:
    return [person, now - INVITATION_LASTS, person, person]


def invited_to(store: Store, match: str) -> dict[str, bool]:
    """Who was invited, and whether they have declined."""
    rows = store.read("SELECT person, declined FROM invitations WHERE match = ?", match)
    return {person: bool(declined) for person, declined in rows}


def count_invitations(store: Store, host: str, now: float) -> int:
    """That wait for an answer."""
    query = "SELECT count(*) FROM invitations WHERE host = ? AND declined = 0 AND at > ?"
    return int(store.read(query, host, now - INVITATION_LASTS)[0][0])


def export_contacts(store: Store, person: str) -> dict[str, list[RowValues]]:
    """What is stored about the person's relations to others, without the ids of those."""
    return {
        "blocked": store.read("SELECT at FROM blocks WHERE person = ? ORDER BY at", person),
        "invited_to": store.read("SELECT match, at, declined FROM invitations WHERE person = ? ORDER BY at", person),
        "has_invited": store.read("SELECT match, at, declined FROM invitations WHERE host = ? ORDER BY at", person),
        "said_while_watching": store.read(
            "SELECT match, at, words FROM gallery WHERE person = ? ORDER BY at, match, seq", person
        ),
        "vacations": store.read("SELECT began, ends FROM vacations WHERE person = ? ORDER BY began", person),
    }


# ---- in a transaction


def write_block(db: Db, person: str, other: str, now: float) -> bool:
    """False if there are too many."""
    counted = db.execute("SELECT count(*) FROM blocks WHERE person = ?", (person,)).fetchall()[0][0]
    if counted >= MAX_BLOCKS:
        return False
    db.execute(INSERT_BLOCK, (person, other, now))
    db.execute("DELETE FROM invitations WHERE person = ? AND host = ?", (person, other))
    return True


def delete_block(db: Db, person: str, other: str) -> None:
    db.execute("DELETE FROM blocks WHERE person = ? AND blocked = ?", (person, other))


def write_invitation(db: Db, match: str, host: str, person: str, now: float) -> None:
    """Nobody is invited twice to the same table, and nobody by somebody they have blocked, who does not learn it."""
    db.execute("DELETE FROM invitations WHERE at < ?", (now - INVITATION_KEPT,))
    query = "SELECT 1 FROM blocks WHERE person = ? AND blocked = ?"
    if db.execute(query, (person, host)).fetchone() is None:
        db.execute(INSERT_INVITATION, (match, person, host, now))


def decline_invitation(db: Db, match: str, person: str) -> None:
    db.execute("UPDATE invitations SET declined = 1 WHERE match = ? AND person = ?", (match, person))


def delete_invitation(db: Db, match: str, person: str) -> None:
    db.execute("DELETE FROM invitations WHERE match = ? AND person = ?", (match, person))


def forget_contacts(db: Db, person: str) -> None:
    db.execute("DELETE FROM blocks WHERE person = ? OR blocked = ?", (person, person))
    db.execute("DELETE FROM invitations WHERE person = ? OR host = ?", (person, person))
    for table in ("gallery", "vacations"):
        db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
    db.execute("UPDATE pauses SET person = '' WHERE person = ?", (person,))
    db.execute("DELETE FROM chat WHERE person = ?", (person,))
