"""Who sends a request: the browser's session, the person it belongs to, and how much it may read."""

import math

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skerry.server.errors import OTHER_SITE, TOO_MANY, Denied, TooMany, UnknownToken
from skerry.server.people.cookie import Cookies, new_session
from skerry.server.people.house_rules import HouseRules
from skerry.server.people.sessions import People
from skerry.server.programs.tokens import Tokens, is_token_session
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.store.people import GuestSummary
from skerry.server.store.tokens import Token
from skerry.server.web.bodies import address, host_of, same_host

BAD_TOKEN = "This token is not valid. It may have been revoked."
FILE_COST = 5  # of reading, where a small page costs 1: a whole game is replayed or written


class Visitor(Struct, frozen=True):
    """A browser's session and whose it is; a new guest has the same id for both."""

    session: str
    person: str
    proof: str = ""  # how the session began, see sessions.py
    token: Token | None = None  # of a program
    is_new: bool = False  # nothing is known of this guest
    guest: GuestSummary | None = None  # of one who played in this browser before


class Visitors:
    def __init__(
        self, cookies: Cookies, people: People, tokens: Tokens, rules: HouseRules, reads_per_second: int
    ) -> None:
        self.cookies = cookies
        self.people = people
        self.tokens = tokens
        self.rules = rules
        self.reading = Allowance(reads_per_second, 10 * reads_per_second)

    async def anybody(self, connection: HTTPConnection) -> Visitor | None:
        """Whoever it is, even if they may not come in.  None: no cookie, a forged one, or its session has ended."""
        session = self.cookies.of(connection)
        found = None if session is None else await self.people.session(session)
        return None if found is None else Visitor(found.id, found.person, found.proof, is_new=math.isinf(found.expires))

    async def known(self, connection: HTTPConnection, uninvited: bool = False) -> Visitor | None:
        """The same, but Denied for those who are banned, and on a server by invitation for `uninvited` people."""
        found = await self.anybody(connection)
        is_new = not uninvited and (found is None or found.is_new)
        self.rules.check(found.person if found else None, host_of(connection), is_new)
        return found

    async def bearer(self, connection: HTTPConnection) -> Visitor | None:
        """The program whose token came with this; None without one."""
        header = connection.headers.get("authorization")
        if header is None:
            return None
        kind, _, secret = header.partition(" ")
        secret = secret.strip()
        if not self.tokens.has_seen(secret) and not self.reading.take(address(connection)):
            raise TooMany(TOO_MANY)
        token = await self.tokens.find(secret) if kind.lower() == "bearer" else None
        if token is None:
            raise UnknownToken(BAD_TOKEN)
        self.rules.check(token.person, host_of(connection), False, token.owner)
        return Visitor(token.session, token.person, token=token)

    async def person_of(self, session: str) -> str | None:
        """Whose session of a socket it is; None if it has ended."""
        if is_token_session(session):
            return await self.tokens.person_of(session)
        return await self.people.of(session)

    async def person(self, connection: HTTPConnection) -> str | None:
        known = await self.known(connection)
        return None if known is None else known.person

    async def visitor(self, connection: HTTPConnection, uninvited: bool = False) -> Visitor:
        return await self.known(connection, uninvited) or new_visitor()

    def welcome(self, visitor: Visitor, request: Request, response: Response) -> Response:
        """The cookie is given once, and again with each page.

        Not with every answer: one that was under way while somebody signed in would undo that.
        """
        if self.cookies.of(request) != visitor.session:
            self.cookies.welcome(visitor.session, request, response)
        return response

    def greet(self, visitor: Visitor, request: Request, response: Response) -> Response:
        """The same for somebody who only looks.

        A browser whose session has ended may have got another one while this was under way, and that stays.
        """
        has_ended = self.cookies.of(request) not in (None, visitor.session)
        return response if has_ended else self.welcome(visitor, request, response)

    async def earlier(self, connection: HTTPConnection, me: str) -> list[Visitor]:
        """The guests who played here before, and are not this person."""
        found: dict[str, Visitor] = {}
        for id_ in self.cookies.earlier(connection):
            session = await self.people.session(id_)
            if session is not None and session.person != me:
                found.setdefault(session.person, Visitor(session.id, session.person, session.proof))
        guests = await self.people.guests(list(found))
        return [replace(found[id_], guest=guest) for id_, guest in guests.items()]

    async def is_guest(self, person: str) -> bool:
        return (await self.people.read(person)).account is None

    async def is_remembered(self, visitor: Visitor) -> bool:
        """Is it a guest who has something to come back to?"""
        return self.people.is_kept(visitor.session) and await self.is_guest(visitor.person)

    def check_reads(self, request: Request, cost: float = 1) -> None:
        """Reading is not free either, and some requests cost much more than others."""
        if not self.reading.take(address(request), cost):
            raise TooMany(TOO_MANY)


def new_visitor() -> Visitor:
    session = new_session()
    return Visitor(session, session, is_new=True)


def check_origin(request: Request) -> None:
    if not same_host(request):
        raise Denied(OTHER_SITE)
