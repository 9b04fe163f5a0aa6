"""People: guests first, an account if somebody wants one.  A browser is a session of one person."""

import asyncio
import hashlib
import math
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from skerry.match import SeatPlan
from skerry.server.errors import SIGNED_OUT, Denied
from skerry.server.store.account_names import name_problem, password_problem, skeleton
from skerry.server.store.store import Store, durable

try:
    import argon2
except ImportError:  # accounts are an extra
    argon2 = None  # type: ignore[assignment]

YEAR = 365 * 24 * 3600.0
RENEWED = YEAR * 11 / 12  # a session with less than this left is kept for another year
PASS = 15 * 60.0  # seconds a link to another device is good for
KEPT = 10_000  # sessions in memory
ENDED = 0.0  # when a session expires that was ended
WRONG = "Wrong name or password."
OLD_LINK = "This link has been used, or it is too old. Make a new one on the other device."
TAKEN = "Somebody else has this account name, or one that looks like it. Choose another."

Proof = Literal["", "link", "password"]


class Person(Struct, frozen=True):
    id: str
    name: str = ""
    account: str | None = None


class Session(Struct, frozen=True):
    id: str
    person: str
    expires: float
    proof: Proof = ""  # how it began, see the table of sessions


class Found(Struct, frozen=True):
    """A link to another device that is still good."""

    person: str
    made: float


