"""A process that runs until it is told to end, such as one of several servers; it ends with its parent.

It says when it is ready, and from then on again and again that it is alive.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

READY, ALIVE = "ready", "alive"
RUN = "import importlib, sys; getattr(importlib.import_module(sys.argv[1]), sys.argv[2])(sys.argv[3])"


class Program:
    """Runs `function(argument)` in a new process, which inherits these open files."""

    def __init__(self, function: Callable[[str], None], argument: str, files: Sequence[int] = ()) -> None:
        command = [sys.executable, "-c", RUN, function.__module__, function.__name__, argument]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # nothing is sent: when it is closed, the parent is gone
            stdout=subprocess.PIPE,
            pass_fds=files,
            start_new_session=True,  # Ctrl-C is for the parent, which then ends us
            text=True,
        )
        self.is_ready = False
        self.heard = time.monotonic()  # when it was started, or last said that it is alive
        threading.Thread(target=self.listen, name="program", daemon=True).start()

    def listen(self) -> None:
        """Until it has ended, and every process that it has started."""
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                if line.strip() in (READY, ALIVE):
                    self.heard, self.is_ready = time.monotonic(), True

    @property
    def number(self) -> int:
        return self.process.pid

    def is_silent(self, seconds: float) -> bool:
        return time.monotonic() - self.heard > seconds

    def is_running(self) -> bool:
        return self.process.poll() is None

    def end(self) -> None:
        """Ask it to; `wait` until it has."""
        if self.is_running():
            self.process.terminate()

    def kill(self) -> None:
        self.process.kill()

    def wait(self, seconds: float) -> None:
        """Then it is killed."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()


# ---- in the process


def end_with_parent() -> None:
    """A parent that is killed cannot end us."""
    threading.Thread(target=end_after_input, name="parent", daemon=True).start()


def end_after_input() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


def say_ready() -> None:
    print(READY, flush=True)


def say_alive() -> None:
    """Does not wait, even if the parent stands still and reads nothing."""
    out = sys.stdout.fileno()
    if select.select([], [out], [], 0)[1]:
        os.write(out, f"{ALIVE}\n".encode())
