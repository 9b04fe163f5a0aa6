"""At the door: who comes in, and the HTTP calls about oneself."""

import hashlib

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skerry.server.errors import TOO_MANY
from skerry.server.people.cookie import Guests, new_session
from skerry.server.people.sessions import People, has_accounts
from skerry.server.protocol.calls import (
    Account,
    Bring,
    Changed,
    EarlierGames,
    EarlierGuest,
    GoBack,
    Me,
    Pass,
    PassInfo,
    SignOut,
    Somebody,
    TakeBack,
)
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.tables.guest_games import Bringing
from skerry.server.tables.registry import Tables
from skerry.server.web.bodies import address, decode, json_response, read_body, same_host

FOREIGN = "This request came from another website and was blocked."
PASSES = 20  # links that one address may make at once; one more every 10 s
CHANGES = 60  # times that one address may move games, or go back to a guest; one more every second
FILE_COST = 5  # of reading, where a small page costs 1: a whole game is replayed or written
TRIES = 10  # passwords and links that one address, or one known browser, may try at once; one more every 30 s
GUESSES = 100  # passwords that strangers may try at once for one account; one more every 30 s


class Visitor(Struct, frozen=True):
    """A browser's session and whose it is; a new guest has the same id for both."""

    session: str
    person: str
    proof: str = ""  # how the session began, see people.py


