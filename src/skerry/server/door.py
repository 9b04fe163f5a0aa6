"""At the door: who comes in, and the HTTP calls about oneself."""

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from skerry.server.calls import Account, Me, Pass, SignOut
from skerry.server.guests import Guests, new_session
from skerry.server.limits import Allowance
from skerry.server.people import People, has_accounts
from skerry.server.tables import Tables
from skerry.server.wire import address, decode, json_response, read_body, same_host

FOREIGN = "Another website asked for this, so it was not done."
PASSES = 20  # links that one address may make at once; one more every 10 s
FILE_COST = 5  # of reading, where a small page costs 1: a whole game is replayed or written
TRIES = 10  # passwords and links that one address, or one account name, may try at once; one more every 30 s


class Visitor(Struct, frozen=True):
    """A browser's session and whose it is; a new guest has the same id for both."""

    session: str
    person: str


class Door:
    def __init__(self, guests: Guests, people: People, tables: Tables, reads_per_second: int) -> None:
        self.guests = guests
        self.people = people
        self.tables = tables
        self.trying = Allowance(1 / 30, TRIES)
        self.passing = Allowance(1 / 10, PASSES)
        self.reading = Allowance(reads_per_second, 10 * reads_per_second)

    async def known(self, connection: HTTPConnection) -> Visitor | None:
        """None: no cookie, a forged one, or one whose session has ended."""
        session = self.guests.of(connection)
        person = None if session is None else await self.people.of(session)
        return None if session is None or person is None else Visitor(session, person)

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
        self.guests.welcome(visitor.session, request, response)
        return response

    async def me(self, visitor: Visitor) -> Me:
        person = await self.people.read(visitor.person)
        return Me(person.name, person.account, has_accounts())

    # ---- the calls
    async def make_pass(self, request: Request) -> Response:
        """A link to another device."""
        check_origin(request)
        if not self.passing.take(address(request)):
            raise HTTPException(429, "That is a lot of links at once. Please wait a minute and try again.")
        visitor = await self.visitor(request)
        await self.people.keep(visitor.session, visitor.person)
        answer = json_response(Pass(await self.people.new_pass(visitor.person)), 201)
        return self.welcome(visitor, request, answer)

    async def move(self, request: Request) -> Response:
        """This browser comes with such a link."""
        check_origin(request)
        self.check_tries(address(request))
        wish = decode(await read_body(request), Pass)
        return await self.become(request, await self.people.use_pass(wish.secret))

    async def open_account(self, request: Request) -> Response:
        check_origin(request)
        self.check_tries(address(request))
        wish = decode(await read_body(request), Account)
        visitor = await self.visitor(request)
        await self.people.keep(visitor.session, visitor.person)
        await self.people.open_account(visitor.person, wish.name, wish.password)
        return self.welcome(visitor, request, json_response(await self.me(visitor)))

    async def sign_in(self, request: Request) -> Response:
        check_origin(request)
        wish = decode(await read_body(request), Account)
        self.check_tries(address(request))
        self.check_tries(f"account {wish.name.lower()}")
        return await self.become(request, await self.people.sign_in(wish.name, wish.password))

    async def sign_out(self, request: Request) -> Response:
        """This browser becomes a stranger again; with `everywhere` all browsers of the person."""
        check_origin(request)
        wish = decode(await read_body(request), SignOut)
        visitor = await self.known(request)
        response = Response(status_code=204)
        response.delete_cookie(self.guests.cookie)
        if visitor is not None:
            ended = await self.people.end(visitor.session, visitor.person, wish.everywhere)
            self.tables.end_sessions(ended)
        return response

    async def become(self, request: Request, person: str) -> Response:
        """A new session for this person, who may have played here as a guest."""
        before = await self.known(request)
        if before is not None:
            await self.people.bring(before.person, person)
            await self.tables.read_again(before.person)
        visitor = Visitor(new_session(), person)
        await self.people.keep(visitor.session, person)
        return self.welcome(visitor, request, json_response(await self.me(visitor)))

    def check_reads(self, request: Request, cost: float = 1) -> None:
        """Reading is not free either, and some requests cost much more than others."""
        if not self.reading.take(address(request), cost):
            raise HTTPException(429, "That was a lot at once. Please wait a moment.")

    def check_tries(self, name: str) -> None:
        if not self.trying.take(name):
            raise HTTPException(429, "Too many tries. Wait a few minutes.")


def check_origin(request: Request) -> None:
    if not same_host(request):
        raise HTTPException(403, FOREIGN)
