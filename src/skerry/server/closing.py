"""How the server goes: what it has received is answered, what waits is sent, then the sockets are closed.

What comes later is not read.  The page sends it again when the server is back.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from skerry.server.sockets import Socket

HEARING = 2.0  # seconds for the answers to what was received
SENDING = 1.0  # seconds in which browsers can take them
RESTARTING = "The server is restarting."


class Finishing(Protocol):
    def finish(self) -> None: ...


class Closing:
    def __init__(self) -> None:
        self.has_begun = False
        self.sockets: dict[Socket, asyncio.Task[None]] = {}  # all there are, and who listens to each
        self.are_gone = asyncio.Event()

    @contextmanager
    def heeds(self, socket: Socket, listening: "asyncio.Task[None]") -> Iterator[None]:
        self.sockets[socket] = listening
        try:
            yield
        finally:
            del self.sockets[socket]
            if not self.sockets:
                self.are_gone.set()

    async def see_off(self, tasks: "Sequence[asyncio.Task[None]]") -> None:
        """When the server goes, who has been listened to gets the answers, too."""
        if self.has_begun:
            await asyncio.wait(tasks, timeout=HEARING + SENDING)

    async def finish(self, lines: Sequence[Finishing]) -> None:
        """Everybody is listened to before anybody is sent away: what one does, the others are to see."""
        self.has_begun = True
        self.are_gone.clear()
        for line in lines:
            line.finish()
        if self.sockets:
            await asyncio.wait(self.sockets.values(), timeout=HEARING)
        for socket in self.sockets:
            socket.end(RESTARTING)
        if self.sockets:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.are_gone.wait(), SENDING)
