"""The server as an ASGI application: pages, and the HTTP calls of calls.py."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

import skerry
from skerry.bots import LEVELS
from skerry.core.components import ComponentError
from skerry.core.game import OptionError
from skerry.core.state import SPECTATOR
from skerry.games import GAMES
from skerry.match import MatchError, SaveError
from skerry.match.save import MAX_BYTES
from skerry.server.bots.pool import Thinking
from skerry.server.errors import (
    BUG,
    DISK,
    MOVED_ON,
    TOO_MANY,
    Conflict,
    Damaged,
    Refusal,
    StoreError,
)
from skerry.server.people import home_lists
from skerry.server.people.cookie import Guests, read_secret
from skerry.server.people.sessions import People
from skerry.server.protocol.calls import Created, Curve, Home, Learner, NewTable, TakeSeat
from skerry.server.protocol.messages import Problem
from skerry.server.runtime import supervise
from skerry.server.runtime.garbage import considerate
from skerry.server.runtime.rate_limits import Allowance, Bodies
from skerry.server.settings import Settings
from skerry.server.store import bulk, results
from skerry.server.store.folder import hold
from skerry.server.store.store import Store, durable, telling
from skerry.server.tables import history, waking
from skerry.server.tables.registry import Tables
from skerry.server.tables.timeouts import Lateness
from skerry.server.web.bodies import address, decode, download, json_response, read_body
from skerry.server.web.connections import Gate, KnownHosts
from skerry.server.web.me import FILE_COST, Door, check_origin
from skerry.server.web.packing import Packed, Packing, lasting
from skerry.server.web.practice import Practice
from skerry.server.web.quotas import Making
from skerry.server.web.static import SecurityHeaders, docs_file, page_file, page_folder
from skerry.server.web.websocket import Lines

log = logging.getLogger("skerry.server")

OPEN_TABLES = 20  # of strangers, on the home page
SHOWN_TABLES = 100  # of one guest, on the home page
PAGE_COST = 0.1  # of reading: a page has dozens of files, and many people may share an address
FIRST_PAGE = 2  # seconds in which only the first page is served


def create_app(settings: Settings) -> Starlette:
    """StoreError if the data folder cannot be used."""
    house = House(settings)
    routes = [
        Route("/api/home", house.home),
        Route("/api/games/{name}/rules", house.rules),
        Route("/api/games/{name}/learn", house.learn),
        Route("/api/games/{name}/learn", house.new_guided, methods=["POST"]),
        Route("/api/tables", house.new_table, methods=["POST"]),
        Route("/api/tables/{id}", house.delete_table, methods=["DELETE"]),
        Route("/api/tables/{id}/seat", house.take_seat, methods=["POST"]),
        Route("/api/tables/{id}/rematch", house.rematch, methods=["POST"]),
        Route("/api/me/results", house.results),
        Route("/api/me/pass", house.door.make_pass, methods=["POST"]),
        Route("/api/me/pass/look", house.door.look_at_pass, methods=["POST"]),
        Route("/api/me/move", house.door.move, methods=["POST"]),
        Route("/api/me/earlier", house.door.show_earlier),
        Route("/api/me/bring", house.door.bring, methods=["POST"]),
        Route("/api/me/take-back", house.door.take_back, methods=["POST"]),
        Route("/api/me/back", house.door.go_back, methods=["POST"]),
        Route("/api/me/account", house.door.open_account, methods=["POST"]),
        Route("/api/me/sign-in", house.door.sign_in, methods=["POST"]),
        Route("/api/me/sign-out", house.door.sign_out, methods=["POST"]),
        Route("/api/tables/{id}/match", house.saved_match),
        Route("/api/tables/{id}/log", house.story),
        Route("/api/tables/{id}/curve", house.curve),
        Route("/api/tables/{id}/review", house.practice.review, methods=["GET", "POST"]),
        Route("/api/tables/{id}/review/board", house.practice.review_board),
        Route("/api/tables/{id}/from", house.practice.play_from, methods=["POST"]),
        Route("/api/practice", house.practice.show),
        Route("/api/daily", house.practice.play_daily, methods=["POST"]),
        Route("/api/puzzles/{id}", house.practice.puzzle, methods=["GET", "POST"]),
        Route("/api/puzzles/{id}/table", house.practice.play_puzzle, methods=["POST"]),
        Route("/api/matches", house.open_saved, methods=["POST"]),
        WebSocketRoute("/ws/{id}", house.lines.join),
        Route("/docs", lambda request: RedirectResponse("/docs/")),
        Route("/docs/{path:path}", docs_file),
        Route("/t/{id}", house.page),
        Route("/t/{id}/review", house.page),
        Route("/move", house.page),
        Route("/bring", house.page),
        Route("/practice", house.page),
        Route("/practice/{id}", house.page),
        Route("/learn/{name}", house.page),
        Route("/{path:path}", house.page),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, names=settings.hosts),
            Middleware(Packing),
        ],
        exception_handlers={
            HTTPException: on_http_error,
            Refusal: on_refusal,
            Conflict: on_conflict,
            Damaged: on_damaged,
            StoreError: on_store_error,
            ClientDisconnect: on_gone,
            Exception: on_bug,
        },
        lifespan=house.lifespan,
    )
    app.state.gate = Gate(settings)
    app.state.bodies = Bodies()
    app.state.packed = Packed()
    app.state.closing = house.lines.closing
    return app


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        with telling(settings.data):
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder = hold(settings.data)
            secret = read_secret(settings.data / "secret")
            guests = Guests(secret)
        self.store = Store(settings.data / "matches.sqlite3")
        self.people = People(self.store)
        self.thinking = Thinking(settings.deadline)
        self.tables = Tables(self.store, self.thinking)
        self.lateness = Lateness(self.tables)
        self.door = Door(guests, self.people, self.tables, settings.reads_per_second)
        self.making = Making(settings, self.store)
        self.practice = Practice(settings.data, secret, self.tables, self.door, self.making)
        self.lines = Lines(settings, self.door, self.tables)
        self.joining = Allowance(settings.messages_per_second, 3 * settings.messages_per_second)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await durable(self.store.put(bulk.drop_halves))
        uptime = self.tables.uptime
        beside = [
            supervise.start("the machine's clocks", uptime.tick),
            supervise.start("the uptime", uptime.watch),
            supervise.start("the clocks of the tables", self.lateness.watch),
            supervise.start("bots after a start", partial(waking.watch, self.tables)),
            supervise.start("stalled connections", app.state.gate.sweep),
        ]
        if self.settings.warm:
            beside.append(supervise.start("the bots' processes", self.warm_up, ends=True))
        if self.settings.package:
            change_over = partial(self.change_over, self.settings.package)
            beside.append(supervise.start("the compiled engine", change_over, ends=True))
        async with considerate():
            yield
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await self.tables.close()
        await self.practice.close()
        with contextlib.suppress(StoreError):
            await uptime.note()
        self.thinking.close()
        await asyncio.to_thread(self.store.close)
        self.folder.close()
        gc.collect()  # a signal ends the process without clean-up, and semaphores of its children would be left behind

    async def warm_up(self) -> None:
        await asyncio.sleep(FIRST_PAGE)
        self.thinking.warm_up()

    async def change_over(self, package: Path) -> None:
        await self.thinking.wait_for(package)
        with contextlib.suppress(OSError):  # the terminal may be gone by now
            print("The engine is compiled: bots think faster now.", flush=True)

    # ---- HTTP
    async def page(self, request: Request) -> Response:
        self.door.check_reads(request, PAGE_COST)
        response = await page_file(request, page_folder(self.settings.page))
        if response.media_type == "text/html":
            visitor = await self.door.visitor(request)
            if self.door.guests.of(request) in (None, visitor.session):  # else it has ended, see Door.greet
                self.door.guests.welcome(visitor.session, request, response)
        return response

    async def home(self, request: Request) -> Response:
        self.door.check_reads(request)
        visitor = await self.door.visitor(request)
        person = visitor.person
        home = Home(
            games=await asyncio.to_thread(home_lists.games),  # the first time, it loads them all
            series=await asyncio.to_thread(home_lists.series, self.store, person),
            bots=list(LEVELS),
            tables=await asyncio.to_thread(home_lists.tables, self.store, person, SHOWN_TABLES),
            open=await asyncio.to_thread(home_lists.open_tables, self.store, person, OPEN_TABLES),
            compiled=self.thinking.compiled,
            version=skerry.__version__,
            me=await self.door.me(visitor, request),
        )
        if home.tables:
            await self.people.keep(visitor.session, person)
        return self.door.greet(visitor, request, json_response(home))

    async def results(self, request: Request) -> Response:
        """What this person has reached, for statistics."""
        self.door.check_reads(request)
        person = await self.door.person(request)
        return json_response(await asyncio.to_thread(results.read, self.store, person) if person else [])

    async def rules(self, request: Request) -> Response:
        self.door.check_reads(request)
        name = request.path_params["name"]
        if name not in GAMES:
            raise HTTPException(404, f"There is no game {name[:40]!r}.")
        return await lasting(request, await asyncio.to_thread(home_lists.rules_written, name))

    async def learn(self, request: Request) -> Response:
        self.door.check_reads(request)
        name = request.path_params["name"]
        found = await asyncio.to_thread(home_lists.learn_written, name) if name in GAMES else None
        if found is None:
            raise HTTPException(404, f"There is no guided game of {name[:40]!r}.")
        return await lasting(request, found)

    async def new_guided(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.door.visitor(request)
        name = request.path_params["name"]
        if name not in GAMES or await asyncio.to_thread(home_lists.learn, name) is None:
            raise HTTPException(404, f"There is no guided game of {name[:40]!r}.")
        self.making.check_pace(request, visitor.person)
        wish = decode(await read_body(request), Learner)
        await self.making.check_room(visitor.person)
        try:
            await self.people.keep(visitor.session, visitor.person)
            created = Created(await self.tables.learn(visitor.person, name, wish))
        except MatchError as error:
            raise HTTPException(400, str(error)) from error
        return self.door.welcome(visitor, request, json_response(created, 201))

    async def new_table(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.door.visitor(request)
        self.making.check_pace(request, visitor.person)
        wish = decode(await read_body(request), NewTable)
        await self.making.check_room(visitor.person)
        try:
            await self.people.keep(visitor.session, visitor.person)
            created = Created(await self.tables.create(visitor.person, wish))
        except (MatchError, OptionError, ComponentError) as error:
            raise HTTPException(400, str(error)) from error
        return self.door.welcome(visitor, request, json_response(created, 201))

    async def take_seat(self, request: Request) -> Response:
        """Sit down with an invitation."""
        check_origin(request)
        visitor = await self.door.visitor(request)
        if not self.joining.take(address(request)):
            raise HTTPException(429, TOO_MANY)
        wish = decode(await read_body(request), TakeSeat)
        table = await self.tables.open(request.path_params["id"])
        if table.room is None:
            raise HTTPException(409, "This game is played at one screen; nobody can join it.")
        try:
            async with table.lock:
                await table.room.take(visitor.person, wish)
            await self.people.keep(visitor.session, visitor.person, wish.name)
        except MatchError as error:
            raise HTTPException(409, str(error)) from error
        return self.door.welcome(visitor, request, json_response(Created(table.id)))

    async def rematch(self, request: Request) -> Response:
        check_origin(request)
        visitor = await self.door.visitor(request)
        self.making.check_pace(request, visitor.person)
        await self.making.check_room(visitor.person)
        try:
            return json_response(Created(await self.tables.rematch(visitor.person, request.path_params["id"])), 201)
        except MatchError as error:
            raise HTTPException(409, str(error)) from error

    async def open_saved(self, request: Request) -> Response:
        """A saved game comes back: to be watched if it is over, to be played on by whoever brings it if not."""
        check_origin(request)
        visitor = await self.door.visitor(request)
        self.making.check_pace(request, visitor.person)
        self.tables.uploads.check_places(visitor.person, address(request))
        data = await read_body(request, MAX_BYTES)
        await self.making.check_room(visitor.person)
        try:
            await self.people.keep(visitor.session, visitor.person)
            created = Created(*await self.tables.read_in(visitor.person, data, address(request)))
        except SaveError as error:
            raise HTTPException(400, str(error)) from error
        return self.door.welcome(visitor, request, json_response(created, 201))

    async def delete_table(self, request: Request) -> Response:
        check_origin(request)
        id_ = request.path_params["id"]
        person = await self.door.person(request)
        if person is not None and await self.door.bringing.give_back(person, id_):
            return Response(status_code=204)
        await self.practice.daily.keep_try(id_)
        await self.tables.delete(person, id_)
        if await asyncio.to_thread(self.store.is_deleted, id_):  # a game of friends stays theirs
            self.practice.reviews.forget(id_)
        return Response(status_code=204)

    async def saved_match(self, request: Request) -> Response:
        """The whole match as `skerry replay` and `skerry check` read it, when nothing of it is secret any more."""
        self.door.check_reads(request, FILE_COST)
        person = await self.door.person(request)
        table = await self.tables.open(request.path_params["id"])
        table.check_entry(person)
        data = await history.saved(table, person)
        if data is None:
            raise HTTPException(
                409, "You can save this game once it is over: the file contains the seed and all hidden cards."
            )
        return download(data, f"{table.record.game}-{table.id}.json", "application/json")

    async def story(self, request: Request) -> Response:
        """The log in words, as the seat may read it."""
        self.door.check_reads(request, FILE_COST)
        table = await self.tables.open(request.path_params["id"])
        try:
            seat = int(request.query_params.get("seat", SPECTATOR))
        except ValueError as error:
            raise HTTPException(400, "A seat is a number.") from error
        text = await history.story(table, await self.door.person(request), seat)
        return download(text, f"{table.record.game}-{table.id}.txt", "text/plain; charset=utf-8")

    async def curve(self, request: Request) -> Response:
        self.door.check_reads(request, FILE_COST)
        table = await self.tables.open(request.path_params["id"])
        table.check_entry(await self.door.person(request))
        return json_response(Curve(await history.curve(table)))


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return json_response(Problem(error.detail), error.status_code)


async def on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return json_response(Problem(str(error)), error.status)


async def on_damaged(request: Request, error: Exception) -> Response:
    return json_response(Problem(str(error)), 409)


async def on_conflict(request: Request, error: Exception) -> Response:
    return json_response(Problem(MOVED_ON), 409)


async def on_store_error(request: Request, error: Exception) -> Response:
    log.error("%s", error)
    return json_response(Problem(DISK), 503)


async def on_gone(request: Request, error: Exception) -> Response:
    """The browser went away in the middle of its request: nobody reads this, and nothing is wrong."""
    return Response(status_code=400)


async def on_bug(request: Request, error: Exception) -> Response:
    return json_response(Problem(BUG), 500)
