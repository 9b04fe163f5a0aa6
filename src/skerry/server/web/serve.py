"""Starts the server in this process, for one person or for many."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from skerry.server.errors import StoreError
from skerry.server.settings import Settings, data_folder
from skerry.server.web.app import create_app
from skerry.server.web.connections import Front, Line
from skerry.server.web.proxies import ProxyError

MAX_FRAME = 64_000  # longer ones close the connection at once; shorter ones get an answer in words
SEND_BUFFER = 256_000  # bytes that the system keeps for each connection; on its own, it would grow to megabytes
PING = 15.0  # seconds between two questions whether a browser is still there
PONG = 12.0  # seconds it has for the answer

PORT = 8470  # unless another is asked for
LAST_WORDS = 0.1  # seconds for what has been handed over to leave this machine


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    open_page: bool = False,
    hosts: Sequence[str] = (),
    proxies: Sequence[str] = (),
) -> None:
    """Serve until Ctrl-C.  If that is impossible, say why and exit.

    Without a `port`, it is the usual one, or any other if that is taken.
    `hosts` are further names of the server; what `proxies` say about where a request comes from is believed.
    """
    try:
        soon = os.environ.get("SKERRY_SOON")  # set by play.py while it compiles
        app = create_app(
            Settings(
                data=data or data_folder(),
                warm=True,
                package=Path(soon) if soon else None,
                hosts=(*hosts, host),
                proxies=tuple(proxies),
            )
        )
        listener = find_port(host) if port is None else bind(host, port)
    except ProxyError as error:
        sys.exit(f"Skerry: {error}")
    except StoreError as error:
        sys.exit(
            f"Skerry cannot use its data folder: {error}\nChoose another with --data FOLDER, or set SKERRY_DATA to one."
        )
    except OSError as error:
        if port and error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {port} is taken by another program. Choose another with --port, or leave it out.")
        sys.exit(f"Skerry cannot listen at {host}, port {PORT if port is None else port}: {error.strerror or error}")
    with contextlib.suppress(KeyboardInterrupt):
        Server(config(app), open_page).run([listener])


def config(app: Starlette) -> uvicorn.Config:
    proxies = app.state.gate.proxies
    return uvicorn.Config(
        app,
        http=Front,
        ws=Line,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        proxy_headers=bool(proxies.networks),
        forwarded_allow_ips=proxies.names(),
        ws_max_size=MAX_FRAME,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )


class Server(uvicorn.Server):
    """Prints its address as soon as it is listening, and answers what it has received before it goes."""

    def __init__(self, config: uvicorn.Config, open_page: bool = False) -> None:
        super().__init__(config)
        self.open_page = open_page

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A terminal that is closed ends us like SIGTERM, unless we were told to ignore it (nohup)."""
        hang_up = getattr(signal, "SIGHUP", None)  # Windows has none
        is_main = threading.current_thread() is threading.main_thread()
        if hang_up is None or not is_main or signal.getsignal(hang_up) is signal.SIG_IGN:
            with super().capture_signals():
                yield
            return
        before = signal.signal(hang_up, self.handle_exit)
        try:
            with super().capture_signals():
                yield
        finally:
            signal.signal(hang_up, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            url = address(sockets[0])
            print(f"Skerry is at {url}  (stop it with Ctrl-C)", flush=True)
            if self.open_page and can_open():
                threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new
        await self.config.app.state.closing.finish(self.lines)  # type: ignore[union-attr]
        await asyncio.sleep(LAST_WORDS)
        for line in self.lines:
            if line.transport.get_write_buffer_size():  # it takes nothing: not worth waiting for
                line.transport.abort()
        await super().shutdown(sockets)

    @property
    def lines(self) -> list[Line]:
        return [one for one in self.server_state.connections if isinstance(one, Line)]


def find_port(host: str, usual: int = PORT) -> socket.socket:
    """The usual port, or a free one if that is taken."""
    try:
        return bind(host, usual)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    print(f"Port {usual} is taken, so Skerry uses another one.", flush=True)
    return bind(host, 0)


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":  # there it would share the port with another server
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # its connections inherit it
        listener.bind((host, port))
        listener.listen(2048)
    except BaseException:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def can_open() -> bool:
    """A browser with a window of its own; webbrowser would also use one that runs in the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
