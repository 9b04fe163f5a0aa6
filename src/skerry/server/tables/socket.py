"""What waits to be sent to one browser: at most one push.  Nobody waits for a slow browser."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum, auto

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from skerry.match import SeatPlan
from skerry.server.protocol.messages import (
    Advice,
    Done,
    Gallery,
    GallerySaid,
    ImaginedTable,
    Join,
    Past,
    Pong,
    Problem,
    Said,
    Talk,
)
from skerry.server.store.gallery import GalleryLine
from skerry.server.store.seats import MAX_CHAT, Spoken
from skerry.teacher.hints.hint import HintMemory

MAX_LETTERS = 8


class Rights(Enum):
    """What a connection may do."""

    PERSON = auto()
    PROGRAM = auto()  # everything but ask for hints
    READER = auto()  # a program that only looks


class Delivered(Struct, frozen=True):
    """What a browser has once everything sent has arrived."""

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
        self.rights = Rights.PERSON
        self.host = ""  # the address it comes from
        self.owner: str | None = None  # of a program: whoever made its token
        self.seats = seats  # the seats at this screen
        self.invitation = join.invitation
        self.is_replay = bool(join.replay)  # somebody with a link to the replay: they see the match and nothing else
        self.is_away = False  # the page is there, but not looked at
        self.friends: bytes | None = None  # who is there, the newest; only the newest counts
        self.friends_sent = b""
        self.talk: list[Said] = []  # of the chat
        self.name = ""  # of somebody who watches
        self.blocked: frozenset[str] = frozenset()  # people whose words this one does not want to read
        self.gallery: Gallery | None = None  # who watches, and what they have said since the last that was sent
        self.gallery_names: list[str] | None = None  # as it knows them
        self.gallery_seq = -1  # the last message of the gallery that it has
        self.outline = join.outline
        self.follows: int | None = None  # a log other than that of the seat shown, for looking back
        self.delivered = Delivered(tuple(join.names), join.logs)
        self.welcome: bytes | None = None
        self.push: tuple[bytes, Delivered] | None = None
        self.is_behind = False  # there is something newer than the push that waits
        self.letters: deque[bytes] = deque(maxlen=MAX_LETTERS)
        self.has_space = asyncio.Event()  # for another letter
        self.has_space.set()
        self.answered = 0  # the number of its last message that has been dealt with, until that is sent; 0: it was
        self.news = asyncio.Event()
        self.what_if_seed: tuple[int, str] | None = (
            None  # at which move somebody asks what if, and with which made-up luck
        )
        self.errand: asyncio.Task[None] | None = None  # a hint that is being thought about
        self.asked_at = -1  # the version of the table that it is about
        self.hints = HintMemory()
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

    def show(self, make: Callable[["Socket"], tuple[bytes, Delivered]]) -> None:
        """While a browser is slow to take one push, no second one is made."""
        if self.push is None:
            self.push = make(self)
        else:
            self.is_behind = True
        self.news.set()

    def show_friends(self, friends: bytes) -> None:
        if friends != (self.friends_sent if self.friends is None else self.friends):
            self.friends = friends
            self.news.set()

    def show_talk(self, said: Sequence[Spoken]) -> None:
        """Without who is behind a message, and without those of people who are blocked."""
        heard = [line.plain() for line in said if not line.person or line.person not in self.blocked]
        self.talk = [*self.talk, *heard][-MAX_CHAT:]
        self.news.set()

    def show_gallery(self, names: list[str], lines: Sequence[GalleryLine]) -> None:
        """Only what is new.  Whether this browser may see it, the gallery decides."""
        new = [line for line in lines if line.seq > self.gallery_seq and line.person not in self.blocked]
        if names == self.gallery_names and not new:
            return
        self.gallery_names = names
        self.gallery_seq = max([self.gallery_seq, *(line.seq for line in lines)])
        said = [GallerySaid(line.seq, line.at, line.name, line.words, line.n) for line in new]
        waiting = [] if self.gallery is None else self.gallery.said
        self.gallery = Gallery(names, [*waiting, *said])
        self.news.set()

    def tell(self, letter: Problem | Past | ImaginedTable | Advice | Pong) -> None:
        self.letters.append(msgspec.json.encode(letter))
        if len(self.letters) == MAX_LETTERS:
            self.has_space.clear()
        self.news.set()

    def answer(self, number: int) -> None:
        """The browser's message of this number has been dealt with.  The next push says so, or else a Done."""
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
            self.friends_sent, self.friends = self.friends, None
            return self.friends_sent
        if self.talk:
            talk, self.talk = Talk(self.talk), []
            return msgspec.json.encode(talk)
        if self.gallery is not None:
            gallery, self.gallery = self.gallery, None
            return msgspec.json.encode(gallery)
        if self.letters:
            self.has_space.set()
            return self.letters.popleft()
        if self.push is None and self.is_behind:
            self.is_behind = False
            await self.catch_up(self)
        if self.push is not None:
            (push, self.delivered), self.push = self.push, None
            return push if self.is_behind else self.answering(push)
        if self.answered:
            done, self.answered = Done(self.answered), 0
            return msgspec.json.encode(done)
        return None

    def answering(self, push: bytes) -> bytes:
        """The push with the number that was dealt with: the push is shared, the number is this socket's own."""
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
