"""The HTTP calls about ratings and leagues.  Where the host has switched them off, there is nothing here."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from skerry.core.components import ComponentError
from skerry.core.game import OptionError
from skerry.games import GAMES
from skerry.match import MatchError
from skerry.server.competition.league_view import league_shown, list_leagues
from skerry.server.competition.leagues import Leagues
from skerry.server.competition.ratings import Ratings
from skerry.server.competition.rounds import Rounds
from skerry.server.competition.skill import rating_shown
from skerry.server.config import ConfigError
from skerry.server.errors import TOO_MANY, BadRequest, Denied, NotFound, TooMany, as_sentence
from skerry.server.people.sessions import has_accounts
from skerry.server.protocol.calls import Created
from skerry.server.protocol.competition_calls import EnterLeague, LeaguesNow, NewLeague, RatingShown
from skerry.server.runtime import supervise
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import Settings
from skerry.server.store.ratings import RatingPool
from skerry.server.store.ratings import ratings_of as read_ratings_of
from skerry.server.tables.registry import Tables
from skerry.server.web.bodies import address, json_response, read_call
from skerry.server.web.quotas import TableQuota
from skerry.server.web.visitors import Visitor, Visitors, check_origin

LEAGUES_PER_HOUR = 20  # of one address
LIST_COST = 3  # of reading, where a small page costs 1
NO_ACCOUNTS = (
    "ratings need accounts, and those one more package: pip install 'skerry[accounts]', "
    "or in a checkout python3 play.py add accounts"
)
NO_RATINGS = "This server has no ratings."
NO_LEAGUES = "This server has no leagues."


class CompetitionCalls:
    def __init__(self, settings: Settings, tables: Tables, visitors: Visitors, quota: TableQuota) -> None:
        self.visitors = visitors
        self.people = visitors.people
        self.quota = quota
        if settings.ratings and not has_accounts():
            raise ConfigError(NO_ACCOUNTS)
        self.has_ratings = settings.ratings
        self.has_leagues = settings.leagues
        self.rated = Ratings(tables.store)
        self.leagues = Leagues(tables.store)
        self.rounds = Rounds(tables)
        self.making = Allowance(LEAGUES_PER_HOUR / 3600, LEAGUES_PER_HOUR)
        self.changing = Allowance(settings.messages_per_second, 3 * settings.messages_per_second)  # of one address

    def start_tasks(self) -> "list[asyncio.Task[None]]":
        tasks = []
        if self.has_ratings:
            tasks.append(supervise.start_task("the ratings", self.rated.watch))
        if self.has_leagues:
            tasks.append(supervise.start_task("the leagues", self.rounds.watch))
        return tasks

    # ---- ratings
    async def ratings(self, request: Request) -> Response:
        if not self.has_ratings:
            raise NotFound(NO_RATINGS)
        self.visitors.check_reads(request, LIST_COST)
        person = await self.visitors.person(request)
        return json_response(await self.rated.show(person or ""))

    async def ratings_of(self, person: str) -> list[tuple[RatingPool, RatingShown]]:
        """The person's ratings, one for each game and number of players; empty if the host has none."""
        found = await asyncio.to_thread(read_ratings_of, self.rated.store, person) if self.has_ratings else {}
        return [(pool, rating_shown(skill)) for pool, skill in sorted(found.items()) if pool.game in GAMES]

    async def check_rated(self, person: str) -> None:
        """May this person play a rated game here?"""
        if not self.has_ratings:
            raise NotFound(NO_RATINGS)
        if await self.visitors.is_guest(person):
            raise Denied("A rated game needs an account. Open one in the settings, under My games on other devices.")

    # ---- leagues
    async def visitor_of_leagues(self, request: Request) -> Visitor:
        if not self.has_leagues:
            raise NotFound(NO_LEAGUES)
        return await self.visitors.visitor(request)

    async def list_leagues(self, request: Request) -> Response:
        visitor = await self.visitor_of_leagues(request)
        self.visitors.check_reads(request, LIST_COST)
        found = await asyncio.to_thread(list_leagues, self.leagues.store, visitor.person)
        problem = await asyncio.to_thread(self.leagues.problem, visitor.person)
        answer = json_response(LeaguesNow(found, problem, self.has_ratings))
        return self.visitors.greet(visitor, request, answer)

    async def show_league(self, request: Request) -> Response:
        visitor = await self.visitor_of_leagues(request)
        self.visitors.check_reads(request, LIST_COST)
        return await self.shown(request.path_params["id"], visitor, request)

    async def new_league(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.visitor_of_leagues(request)
        wish = await read_call(request, NewLeague)
        if wish.rated:
            await self.check_rated(visitor.person)
        await self.quota.check_space(visitor.person)
        if not self.making.take(address(request)):
            raise TooMany("You have made a lot of leagues this hour. Please try again later.")
        try:
            await self.people.store_session(visitor.session, visitor.person)
            created = Created(await self.leagues.make(visitor.person, wish))
        except (MatchError, OptionError, ComponentError) as error:
            raise BadRequest(as_sentence(error)) from error
        return self.visitors.welcome(visitor, request, json_response(created, 201))

    async def change_league(self, request: Request) -> Response:
        """Enter, withdraw, start or cancel."""
        check_origin(request)
        visitor = await self.visitor_of_leagues(request)
        if not self.changing.take(address(request)):
            raise TooMany(TOO_MANY)
        id_, deed = request.path_params["id"], request.path_params["deed"]
        if deed == "enter":
            await self.enter(id_, visitor, await read_call(request, EnterLeague))
        elif deed in ("withdraw", "start", "cancel"):
            await getattr(self.leagues, deed)(id_, visitor.person)
        else:
            raise NotFound("There is no page here.")
        return self.visitors.welcome(visitor, request, await self.shown(id_, visitor, request))

    async def enter(self, id_: str, visitor: Visitor, wish: EnterLeague) -> None:
        record = await self.leagues.read(id_)
        if record.league.plan.rated:
            await self.check_rated(visitor.person)
        try:
            await self.people.store_session(visitor.session, visitor.person)
            await self.leagues.enter(id_, visitor.person, wish.name, wish.code)
        except MatchError as error:
            raise BadRequest(as_sentence(error)) from error

    async def shown(self, id_: str, visitor: Visitor, request: Request) -> Response:
        record = await self.leagues.read(id_)
        return self.visitors.greet(visitor, request, json_response(league_shown(record, visitor.person)))