def has_accounts() -> bool:
    return argon2 is not None


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Session] = OrderedDict()
        self.endings = 0  # so that what was read before one of them is not believed after it
        self.hashing = asyncio.Semaphore(2)  # each hash takes a second core and much memory, on purpose
        self.decoy = argon2.PasswordHasher().hash("nobody") if has_accounts() else ""

    # ---- sessions
    async def session(self, id_: str) -> Session | None:
        """None if it has ended.

        A session that nobody has stored is a guest's who has done nothing yet, and the guest's name is the session's.
        """
        found = self.known.get(id_)
        while found is None:
            endings = self.endings
            query = "SELECT id, person, expires, proof FROM sessions WHERE id = ?"
            rows = await asyncio.to_thread(self.store.read, query, id_)
            if endings != self.endings:
                found = self.known.get(id_)
            elif rows:
                found = self.remember(Session(*rows[0]))
            else:
                return Session(id_, id_, math.inf)
        return found if found.expires > time.time() else None

    async def of(self, session: str) -> str | None:
        """The person behind the session; None if it has ended."""
        found = await self.session(session)
        return None if found is None else found.person

    def remember(self, session: Session) -> Session:
        """A session that has ended stays so, whatever a request that was under way has read before."""
        known = self.known.get(session.id)
        if known is not None and known.expires == ENDED:
            return known
        self.known[session.id] = session
        self.known.move_to_end(session.id)
        if len(self.known) > KEPT:
            self.known.popitem(last=False)
        return session

    def is_kept(self, session: str) -> bool:
        return session in self.known and self.known[session].expires > time.time()

    async def keep(self, session: str, person: str, name: str = "") -> None:
        """The person has done something worth keeping: store who it is, and the session for another year.

        Denied if the session has ended meanwhile.
        """
        known, now = self.known.get(session), time.time()
        if known is not None and known.expires == ENDED:
            raise Denied(SIGNED_OUT)
        if known is not None and known.expires - now > RENEWED and not name:
            return
        kept: list[Session] = []

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM sessions WHERE id = ? AND expires = ?", (session, ENDED)).fetchone():
                return
            db.execute(
                "INSERT INTO people (id, name, created) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name)",
                (person, name, now),
            )
            rows = db.execute(
                "INSERT INTO sessions (id, person, expires) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET expires = excluded.expires RETURNING id, person, expires, proof",
                (session, person, now + YEAR),
            ).fetchall()
            kept.extend(Session(*row) for row in rows)

        await durable(self.store.put(work))
        if not kept or self.remember(kept[0]).expires == ENDED:
            self.forget([session])
            raise Denied(SIGNED_OUT)

    async def end(self, session: str, person: str, everywhere: bool = False) -> list[str]:
        """Sign this browser out, or all of the person's; return the sessions that ended."""
        if session not in self.known:  # a guest who has done nothing: there is nothing to store
            return self.forget([session])
        ended: list[str] = []

        def work(db: sqlite3.Connection) -> None:
            ended.extend(end_sessions(db, person, "" if everywhere else session))

        await durable(self.store.put(work))
        return self.forget(ended)

    async def end_others(self, session: str, person: str) -> tuple[str, list[str]]:
        """All sessions end, and with this one every copy of its cookie; return a new one, and those that ended."""
        begun, ended = secrets.token_hex(12), list[str]()
        proof = self.known[session].proof if session in self.known else ""

        def work(db: sqlite3.Connection) -> None:
            if is_open(db, session):
                ended.extend(end_sessions(db, person))
                begin_session(db, begun, person, proof)

        await self.keep(session, person)
        await durable(self.store.put(work))
        if not ended:
            raise Denied(SIGNED_OUT)
        return begun, self.forget(ended)

    def forget(self, ended: list[str]) -> list[str]:
        self.endings += 1
        for id_ in ended:
            self.remember(Session(id_, "", ENDED))
        return ended

    async def browsers(self, person: str) -> int:
        """How many are signed in as this person."""
        query = "SELECT count(*) FROM sessions WHERE person = ? AND expires > ?"
        return int((await asyncio.to_thread(self.store.read, query, person, time.time()))[0][0])

    # ---- who somebody is
    async def read(self, person: str) -> Person:
        rows = await asyncio.to_thread(self.store.read, "SELECT id, name, account FROM people WHERE id = ?", person)
        return Person(*rows[0]) if rows else Person(person)

    async def called(self, person: str, nobody: str = "a guest") -> str:
        """What people would call them: the account, the name they took a seat with, or that of their last game."""
        known = await self.read(person)
        return known.account or known.name or await asyncio.to_thread(self.name_at_table, person) or nobody

    def name_at_table(self, person: str) -> str:
        query = (
            "SELECT seats.seat, matches.seats FROM seats JOIN matches ON matches.id = seats.match "
            "WHERE seats.person = ? AND seats.match NOT IN (SELECT match FROM brought WHERE person = ?) "
            "ORDER BY matches.changed DESC, seats.seat LIMIT 1"
        )
        for seat, plans in self.store.read(query, person, person):
            try:
                return str(msgspec.json.decode(plans, type=list[SeatPlan])[seat].name)
            except (msgspec.MsgspecError, IndexError):  # damaged: opening it says so
                return ""
        return ""

    async def games(self, person: str) -> int:
        query = "SELECT count(*) FROM matches WHERE owner = ? OR id IN (SELECT match FROM seats WHERE person = ?)"
        return int((await asyncio.to_thread(self.store.read, query, person, person))[0][0])

    # ---- another device
    async def new_pass(self, session: str, person: str) -> str:
        """The secret of a link that signs another browser in as this person: once, and soon."""
        secret, now = secrets.token_urlsafe(18), time.time()
        made: list[str] = []

        def work(db: sqlite3.Connection) -> None:
            if is_open(db, session):
                db.execute("DELETE FROM passes WHERE person = ? OR expires < ?", (person, now))
                row = (hashed(secret), person, now + PASS)
                db.execute("INSERT INTO passes (secret, person, expires) VALUES (?, ?, ?)", row)
                made.append(secret)

        await self.keep(session, person)
        await durable(self.store.put(work))
        if not made:
            raise Denied(SIGNED_OUT)
        return secret

    async def look_at_pass(self, secret: str) -> Found:
        """Whose it is; it is not used up."""
        query = "SELECT person, expires FROM passes WHERE secret = ? AND expires > ?"
        for person, expires in await asyncio.to_thread(self.store.read, query, hashed(secret), time.time()):
            return Found(person, expires - PASS)
        raise Denied(OLD_LINK)

    async def use_pass(self, secret: str, session: str) -> str:
        """Begin this session of the person whose pass it is.  In one step: who signs out everywhere is out."""
        found: list[str] = []

        def work(db: sqlite3.Connection) -> None:
            rows = db.execute(
                "DELETE FROM passes WHERE secret = ? AND expires > ? RETURNING person", (hashed(secret), time.time())
            ).fetchall()
            for (person,) in rows:
                begin_session(db, session, person, "link")
                found.append(person)

        await durable(self.store.put(work))
        if not found:
            raise Denied(OLD_LINK)
        return found[0]

    # ---- accounts
    async def open_account(
        self, session: str, person: str, account: str, password: str, old: str = ""
    ) -> tuple[str, list[str]]:
        """Give the person a name and a password to sign in with, or change them; the latter needs the old password.

        All sessions end, and this browser gets a new one; it is returned, with those that ended.
        """
        check_accounts()
        is_new = account.lower() != (await self.read(person)).account  # older names stay as they are
        if problem := (name_problem(account) if is_new else "") or password_problem(password, account):
            raise Denied(problem)
        before = await self.password_of(person, old)
        kept = await self.hash(password)
        begun, ended, problems = secrets.token_hex(12), list[str](), list[str]()

        def work(db: sqlite3.Connection) -> None:
            problems.extend(write_account(db, person, account, kept, before) if is_open(db, session) else [SIGNED_OUT])
            if not problems:
                ended.extend(end_sessions(db, person))
                begin_session(db, begun, person, "password")

        await self.keep(session, person)
        await durable(self.store.put(work))
        if problems:
            raise Denied(problems[0])
        return begun, self.forget(ended)

    async def password_of(self, person: str, old: str) -> str | None:
        """As it is kept, None if there is none yet; Denied if `old` is not it."""
        rows = await asyncio.to_thread(self.store.read, "SELECT password FROM people WHERE id = ?", person)
        kept = rows[0][0] if rows else None
        if kept is not None and not await self.fits(kept, old):
            raise Denied("To change your account, enter the password you have now.")
        return None if kept is None else str(kept)

    async def sign_in(self, account: str, password: str, session: str) -> str:
        """Begin this session of the person with this account; as slow for a wrong name as for a wrong password."""
        check_accounts()
        query = "SELECT id, password FROM people WHERE account = ?"
        rows = await asyncio.to_thread(self.store.read, query, account.lower())
        person, kept = rows[0] if rows else ("", self.decoy)
        begun: list[bool] = []

        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM people WHERE id = ? AND password = ?", (person, kept)).fetchone():
                begin_session(db, session, person, "password")
                begun.append(True)

        if await self.fits(kept, password) and person:
            await durable(self.store.put(work))
        if not begun:
            raise Denied(WRONG)
        return str(person)

    async def account(self, name: str) -> str | None:
        """Whose account it is."""
        rows = await asyncio.to_thread(self.store.read, "SELECT id FROM people WHERE account = ?", name.lower())
        return str(rows[0][0]) if rows else None

    async def hash(self, password: str) -> str:
        async with self.hashing:
            return await asyncio.to_thread(argon2.PasswordHasher().hash, password)

    async def fits(self, kept: str, password: str) -> bool:
        async with self.hashing:
            return await asyncio.to_thread(verify, kept, password)


