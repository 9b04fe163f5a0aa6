"""Starts the server in this process, for one person or for many."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from msgspec.structs import replace
from starlette.applications import Starlette

from skerry.server.config import Config
from skerry.server.errors import StoreError
from skerry.server.notices.outlets import check_notice_settings
from skerry.server.runtime.logs import start_log
from skerry.server.settings import Settings
from skerry.server.web.app import create_app
from skerry.server.web.connections import HttpConnection, SocketConnection
from skerry.server.web.metrics import showing_metrics
from skerry.server.web.proxies import ProxyError
from skerry.server.web.systemd import handed_over, tell_systemd

log = logging.getLogger("skerry.server")

MAX_FRAME = 64_000  # longer ones close the connection; shorter ones get an answer in words
SEND_BUFFER = 256_000  # bytes that the system keeps for each connection; on its own, it would grow to megabytes
PING = 15.0  # seconds between two questions whether a browser is still there
PONG = 12.0  # seconds it has for the answer

PORT = 8470  # unless another is asked for
FLUSH_TIME = 0.1  # seconds for what has been handed over to leave this machine


def serve(configured: Config, open_page: bool = False) -> None:
    """Serve until Ctrl-C.  If that is impossible, say why and exit."""
    soon = os.environ.get("SKERRY_SOON")  # set by play.py while it compiles
    given = configured.settings
    host, port = given.host, given.port
    settings = replace(given, warm=True, package=Path(soon) if soon else None, allow_host=(*given.allow_host, host))
    start_log(settings.log)
    for name in configured.unknown:
        log.warning("%s is set, but there is no such setting.", name)
    try:
        if settings.processes > 1:
            serve_several(settings)
            return
        app = create_app(settings)
        listener = handed_over() or (find_port(host) if port is None else bind(host, port))
    except ProxyError as error:
        sys.exit(f"Skerry: {error}")
    except StoreError as error:
        if settings.database:
            sys.exit(f"Skerry cannot use its database: {error}.")
        sys.exit(
            f"Skerry cannot use its data folder: {error}.\nChoose another one with --data FOLDER, or set SKERRY_DATA."
        )
    except OSError as error:
        if port and error.errno == errno.EADDRINUSE:
            sys.exit(f"Port {port} is in use by another program. Choose another one with --port, or leave --port out.")
        sys.exit(f"Skerry cannot listen on {host}, port {PORT if port is None else port}: {error.strerror or error}.")
    with contextlib.suppress(KeyboardInterrupt), showing_metrics(settings.metrics, app.state.gauges):
        Server(config(app), open_page).run([listener])


def serve_several(settings: Settings) -> None:
    from skerry.server.web.supervisor import check_several, run_several

    check_notice_settings(settings)
    check_several(settings)
    host, port = settings.host, settings.port
    run_several(settings, handed_over() or (find_port(host) if port is None else bind(host, port)))


def config(app: Starlette) -> uvicorn.Config:
    proxies = app.state.gate.proxies
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=SocketConnection,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        proxy_headers=bool(proxies.networks),
        forwarded_allow_ips=proxies.names(),
        ws_max_size=MAX_FRAME,
        lifespan="on",
        log_config=None,  # as the others, see logs.py
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
        """A closed terminal stops the server like SIGTERM, unless SIGHUP is ignored (nohup)."""
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
            url = url_of(sockets[0])
            if self.settings.log == "json":
                log.info("Skerry is at %s", url)
            else:
                print(f"Skerry is at {url}  (stop it with Ctrl-C)", flush=True)
            tell_systemd("READY=1")
            if self.open_page and can_open():
                threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        tell_systemd("STOPPING=1")
        await self.drain()
        for server in self.servers:
            server.close()  # accept no new connections
        await self.config.app.state.closing.finish(self.open_sockets)  # type: ignore[union-attr]
        await asyncio.sleep(FLUSH_TIME)
        for connection in self.open_sockets:
            if connection.transport.get_write_buffer_size():  # the browser reads nothing: not worth waiting for
                connection.transport.abort()
        await super().shutdown(sockets)

    async def drain(self) -> None:
        """Serve on while a proxy learns that it should send nobody here any more; Ctrl-C ends that."""
        self.config.app.state.health.is_leaving = True  # type: ignore[union-attr]
        until = time.monotonic() + self.settings.drain
        while not self.force_exit and time.monotonic() < until:
            await asyncio.sleep(0.05)

    @property
    def settings(self) -> Settings:
        settings: Settings = self.config.app.state.settings  # type: ignore[union-attr]
        return settings

    @property
    def open_sockets(self) -> list[SocketConnection]:
        return [found for found in self.server_state.connections if isinstance(found, SocketConnection)]


def find_port(host: str, usual: int = PORT) -> socket.socket:
    """The usual port, or a free one if that is taken."""
    try:
        return bind(host, usual)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    print(f"Port {usual} is in use, so Skerry uses another one.", flush=True)
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


def url_of(listener: socket.socket) -> str:
    if not isinstance(name := listener.getsockname(), tuple):
        return f"unix:{name}"  # systemd may listen on a file
    host, port = name[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def can_open() -> bool:
    """A browser with a window of its own; webbrowser would also use one that runs in the terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
