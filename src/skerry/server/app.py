"""The server as an ASGI application: pages, the HTTP calls and the live lines of protocol.py."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

import skerry
from skerry.bots import LEVELS
from skerry.core import state
from skerry.core.components import ComponentError
from skerry.core.game import OptionError
from skerry.games import GAMES
from skerry.match import MatchError
from skerry.server import shelf
from skerry.server.guests import Guests, new_guest, read_secret
from skerry.server.limits import Allowance
from skerry.server.live import BUG, LiveTable, TableError
from skerry.server.page import SecurityHeaders, page_file, page_folder
from skerry.server.protocol import (
    MAX_BODY,
    MAX_MESSAGE,
    ClientMessage,
    Created,
    Home,
    NewTable,
    Problem,
    Rules,
)
from skerry.server.settings import Settings
from skerry.server.sockets import Socket
from skerry.server.store import Store, StoreError, telling
from skerry.server.tables import Tables
from skerry.server.thinking import Thinking

log = logging.getLogger("skerry.server")

SHOWN_TABLES = 100  # of a guest, on the home page
PER_ADDRESS = 10  # guests of one address may make so many times the tables of one guest
FOR_GOOD = 4404  # closes a socket that need not come back; the Problem before it says why
COMPILED = not str(state.__file__).endswith(".py")


def create_app(settings: Settings) -> Starlette:
    """StoreError if the data folder cannot be used."""
    house = House(settings)
    routes = [
        Route("/api/home", house.home),
        Route("/api/games/{name}/rules", house.rules),
        Route("/api/tables", house.new_table, methods=["POST"]),
        WebSocketRoute("/ws/{id}", house.live),
        Route("/t/{id}", house.page),
        Route("/{path:path}", house.page),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=6)],
        exception_handlers={HTTPException: on_http_error, StoreError: on_store_error, Exception: on_bug},
        lifespan=house.lifespan,
    )


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        with telling(settings.data):
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.guests = Guests(read_secret(settings.data / "secret"))
        self.store = Store(settings.data / "matches.sqlite3")
        self.thinking = Thinking(settings.deadline)
        self.tables = Tables(self.store, self.thinking)
        per_hour = settings.tables_per_hour
        self.making = Allowance(per_hour / 3600, per_hour)
        self.making_there = Allowance(PER_ADDRESS * per_hour / 3600, PER_ADDRESS * per_hour)
        self.talking = Allowance(settings.messages_per_second, 3 * settings.messages_per_second)
        self.present: Counter[str] = Counter()  # open sockets by guest

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        await self.tables.close()
        self.thinking.close()
        await asyncio.to_thread(self.store.close)

    # ---- HTTP
    async def page(self, request: Request) -> Response:
        response = await page_file(request, page_folder(self.settings.page))
        if response.media_type == "text/html":
            self.guests.welcome(self.guests.of(request) or new_guest(), request, response)
        return response

    async def home(self, request: Request) -> Response:
        guest = self.guests.of(request) or new_guest()
        records = await asyncio.to_thread(self.store.records_of, guest, SHOWN_TABLES)
        home = Home(
            games=shelf.games(),
            bots=list(LEVELS),
            tables=[shelf.table_info(record, self.tables.is_held(record.id)) for record in records],
            compiled=COMPILED,
            version=skerry.__version__,
        )
        response = json_response(home)
        self.guests.welcome(guest, request, response)
        return response

    async def rules(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in GAMES:
            raise HTTPException(404, f"There is no game {name[:40]!r}.")
        return json_response(Rules(GAMES[name].title, shelf.paragraphs(name)))

    async def new_table(self, request: Request) -> Response:
        if not same_host(request):
            raise HTTPException(403, "This was asked for by another site's page.")
        guest = self.guests.of(request) or new_guest()
        if not (self.making_there.take(address(request)) and self.making.take(guest)):
            raise HTTPException(429, "So many new tables within an hour are too many; try again later.")
        wish = decode(await read_body(request), NewTable)
        if await asyncio.to_thread(self.store.count_open, guest) >= self.settings.open_tables:
            raise HTTPException(
                409, f"You have {self.settings.open_tables} unfinished tables; finish one before you start another."
            )
        try:
            created = Created(await self.tables.create(guest, wish))
        except (MatchError, OptionError, ComponentError) as error:
            raise HTTPException(400, str(error)) from error
        response = json_response(created, 201)
        self.guests.welcome(guest, request, response)
        return response

    # ---- the live line
    async def live(self, websocket: WebSocket) -> None:
        if not same_host(websocket):
            await websocket.close()  # before it is accepted: the browser gets a 403
            return
        guest = self.guests.of(websocket)
        name = guest or address(websocket)
        await websocket.accept()
        self.present[name] += 1
        try:
            if self.present[name] > self.settings.sockets:
                raise TableError("You have too many tables open at once; close some of them.")
            table = await self.tables.open(websocket.path_params["id"])
            await self.attend(websocket, table, table.join(guest), name)
        except (TableError, StoreError) as error:
            await quietly(dismiss(websocket, str(error)))
        except Exception:
            log.exception("table %s", websocket.path_params["id"])
            await quietly(dismiss(websocket, BUG))
        finally:
            self.present[name] -= 1
            self.present += Counter()  # drops the zeros

    async def attend(self, websocket: WebSocket, table: LiveTable, socket: Socket, name: str) -> None:
        """Listen and speak until one of them fails: a line that broke on one side is of no use."""
        tasks: list[asyncio.Task[None]] = []
        try:
            await table.greet(socket)
            tasks.append(asyncio.create_task(self.listen(websocket, table, socket, name)))
            tasks.append(asyncio.create_task(quietly(socket.pump(websocket.send_text))))
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.leave(socket)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def listen(self, websocket: WebSocket, table: LiveTable, socket: Socket, name: str) -> None:
        while True:
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not self.talking.take(name):
                socket.tell(Problem("Too many messages at once; this one was not read."))
                await asyncio.sleep(1 / self.settings.messages_per_second)
                continue
            data = received.get("bytes") or (received.get("text") or "").encode()
            try:
                message: ClientMessage = decode(data, ClientMessage, MAX_MESSAGE)
            except HTTPException as error:
                socket.tell(Problem(error.detail))
            else:
                # Whoever leaves in the middle of it: the others are to see it all the same.
                await asyncio.shield(table.handle(socket, message))


async def dismiss(websocket: WebSocket, words: str) -> None:
    await websocket.send_text(msgspec.json.encode(Problem(words)).decode())
    await websocket.close(FOR_GOOD)


async def quietly(work: Awaitable[None]) -> None:
    """A browser that went away is no error."""
    with contextlib.suppress(Exception):
        await work


# ---- in and out


def json_response(value: Any, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def decode(data: bytes, kind: Any, most: int = MAX_BODY) -> Any:
    if len(data) > most:
        raise HTTPException(413, f"More than {most} bytes are not read.")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise HTTPException(400, f"This was not understood: {error}") from error


async def read_body(request: Request) -> bytes:
    """No more of it than allowed, whatever its header says."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "The body must be application/json.")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            break
    return body


def same_host(connection: HTTPConnection) -> bool:
    """Browsers say which page asks; programs that say nothing carry nobody's cookie by accident."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return json_response(Problem(error.detail), error.status_code)


async def on_store_error(request: Request, error: Exception) -> Response:
    log.error("%s", error)
    return json_response(Problem(f"The server cannot use its disk: {error}"), 503)


async def on_bug(request: Request, error: Exception) -> Response:
    return json_response(Problem(BUG), 500)
