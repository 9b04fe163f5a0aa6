"""Tokens of programs: made by a person, shown once, and refused as soon as they are revoked.

What was read stays in memory for a few seconds only, so that a token revoked by another process is refused soon.
"""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections import OrderedDict

from msgspec.structs import replace

from skerry.match.match import MatchError, SeatPlan, checked_seat
from skerry.server.errors import NotFound, StoreError, TableError, as_sentence
from skerry.server.runtime import machine_clock
from skerry.server.store import tokens
from skerry.server.store.store import Store, durable
from skerry.server.store.tokens import PROGRAM_MARK, Token, TokenScope

TOKEN_MARK = "skerry_"  # what every token begins with, so that people and scanners recognise one
MAX_TOKENS = 20  # of one person
TRUSTED = 5.0  # seconds that what was read of a token counts
NOTED = 60.0  # seconds after which its use is noted again
MAX_KNOWN = 10_000  # tokens in memory
REVOKED = "This token was revoked."


class Tokens:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, tuple[float, Token]] = OrderedDict()  # by hash: when it was read, and what
        self.revocations = 0  # in this process: what was read before the last one may be wrong

    async def find(self, secret: str) -> Token | None:
        """None if there is no such token, or not any more."""
        hash_ = hash_of_token(secret)
        at, found = self.known.get(hash_, (0.0, None))
        if found is None or time.monotonic() - at > TRUSTED:
            found = await self.read(hash_)
        if found is not None and machine_clock.wall() - (found.used or 0.0) > NOTED:
            await self.note(hash_, found)
        return found

    async def read(self, hash_: str) -> Token | None:
        while True:
            seen, at = self.revocations, time.monotonic()
            found = await asyncio.to_thread(tokens.read_token, self.store, hash_)
            if seen == self.revocations:
                break
        if found is None:
            self.known.pop(hash_, None)  # whoever goes on with it guesses
        else:
            self.remember(hash_, at, found)
        return found

    def has_seen(self, secret: str) -> bool:
        """Was it good before?  Then strangers at the same address who guess do not get in its way."""
        return hash_of_token(secret) in self.known

    def remember(self, hash_: str, at: float, token: Token) -> None:
        self.known[hash_] = (at, token)
        self.known.move_to_end(hash_)
        if len(self.known) > MAX_KNOWN:
            self.known.popitem(last=False)

    async def note(self, hash_: str, token: Token) -> None:
        """When it was last used."""
        now = machine_clock.wall()
        at, _ = self.known[hash_]  # as old as before: what was read is not read anew by being used
        self.remember(hash_, at, replace(token, used=now))
        with contextlib.suppress(StoreError):
            await durable(self.store.put(lambda db: tokens.note_use(db, token.id, now)))

    async def person_of(self, session: str) -> str | None:
        """For the session of a socket or a stream that was opened with a token; None if it was revoked."""
        found = await asyncio.to_thread(tokens.token_named, self.store, session.removeprefix("token "))
        return None if found is None else found.person

    async def make(self, owner: str, name: str, scope: TokenScope) -> tuple[str, Token]:
        """The secret, which is nowhere else, and the token."""
        try:
            checked_seat(SeatPlan(name))
        except MatchError as error:
            raise TableError(as_sentence(error)) from error
        secret = TOKEN_MARK + secrets.token_urlsafe(24)
        token = Token(
            secrets.token_hex(6), owner, PROGRAM_MARK + secrets.token_hex(12), name, scope, machine_clock.wall()
        )
        if not await durable(
            self.store.put(lambda db: tokens.write_token(db, token, hash_of_token(secret), MAX_TOKENS))
        ):
            raise TableError(f"You have {MAX_TOKENS} tokens. Revoke one before you make another.")
        return secret, token

    async def of_owner(self, owner: str) -> list[Token]:
        return await asyncio.to_thread(tokens.tokens_of, self.store, owner)

    async def revoke(self, owner: str, id_: str) -> str:
        """Return the session that ends with it."""
        if not await durable(self.store.put(lambda db: tokens.delete_token(db, owner, id_))):
            raise NotFound("There is no such token. It may have been revoked before.")
        self.revocations += 1
        for hash_ in [hash_ for hash_, (_, token) in self.known.items() if token.id == id_]:
            del self.known[hash_]
        return f"token {id_}"

    async def revoked(self, sessions: set[str]) -> list[str]:
        """Which of these were opened with a token that has been revoked since; none if the database is away."""
        with contextlib.suppress(StoreError):
            return [session for session in sessions if is_token_session(session) and not await self.person_of(session)]
        return []


def is_token_session(session: str | None) -> bool:
    return session is not None and session.startswith("token ")


def hash_of_token(secret: str) -> str:
    return hashlib.sha256(f"token {secret}".encode()).hexdigest()