# ---- in the writing thread


def is_open(db: sqlite3.Connection, session: str) -> bool:
    """Asked where it is written: whoever is signed out while a request is under way must not begin another session."""
    query = "SELECT 1 FROM sessions WHERE id = ? AND expires > ?"
    return db.execute(query, (session, time.time())).fetchone() is not None


def begin_session(db: sqlite3.Connection, session: str, person: str, proof: Proof) -> None:
    row = (session, person, time.time() + YEAR, proof)
    db.execute("INSERT INTO sessions (id, person, expires, proof) VALUES (?, ?, ?, ?)", row)


def end_sessions(db: sqlite3.Connection, person: str, only: str = "") -> list[str]:
    """All of the person's, with the links to other devices that nobody has used yet; or one only."""
    query = "UPDATE sessions SET expires = ? WHERE person = ? AND expires != ? AND (? = '' OR id = ?) RETURNING id"
    ended = [row[0] for row in db.execute(query, (ENDED, person, ENDED, only, only)).fetchall()]
    if not only:
        db.execute("DELETE FROM passes WHERE person = ?", (person,))
    return ended


def write_account(db: sqlite3.Connection, person: str, account: str, kept: str, before: str | None) -> Sequence[str]:
    """Return what is in the way: here, nobody else writes at the same time."""
    drawn = skeleton(account)
    is_theirs = db.execute("SELECT 1 FROM people WHERE id = ? AND account = ?", (person, account.lower())).fetchone()
    query = "SELECT 1 FROM people WHERE (account = ? OR skeleton = ?) AND id != ?"
    if not is_theirs and db.execute(query, (account.lower(), drawn, person)).fetchone():
        return [TAKEN]
    row = (account.lower(), kept, drawn, person, before)
    query = "UPDATE people SET account = ?, password = ?, skeleton = ? WHERE id = ? AND password IS ?"
    if db.execute(query, row).rowcount != 1:
        return ["Your password was changed at the same moment. Please try again."]
    return []


def check_accounts() -> None:
    if not has_accounts():
        raise Denied("This server has no accounts. A link signs you in on another device.")


def verify(kept: str, password: str) -> bool:
    try:
        return argon2.PasswordHasher().verify(kept, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):  # a damaged hash fits nothing
        return False


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
