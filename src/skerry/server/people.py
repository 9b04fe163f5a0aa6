"""People: guests first, an account if somebody wants one.  A browser is a session of one person."""

import asyncio
import hashlib
import secrets
import sqlite3
import time
from collections import OrderedDict

from msgspec import Struct

from skerry.server.errors import Denied
from skerry.server.schema import YEAR
from skerry.server.store import Store, durable

try:
    import argon2
except ImportError:  # accounts are an extra
    argon2 = None  # type: ignore[assignment]

RENEWED = YEAR * 11 / 12  # a session with less than this left is kept for another year
PASS = 15 * 60.0  # seconds a link to another device is good for
KEPT = 10_000  # sessions in memory
WRONG = "That name and password do not go together."


class Person(Struct, frozen=True):
    id: str
    name: str = ""
    account: str | None = None


class Session(Struct, frozen=True):
    id: str
    person: str
    expires: float


def has_accounts() -> bool:
    return argon2 is not None


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Session] = OrderedDict()
        self.hashing = asyncio.Semaphore(2)  # each hash takes a second core and much memory, on purpose
        self.decoy = argon2.PasswordHasher().hash("nobody") if has_accounts() else ""

    # ---- sessions
    async def of(self, session: str) -> str | None:
        """The person behind the session; None if it has ended.

        A session that nobody has stored is a guest's who has done nothing yet, and the guest's name is the session's.
        """
        found = self.known.get(session)
        if found is None:
            rows = await asyncio.to_thread(
                self.store.read, "SELECT id, person, expires FROM sessions WHERE id = ?", session
            )
            if not rows:
                return session
            found = self.remember(Session(*rows[0]))
        return found.person if found.expires > time.time() else None

    def remember(self, session: Session) -> Session:
        self.known[session.id] = session
        self.known.move_to_end(session.id)
        if len(self.known) > KEPT:
            self.known.popitem(last=False)
        return session

    async def keep(self, session: str, person: str, name: str = "") -> None:
        """The person has done something worth keeping: store who it is, and the session for another year."""
        known, now = self.known.get(session), time.time()
        if known is not None and known.expires - now > RENEWED and not name:
            return
        expires = now + YEAR

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO people (id, name, created) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name)",
                (person, name, now),
            )
            db.execute(
                "INSERT INTO sessions (id, person, expires) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET expires = excluded.expires WHERE sessions.expires > 0",
                (session, person, expires),
            )

        await durable(self.store.put(work))
        self.remember(Session(session, person, expires))

    async def end(self, session: str, person: str, everywhere: bool) -> list[str]:
        """Sign this browser out, or all of the person's; return the sessions that ended."""
        if session not in self.known:  # a guest who has done nothing: there is nothing to protect
            return [session]
        await self.keep(session, person)
        ids = [session]
        if everywhere:
            rows = await asyncio.to_thread(self.store.read, "SELECT id FROM sessions WHERE person = ?", person)
            ids = [row[0] for row in rows]

        def work(db: sqlite3.Connection) -> None:
            db.executemany("UPDATE sessions SET expires = 0 WHERE id = ?", [(id_,) for id_ in ids])
            if everywhere:
                db.execute("DELETE FROM passes WHERE person = ?", (person,))

        await durable(self.store.put(work))
        for id_ in ids:
            self.remember(Session(id_, person, 0))
        return ids

    async def read(self, person: str) -> Person:
        rows = await asyncio.to_thread(self.store.read, "SELECT id, name, account FROM people WHERE id = ?", person)
        return Person(*rows[0]) if rows else Person(person)

    # ---- another device
    async def new_pass(self, person: str) -> str:
        """The secret of a link that makes another browser this person's: once, and soon."""
        secret, now = secrets.token_urlsafe(18), time.time()

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM passes WHERE person = ? OR expires < ?", (person, now))
            row = (hashed(secret), person, now + PASS)
            db.execute("INSERT INTO passes (secret, person, expires) VALUES (?, ?, ?)", row)

        await durable(self.store.put(work))
        return secret

    async def use_pass(self, secret: str) -> str:
        """The person whose pass this is; it is used up."""
        found: list[str] = []

        def work(db: sqlite3.Connection) -> None:
            rows = db.execute(
                "DELETE FROM passes WHERE secret = ? AND expires > ? RETURNING person", (hashed(secret), time.time())
            ).fetchall()
            found.extend(row[0] for row in rows)

        await durable(self.store.put(work))
        if not found:
            raise Denied("This link has been used, or it is too old. Make a new one on the other device.")
        return found[0]

    async def bring(self, guest: str, person: str) -> None:
        """A guest turns out to be this person: the guest's games go along.

        Not where both sit in one game: nobody gets to see a second hand that way.
        """
        if guest == person or (await self.read(guest)).account:
            return

        def work(db: sqlite3.Connection) -> None:
            names = {"new": person, "old": guest}
            both = "SELECT match FROM seats WHERE person = :new UNION SELECT match FROM sat WHERE person = :new"
            db.execute(f"UPDATE matches SET owner = :new WHERE owner = :old AND id NOT IN ({both})", names)
            db.execute(f"UPDATE seats SET person = :new WHERE person = :old AND match NOT IN ({both})", names)
            db.execute("UPDATE OR IGNORE sat SET person = :new WHERE person = :old", names)
            db.execute("UPDATE results SET person = :new WHERE person = :old", names)
            db.execute("UPDATE OR IGNORE series SET owner = :new WHERE owner = :old", names)

        await durable(self.store.put(work))

    # ---- accounts
    async def open_account(self, person: str, account: str, password: str) -> None:
        """Give the person a name and a password to sign in with, or change them."""
        check_accounts()
        if not account.isprintable() or account != account.strip():
            raise Denied("An account name needs printable characters, with no space at either end.")
        async with self.hashing:
            kept = await asyncio.to_thread(argon2.PasswordHasher().hash, password)
        taken: list[bool] = []

        def work(db: sqlite3.Connection) -> None:
            try:
                row = (account.lower(), kept, person)
                db.execute("UPDATE people SET account = ?, password = ? WHERE id = ?", row)
            except sqlite3.IntegrityError:
                taken.append(True)

        await durable(self.store.put(work))
        if taken:
            raise Denied("Somebody else has this account name. Choose another.")

    async def sign_in(self, account: str, password: str) -> str:
        """The person with this account; as slow for a wrong name as for a wrong password."""
        check_accounts()
        query = "SELECT id, password FROM people WHERE account = ?"
        rows = await asyncio.to_thread(self.store.read, query, account.lower())
        person, kept = rows[0] if rows else ("", self.decoy)
        async with self.hashing:
            is_right = await asyncio.to_thread(verify, kept, password)
        if not person or not is_right:
            raise Denied(WRONG)
        return str(person)


def check_accounts() -> None:
    if not has_accounts():
        raise Denied("This server has no accounts. A link moves your games to another device.")


def verify(kept: str, password: str) -> bool:
    try:
        return argon2.PasswordHasher().verify(kept, password)
    except argon2.exceptions.VerificationError:
        return False


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
