"""The HTTP calls about games and tables: the home page, new tables, joining, files."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from skerry.bots import LEVELS
from skerry.core.components import ComponentError
from skerry.core.game import OptionError
from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import MatchError, SaveError
from skerry.match.save import MAX_SAVE_BYTES
from skerry.server.errors import TOO_MANY, BadRequest, NotFound, Refusal, TooMany, as_sentence
from skerry.server.people import home_lists
from skerry.server.protocol.calls import Created, Curve, Home, Learner, NewTable, TakeSeat
from skerry.server.protocol.table_settings import SETTINGS_FORM
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import Settings
from skerry.server.store import results
from skerry.server.store.home import read_listed
from skerry.server.tables import history
from skerry.server.tables.following import retrying
from skerry.server.tables.inviting import invitations_shown
from skerry.server.tables.making import add_upload, create_guided, create_table
from skerry.server.tables.registry import Tables
from skerry.server.tables.seating import take_seat
from skerry.server.web.bodies import address, download, json_response, read_body, read_call
from skerry.server.web.competition import CompetitionCalls
from skerry.server.web.me import MeCalls
from skerry.server.web.packing import lasting
from skerry.server.web.practice import PracticeCalls
from skerry.server.web.quotas import TableQuota
from skerry.server.web.visitors import FILE_COST, check_origin
from skerry.version import __version__

OPEN_TABLES = 20  # of strangers, on the home page
LOOKED_THROUGH = 5 * OPEN_TABLES  # to find so many: no host has many in the list
SHOWN_TABLES = 100  # of one guest, on the home page


class TableCalls:
    def __init__(
        self,
        settings: Settings,
        tables: Tables,
        me: MeCalls,
        practice: PracticeCalls,
        competition: CompetitionCalls,
        quota: TableQuota,
    ) -> None:
        self.tables = tables
        self.store = tables.store
        self.me = me
        self.visitors = me.visitors
        self.people = me.people
        self.practice = practice
        self.competition = competition
        self.quota = quota
        self.joining = Allowance(settings.messages_per_second, 3 * settings.messages_per_second)

    async def home(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        visitor = await self.visitors.visitor(request, uninvited=True)
        person, rules = visitor.person, self.visitors.rules
        uninvited = visitor.is_new and rules.is_invite_only
        earlier = await self.visitors.earlier(request, person)
        about = await self.me.about(person, earlier)
        listed = await asyncio.to_thread(read_listed, self.store, person, SHOWN_TABLES, LOOKED_THROUGH)
        home = Home(
            games=await asyncio.to_thread(home_lists.list_games),  # the first time, it loads them all
            series=home_lists.list_series(about),
            bots=list(LEVELS),
            settings=[row for row in SETTINGS_FORM if row.name != "rated" or self.competition.has_ratings],
            tables=home_lists.list_tables(self.store, person, listed.mine),
            open=[]
            if uninvited
            else home_lists.list_open_tables(self.store, listed.joinable, OPEN_TABLES, about.apart),
            compiled=self.tables.thinking.compiled,
            version=__version__,
            me=await self.me.describe_with(about, earlier),
            ratings=self.competition.has_ratings,
            leagues=self.competition.has_leagues,
            message=rules.message,
            uninvited=uninvited,
            invited=await asyncio.to_thread(invitations_shown, self.store, person, about.invited)
            if about.invited
            else [],
        )
        if home.tables:
            await self.people.store_session(visitor.session, person)
        return self.visitors.greet(visitor, request, json_response(home))

    async def results(self, request: Request) -> Response:
        """What this person has reached, for statistics."""
        self.visitors.check_reads(request)
        person = await self.visitors.person(request)
        return json_response(await asyncio.to_thread(results.read_results, self.store, person) if person else [])

    async def rules(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        name = request.path_params["name"]
        if name not in GAMES:
            raise NotFound(f"There is no game {name[:40]!r}.")
        return await lasting(request, await asyncio.to_thread(home_lists.rules_written, name))

    async def learn(self, request: Request) -> Response:
        self.visitors.check_reads(request)
        name = request.path_params["name"]
        found = await asyncio.to_thread(home_lists.lessons_written, name) if name in GAMES else None
        if found is None:
            raise NotFound(f"There is no guided game for {name[:40]!r}.")
        return await lasting(request, found)

    async def new_guided(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        name = request.path_params["name"]
        if name not in GAMES or await asyncio.to_thread(home_lists.lessons_of, name) is None:
            raise NotFound(f"There is no guided game for {name[:40]!r}.")
        self.quota.check_rate(request, visitor.person)
        wish = await read_call(request, Learner)
        await self.quota.check_space(visitor.person)
        try:
            await self.people.store_session(visitor.session, visitor.person)
            created = Created(await create_guided(self.tables, visitor.person, name, wish))
        except MatchError as error:
            raise BadRequest(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(created, 201))

    async def new_table(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        self.quota.check_rate(request, visitor.person)
        wish = await read_call(request, NewTable)
        if wish.rated:
            await self.competition.check_rated(visitor.person)
        await self.quota.check_space(visitor.person)
        try:
            await self.people.store_session(visitor.session, visitor.person)
            created = Created(await create_table(self.tables, visitor.person, wish))
        except (MatchError, OptionError, ComponentError) as error:
            raise BadRequest(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(created, 201))

    async def take_seat(self, request: Request) -> Response:
        """Sit down with an invitation."""
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        if not self.joining.take(address(request)):
            raise TooMany(TOO_MANY)
        wish = await read_call(request, TakeSeat)
        table = await self.tables.open(request.path_params["id"])
        if table.lobby is None:
            raise Refusal("This game is played on one screen, so nobody can join it.")
        if table.lobby.terms.rated:
            await self.competition.check_rated(visitor.person)
        try:
            lobby = table.lobby
            async with table.lock:
                await retrying(table, lambda: take_seat(lobby, visitor.person, wish))
            await self.people.store_session(visitor.session, visitor.person, wish.name)
        except MatchError as error:
            raise Refusal(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(Created(table.id)))

    async def open_saved(self, request: Request) -> Response:
        """Upload a saved game: to look at it if it is over, to continue it otherwise."""
        check_origin(request)
        visitor = await self.visitors.visitor(request)
        self.quota.check_rate(request, visitor.person)
        self.tables.uploads.check_places(visitor.person, address(request))
        data = await read_body(request, MAX_SAVE_BYTES)
        await self.quota.check_space(visitor.person)
        try:
            await self.people.store_session(visitor.session, visitor.person)
            created = Created(*await add_upload(self.tables, visitor.person, data, address(request)))
        except SaveError as error:
            raise BadRequest(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(created, 201))

    async def delete_table(self, request: Request) -> Response:
        check_origin(request)
        id_ = request.path_params["id"]
        person = await self.visitors.person(request)
        if person is not None and await self.me.bringing.give_back(person, id_):
            return Response(status_code=204)
        await self.practice.daily.keep_try(id_)
        await self.tables.delete(person, id_)
        if await asyncio.to_thread(self.store.is_deleted, id_):  # a game of friends stays theirs
            await self.practice.reviews.forget(id_)
        return Response(status_code=204)

    async def saved_match(self, request: Request) -> Response:
        """The whole match as `skerry replay` and `skerry check` read it, when nothing of it is secret any more."""
        self.visitors.check_reads(request, FILE_COST)
        person = await self.visitors.person(request)
        table = await self.tables.open(request.path_params["id"])
        table.check_entry(person)
        data = await history.saved(table, person)
        if data is None:
            raise Refusal(
                "You can only save this game once it is over, because the file contains the seed and all hidden cards."
            )
        return download(data, f"{table.record.game}-{table.id}.json", "application/json")

    async def story(self, request: Request) -> Response:
        """The log in words, as the seat may read it."""
        self.visitors.check_reads(request, FILE_COST)
        table = await self.tables.open(request.path_params["id"])
        try:
            seat = int(request.query_params.get("seat", SPECTATOR))
        except ValueError as error:
            raise BadRequest("The seat must be a number.") from error
        text = await history.story(table, await self.visitors.person(request), seat)
        return download(text, f"{table.record.game}-{table.id}.txt", "text/plain; charset=utf-8")

    async def curve(self, request: Request) -> Response:
        self.visitors.check_reads(request, FILE_COST)
        table = await self.tables.open(request.path_params["id"])
        table.check_entry(await self.visitors.person(request))
        return json_response(Curve(await history.points_curve(table)))
