"""People: guests first, an account if somebody wants one.  A browser is a session of one person."""

import asyncio
import math
import secrets
from collections import OrderedDict
from collections.abc import Sequence

from skerry.server.errors import SIGNED_OUT, Denied
from skerry.server.runtime import machine_clock
from skerry.server.runtime.secret_hash import hash_of_secret
from skerry.server.store import people
from skerry.server.store.account_names import name_problem, password_problem
from skerry.server.store.engine.db import Db
from skerry.server.store.people import (
    ENDED,
    LINK_VALID,
    AccountProblem,
    DeviceLink,
    GuestSummary,
    Person,
    Proof,
    Session,
)
from skerry.server.store.store import Store, durable

try:
    import argon2
except ImportError:  # accounts are an extra
    argon2 = None  # type: ignore[assignment]

VALID = 365 * 24 * 3600.0  # seconds that a session lasts
RENEWED = VALID * 11 / 12  # a session with less than this left is kept for another year
KEPT = 10_000  # sessions in memory
A_GUEST = "a guest"  # who has no name
RECOVERY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two of them look alike; 20 of them are 99 bits
WRONG_CODE = "There is no such recovery code. Check each letter; an older code ends when a new one is made."
WRONG_PASSWORD = "Wrong name or password."
OLD_LINK = "This link has been used, or it is too old. Make a new one on the other device."
PROBLEMS: dict[AccountProblem, str] = {
    "taken": "Somebody else has this account name, or one that looks like it. Choose another.",
    "changed": "Your password was changed at the same moment. Please try again.",
}


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
            stored = await asyncio.to_thread(people.read_session, self.store, id_)
            if endings != self.endings:
                found = self.known.get(id_)
            elif stored is not None:
                found = self.remember(stored)
            else:
                return Session(id_, id_, math.inf)
        return found if found.expires > machine_clock.wall() else None

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
        return session in self.known and self.known[session].expires > machine_clock.wall()

    async def store_session(self, session: str, person: str, name: str = "") -> None:
        """The person has done something worth keeping: store who it is, and the session for another year.

        Denied if the session has ended meanwhile.
        """
        known, now = self.known.get(session), machine_clock.wall()
        if known is not None and known.expires == ENDED:
            raise Denied(SIGNED_OUT)
        if known is not None and known.expires - now > RENEWED and not name:
            return
        kept = await durable(
            self.store.put(lambda db: people.keep_session(db, session, person, name, now, now + VALID))
        )
        if kept is None or self.remember(kept).expires == ENDED:
            self.forget([session])
            raise Denied(SIGNED_OUT)

    async def end(self, session: str, person: str, everywhere: bool = False) -> list[str]:
        """Sign this browser out, or all of the person's; return the sessions that ended."""
        if session not in self.known:  # a guest who has done nothing: there is nothing to store
            return self.forget([session])
        only = "" if everywhere else session
        return self.forget(await durable(self.store.put(lambda db: people.end_sessions(db, person, only))))

    async def end_others(self, session: str, person: str) -> tuple[str, list[str]]:
        """All sessions end, and with this one every copy of its cookie; return a new one, and those that ended."""
        proof = self.known[session].proof if session in self.known else ""
        await self.store_session(session, person)
        new, now = session_of(person, proof), machine_clock.wall()
        ended = await durable(self.store.put(lambda db: people.exchange_sessions(db, session, new, now)))
        if not ended:
            raise Denied(SIGNED_OUT)
        return new.id, self.forget(ended)

    def forget(self, ended: list[str]) -> list[str]:
        """These have ended; the other processes hear of it."""
        for id_ in ended:
            self.store.tell(f"session {id_}")
        return self.hear(ended)

    def hear(self, ended: list[str]) -> list[str]:
        """These have ended, here or at another process."""
        self.endings += 1
        for id_ in ended:
            self.remember(Session(id_, "", ENDED))
        return ended

    def read_again(self) -> None:
        """Another process may have changed any session: those that have not ended are read when they are needed."""
        self.known = OrderedDict((id_, known) for id_, known in self.known.items() if known.expires == ENDED)

    # ---- who somebody is
    async def read(self, person: str) -> Person:
        return await asyncio.to_thread(people.read_person, self.store, person)

    async def called(self, person: str, nobody: str = A_GUEST) -> str:
        """What people would call them: the account, the name they took a seat with, or that of their last game."""
        known = await self.read(person)
        return (
            known.account or known.name or await asyncio.to_thread(people.name_at_table, self.store, person) or nobody
        )

    async def games(self, person: str) -> int:
        return await asyncio.to_thread(people.count_games, self.store, person)

    async def guests(self, persons: Sequence[str]) -> dict[str, GuestSummary]:
        """Those of them who have no account."""
        return await asyncio.to_thread(people.read_guests, self.store, persons) if persons else {}

    # ---- another device
    async def new_pass(self, session: str, person: str) -> str:
        """The secret of a link that signs another browser in as this person: once, and soon."""
        await self.store_session(session, person)
        secret, now = secrets.token_urlsafe(18), machine_clock.wall()
        link = DeviceLink(person, now + LINK_VALID)
        made = await durable(
            self.store.put(lambda db: people.write_link(db, session, hash_of_secret(secret), link, now))
        )
        if not made:
            raise Denied(SIGNED_OUT)
        return secret

    async def look_at_pass(self, secret: str) -> DeviceLink:
        """Whose it is; it is not used up."""
        link = await asyncio.to_thread(people.read_link, self.store, hash_of_secret(secret), machine_clock.wall())
        if link is None:
            raise Denied(OLD_LINK)
        return link

    async def use_pass(self, secret: str, session: str) -> str:
        """Begin this session of the person whose pass it is.  In one step: who signs out everywhere is out."""
        now = machine_clock.wall()
        person = await durable(
            self.store.put(lambda db: people.use_link(db, hash_of_secret(secret), session, now + VALID, now))
        )
        if person is None:
            raise Denied(OLD_LINK)
        return person

    # ---- the recovery code
    async def new_recovery(self, session: str, person: str) -> str:
        """A code that signs any browser in as this person.  The store has only its hash."""
        await self.store_session(session, person)
        code = "-".join("".join(secrets.choice(RECOVERY_LETTERS) for _ in range(4)) for _ in range(5))
        await self.keep_recovery(session, person, hash_of_code(code))
        return code

    async def keep_recovery(self, session: str, person: str, code_hash: str | None) -> None:
        """None revokes it."""
        now = machine_clock.wall()
        if not await durable(self.store.put(lambda db: people.write_recovery(db, session, person, code_hash, now))):
            raise Denied(SIGNED_OUT)

    async def use_recovery(self, code: str, session: str) -> str:
        """Begin this session of the person whose code it is.  As with a link, nothing else happens."""
        now, code_hash = machine_clock.wall(), hash_of_code(code)
        person = await durable(self.store.put(lambda db: people.use_recovery(db, code_hash, session, now + VALID)))
        if person is None:
            raise Denied(WRONG_CODE)
        return person

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
        await self.store_session(session, person)
        new, now = session_of(person, "password"), machine_clock.wall()

        def work(db: Db) -> list[str] | AccountProblem | None:
            if not people.is_open(db, session, now):
                return None
            return people.write_account(db, person, account, kept, before) or people.exchange_sessions(
                db, session, new, now
            )

        done = await durable(self.store.put(work))
        if not isinstance(done, list):
            raise Denied(SIGNED_OUT if done is None else PROBLEMS[done])
        return new.id, self.forget(done)

    async def password_of(self, person: str, old: str) -> str | None:
        """Its hash, None if there is none yet; Denied if `old` is not it."""
        kept = await asyncio.to_thread(people.read_password, self.store, person)
        if kept is not None and not await self.is_password(kept, old):
            raise Denied("To change your account, enter the password you have now.")
        return kept

    async def sign_in(self, account: str, password: str, session: str) -> str:
        """Begin this session of the person with this account; as slow for a wrong name as for a wrong password."""
        check_accounts()
        found = await asyncio.to_thread(people.find_account, self.store, account)
        person, kept = found or ("", self.decoy)
        if not await self.is_password(kept, password) or not person:
            raise Denied(WRONG_PASSWORD)
        new = Session(session, person, machine_clock.wall() + VALID, "password")
        if not await durable(self.store.put(lambda db: people.sign_in(db, new, kept))):
            raise Denied(WRONG_PASSWORD)
        return person

    async def account(self, name: str) -> str | None:
        """Whose account it is."""
        found = await asyncio.to_thread(people.find_account, self.store, name)
        return None if found is None else found[0]

    async def hash(self, password: str) -> str:
        async with self.hashing:
            return await asyncio.to_thread(argon2.PasswordHasher().hash, password)

    async def is_password(self, kept: str, password: str) -> bool:
        async with self.hashing:
            return await asyncio.to_thread(verify, kept, password)


def session_of(person: str, proof: Proof) -> Session:
    return Session(secrets.token_hex(12), person, machine_clock.wall() + VALID, proof)


def check_accounts() -> None:
    if not has_accounts():
        raise Denied("This server has no accounts. A link signs you in on another device.")


def verify(kept: str, password: str) -> bool:
    try:
        return argon2.PasswordHasher().verify(kept, password)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):  # a damaged hash fits nothing
        return False


def hash_of_code(code: str) -> str:
    """However it was typed: spaces, dashes and capitals do not matter."""
    return hash_of_secret("".join(letter for letter in code.lower() if letter in RECOVERY_LETTERS))
