"""Shutting down: messages that were received are answered, what waits is sent, then the sockets are closed.

Later messages are not read.  The page sends them again when the server is back.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from skerry.server.programs.events import EventStreams
from skerry.server.tables.socket import Socket

ANSWER_TIME = 2.0  # seconds for the answers to what was received
SEND_TIME = 1.0  # seconds in which browsers can take them
RESTARTING = "The server is restarting."


class Restarting(Exception):
    """A connection that comes while the server shuts down."""


class Finishing(Protocol):
    def finish(self) -> None: ...


class Closing:
    def __init__(self) -> None:
        self.has_begun = False
        self.coming: set[asyncio.Task[None]] = set()  # those of sockets that have seen nothing of the table yet
        self.sockets: dict[Socket, asyncio.Task[None]] = {}  # all others, and who listens to each
        self.are_gone = asyncio.Event()
        self.streams: EventStreams | None = None  # of programs

    @contextmanager
    def turns_away(self) -> Iterator[None]:
        """While somebody joins a table; raises Restarting if the server shuts down meanwhile."""
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
    def tracks(self, socket: Socket, listening: "asyncio.Task[None]") -> Iterator[None]:
        self.sockets[socket] = listening
        try:
            yield
        finally:
            del self.sockets[socket]
            if not self.sockets:
                self.are_gone.set()

    async def see_off(self, tasks: "Sequence[asyncio.Task[None]]") -> None:
        """During a shutdown, wait until the answers to what was received are sent."""
        if self.has_begun:
            await asyncio.wait(tasks, timeout=ANSWER_TIME + SEND_TIME)

    async def finish(self, connections: Sequence[Finishing]) -> None:
        """Answer everybody before closing any socket: what one player did, the others should see."""
        self.has_begun = True
        self.are_gone.clear()
        if self.streams is not None:
            self.streams.close()
        for task in self.coming:
            task.cancel()
        for connection in connections:
            connection.finish()
        if self.sockets:
            await asyncio.wait(self.sockets.values(), timeout=ANSWER_TIME)
        for socket in self.sockets:
            socket.end(RESTARTING)
        if self.sockets:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.are_gone.wait(), SEND_TIME)
