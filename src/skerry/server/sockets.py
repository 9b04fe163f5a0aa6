"""The line to one browser.  Nobody waits for it, and only the newest picture waits in it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from skerry.server.protocol import Problem

MAX_PROBLEMS = 8


class Socket:
    def __init__(self, guest: str | None, seats: list[int]) -> None:
        self.guest = guest
        self.seats = seats  # the seats at this screen
        self.picture: bytes | None = None
        self.problems: deque[bytes] = deque(maxlen=MAX_PROBLEMS)
        self.news = asyncio.Event()

    def show(self, picture: bytes) -> None:
        """An older picture that has not been sent yet is forgotten."""
        self.picture = picture
        self.news.set()

    def tell(self, problem: Problem) -> None:
        self.problems.append(msgspec.json.encode(problem))
        self.news.set()

    async def pump(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is, as fast as the browser takes it, until the line breaks."""
        while True:
            await self.news.wait()
            self.news.clear()
            while self.problems:
                await send(self.problems.popleft().decode())
            if self.picture is not None:
                picture, self.picture = self.picture, None
                await send(picture.decode())
