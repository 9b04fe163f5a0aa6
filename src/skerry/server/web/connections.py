"""Limits on connections: how many, how slow, under which host name.  The application sees only whole requests."""

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

from skerry.server.errors import OTHER_HOST
from skerry.server.protocol.messages import Problem
from skerry.server.runtime.rate_limits import network_of
from skerry.server.settings import Settings
from skerry.server.web.bodies import json_response
from skerry.server.web.proxies import Proxies

HEAD_TIME = 10.0  # seconds in which a request must have been made
BODY_TIME = 60.0  # and its body be there
STALLED = 20.0  # seconds a browser may take nothing of what is sent to it
MAX_PIECES = 100  # of one message on a socket
MAX_HEAD = 32_000  # bytes of a request without its body
UNWANTED = 6_000_000  # bytes of a body that come after the answer; a client that sends more is not reading
RESERVED = 200  # file handles for everything but connections
SERVER_FULL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"
HEAD_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
RESTART = 1012  # closes a socket that is to come back: the server restarts


class Gate:
    """All connections of the server.  When it is full, the oldest one without a request is closed."""

    def __init__(self, settings: Settings) -> None:
        self.most = min(settings.connections, files_allowed(settings.connections + RESERVED) - RESERVED)
        self.most_each = settings.connections_each
        self.proxies = Proxies(settings.trust)  # everybody's connections come from there
        self.open: dict[asyncio.Transport, str] = {}
        self.silent: dict[asyncio.Transport, None] = {}  # the longest there first
        self.closing: set[asyncio.Transport] = set()  # closed, but what was sent last has not been taken
        self.by_address: Counter[str] = Counter()

    def enter(self, transport: asyncio.Transport, client: tuple[str, int] | None) -> bool:
        """False: the connection is refused."""
        host = client[0] if client else ""
        address = network_of(host)
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
        """Abort closed connections whose client has not read the rest."""
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


class Timeout:
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


class HttpConnection(HttpToolsProtocol):
    """A connection for HTTP requests, with time limits."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.gate: Gate = self.config.app.state.gate  # type: ignore[union-attr]
        self.asking, self.taking = Timeout(transport), Timeout(transport)
        self.head = 0  # bytes of the request so far; -1 while its body comes, or it is answered
        self.has_body = False  # the whole of it; a request may be answered before
        self.unwanted = 0  # bytes of bodies that came after the answer
        if self.gate.enter(transport, self.client):
            self.asking.start(HEAD_TIME)
        else:
            transport.write(SERVER_FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.asking.stop()
        self.taking.stop()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.head < 0 and self.has_body and self.cycle is not None and self.cycle.response_complete:
            self.head = 0  # the next request on the same connection
            self.asking.start(HEAD_TIME)
        if self.head >= 0:
            self.head += len(data)
        super().data_received(data)
        if self.head > MAX_HEAD:
            self.refuse()

    def refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(HEAD_TOO_LONG)
            self.transport.close()

    def on_headers_complete(self) -> None:
        self.head = -1
        self.has_body = False
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
        self.has_body = True
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


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket whose compression remembers 8 kB: most of the last push, which the next one is very like.

    That takes 40 kB for each socket. With 32 kB remembered (160 kB) pushes would be a quarter smaller; with uvicorn's
    own settings (4 kB, 32 kB) twice as large.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=13, client_max_window_bits=10, compress_settings={"level": 4, "memLevel": 4}
        )
        self.is_finishing = False
        self.conn = ServerProtocol(extensions=[deflate], max_size=self.config.ws_max_size, logger=self.conn.logger)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.taking = Timeout(self.transport)

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
        """Do not answer pings while the client is not reading."""
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
        """Read nothing more; what has been received is still handed on, then the disconnect."""
        self.is_finishing = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})

    def keepalive_timeout(self) -> None:
        """The client is gone: drop what waits to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


class KnownHosts:
    """Answers only requests for known host names, so that no other site can reach us under its own name."""

    def __init__(self, app: ASGIApp, names: tuple[str, ...]) -> None:
        self.app = app
        own = socket.gethostname().lower()
        self.names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.knows(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await json_response(Problem(OTHER_HOST), 421)(scope, receive, send)
        else:
            await send({"type": "websocket.close"})

    def knows(self, scope: Scope) -> bool:
        """A numeric address is always accepted: no foreign name led there."""
        said = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
        name = said[1:].partition("]")[0] if said.startswith("[") else said.partition(":")[0]
        if name in self.names or name.endswith(".localhost") or "*" in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True
