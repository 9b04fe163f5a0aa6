"""The HTTP calls about people: oneself (name, recovery code, vacation), contacts, invitations, blocks."""

import asyncio
from functools import partial

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from skerry.match.names import is_valid_name
from skerry.server.errors import TOO_MANY, TableError, TooMany
from skerry.server.people import contacts as known
from skerry.server.people.cookie import new_session
from skerry.server.people.home_lists import title_of
from skerry.server.protocol.people_calls import (
    Block,
    InvitePeople,
    NewVacation,
    PersonRating,
    Preferences,
    RecoveryCode,
)
from skerry.server.runtime import machine_clock
from skerry.server.store import contacts, people
from skerry.server.store.allowances import ExactAllowance
from skerry.server.store.engine.db import Db
from skerry.server.store.store import durable
from skerry.server.tables.inviting import check_inviting, invitable_people, invite_people
from skerry.server.tables.lobby import Lobby
from skerry.server.tables.vacations import go_on_vacation, vacation_now
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.competition import CompetitionCalls
from skerry.server.web.me import MeCalls
from skerry.server.web.visitors import FILE_COST, Visitor, check_origin

INVITATIONS_AT_ONCE = 20  # of one person; one more every five minutes
INVITATIONS_OF_ONE = 4  # of one person by another; one more every six hours
VACATIONS_AT_ONCE = 10  # times that one person may come and go; one more every hour


