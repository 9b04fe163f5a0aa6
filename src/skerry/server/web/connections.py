"""Where connections come in: how many, how slowly, under which name.  What is behind sees only whole requests."""

import asyncio
import ipaddress
import socket
from collections import Counter
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.server import ServerProtocol

from skerry.server.protocol.messages import Problem
from skerry.server.runtime.rate_limits import place_of
from skerry.server.settings import Settings
from skerry.server.web.bodies import json_response
from skerry.server.web.proxies import Proxies

HEAD_TIME = 10.0  # seconds in which a request must have been made
BODY_TIME = 60.0  # and its body be there
STALLED = 20.0  # seconds a browser may take nothing of what is sent to it
MAX_PIECES = 100  # of one message on a socket
MAX_HEAD = 32_000  # bytes of a request without its body
UNWANTED = 6_000_000  # bytes of a body that come after the answer; whoever sends more is not listening
RESERVED = 200  # file handles for everything but connections
FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
RESTART = 1012  # closes a socket that is to come back: the server starts anew
STRANGER = "This server does not accept requests for this host name. Its host can allow it with --allow-host."


class Gate:
    """All connections of the server.  When it is full, those that have not asked for anything yet must go first."""

    def __init__(self, settings: Settings) -> None:
        self.most = min(settings.connections, files_allowed(settings.connections + RESERVED) - RESERVED)
        self.most_each = settings.connections_each
        self.proxies = Proxies(settings.proxies)  # everybody's connections come from there
        self.open: dict[asyncio.Transport, str] = {}
        self.silent: dict[asyncio.Transport, None] = {}  # the longest there first
        self.closing: set[asyncio.Transport] = set()  # closed, but what was sent last has not been taken
        self.by_address: Counter[str] = Counter()

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """False: it may not stay."""
        host = client[0] if client else ""
        address = place_of(host)
        if self.by_address[address] >= self.most_each and host not in self.proxies:
            return False
        if len(self.open) >= self.most:
            if not self.silent:
                return False
            oldest = next(iter(self.silent))
            self.leave(oldest)
            oldest.abort()
        self.open[transport] = address
        self.silent[transport] = None
        self.by_address[address] += 1
        return True

    def has_asked(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)

    def leave(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)
        address = self.open.pop(transport, None)
        if address is not None:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    async def sweep(self) -> None:
        """A closed connection waits until everything is taken: not for ever."""
        while True:
            await asyncio.sleep(STALLED)
            for transport in self.closing & self.open.keys():
                transport.abort()
            self.closing = {transport for transport in self.open if transport.is_closing()}


def files_allowed(wanted: int) -> int:
    """How many files this process may have open, after asking for as many as wanted."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


class Timer:
    """Ends a connection that takes too long."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        self.stop()
        self.handle = asyncio.get_running_loop().call_later(seconds, self.transport.abort)

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class Front(HttpToolsProtocol):
    """A connection that sends us requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.gate: Gate = self.config.app.state.gate  # type: ignore[union-attr]
        self.asking, self.taking = Timer(transport), Timer(transport)
        self.head = 0  # bytes of the request so far; -1 while its body comes, or it is answered
        self.unwanted = 0  # bytes of bodies that came after the answer
        if self.gate.enter(transport, self.client):
            self.asking.start(HEAD_TIME)
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.asking.stop()
        self.taking.stop()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.head < 0 and self.cycle is not None and self.cycle.response_complete:
            self.head = 0  # the next request on the same connection
            self.asking.start(HEAD_TIME)
        if self.head >= 0:
            self.head += len(data)
        super().data_received(data)
        if self.head > MAX_HEAD:
            self.refuse()

    def refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_headers_complete(self) -> None:
        self.head = -1
        self.gate.has_asked(self.transport)
        self.asking.start(BODY_TIME)
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD:
            self.refuse()
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.cycle is None:
            return
        super().on_body(body)
        if self.cycle.response_complete:
            self.unwanted += len(body)
            if self.unwanted > UNWANTED:
                self.transport.abort()

    def on_message_complete(self) -> None:
        self.asking.stop()
        if self.cycle is not None:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.asking.stop()
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self.taking.start(STALLED)
        super().pause_writing()

    def resume_writing(self) -> None:
        self.taking.stop()
        super().resume_writing()


class Line(WebSocketsSansIOProtocol):
    """A socket whose compression remembers the whole last push, which the next one is very like.

    Beside uvicorn's own settings that is a third of the bytes for a quarter of the time, and 160 kB of memory for
    each socket instead of 32.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=15, client_max_window_bits=12, compress_settings={"level": 2, "memLevel": 6}
        )
        self.is_finishing = False
        self.conn = ServerProtocol(extensions=[deflate], max_size=self.config.ws_max_size, logger=self.conn.logger)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.taking = Timer(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.taking.stop()
        self.config.app.state.gate.leave(self.transport)  # type: ignore[union-attr]
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self.taking.start(STALLED)
        super().pause_writing()

    def resume_writing(self) -> None:
        self.taking.stop()
        super().resume_writing()

    def handle_ping(self) -> None:
        """Whoever takes nothing gets no answers either, or they would pile up here."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Empty fragments add no bytes to a message, but each one takes up memory."""
        if len(self.frames) < MAX_PIECES:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """As bytes: they are decoded where they are read, and what is no UTF-8 is answered like other nonsense.

        Reading pauses only when a second message comes while the first still waits."""
        if self.is_finishing:
            self.frames = []
            return
        self.curr_msg_data_type = "bytes"
        alone = self.queue.empty() and not self.read_paused
        self.read_paused |= alone  # so that reading goes on: to stop and start it costs two calls of the system
        super().send_receive_event_to_app()
        if alone:
            self.read_paused = False

    def finish(self) -> None:
        """Nothing more is taken from this browser; what has come so far is still read, and then the end."""
        self.is_finishing = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})

    def keepalive_timeout(self) -> None:
        """Nobody is there any more; nothing that waits to be sent will be taken."""
        super().keepalive_timeout()
        self.transport.abort()


class KnownHosts:
    """Answers only to names that are ours, so that no foreign page can reach us under a name of its own."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...]) -> None:
        self.app = app
        own = socket.gethostname().lower()
        self.names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.knows(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await json_response(Problem(STRANGER), 421)(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    def knows(self, scope: Scope) -> bool:
        """Addresses in numbers are always ours: whoever uses one has not been misled by a name."""
        said = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
        name = said[1:].partition("]")[0] if said.startswith("[") else said.partition(":")[0]
        if name in self.names or name.endswith(".localhost") or "*" in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
