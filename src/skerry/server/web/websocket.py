"""The live connections: each a browser at a table, until one of the two is gone."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from skerry.server.errors import BUG, DISK, SIGNED_OUT, TOO_MANY, Damaged, Refusal, StoreError, TableError
from skerry.server.protocol.messages import MAX_MESSAGE, ClientMessage, Join, Problem
from skerry.server.runtime.rate_limits import Allowance
from skerry.server.settings import PER_ADDRESS, Settings
from skerry.server.tables.dispatch import Cost, cost_of
from skerry.server.tables.registry import Tables
from skerry.server.tables.repeats import number_of
from skerry.server.tables.socket import Socket, has_left
from skerry.server.tables.table import LiveTable
from skerry.server.web.bodies import address, decode, same_host
from skerry.server.web.closing import Closing, Restarting
from skerry.server.web.connections import RESTART
from skerry.server.web.me import Door

log = logging.getLogger("skerry.server")

LOOK_COST = 4  # where a move costs 1: up to twenty moves are replayed
FOR_GOOD = 4404  # closes a socket that need not come back; the Problem before it says why
COME_AGAIN = 1011  # closes one that something went wrong with; the browser connects anew
SAID_NOTHING = 1001  # closes a socket that may come back
FIRST_WORDS = 10.0  # seconds in which a browser has to say what it comes for
OLD_PAGE = "Skerry has been updated. Reload this page to continue."


class Caller(NamedTuple):
    """Who is at the other end, as far as limits are concerned."""

    name: str  # the person's, or that of the address
    there: str  # the address


class Lines:
    def __init__(self, settings: Settings, door: Door, tables: Tables) -> None:
        self.settings = settings
        self.door = door
        self.tables = tables
        rate = settings.messages_per_second
        self.talking = Allowance(rate, 3 * rate)
        self.talking_there = Allowance(PER_ADDRESS * rate, 3 * PER_ADDRESS * rate)
        self.asking = Allowance(settings.hints_per_minute / 60, settings.hints_per_minute / 4)
        self.asking_there = Allowance(
            PER_ADDRESS * settings.hints_per_minute / 60, PER_ADDRESS * settings.hints_per_minute / 4
        )
        self.chatting = Allowance(settings.chats_per_minute / 60, settings.chats_per_minute / 4)
        self.present: Counter[str] = Counter()  # open sockets by person, and by address
        self.closing = Closing()

    async def join(self, websocket: WebSocket) -> None:
        if not same_host(websocket):
            await websocket.close()  # before it is accepted: the browser gets a 403
            return
        visitor = await self.door.known(websocket)
        person, session = (visitor.person, visitor.session) if visitor else (None, None)
        caller = Caller(person or address(websocket), f"at {address(websocket)}")
        await websocket.accept()
        self.present.update(caller)
        try:
            if self.is_crowded(caller):
                raise TableError("You have too many games open at once. Close some of their pages.")
            if "join" in websocket.query_params:
                raise TableError(OLD_PAGE)
            join = await self.first_words(websocket)
            if join is None:
                return
            with self.closing.turns_away():
                table = await self.tables.open(websocket.path_params["id"])
            socket = table.join(person, join, session)
            await self.attend(websocket, table, socket, caller)
            if self.closing.has_begun:
                await quietly(websocket.close(RESTART))
            elif socket.farewell:
                await quietly(dismiss(websocket, socket.farewell))
            elif socket.is_broken:
                await quietly(websocket.close(COME_AGAIN))
        except Restarting:
            await quietly(websocket.close(RESTART))
        except HTTPException as error:
            await quietly(dismiss(websocket, error.detail))
        except (Refusal, Damaged) as error:
            await quietly(dismiss(websocket, str(error)))
        except StoreError as error:
            log.error("table %s: %s", websocket.path_params["id"], error)
            await quietly(dismiss(websocket, DISK))
        except Exception:
            log.exception("table %s", websocket.path_params["id"])
            await quietly(dismiss(websocket, BUG))
        finally:
            self.present.subtract(caller)
            self.present += Counter()  # drops the zeros

    async def first_words(self, websocket: WebSocket) -> Join | None:
        """None: the browser went away, or said nothing."""
        try:
            received = await asyncio.wait_for(websocket.receive(), FIRST_WORDS)
        except TimeoutError:
            await quietly(websocket.close(SAID_NOTHING))
            return None
        if received["type"] == "websocket.disconnect":
            return None
        data = received.get("bytes") or (received.get("text") or "").encode()
        join: Join = decode(data, Join, MAX_MESSAGE)
        return join

    def is_crowded(self, caller: Caller) -> bool:
        too_many_there = self.present[caller.there] > self.settings.connections_each
        return self.present[caller.name] > self.settings.sockets or too_many_there

    async def attend(self, websocket: WebSocket, table: LiveTable, socket: Socket, caller: Caller) -> None:
        """Receive and send until either fails: half a connection is of no use."""
        tasks: list[asyncio.Task[None]] = []
        try:
            if socket.session is not None and await self.door.people.of(socket.session) != socket.person:
                raise TableError(SIGNED_OUT)  # on the way here; later, it is found among the table's sockets
            if table.is_long:  # its whole log is sent
                await self.slow_down(caller)
            with self.closing.turns_away():
                await table.greet(socket)
            tasks.append(asyncio.create_task(self.listen(websocket, table, socket, caller)))
            tasks.append(asyncio.create_task(socket.pump(websocket.send)))
            with self.closing.heeds(socket, tasks[0]):
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
        log.error("table %s: a connection failed: %s", table.id, error, exc_info=error if is_bug else None)
        socket.fail()

    async def listen(self, websocket: WebSocket, table: LiveTable, socket: Socket, caller: Caller) -> None:
        while not socket.is_done:
            await socket.has_room.wait()  # its answers come first, or some would be lost
            received = await websocket.receive()
            if received["type"] == "websocket.disconnect" or socket.is_done:
                return
            data = received.get("bytes") or (received.get("text") or "").encode()
            if not (self.talking.take(caller.name) and self.talking_there.take(caller.there)):
                socket.tell(Problem("That was too fast: your last click was not read. Please try again."))
                socket.answer(number_of(data))
                await asyncio.sleep(1 / self.settings.messages_per_second)
                continue
            try:
                message: ClientMessage = decode(data, ClientMessage, MAX_MESSAGE)
            except HTTPException as error:
                socket.tell(Problem(error.detail))
                socket.answer(number_of(data))
            else:
                await self.heed(table, socket, message, caller)
                socket.answer(getattr(message, "n", 0))

    async def heed(self, table: LiveTable, socket: Socket, message: ClientMessage, caller: Caller) -> None:
        if not await self.pay(cost_of(message), caller):
            socket.tell(Problem(TOO_MANY))
            return
        socket.is_busy = True
        await table.handle(socket, message)
        socket.is_busy = False

    async def pay(self, cost: Cost, caller: Caller) -> bool:
        """What a message costs besides being read; False if the caller has asked for too much of it."""
        if cost is Cost.HINT:
            return self.asking.take(caller.name) and self.asking_there.take(caller.there)
        if cost is Cost.TALK:
            return self.chatting.take(caller.name)
        if cost is Cost.LOOK:
            await self.slow_down(caller)
        return True

    async def slow_down(self, caller: Caller) -> None:
        """Whoever leafs through the past fast is not refused, but has to wait for it."""
        for allowed, name in zip((self.talking, self.talking_there), caller, strict=True):
            while not allowed.take(name, LOOK_COST - 1, leaving=1):  # one is paid for, and the next can be
                await asyncio.sleep(1 / self.settings.messages_per_second)


async def dismiss(websocket: WebSocket, words: str) -> None:
    await websocket.send_text(msgspec.json.encode(Problem(words)).decode())
    await websocket.close(FOR_GOOD)


async def quietly(work: Awaitable[None]) -> None:
    """A browser that goes away is not an error."""
    try:
        await work
    except Exception as error:
        if not has_left(error):
            log.exception("a connection could not be closed")
