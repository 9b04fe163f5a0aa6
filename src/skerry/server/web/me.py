"""The HTTP calls about oneself: other devices, earlier guests, accounts."""

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from skerry.server.errors import TOO_MANY, Denied, Refusal, TooMany
from skerry.server.people.cookie import new_session
from skerry.server.people.house_rules import USED_UP
from skerry.server.people.public_id import public_id
from skerry.server.people.sessions import A_GUEST, has_accounts
from skerry.server.protocol.account_calls import (
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
from skerry.server.runtime import machine_clock
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.runtime.secret_hash import hash_of_secret
from skerry.server.store.allowances import ExactAllowance
from skerry.server.store.home import AboutPerson, read_about
from skerry.server.store.house import use_invitation
from skerry.server.store.people import GuestSummary
from skerry.server.store.store import durable
from skerry.server.tables.guest_games import Bringing
from skerry.server.tables.registry import Tables
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.visitors import FILE_COST, Visitor, Visitors, check_origin

TOO_MANY_ATTEMPTS = "Too many attempts. Please wait a few minutes."
MAX_PASSES = 20  # links that one address may make at once; one more every 10 s
MAX_CHANGES = 60  # times that one address may move games, or go back to a guest; one more every second
MAX_TRIES = 10  # passwords and links that one address, or one known browser, may try at once; one more every 30 s
MAX_GUESSES = 100  # passwords that strangers may try at once for one account; one more every 30 s


class MeCalls:
    """The HTTP calls about oneself."""

    def __init__(self, visitors: Visitors, tables: Tables) -> None:
        self.visitors = visitors
        self.cookies = visitors.cookies
        self.people = visitors.people
        self.tables = tables
        self.bringing = Bringing(tables, self.people)
        self.trying = ExactAllowance(tables.store, "try", 1 / 30, MAX_TRIES)
        self.guessing = ExactAllowance(tables.store, "guess", 1 / 30, MAX_GUESSES)
        self.passing = Allowance(1 / 10, MAX_PASSES)
        self.changing = Allowance(1, MAX_CHANGES)

    async def describe(self, visitor: Visitor, request: Request) -> Me:
        earlier = await self.visitors.earlier(request, visitor.person)
        return await self.describe_with(await self.about(visitor.person, earlier), earlier)

    async def about(self, person: str, earlier: Sequence[Visitor]) -> AboutPerson:
        guests = [person, *(guest.person for guest in earlier)]
        return await asyncio.to_thread(read_about, self.tables.store, person, guests)

    async def describe_with(self, about: AboutPerson, earlier: Sequence[Visitor]) -> Me:
        return Me(
            about.account or about.name or about.called,
            about.account,
            has_accounts(),
            max(1, about.browsers),
            [Somebody(public_id(one.id), one.name or A_GUEST, one.games) for one in guests_of(earlier)],
            about.moved,
            about.name,
            about.mark,
            about.recovery_made,
            about.has_friends and not (about.is_warned or about.account or about.recovery_made),
            about.vacation,
        )

    async def somebody(self, person: str) -> Somebody:
        return Somebody(public_id(person), await self.people.called(person), await self.people.games(person))

    async def accept_invitation(self, request: Request) -> Response:
        """To a server by invitation.  Who is known here needs none, and uses none up."""
        check_origin(request)
        await self.check_tries(address(request))
        wish = await read_call(request, Pass)
        visitor = await self.visitors.visitor(request, uninvited=True)
        if visitor.is_new:
            secret, now = hash_of_secret(wish.secret), machine_clock.wall()
            if not await durable(self.people.store.put(lambda db: use_invitation(db, secret, now))):
                raise Denied(USED_UP)
            await self.people.store_session(visitor.session, visitor.person)
        return self.visitors.welcome(visitor, request, Response(status_code=204))

    # ---- another device
    async def make_pass(self, request: Request) -> Response:
        """A link to another device."""
        check_origin(request)
        if not self.passing.take(address(request)):
            raise TooMany(TOO_MANY)
        visitor = await self.visitors.visitor(request)
        answer = json_response(Pass(await self.people.new_pass(visitor.session, visitor.person)), 201)
        return self.visitors.welcome(visitor, request, answer)

    async def look_at_pass(self, request: Request) -> Response:
        """Whose link it is.  Nothing happens, and it can still be used."""
        check_origin(request)
        await self.check_tries(address(request))
        wish = await read_call(request, Pass)
        found = await self.people.look_at_pass(wish.secret)
        current = await self.visitors.known(request, uninvited=True)
        is_mine = current is not None and current.person == found.person
        here = current if current and not is_mine and self.people.is_kept(current.session) else None
        info = PassInfo(
            name=await self.people.called(found.person),
            account=(await self.people.read(found.person)).account,
            games=await self.people.games(found.person),
            made=found.made,
            mine=is_mine,
            here=await self.somebody(here.person) if here else None,
            comes_back=here is not None and await self.visitors.is_remembered(here),
        )
        return json_response(info)

    async def move(self, request: Request) -> Response:
        """This browser is signed in with such a link.  No game changes hands."""
        check_origin(request)
        await self.check_tries(address(request))
        wish = await read_call(request, Pass)
        current = await self.visitors.known(request, uninvited=True)
        if current and current.person == (await self.people.look_at_pass(wish.secret)).person:
            return self.visitors.welcome(current, request, json_response(await self.describe(current, request)))
        session = new_session()
        person = await self.people.use_pass(wish.secret, session)
        return await self.enter(request, current, Visitor(session, person, "link"))

    async def enter(self, request: Request, before: Visitor | None, now: Visitor) -> Response:
        """This browser is somebody else's from now on.  A guest who played here before can come back."""
        earlier = self.cookies.earlier(request)
        if before is not None:
            if before.person != now.person and await self.visitors.is_remembered(before):
                earlier = [before.session, *earlier]
            else:  # an account is known by its password
                self.tables.end_sessions(await self.people.end(before.session, before.person))
        answer = json_response(await self.describe(now, request))
        if earlier:
            self.cookies.remember(earlier, request, answer)
        return self.visitors.welcome(now, request, answer)

    # ---- guests who played here before
    async def show_earlier(self, request: Request) -> Response:
        self.visitors.check_reads(request, FILE_COST)
        visitor = await self.visitors.visitor(request)
        earlier = await self.visitors.earlier(request, visitor.person)
        guests = [
            EarlierGuest(
                public_id(guest.person),
                await self.people.called(guest.person),
                await self.bringing.games(guest.person, visitor.person, visitor.proof),
            )
            for guest in earlier
        ]
        moved = await self.bringing.moved([visitor.person, *(guest.person for guest in earlier)])
        return json_response(EarlierGames(await self.somebody(visitor.person), guests, moved))

    async def bring(self, request: Request) -> Response:
        """Games of guests who played here before are mine from now on: those that were chosen, and no others."""
        check_origin(request)
        self.check_changes(request)
        wish = await read_call(request, Bring)
        visitor = await self.visitors.visitor(request)
        if wish.to != public_id(visitor.person):
            raise Refusal("You have signed in as somebody else since then. Reload the page and try again.")
        await self.people.store_session(visitor.session, visitor.person)
        guests = [guest.person for guest in await self.visitors.earlier(request, visitor.person)]
        done = await self.bringing.bring(guests, visitor.person, visitor.proof, wish.games)
        return self.visitors.welcome(visitor, request, json_response(Changed(done)))

    async def take_back(self, request: Request) -> Response:
        check_origin(request)
        self.check_changes(request)
        wish = await read_call(request, TakeBack)
        visitor = await self.visitors.visitor(request)
        guests = [*(guest.person for guest in await self.visitors.earlier(request, visitor.person)), visitor.person]
        return json_response(Changed(await self.bringing.take_back(guests, wish.games)))

    async def go_back(self, request: Request) -> Response:
        """Be a guest again who played here before.  An account that was signed in here is signed out."""
        check_origin(request)
        self.check_changes(request)
        wish = await read_call(request, GoBack)
        current = await self.visitors.visitor(request)
        earlier = await self.visitors.earlier(request, current.person)
        found = [guest for guest in earlier if public_id(guest.person) == wish.who]
        if not found:
            raise Refusal("This browser no longer remembers this guest.")
        remembered = [guest.session for guest in earlier if guest is not found[0]]
        if current.proof:
            self.tables.end_sessions(await self.people.end(current.session, current.person))
        elif self.people.is_kept(current.session):
            remembered = [current.session, *remembered]
        answer = json_response(await self.describe(found[0], request))
        self.cookies.remember(remembered, request, answer)
        return self.visitors.welcome(found[0], request, answer)

    # ---- accounts
    async def open_account(self, request: Request) -> Response:
        """A first account, or another name or password for it.  All other browsers are signed out."""
        check_origin(request)
        await self.check_tries(address(request))
        wish = await read_call(request, Account)
        visitor = await self.visitors.visitor(request)
        if wish.old and not await self.guessing.take(f"old {visitor.person}"):
            raise TooMany(TOO_MANY_ATTEMPTS)
        await self.people.store_session(visitor.session, visitor.person)
        session, ended = await self.people.open_account(
            visitor.session, visitor.person, wish.name, wish.password, wish.old
        )
        self.tables.end_sessions(ended)
        now = Visitor(session, visitor.person, "password")
        answer = json_response(await self.describe(now, request))
        self.cookies.know(now.person, request, answer)
        return self.visitors.welcome(now, request, answer)

    async def sign_in(self, request: Request) -> Response:
        """No game changes hands."""
        check_origin(request)
        wish = await read_call(request, Account)
        await self.check_guesses(request, wish.name)
        current, session = await self.visitors.known(request, uninvited=True), new_session()
        person = await self.people.sign_in(wish.name, wish.password, session)
        answer = await self.enter(request, current, Visitor(session, person, "password"))
        self.cookies.know(person, request, answer)
        return answer

    async def check_guesses(self, request: Request, account: str) -> None:
        """A browser that has signed in to this account before has tries of its own.

        Otherwise strangers who try passwords could keep somebody out of their account.
        """
        device = self.cookies.device(request)
        if device is not None and device[0] == await self.people.account(account):
            await self.check_tries(f"device {device[1]}")
            return
        await self.check_tries(address(request))
        if not await self.guessing.take(account.lower()):
            raise TooMany(
                "Too many passwords have been tried for this account. Sign in from a browser you have used before, "
                "or wait a few minutes.",
            )

    async def sign_out(self, request: Request) -> Response:
        """This browser becomes a stranger again; with `everywhere` all browsers of the person, with `others` all but
        this one."""
        check_origin(request)
        wish = await read_call(request, SignOut)
        visitor = await self.visitors.anybody(request)
        response = Response(status_code=204)
        if visitor is not None and wish.others:
            self.check_changes(request)
            session, ended = await self.people.end_others(visitor.session, visitor.person)
            self.tables.end_sessions(ended)
            return self.visitors.welcome(Visitor(session, visitor.person), request, response)
        response.delete_cookie(self.cookies.cookie)
        if visitor is not None:
            ended = await self.people.end(visitor.session, visitor.person, wish.everywhere)
            self.tables.end_sessions(ended)
        return response

    # ---- limits

    def check_changes(self, request: Request) -> None:
        if not self.changing.take(address(request)):
            raise TooMany(TOO_MANY)

    async def check_tries(self, name: str) -> None:
        if not await self.trying.take(name):
            raise TooMany(TOO_MANY_ATTEMPTS)


def guests_of(earlier: Sequence[Visitor]) -> list[GuestSummary]:
    return [visitor.guest for visitor in earlier if visitor.guest is not None]