class PeopleCalls:
    def __init__(self, me: MeCalls, competition: CompetitionCalls) -> None:
        self.me = me
        self.visitors = me.visitors
        self.people = me.people
        self.tables = me.tables
        self.store = me.tables.store
        self.competition = competition
        self.inviting = ExactAllowance(self.store, "invite", 1 / 300, INVITATIONS_AT_ONCE)
        self.inviting_one = ExactAllowance(self.store, "invite one", 1 / 21_600, INVITATIONS_OF_ONE)
        self.leaving = ExactAllowance(self.store, "vacation", 1 / 3_600, VACATIONS_AT_ONCE)

    # ---- oneself
    async def keep_preferences(self, request: Request) -> Response:
        """The name and the mark that new tables begin with."""
        visitor = await self.changing_visitor(request)
        wish = await read_call(request, Preferences)
        if wish.name is not None and not is_valid_name(wish.name):
            raise TableError("A name needs printable characters.")
        await self.people.store_session(visitor.session, visitor.person)

        def keep(db: Db) -> None:
            if wish.name is not None:
                people.write_name(db, visitor.person, wish.name)
            if wish.mark is not None:
                people.write_mark(db, visitor.person, wish.mark)

        await durable(self.store.put(keep))
        return self.visitors.welcome(visitor, request, json_response(await self.me.describe(visitor, request)))

    async def put_warning_away(self, request: Request) -> Response:
        visitor, now = await self.changing_visitor(request), machine_clock.wall()
        await durable(self.store.put(lambda db: people.write_warned(db, visitor.person, now)))
        return Response(status_code=204)

    async def make_recovery(self, request: Request) -> Response:
        """It is shown once."""
        check_origin(request)
        if not self.me.passing.take(address(request)):
            raise TooMany(TOO_MANY)
        visitor = await self.visitors.visitor(request)
        code = await self.people.new_recovery(visitor.session, visitor.person)
        return self.visitors.welcome(visitor, request, json_response(RecoveryCode(code), 201))

    async def revoke_recovery(self, request: Request) -> Response:
        visitor = await self.changing_visitor(request)
        await self.people.store_session(visitor.session, visitor.person)
        await self.people.keep_recovery(visitor.session, visitor.person, None)
        return json_response(await self.me.describe(visitor, request))

    async def recover(self, request: Request) -> Response:
        """No game changes hands; a guest who played here before can come back."""
        check_origin(request)
        await self.me.check_tries(address(request))
        wish = await read_call(request, RecoveryCode)
        current, session = await self.visitors.known(request, uninvited=True), new_session()
        person = await self.people.use_recovery(wish.code, session)
        return await self.me.enter(request, current, Visitor(session, person, "link"))

    async def show_vacation(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        visitor = await self.visitors.visitor(request)
        return json_response(await asyncio.to_thread(vacation_now, self.store, visitor.person))

    async def change_vacation(self, request: Request) -> Response:
        visitor = await self.changing_visitor(request)
        wish = await read_call(request, NewVacation)
        if not await self.leaving.take(visitor.person):
            raise TooMany("You have changed your vacation many times. Please wait an hour.")
        await self.people.store_session(visitor.session, visitor.person)
        await go_on_vacation(self.tables, visitor.person, wish.days)
        return json_response(await asyncio.to_thread(vacation_now, self.store, visitor.person))

    # ---- others
    async def show_people(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        visitor = await self.visitors.visitor(request)
        return json_response(await asyncio.to_thread(known.list_people, self.store, visitor.person))

    async def show_person(self, request: Request) -> Response:
        self.visitors.check_reads(request, FILE_COST)
        visitor = await self.visitors.visitor(request)
        find = partial(known.find_contact, self.store, visitor.person, request.path_params["who"], with_blocked=True)
        contact = await asyncio.to_thread(find)
        profile = await asyncio.to_thread(known.profile_of, self.store, visitor.person, contact)
        return json_response(replace(profile, ratings=await self.ratings_of(contact.person)))

    async def ratings_of(self, person: str) -> list[PersonRating]:
        found = await self.competition.ratings_of(person)
        return [PersonRating(title_of(pool.game), pool.players, shown) for pool, shown in found]

    async def block(self, request: Request) -> Response:
        visitor = await self.changing_visitor(request)
        wish = await read_call(request, Block)
        me, now = visitor.person, machine_clock.wall()
        find = partial(known.find_contact, self.store, me, request.path_params["who"], with_blocked=True)
        other = (await asyncio.to_thread(find)).person
        if not wish.blocked:
            await durable(self.store.put(lambda db: contacts.delete_block(db, me, other)))
        elif not await durable(self.store.put(lambda db: contacts.write_block(db, me, other, now))):
            raise TooMany("You have blocked very many people. Unblock somebody first.")
        self.store.tell(f"block {me}")
        await self.tables.read_blocks(me)
        return json_response(await asyncio.to_thread(known.list_people, self.store, me))

    # ---- invitations
    async def lobby_of(self, request: Request) -> Lobby:
        table = await self.tables.open(request.path_params["id"])
        if table.lobby is None:
            raise TableError("This game is played on one screen, so nobody can join it.")
        return table.lobby

    async def show_invitable(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        visitor = await self.visitors.visitor(request)
        lobby = await self.lobby_of(request)
        check_inviting(lobby, visitor.person)
        return json_response(await asyncio.to_thread(invitable_people, lobby, visitor.person))

    async def invite(self, request: Request) -> Response:
        visitor = await self.changing_visitor(request)
        wish = await read_call(request, InvitePeople)
        lobby = await self.lobby_of(request)
        check_inviting(lobby, visitor.person)
        for who in dict.fromkeys(wish.who):
            is_allowed = await self.inviting_one.take(f"{visitor.person} {who}")
            if not is_allowed or not await self.inviting.take(visitor.person):
                raise TooMany("You have invited a lot of people. Please try again later.")
        await invite_people(lobby, visitor.person, wish.who)
        return json_response(await asyncio.to_thread(invitable_people, lobby, visitor.person))

    async def decline(self, request: Request) -> Response:
        visitor, id_ = await self.changing_visitor(request), request.path_params["id"]
        await durable(self.store.put(lambda db: contacts.decline_invitation(db, id_, visitor.person)))
        return Response(status_code=204)

    async def changing_visitor(self, request: Request) -> Visitor:
        check_origin(request)
        self.me.check_changes(request)
        return await self.visitors.visitor(request)
