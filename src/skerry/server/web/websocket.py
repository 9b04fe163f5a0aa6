"""The WebSocket connections between browsers and tables."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket

from skerry.server.errors import (
    BUG,
    DISK,
    SIGNED_OUT,
    TOO_MANY,
    Damaged,
    NotFound,
    Refusal,
    StoreError,
    TableError,
    as_sentence,
)
from skerry.server.protocol.aftermath_calls import REPLAY
from skerry.server.protocol.messages import MAX_MESSAGE, ClientMessage, Join, Numbered, Problem
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import ADDRESS_FACTOR, Settings
from skerry.server.store.contacts import blocked_by
from skerry.server.tables.messages.dispatch import cost_of
from skerry.server.tables.messages.repeats import number_of
from skerry.server.tables.messages.rows import MessageCost
from skerry.server.tables.registry import Tables
from skerry.server.tables.socket import Rights, Socket, has_left
from skerry.server.tables.table import REPLAY_OVER, LiveTable
from skerry.server.web.bodies import address, decode_with, host_of, same_host
from skerry.server.web.closing import Closing, Restarting
from skerry.server.web.connections import RESTART
from skerry.server.web.visitors import Visitor, Visitors

log = logging.getLogger("skerry.server")

LOOK_COST = 4  # where a move costs 1: up to twenty moves are replayed
CLOSED_FINALLY = 4404  # closes a socket that need not come back; the Problem before it says why
CLOSED_BROKEN = 1011  # closes one that something went wrong with; the browser connects again
CLOSED_SILENT = 1001  # closes a socket that may come back
JOIN_TIME = 10.0  # seconds in which a browser has to say what it comes for
JOIN = msgspec.json.Decoder(Join)
MESSAGES: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
OLD_PAGE = "Skerry has been updated. Reload this page to continue."


class Caller(NamedTuple):
    """Who is at the other end, as far as limits are concerned."""

    name: str  # the person's, or that of the address
    there: str  # the address


class TableSockets:
    def __init__(
        self,
        settings: Settings,
        visitors: Visitors,
        tables: Tables,
        table_of_link: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self.settings = settings
        self.visitors = visitors
        self.tables = tables
        self.table_of_link = table_of_link  # of the secret in a link to a replay
        rate = settings.messages_per_second
        self.talking = Allowance(rate, 3 * rate)
        self.talking_there = Allowance(ADDRESS_FACTOR * rate, 3 * ADDRESS_FACTOR * rate)
        self.asking = Allowance(settings.hints_per_minute / 60, settings.hints_per_minute / 4)
        self.asking_there = Allowance(
            ADDRESS_FACTOR * settings.hints_per_minute / 60, ADDRESS_FACTOR * settings.hints_per_minute / 4
        )
        self.chatting = Allowance(settings.chats_per_minute / 60, settings.chats_per_minute / 4)
        self.present: Counter[str] = Counter()  # open sockets by person, and by address
        self.closing = Closing()

    async def join(self, websocket: WebSocket) -> None:
        if not same_host(websocket):
            await websocket.close()  # before it is accepted: the browser gets a 403
            return
        try:
            visitor = await self.visitors.bearer(websocket) or await self.visitors.anybody(websocket)
        except Refusal:  # a bad token, or its owner is banned
            await websocket.close()
            return
        person, session = (visitor.person, visitor.session) if visitor else (None, None)
        caller = Caller(name_for_limits(visitor) or address(websocket), f"at {address(websocket)}")
        await websocket.accept()
        self.present.update(caller)
        try:
            if self.is_crowded(caller):
                raise TableError("You have too many games open. Please close some of them.")
            if visitor is None or visitor.token is None:
                await self.visitors.known(websocket)
            if "join" in websocket.query_params:
                raise TableError(OLD_PAGE)
            join = await self.read_join(websocket)
            if join is None:
                return
            name, blocked = await self.described(person)
            with self.closing.turns_away():
                table = await self.table_of(websocket.path_params["id"], join)
            owner = visitor.token.owner if visitor and visitor.token else None
            self.visitors.rules.check(person, host_of(websocket), False, owner)  # a ban may have begun meanwhile
            socket = table.join(person, join, session)
            socket.name, socket.blocked = name, blocked
            socket.rights, socket.owner, socket.host = rights_of(visitor), owner, host_of(websocket)
            await self.attend(websocket, table, socket, caller)
            if self.closing.has_begun:
                await quietly(websocket.close(RESTART))
            elif socket.farewell:
                await quietly(dismiss(websocket, socket.farewell))
            elif socket.is_broken:
                await quietly(websocket.close(CLOSED_BROKEN))
        except Restarting:
            await quietly(websocket.close(RESTART))
        except (Refusal, Damaged) as error:
            await quietly(dismiss(websocket, as_sentence(error)))
        except StoreError as error:
            log.error("Table %s: %s", websocket.path_params["id"], error)
            await quietly(dismiss(websocket, DISK, CLOSED_BROKEN))
        except Exception:
            log.exception("Table %s: a connection failed.", websocket.path_params["id"])
            await quietly(dismiss(websocket, BUG))
        finally:
            self.present.subtract(caller)
            self.present += Counter()  # drops the zeros

    async def described(self, person: str | None) -> tuple[str, frozenset[str]]:
        """What those who watch call the person, and whose words they do not want to read."""
        if person is None:
            return "", frozenset()
        people = self.visitors.people
        return await people.called(person, ""), await asyncio.to_thread(blocked_by, people.store, person)

    async def table_of(self, id_: str, join: Join) -> LiveTable:
        """A link to a replay does not name the table: whoever has it must not find the table without it."""
        if (id_ == REPLAY) != bool(join.replay):
            raise NotFound(REPLAY_OVER)
        return await self.table_of_link(join.replay) if join.replay else await self.tables.open(id_)

    async def read_join(self, websocket: WebSocket) -> Join | None:
        """None: the browser went away, or said nothing."""
        try:
            received = await asyncio.wait_for(websocket.receive(), JOIN_TIME)
        except TimeoutError:
            await quietly(websocket.close(CLOSED_SILENT))
            return None
        if received["type"] == "websocket.disconnect":
            return None
        data = received.get("bytes") or (received.get("text") or "").encode()
        return decode_with(JOIN, data, MAX_MESSAGE)

    def is_crowded(self, caller: Caller) -> bool:
        too_many_there = self.present[caller.there] > self.settings.connections_each
        return self.present[caller.name] > self.settings.sockets or too_many_there

    async def attend(self, websocket: WebSocket, table: LiveTable, socket: Socket, caller: Caller) -> None:
        """Receive and send until either fails: half a connection is of no use."""
        tasks: list[asyncio.Task[None]] = []
        try:
            if socket.session is not None and await self.visitors.person_of(socket.session) != socket.person:
                raise TableError(SIGNED_OUT)  # on the way here; later, it is found among the table's sockets
            if table.is_long:  # its whole log is sent
                await self.slow_down(caller)
            with self.closing.turns_away():
                await table.greet(socket)
            tasks.append(asyncio.create_task(self.listen(websocket, table, socket, caller)))
            tasks.append(asyncio.create_task(socket.pump(websocket.send)))
            with self.closing.tracks(socket, tasks[0]):
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                await self.closing.see_off(tasks)
        finally:
            socket.is_gone = True
            for task in tasks:
                if not (socket.is_busy and task is tasks[0]):  # what it has begun must reach the others
                    task.cancel()
            try:
                table.leave(socket)
            finally:
                for error in await asyncio.gather(*tasks, return_exceptions=True):
                    self.check(table, socket, error)

    def check(self, table: LiveTable, socket: Socket, error: BaseException | None) -> None:
        """How receiving or sending has ended."""
        if not isinstance(error, Exception) or has_left(error):
            return
        is_bug = not isinstance(error, StoreError)
        log.error("Table %s: a connection failed: %s", table.id, error, exc_info=error if is_bug else None)
        socket.fail()

    async def listen(self, websocket: WebSocket, table: LiveTable, socket: Socket, caller: Caller) -> None:
        while not socket.is_done:
            await socket.has_space.wait()  # send its answers first, or some would be lost
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect" or socket.is_done:
                return
            data = received.get("bytes") or (received.get("text") or "").encode()
            if not (self.talking.take(caller.name) and self.talking_there.take(caller.there)):
                socket.tell(Problem(TOO_MANY))
                socket.answer(number_of(data))
                await asyncio.sleep(1 / self.settings.messages_per_second)
                continue
            try:
                message = decode_with(MESSAGES, data, MAX_MESSAGE)
            except Refusal as error:
                socket.tell(Problem(str(error)))
                socket.answer(number_of(data))
            else:
                await self.answer(table, socket, message, caller)
                socket.answer(message.n if isinstance(message, Numbered) else 0)

    async def answer(self, table: LiveTable, socket: Socket, message: ClientMessage, caller: Caller) -> None:
        if not await self.pay(cost_of(message), caller):
            socket.tell(Problem(TOO_MANY))
            return
        socket.is_busy = True
        await table.handle(socket, message)
        socket.is_busy = False

    async def pay(self, cost: MessageCost, caller: Caller) -> bool:
        """What a message costs in addition to being read; False if the caller has asked for too much of it."""
        if cost is MessageCost.HINT:
            return self.asking.take(caller.name) and self.asking_there.take(caller.there)
        if cost is MessageCost.TALK:
            return self.chatting.take(caller.name)
        if cost is MessageCost.LOOK:
            await self.slow_down(caller)
        return True

    async def slow_down(self, caller: Caller) -> None:
        """Looking back quickly is not refused, but slowed down."""
        for allowed, name in zip((self.talking, self.talking_there), caller, strict=True):
            while not allowed.take(name, LOOK_COST - 1, leaving=1):  # one is paid for, and the next can be
                await asyncio.sleep(1 / self.settings.messages_per_second)


def name_for_limits(visitor: Visitor | None) -> str:
    """All programs of one person share their limits, which are not the person's own."""
    if visitor is None:
        return ""
    return visitor.person if visitor.token is None else f"programs of {visitor.token.owner}"


def rights_of(visitor: Visitor | None) -> Rights:
    if visitor is None or visitor.token is None:
        return Rights.PERSON
    return Rights.PROGRAM if visitor.token.scope == "play" else Rights.READER


async def dismiss(websocket: WebSocket, words: str, code: int = CLOSED_FINALLY) -> None:
    await websocket.send_text(msgspec.json.encode(Problem(words)).decode())
    await websocket.close(code)


async def quietly(work: Awaitable[None]) -> None:
    """A browser that goes away is not an error."""
    try:
        await work
    except Exception as error:
        if not has_left(error):
            log.exception("A connection could not be closed.")
