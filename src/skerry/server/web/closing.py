"""How the server goes: what it has received is answered, what waits is sent, then the sockets are closed.

What comes later is not read.  The page sends it again when the server is back.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from skerry.server.tables.socket import Socket

HEARING = 2.0  # seconds for the answers to what was received
SENDING = 1.0  # seconds in which browsers can take them
RESTARTING = "The server is restarting."


class Restarting(Exception):
    """Whoever comes now, comes too early: the server is about to start anew."""


class Finishing(Protocol):
    def finish(self) -> None: ...


class Closing:
    def __init__(self) -> None:
        self.has_begun = False
        self.coming: set[asyncio.Task[None]] = set()  # those of sockets that have seen nothing of the table yet
        self.sockets: dict[Socket, asyncio.Task[None]] = {}  # all others, and who listens to each
        self.are_gone = asyncio.Event()

    @contextmanager
    def turns_away(self) -> Iterator[None]:
        """Somebody comes, which may take its time where many do.  When the server goes, Restarting ends it."""
        task = asyncio.current_task()
        assert task is not None
        if self.has_begun:
            raise Restarting
        self.coming.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not self.has_begun:
                raise
            task.uncancel()
            raise Restarting from None
        finally:
            self.coming.discard(task)

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
        for task in self.coming:
            task.cancel()
        for line in lines:
            line.finish()
        if self.sockets:
            await asyncio.wait(self.sockets.values(), timeout=HEARING)
        for socket in self.sockets:
            socket.end(RESTARTING)
        if self.sockets:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.are_gone.wait(), SENDING)
