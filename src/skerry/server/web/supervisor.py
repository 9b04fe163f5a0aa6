"""Several server processes on one machine, which share a PostgreSQL database and a port.

All accept connections at the port that was asked for.  Each has a port of its own as well, the next ones, for a proxy
that keeps the people of a table at one process: then a move is worked out once (docs/decisions/0017).
"""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from types import FrameType

import msgspec
import uvicorn
from msgspec.structs import replace

from skerry.server.errors import StoreError
from skerry.server.runtime.logs import start_log
from skerry.server.runtime.supervise import Pause
from skerry.server.settings import Settings
from skerry.server.store.engine.engines import open_engine
from skerry.server.web.app import create_app
from skerry.server.web.metrics import read_address, showing_metrics
from skerry.server.web.serve import Server, bind, config, url_of
from skerry.server.web.systemd import tell_systemd
from skerry.workers.program import Program, end_with_parent, say_alive, say_ready

log = logging.getLogger("skerry.server")

NEEDS_DATABASE = (
    "Several processes need a database that they can share. Add --database postgresql://…, or leave out --processes."
)
NOT_HERE = "This system cannot run several processes at one port. Start them one by one, each with a --port of its own."
PROCESS_LOOK = 0.1  # seconds between two looks at the processes
AGAIN_AFTER, AGAIN_AT_LAST = 0.1, 10.0  # seconds until a process that ended is started again: first, and at most
STEADY = 60.0  # seconds that it must run before that is forgotten
LEAVING = 20.0  # seconds in which a process has to end
ALIVE_EVERY = 1.0  # seconds between two signs that a process is alive
STANDS_STILL = 6.0  # seconds without one, after which it stands still and is replaced
FIRST_SIGN = 60.0  # seconds until the first one


class ServerTask(msgspec.Struct, frozen=True):
    """The settings and listening sockets of one server process."""

    settings: Settings
    files: list[int]  # of the listening sockets


class Supervisor:
    """Starts the server processes, restarts those that end, and ends all of them on request."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings = settings
        self.listeners = [[listener, *own_listener(listener, number)] for number in range(settings.processes)]
        self.programs: list[Program | None] = [None] * settings.processes
        self.pauses = [Pause(AGAIN_AFTER, AGAIN_AT_LAST) for _ in self.programs]
        self.due = [0.0] * settings.processes  # when each may be started again
        self.stopping = threading.Event()
        self.looked = 0.0  # when we last looked after the processes
        self.is_announced = False  # that all are ready

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self.stop)
        try:
            for place in range(len(self.programs)):
                self.start(place)
            self.looked = time.monotonic()
            while not self.stopping.wait(PROCESS_LOOK):
                self.look_after()
                if not self.is_announced and all(program is not None and program.is_ready for program in self.programs):
                    self.announce()
                if os.environ.get("WATCHDOG_USEC"):
                    tell_systemd("WATCHDOG=1")
        finally:
            tell_systemd("STOPPING=1")
            running = [program for program in self.programs if program is not None]
            for program in running:
                program.end()
            for program in running:
                program.wait(LEAVING + self.settings.drain)

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()

    def start(self, number: int) -> Program:
        files = [listener.fileno() for listener in self.listeners[number]]
        settings = replace(self.settings, metrics=metrics_of(self.settings.metrics, number))
        task = msgspec.json.encode(ServerTask(settings, files), enc_hook=str).decode()
        program = self.programs[number] = Program(serve_one, task, files)
        return program

    def look_after(self) -> None:
        """Restart processes that have ended: at once, then with growing pauses.  What stands still is ended."""
        now = time.monotonic()
        has_slept, self.looked = now - self.looked > STANDS_STILL / 2, now
        for number, program in enumerate(self.programs):
            if program is None:
                if now >= self.due[number]:
                    self.start(number)
            elif program.is_running():
                if has_slept:
                    program.heard = now  # we stood still ourselves, and have not listened
                if program.is_silent(STANDS_STILL if program.is_ready else FIRST_SIGN):
                    log.error("Process %d stands still and is ended.", program.number)
                    program.kill()
                elif now > self.due[number] + STEADY:
                    self.pauses[number].reset()
            else:
                program.wait(0)
                seconds = self.pauses[number].take()
                log.error("Process %d has ended and is started again in %.1f s.", program.number, seconds)
                self.programs[number], self.due[number] = None, now + seconds

    def announce(self) -> None:
        self.is_announced = True
        count = len(self.programs)
        print(f"Skerry is at {url_of(self.listeners[0][0])} with {count} processes  (stop it with Ctrl-C)", flush=True)
        tell_systemd("READY=1")
        own = [url_of(each[1]) for each in self.listeners if len(each) > 1]
        if own:
            print(
                f"For a proxy that keeps a table's people together, each has its own port: {' '.join(own)}", flush=True
            )


def own_listener(shared: socket.socket, number: int) -> list[socket.socket]:
    """The next ports are the processes' own; one that is taken is done without."""
    host, port = shared.getsockname()[:2]
    try:
        return [bind(host, port + 1 + number)]
    except (OSError, OverflowError):
        return []


def metrics_of(address: str, number: int) -> str:
    """Each process shows its own figures, at the next port."""
    if not address:
        return ""
    host, port = read_address(address)
    return f"[{host}]:{port + number}" if ":" in host else f"{host}:{port + number}"


def run_several(settings: Settings, listener: socket.socket) -> None:
    """Run until asked to end.  StoreError if the database cannot be used."""
    open_engine(settings.data, settings.database).close()
    Supervisor(settings, listener).run()


def check_several(settings: Settings) -> None:
    if not settings.database:
        sys.exit(NEEDS_DATABASE)
    if os.name == "nt":
        sys.exit(NOT_HERE)


# ---- in a process


class QuietServer(Server):
    """Does not print its address: the supervisor does."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await uvicorn.Server.startup(self, sockets)
        if self.started:
            say_ready()
            self.beating = asyncio.create_task(self.beat())

    async def beat(self) -> None:
        """As long as the loop turns."""
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            with contextlib.suppress(OSError):  # the supervisor is gone, and we are told to end
                say_alive()


def serve_one(task: str) -> None:
    end_with_parent()
    given = msgspec.json.decode(task, type=ServerTask, dec_hook=lambda kind, value: kind(value))
    sockets: Sequence[socket.socket] = [socket.socket(fileno=number) for number in given.files]
    start_log(given.settings.log)
    try:
        app = create_app(given.settings)
    except StoreError as error:
        sys.exit(f"Skerry cannot use its database: {error}.")
    with showing_metrics(given.settings.metrics, app.state.gauges):
        QuietServer(config(app)).run(list(sockets))
