"""People, their sessions and accounts, and the links that bring them to another device, as the database has them.

Functions with a `Db` run in a transaction: what they ask about a session still holds when they write.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from skerry.match import SeatPlan
from skerry.server.store.account_names import skeleton
from skerry.server.store.engine.db import Db, insert, is_in
from skerry.server.store.store import Store

LINK_VALID = 15 * 60.0  # seconds a link to another device is good for
ENDED = 0.0  # when a session expires that was ended
COLUMNS_OF_SESSION = ("id", "person", "expires", "proof")
INSERT_SESSION = insert("sessions", COLUMNS_OF_SESSION)

Proof = Literal["", "link", "password"]
AccountProblem = Literal["taken", "changed"]


class Person(Struct, frozen=True):
    id: str
    name: str = ""
    account: str | None = None


class Session(Struct, frozen=True):
    id: str
    person: str
    expires: float
    proof: Proof = ""  # how it began, see the table of sessions


class GuestSummary(Struct, frozen=True):
    """Somebody without an account."""

    id: str
    name: str = ""  # or that in the last game
    games: int = 0


class DeviceLink(Struct, frozen=True):
    """A link to another device that is still good."""

    person: str
    expires: float

    @property
    def made(self) -> float:
        return self.expires - LINK_VALID


# ---- reading; these wait for the database


def read_session(store: Store, id_: str) -> Session | None:
    rows = store.read(f"SELECT {', '.join(COLUMNS_OF_SESSION)} FROM sessions WHERE id = ?", id_)
    return Session(*rows[0]) if rows else None


def ended_among(store: Store, ids: Sequence[str]) -> list[str]:
    """Those of these sessions that were ended."""
    rows = store.read(f"SELECT id FROM sessions WHERE expires = ? AND {is_in('id', ids)}", ENDED, *ids)
    return [row[0] for row in rows]


def read_person(store: Store, id_: str) -> Person:
    rows = store.read("SELECT id, name, account FROM people WHERE id = ?", id_)
    return Person(*rows[0]) if rows else Person(id_)


def name_at_table(store: Store, person: str) -> str:
    """What the person is called in their last game; empty if there is none."""
    query = (
        "SELECT seats.seat, matches.seats FROM seats JOIN matches ON matches.id = seats.match "
        "WHERE seats.person = ? AND seats.match NOT IN (SELECT match FROM brought WHERE person = ?) "
        "ORDER BY matches.changed DESC, seats.seat LIMIT 1"
    )
    for seat, plans in store.read(query, person, person):
        return name_in(plans, seat)
    return ""


def name_in(plans: str, seat: int) -> str:
    try:
        return msgspec.json.decode(plans, type=list[SeatPlan])[seat].name
    except (msgspec.MsgspecError, IndexError):  # damaged: opening it says so
        return ""


def count_games(store: Store, person: str) -> int:
    query = "SELECT count(*) FROM matches WHERE owner = ? OR id IN (SELECT match FROM seats WHERE person = ?)"
    return int(store.read(query, person, person)[0][0])


def read_guests(store: Store, ids: Sequence[str]) -> dict[str, GuestSummary]:
    """Those of these people who have no account, in one query."""
    last = (
        "SELECT seats.seat || ' ' || matches.seats FROM seats JOIN matches ON matches.id = seats.match "
        "WHERE seats.person = people.id AND seats.match NOT IN (SELECT match FROM brought WHERE person = people.id) "
        "ORDER BY matches.changed DESC, seats.seat LIMIT 1"
    )
    games = (
        "SELECT count(*) FROM matches WHERE owner = people.id "
        "OR matches.id IN (SELECT match FROM seats WHERE person = people.id)"
    )
    query = f"SELECT id, account, name, ({last}), ({games}) FROM people WHERE {is_in('id', ids)}"
    found = {id_: GuestSummary(id_) for id_ in ids}
    for id_, account, name, seated, count in store.read(query, *ids) if ids else ():
        seat, _, plans = (seated or "").partition(" ")
        found[id_] = GuestSummary(id_, name or (name_in(plans, int(seat)) if seat else ""), count)
        if account is not None:
            del found[id_]
    return found


def read_marks(store: Store, people: Sequence[str]) -> dict[str, int]:
    """The colours and shapes they like, of those who have said so."""
    return dict(store.read(f"SELECT id, mark FROM people WHERE mark IS NOT NULL AND {is_in('id', people)}", *people))


def read_link(store: Store, secret_hash: str, now: float) -> DeviceLink | None:
    rows = store.read("SELECT person, expires FROM passes WHERE secret = ? AND expires > ?", secret_hash, now)
    return DeviceLink(*rows[0]) if rows else None


def read_password(store: Store, person: str) -> str | None:
    """Its hash; None if there is none."""
    rows = store.read("SELECT password FROM people WHERE id = ? AND password IS NOT NULL", person)
    return str(rows[0][0]) if rows else None


def find_account(store: Store, account: str) -> tuple[str, str] | None:
    """Whose account it is, and the hash of the password."""
    rows = store.read("SELECT id, password FROM people WHERE account = ?", account.lower())
    return (str(rows[0][0]), str(rows[0][1])) if rows else None


# ---- sessions


def keep_session(db: Db, session: str, person: str, name: str, now: float, expires: float) -> Session | None:
    """Store the person, and the session until it expires; None if it has ended."""
    if db.execute("SELECT 1 FROM sessions WHERE id = ? AND expires = ?", (session, ENDED)).fetchone():
        return None
    db.execute(
        "INSERT INTO people (id, name, created) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), people.name)",
        (person, name, now),
    )
    rows = db.execute(
        "INSERT INTO sessions (id, person, expires) VALUES (?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET expires = excluded.expires RETURNING id, person, expires, proof",
        (session, person, expires),
    ).fetchall()
    return Session(*rows[0])


def is_open(db: Db, session: str, now: float) -> bool:
    """Has it been stored, and not ended?"""
    return db.execute("SELECT 1 FROM sessions WHERE id = ? AND expires > ?", (session, now)).fetchone() is not None


def begin_session(db: Db, session: Session) -> None:
    db.execute(INSERT_SESSION, (session.id, session.person, session.expires, session.proof))


def end_sessions(db: Db, person: str, only: str = "") -> list[str]:
    """All of the person's, with the links to other devices that nobody has used yet; or one only."""
    query = "UPDATE sessions SET expires = ? WHERE person = ? AND expires != ? AND (? = '' OR id = ?) RETURNING id"
    ended = [str(row[0]) for row in db.execute(query, (ENDED, person, ENDED, only, only)).fetchall()]
    if not only:
        db.execute("DELETE FROM passes WHERE person = ?", (person,))
    return ended


