"""`skerry serve` as a process of its own, as an operator starts it."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

import skerry
from tests.terminal.command import PATIENCE

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("SKERRY_")}
ENVIRONMENT |= {"PYTHONPATH": str(Path(skerry.__file__).parents[1])}


class Serving:
    def __init__(self, process: "subprocess.Popen[str]", host: str) -> None:
        self.process = process
        self.host = host
        self.lines: list[str] = []  # of its log
        self.reading = threading.Thread(target=self.read, daemon=True)
        self.reading.start()

    def read(self) -> None:
        assert self.process.stderr is not None
        self.lines += [line.rstrip("\n") for line in self.process.stderr]

    def get(self, path: str, host: str = "") -> httpx.Response:
        with httpx.Client(trust_env=False, timeout=PATIENCE) as line:
            return line.get(f"http://{host or self.host}{path}")

    def stop(self) -> list[str]:
        """In good order; the log is returned."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.reading.join(PATIENCE)
        return self.lines


@contextlib.contextmanager
def serving(data: Path, *options: object, port: int = 0, **variables: str) -> Iterator[Serving]:
    """On a free port, unless one is named.  It is ready to answer."""
    port = port or free_port()
    words = [str(word) for word in ("serve", "--port", port, "--data", data, *options)]
    command = [sys.executable, "-m", "skerry", *words]
    with subprocess.Popen(
        command, env=ENVIRONMENT | variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        found = Serving(process, f"127.0.0.1:{port}")
        try:
            wait_until_live(found)
            yield found
        finally:
            found.stop()


def wait_until_live(found: Serving, through: str = "") -> None:
    """It answers; or the proxy in front of it does."""
    while True:
        assert found.process.poll() is None, found.lines
        with contextlib.suppress(httpx.TransportError):
            if found.get("/live", through).status_code == 200:
                return
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
