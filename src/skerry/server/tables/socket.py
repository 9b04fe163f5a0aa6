"""The connection to one browser.  Nobody waits for it, and at most one push waits in it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from skerry.match import SeatPlan
from skerry.server.protocol.messages import Advice, Done, Dream, Join, Past, Problem, Said, Talk
from skerry.server.store.seats import MAX_CHAT
from skerry.teacher.hints.hint import Memory

MAX_LETTERS = 8


class Told(Struct, frozen=True):
    """What a browser has when everything sent has arrived."""

    names: tuple[str, ...]  # of the players: they are in every line
    logs: Mapping[int, int]  # for each log, the version up to which it has the lines
    points: bytes = b""
    standing: bytes = b""
    players: tuple[SeatPlan, ...] | None = None  # None: nobody knows


class Socket:
    def __init__(
        self,
        person: str | None,
        seats: list[int],
        join: Join,
        catch_up: Callable[["Socket"], Awaitable[None]],
        session: str | None = None,
    ) -> None:
        """`catch_up` shows the newest state to a socket that was behind."""
        self.catch_up = catch_up
        self.person = person
        self.session = session
        self.seats = seats  # the seats at this screen
        self.invitation = join.invitation
        self.is_away = False  # the page is there, but not looked at
        self.friends: bytes | None = None  # who is there, the newest; only the newest counts
        self.friends_told = b""
        self.talk: list[Said] = []  # of the chat
        self.outline = join.outline
        self.follows: int | None = None  # a log besides that of the seat shown, for looking back
        self.told = Told(tuple(join.names), join.logs)
        self.welcome: bytes | None = None
        self.push: tuple[bytes, Told] | None = None
        self.is_behind = False  # there is something newer than the push that waits
        self.letters: deque[bytes] = deque(maxlen=MAX_LETTERS)
        self.has_room = asyncio.Event()  # for another letter
        self.has_room.set()
        self.answered = 0  # the number of its last message that has been dealt with, until it is told; 0: it knows
        self.news = asyncio.Event()
        self.dreaming: tuple[int, str] | None = None  # at which move somebody asks what if, and with which made-up luck
        self.errand: asyncio.Task[None] | None = None  # a hint that is being thought about
        self.hints = Memory()
        self.is_busy = False  # something that this browser asked for is being done
        self.is_gone = False
        self.farewell = ""  # why the table is gone; the last thing that is sent
        self.is_broken = False  # it cannot be shown what it should see; the browser is to come again

    @property
    def is_done(self) -> bool:
        """Nothing that it asks for is done any more."""
        return self.is_gone or self.is_broken or bool(self.farewell)

    def greet(self, welcome: bytes) -> None:
        self.welcome = welcome
        self.news.set()

    def show(self, make: Callable[["Socket"], tuple[bytes, Told]]) -> None:
        """While a browser is slow to take one push, no second one is made."""
        if self.push is None:
            self.push = make(self)
        else:
            self.is_behind = True
        self.news.set()

    def show_friends(self, friends: bytes) -> None:
        if friends != (self.friends_told if self.friends is None else self.friends):
            self.friends = friends
            self.news.set()

    def show_talk(self, said: Sequence[Said]) -> None:
        self.talk = [*self.talk, *said][-MAX_CHAT:]
        self.news.set()

    def tell(self, letter: Problem | Past | Dream | Advice) -> None:
        self.letters.append(msgspec.json.encode(letter))
        if len(self.letters) == MAX_LETTERS:
            self.has_room.clear()
        self.news.set()

    def answer(self, number: int) -> None:
        """Its message of this number has been dealt with.  It is told with the next push, or else right away."""
        if number:
            self.answered = number
            self.news.set()

    def end(self, farewell: str) -> None:
        """Send what waits, then no more."""
        self.farewell = farewell
        self.news.set()

    def fail(self) -> None:
        """Something went wrong that a new connection may mend."""
        self.is_broken = True
        self.news.set()

    async def take(self) -> bytes | None:
        """What is to be sent next."""
        if self.welcome is not None:
            welcome, self.welcome = self.welcome, None
            return welcome
        if self.friends is not None:
            self.friends_told, self.friends = self.friends, None
            return self.friends_told
        if self.talk:
            talk, self.talk = Talk(self.talk), []
            return msgspec.json.encode(talk)
        if self.letters:
            self.has_room.set()
            return self.letters.popleft()
        if self.push is None and self.is_behind:
            self.is_behind = False
            await self.catch_up(self)
        if self.push is not None:
            (push, self.told), self.push = self.push, None
            return push if self.is_behind else self.answering(push)
        if self.answered:
            done, self.answered = Done(self.answered), 0
            return msgspec.json.encode(done)
        return None

    def answering(self, push: bytes) -> bytes:
        """A push is made once for all who see the same; what is answered with it, is this one's alone."""
        if not self.answered:
            return push
        done, self.answered = self.answered, 0
        return b'%b,"done":%d}' % (push[:-1], done)

    async def pump(self, send: Callable[[dict[str, str]], Awaitable[None]]) -> None:
        """Send what there is, as fast as the browser takes it, until the connection breaks."""
        while not self.is_broken:
            await self.news.wait()
            self.news.clear()
            while not self.is_broken and (message := await self.take()) is not None:
                try:
                    await send({"type": "websocket.send", "text": message.decode()})
                except Exception as error:
                    if has_left(error):
                        return
                    raise
            if self.farewell:
                return


def has_left(error: BaseException) -> bool:
    """A browser that goes away is not an error; all else is."""
    if isinstance(error, RuntimeError):  # Starlette and uvicorn say so when something is sent after the end
        return "websocket.close" in str(error) or "close message" in str(error) or "disconnect" in str(error)
    return isinstance(error, (WebSocketDisconnect, ConnectionError, ConnectionClosed))
