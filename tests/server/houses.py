"""Servers that are processes of their own and share a database, to be killed and stopped as a machine would."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from skerry.core.state import CHANCE
from skerry.server.store.store import Store

SERVE = """
import json, sys
from pathlib import Path
from skerry.server.settings import Settings
from skerry.server.web.app import create_app
from skerry.server.web.serve import Server, bind, config

given = json.loads(sys.argv[1])
listener = bind("127.0.0.1", given.pop("port"))
Server(config(create_app(Settings(data=Path(given.pop("data")), **given)))).run([listener])
"""
FREE = {"messages_per_second": 1000, "tables_per_hour": 1000, "reads_per_second": 1000}  # all come from one address


class House:
    """One server process at a port of its own, which it has again when it is started again."""

    def __init__(self, database: str, data: Path, **settings: object) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        self.given = json.dumps({"port": self.port, "database": database, "data": str(data)} | FREE | settings)
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, self.given]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None and "Skerry is at" in self.process.stdout.readline()

    def send(self, number: int) -> None:
        assert self.process is not None
        os.kill(self.process.pid, number)

    def end(self, number: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(30)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def choices_of(store: Store, table: str) -> list[tuple[int, str]]:
    """What the log has of what people chose: seat and text, in order."""
    query = "SELECT seat, text FROM entries WHERE match = ? AND seat != ? AND forced = 0 ORDER BY seq"
    return [(seat, text) for seat, text in store.read(query, table, CHANCE) if not text.startswith("(")]