def exchange_sessions(db: Db, session: str, new: Session, now: float) -> list[str]:
    """All sessions of the person end, and the recovery code with them; a new session begins.

    Nothing happens if `session` is not open.
    """
    if not is_open(db, session, now):
        return []
    ended = end_sessions(db, new.person)
    db.execute("UPDATE people SET recovery = NULL, recovery_made = NULL WHERE id = ?", (new.person,))
    begin_session(db, new)
    return ended


# ---- links to other devices


def write_link(db: Db, session: str, secret_hash: str, link: DeviceLink, now: float) -> bool:
    """In the place of an older one; False if the session is not open."""
    if not is_open(db, session, now):
        return False
    db.execute("DELETE FROM passes WHERE person = ? OR expires < ?", (link.person, now))
    row = (secret_hash, link.person, link.expires)
    db.execute("INSERT INTO passes (secret, person, expires) VALUES (?, ?, ?)", row)
    return True


def use_link(db: Db, secret_hash: str, session: str, expires: float, now: float) -> str | None:
    """Begin this session of the person whose link it is; None if it is not good any more."""
    query = "DELETE FROM passes WHERE secret = ? AND expires > ? RETURNING person"
    for (person,) in db.execute(query, (secret_hash, now)).fetchall():
        begin_session(db, Session(session, person, expires, "link"))
        return str(person)
    return None


# ---- accounts


def write_account(db: Db, person: str, account: str, new: str, old: str | None) -> AccountProblem | None:
    """Name and password (both hashed); returns what is in the way."""
    drawn = skeleton(account)
    is_theirs = db.execute("SELECT 1 FROM people WHERE id = ? AND account = ?", (person, account.lower())).fetchone()
    query = "SELECT 1 FROM people WHERE (account = ? OR skeleton = ?) AND id != ?"
    if not is_theirs and db.execute(query, (account.lower(), drawn, person)).fetchone():
        return "taken"
    row = (account.lower(), new, drawn, person, old or "")
    query = "UPDATE people SET account = ?, password = ?, skeleton = ? WHERE id = ? AND coalesce(password, '') = ?"
    return None if db.execute(query, row).rowcount == 1 else "changed"


def sign_in(db: Db, session: Session, password: str) -> bool:
    """Begin it if the password (hashed) is still the person's."""
    query = "SELECT 1 FROM people WHERE id = ? AND password = ?"
    if not db.execute(query, (session.person, password)).fetchone():
        return False
    begin_session(db, session)
    return True


def write_name(db: Db, person: str, name: str) -> None:
    db.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))


def write_mark(db: Db, person: str, mark: int) -> None:
    db.execute("UPDATE people SET mark = ? WHERE id = ?", (mark, person))


def write_warned(db: Db, person: str, now: float) -> None:
    db.execute("UPDATE people SET warned = ? WHERE id = ?", (now, person))


# ---- the recovery code


def write_recovery(db: Db, session: str, person: str, code_hash: str | None, now: float) -> bool:
    """In the place of an older one; None: there is none any more.  False if the session is not open."""
    if not is_open(db, session, now):
        return False
    made = None if code_hash is None else now
    db.execute("UPDATE people SET recovery = ?, recovery_made = ? WHERE id = ?", (code_hash, made, person))
    return True


def use_recovery(db: Db, code_hash: str, session: str, expires: float) -> str | None:
    """Begin this session of the person whose code it is; None if it is nobody's."""
    for (person,) in db.execute("SELECT id FROM people WHERE recovery = ?", (code_hash,)).fetchall():
        begin_session(db, Session(session, person, expires, "link"))
        return str(person)
    return None
