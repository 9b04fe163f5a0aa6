"""The line to one browser.  Nobody waits for it, and only the newest picture waits in it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from skerry.server.protocol import Advice, Past, Problem

MAX_LETTERS = 8


class Socket:
    def __init__(self, guest: str | None, seats: list[int]) -> None:
        self.guest = guest
        self.seats = seats  # the seats at this screen
        self.picture: bytes | None = None
        self.letters: deque[bytes] = deque(maxlen=MAX_LETTERS)
        self.news = asyncio.Event()
        self.errand: asyncio.Task[None] | None = None  # a hint that is being thought about
        self.farewell = ""  # the table is gone: why, to be told at the end of the line

    def show(self, picture: bytes) -> None:
        """An older picture that has not been sent yet is forgotten."""
        self.picture = picture
        self.news.set()

    def tell(self, letter: Problem | Past | Advice) -> None:
        self.letters.append(msgspec.json.encode(letter))
        self.news.set()

    def end(self, farewell: str) -> None:
        """Send what waits, then no more."""
        self.farewell = farewell
        self.news.set()

    async def pump(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is, as fast as the browser takes it, until the line breaks."""
        while True:
            await self.news.wait()
            self.news.clear()
            while self.letters:
                await send(self.letters.popleft().decode())
            if self.picture is not None:
                picture, self.picture = self.picture, None
                await send(picture.decode())
            if self.farewell:
                return