class Door:
    def __init__(self, guests: Guests, people: People, tables: Tables, reads_per_second: int) -> None:
        self.guests = guests
        self.people = people
        self.tables = tables
        self.bringing = Bringing(tables, people)
        self.trying = Allowance(1 / 30, TRIES)
        self.guessing = Allowance(1 / 30, GUESSES)
        self.passing = Allowance(1 / 10, PASSES)
        self.changing = Allowance(1, CHANGES)
        self.reading = Allowance(reads_per_second, 10 * reads_per_second)

    async def known(self, connection: HTTPConnection) -> Visitor | None:
        """None: no cookie, a forged one, or one whose session has ended."""
        session = self.guests.of(connection)
        found = None if session is None else await self.people.session(session)
        return None if found is None else Visitor(found.id, found.person, found.proof)

    async def person(self, connection: HTTPConnection) -> str | None:
        known = await self.known(connection)
        return None if known is None else known.person

    async def visitor(self, connection: HTTPConnection) -> Visitor:
        known = await self.known(connection)
        if known is not None:
            return known
        session = new_session()
        return Visitor(session, session)

    def welcome(self, visitor: Visitor, request: Request, response: Response) -> Response:
        """The cookie is given once, and again with each page.

        Not with every answer: one that was under way while somebody signed in would undo that.
        """
        if self.guests.of(request) != visitor.session:
            self.guests.welcome(visitor.session, request, response)
        return response

    def greet(self, visitor: Visitor, request: Request, response: Response) -> Response:
        """The same for somebody who only looks.

        A browser whose session has ended may have got another one while this was under way, and that stays.
        """
        has_ended = self.guests.of(request) not in (None, visitor.session)
        return response if has_ended else self.welcome(visitor, request, response)

    async def earlier(self, connection: HTTPConnection, me: str) -> list[Visitor]:
        """The guests who played here before, and are not this person."""
        found: dict[str, Visitor] = {}
        for id_ in self.guests.earlier(connection):
            session = await self.people.session(id_)
            if session is not None and session.person != me and await self.is_guest(session.person):
                found.setdefault(session.person, Visitor(session.id, session.person, session.proof))
        return list(found.values())

    async def is_guest(self, person: str) -> bool:
        return (await self.people.read(person)).account is None

    async def me(self, visitor: Visitor, request: Request) -> Me:
        person = await self.people.read(visitor.person)
        earlier = [one.person for one in await self.earlier(request, visitor.person)]
        return Me(
            await self.people.called(visitor.person, ""),
            person.account,
            has_accounts(),
            max(1, await self.people.browsers(visitor.person)),
            [await self.somebody(one) for one in earlier],
            await self.bringing.count_moved([visitor.person, *earlier]),
        )

    async def somebody(self, person: str) -> Somebody:
        return Somebody(who(person), await self.people.called(person), await self.people.games(person))

    # ---- another device
    async def make_pass(self, request: Request) -> Response:
        """A link to another device."""
        check_origin(request)
        if not self.passing.take(address(request)):
            raise HTTPException(429, TOO_MANY)
        visitor = await self.visitor(request)
        answer = json_response(Pass(await self.people.new_pass(visitor.session, visitor.person)), 201)
        return self.welcome(visitor, request, answer)

    async def look_at_pass(self, request: Request) -> Response:
        """Whose link it is.  Nothing happens, and it can still be used."""
        check_origin(request)
        self.check_tries(address(request))
        wish = decode(await read_body(request), Pass)
        found = await self.people.look_at_pass(wish.secret)
        current = await self.known(request)
        is_mine = current is not None and current.person == found.person
        here = current if current and not is_mine and self.people.is_kept(current.session) else None
        info = PassInfo(
            name=await self.people.called(found.person),
            account=(await self.people.read(found.person)).account,
            games=await self.people.games(found.person),
            made=found.made,
            mine=is_mine,
            here=await self.somebody(here.person) if here else None,
            comes_back=here is not None and await self.is_remembered(here),
        )
        return json_response(info)

    async def move(self, request: Request) -> Response:
        """This browser is signed in with such a link.  No game changes hands."""
        check_origin(request)
        self.check_tries(address(request))
        wish = decode(await read_body(request), Pass)
        current = await self.known(request)
        if current and current.person == (await self.people.look_at_pass(wish.secret)).person:
            return self.welcome(current, request, json_response(await self.me(current, request)))
        session = new_session()
        person = await self.people.use_pass(wish.secret, session)
        return await self.enter(request, current, Visitor(session, person, "link"))

    async def enter(self, request: Request, before: Visitor | None, now: Visitor) -> Response:
        """This browser is somebody else's from now on.  A guest who played here before can come back."""
        earlier = self.guests.earlier(request)
        if before is not None:
            if before.person != now.person and await self.is_remembered(before):
                earlier = [before.session, *earlier]
            else:  # an account is known by its password
                self.tables.end_sessions(await self.people.end(before.session, before.person))
        answer = json_response(await self.me(now, request))
        if earlier:
            self.guests.remember(earlier, request, answer)
        return self.welcome(now, request, answer)

    async def is_remembered(self, visitor: Visitor) -> bool:
        """Is it a guest who has something to come back to?"""
        return self.people.is_kept(visitor.session) and await self.is_guest(visitor.person)

    # ---- guests who played here before
    async def show_earlier(self, request: Request) -> Response:
        self.check_reads(request, FILE_COST)
        visitor = await self.visitor(request)
        earlier = await self.earlier(request, visitor.person)
        guests = [
            EarlierGuest(
                who(one.person),
                await self.people.called(one.person),
                await self.bringing.games(one.person, visitor.person, visitor.proof),
            )
            for one in earlier
        ]
        moved = await self.bringing.moved([visitor.person, *(one.person for one in earlier)])
        return json_response(EarlierGames(await self.somebody(visitor.person), guests, moved))

    async def bring(self, request: Request) -> Response:
        """Games of guests who played here before are mine from now on: those that were chosen, and no others."""
        check_origin(request)
        self.check_changes(request)
        wish = decode(await read_body(request), Bring)
        visitor = await self.visitor(request)
        if wish.to != who(visitor.person):
            raise HTTPException(409, "You have signed in as somebody else meanwhile. Reload the page and look again.")
        await self.people.keep(visitor.session, visitor.person)
        guests = [one.person for one in await self.earlier(request, visitor.person)]
        done = await self.bringing.bring(guests, visitor.person, visitor.proof, wish.games)
        return self.welcome(visitor, request, json_response(Changed(done)))

    async def take_back(self, request: Request) -> Response:
        check_origin(request)
        self.check_changes(request)
        wish = decode(await read_body(request), TakeBack)
        visitor = await self.visitor(request)
        guests = [*(one.person for one in await self.earlier(request, visitor.person)), visitor.person]
        return json_response(Changed(await self.bringing.take_back(guests, wish.games)))

    async def go_back(self, request: Request) -> Response:
        """Be a guest again who played here before.  Whoever was signed in here meanwhile is signed out."""
        check_origin(request)
        self.check_changes(request)
        wish = decode(await read_body(request), GoBack)
        current = await self.visitor(request)
        earlier = await self.earlier(request, current.person)
        found = [one for one in earlier if who(one.person) == wish.who]
        if not found:
            raise HTTPException(409, "This guest is not known here any more.")
        remembered = [one.session for one in earlier if one is not found[0]]
        if current.proof:
            self.tables.end_sessions(await self.people.end(current.session, current.person))
        elif self.people.is_kept(current.session):
            remembered = [current.session, *remembered]
        answer = json_response(await self.me(found[0], request))
        self.guests.remember(remembered, request, answer)
        return self.welcome(found[0], request, answer)

    # ---- accounts
    async def open_account(self, request: Request) -> Response:
        """A first account, or another name or password for it.  All other browsers are signed out."""
        check_origin(request)
        self.check_tries(address(request))
        wish = decode(await read_body(request), Account)
        visitor = await self.visitor(request)
        if wish.old and not self.guessing.take(f"old {visitor.person}"):
            raise HTTPException(429, "Too many attempts. Please wait a few minutes.")
        await self.people.keep(visitor.session, visitor.person)
        session, ended = await self.people.open_account(
            visitor.session, visitor.person, wish.name, wish.password, wish.old
        )
        self.tables.end_sessions(ended)
        now = Visitor(session, visitor.person, "password")
        answer = json_response(await self.me(now, request))
        self.guests.know(now.person, request, answer)
        return self.welcome(now, request, answer)

    async def sign_in(self, request: Request) -> Response:
        """No game changes hands."""
        check_origin(request)
        wish = decode(await read_body(request), Account)
        await self.check_guesses(request, wish.name)
        current, session = await self.known(request), new_session()
        person = await self.people.sign_in(wish.name, wish.password, session)
        answer = await self.enter(request, current, Visitor(session, person, "password"))
        self.guests.know(person, request, answer)
        return answer

    async def check_guesses(self, request: Request, account: str) -> None:
        """Whoever has signed in to this account in this browser before has tries of their own.

        Otherwise strangers who try passwords could keep somebody out of their account.
        """
        device = self.guests.device(request)
        if device is not None and device[0] == await self.people.account(account):
            self.check_tries(f"device {device[1]}")
            return
        self.check_tries(address(request))
        if not self.guessing.take(account.lower()):
            raise HTTPException(
                429,
                "Somebody has tried a lot of passwords for this account. Sign in where you have been signed in before, "
                "make a link there, or wait a few minutes.",
            )

    async def sign_out(self, request: Request) -> Response:
        """This browser becomes a stranger again; with `everywhere` all browsers of the person, with `others` all but
        this one."""
        check_origin(request)
        wish = decode(await read_body(request), SignOut)
        visitor = await self.known(request)
        response = Response(status_code=204)
        if visitor is not None and wish.others:
            self.check_changes(request)
            session, ended = await self.people.end_others(visitor.session, visitor.person)
            self.tables.end_sessions(ended)
            return self.welcome(Visitor(session, visitor.person), request, response)
        response.delete_cookie(self.guests.cookie)
        if visitor is not None:
            ended = await self.people.end(visitor.session, visitor.person, wish.everywhere)
            self.tables.end_sessions(ended)
        return response

    # ---- limits
    def check_reads(self, request: Request, cost: float = 1) -> None:
        """Reading is not free either, and some requests cost much more than others."""
        if not self.reading.take(address(request), cost):
            raise HTTPException(429, TOO_MANY)

    def check_changes(self, request: Request) -> None:
        if not self.changing.take(address(request)):
            raise HTTPException(429, TOO_MANY)

    def check_tries(self, name: str) -> None:
        if not self.trying.take(name):
            raise HTTPException(429, "Too many attempts. Please wait a few minutes.")


def who(person: str) -> str:
    """A public id for the person."""
    return hashlib.sha256(f"who {person}".encode()).hexdigest()[:16]


def check_origin(request: Request) -> None:
    if not same_host(request):
        raise HTTPException(403, FOREIGN)
