"""A server process that can be killed and started again on the same data and port."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import skerry


class House:
    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options  # of `skerry serve`
        self.port = "0"
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        env = {**os.environ, "PYTHONPATH": str(Path(skerry.__file__).parent.parent)}
        command = [sys.executable, "-m", "skerry.terminal.main", "serve", "--port", self.port, "--data", str(self.data)]
        command += self.options
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://[\d.]+:(\d+)/)", line)
        assert found, f"the server did not come up: {line}"
        self.url, self.port = found[1], found[2]

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def freeze(self) -> None:
        """Whatever is sent from now on, arrives and is not read."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.send_signal(signal.SIGCONT)  # it may be frozen
            self.process.wait()
            self.process = None
