"""What somebody sees while Skerry sets itself up, and the programs that run meanwhile."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from setup.places import ROOT

OFFLINE = (
    "Behind a proxy, set HTTPS_PROXY. An index of your own goes into pip's configuration. Offline, fetch the packages\n"
    "elsewhere (pip download -d FOLDER -r requirements/play.txt) and start with SKERRY_WHEELS=FOLDER."
)
NETWORK = (
    "NewConnectionError|NameResolutionError|ConnectTimeout|connection broken|timed? ?out|CERTIFICATE|SSLError"
    "|ProxyError|dns error|error sending request|ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT"
)
ADVICE = [
    ("No space left|ENOSPC", "The disk is full. Free some space and start again."),
    (
        "Permission denied|EACCES|Read-only file system",
        "This folder cannot be written. Check who owns it, or copy it somewhere else.",
    ),
    (NETWORK, f"The packages could not be fetched: the network cannot be reached.\n{OFFLINE}"),
    (
        "not a trusted or secure host",
        "pip is set to an index that it does not trust. Use https, or name it as trusted-host in pip's configuration.",
    ),
    ("DO NOT MATCH THE HASHES", "A package is not the one Skerry was tested with, so it was not installed."),
    (
        "no matching distribution|has no wheels",
        "There is no ready-made package for this Python on this system. Python 3.11 to 3.14 will do.",
    ),
    ("page could not be built|page needs Node", "Fix that and start again, or leave the page out: SKERRY_NO_WEB=1."),
    ("engine is not compiled", "Fix that and start again, or do without: unset SKERRY_REQUIRE_COMPILED."),
    (
        "",
        "If you have changed something here, look there first. If not, delete the folder .venv and start again;\n"
        "if that fails too, please report it and attach the log.",
    ),
]


class SetupError(Exception):
    """Its text is all that the person at the machine gets to see."""


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


def uncompiled(problem: str) -> str:
    return f"Skerry runs uncompiled: everything works, but bots look less far ahead. The reason: {problem}"


class Line:
    """The line of one step: what is being done, for how long, and what comes next. It moves on a terminal only."""

    def __init__(self, doing: str, then: str) -> None:
        self.doing = doing
        self.then = then
        self.detail = ""
        self.began = time.monotonic()
        self.moves = sys.stderr.isatty()
        self.done = threading.Event()
        self.mover = threading.Thread(target=self.move, daemon=True)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def move(self) -> None:
        while not self.done.wait(0.2):
            parts = [f"  {self.doing}", f"{self.seconds:.0f} s", self.detail, f"next: {self.then}" if self.then else ""]
            width = shutil.get_terminal_size().columns - 1
            say("\r\x1b[K" + " · ".join(part for part in parts if part)[:width], end="")

    def above(self, text: str) -> None:
        """Something worth saying while the step goes on."""
        say(f"\r\x1b[K{text}" if self.moves else f"\n{text}")


@contextlib.contextmanager
def step(doing: str, then: str = "") -> Iterator[Line]:
    line = Line(doing, then)
    if line.moves:
        line.mover.start()
    else:
        say(f"  {doing} ...", end=" ")
    words = "failed."
    try:
        yield line
        words = f"{line.seconds:.1f} s"
    except KeyboardInterrupt:
        words = "stopped."
        raise
    finally:
        line.done.set()
        if line.moves:
            line.mover.join()
            say(f"\r\x1b[K  {doing} ...", end=" ")
        say(words)


def run(command: list[str], log: Path, listen: Callable[[str], None] = lambda text: None, **variables: str) -> None:
    """Runs a program to its end, with all it prints in the log. Whatever ends us ends it, and its temporary files."""
    scratch = log.parent / "tmp"
    scratch.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "TMPDIR": str(scratch), "TEMP": str(scratch), "TMP": str(scratch), **variables}
    output = []
    try:
        process = start(
            command,
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent if sys.platform == "linux" else None,
        )
        assert process.stdout is not None
        try:
            with open(log, "a", encoding="utf-8") as file:
                for raw in process.stdout:
                    text = raw.decode(errors="replace")
                    output.append(text)
                    file.write(text)
                    listen(text)
            process.wait()
        finally:
            end(process)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if process.returncode:
        raise SetupError(explain("".join(output), log))


def start(command: list[str], **options: object) -> "subprocess.Popen[bytes]":
    """A program in a group of its own, so that it can be ended with all it has started."""
    if os.name == "nt":
        options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined]
    else:
        options["start_new_session"] = True
    return subprocess.Popen(command, **{"stdin": subprocess.DEVNULL, **options})  # type: ignore[call-overload,no-any-return]


def die_with_parent() -> None:
    """Even if we are killed and cannot end it ourselves."""
    with contextlib.suppress(Exception):
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        if os.name == "nt":
            process.kill()
        else:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def explain(output: str, log: Path) -> str:
    advice = next(text for words, text in ADVICE if re.search(words, output, re.IGNORECASE))
    # Without a network, pip complains about versions it cannot find.
    what = "" if re.search(NETWORK, output, re.IGNORECASE) else f"\n{relevant(output).strip()}\n\n"
    return f"{what}{advice}\nThe whole output is in {log}"


def relevant(output: str) -> str:
    """From the first line that speaks of an error on, without call stacks; or the last lines."""
    output = re.sub(r"(?m)^( *)Traceback.*\n(\1 +.*\n)+", "", output)
    lines = [line for line in output.splitlines() if line.strip() and not re.match(" *(note|hint):", line)]
    errors = [number for number, line in enumerate(lines) if re.match(r"\s*[\w.]*error\b", line, re.IGNORECASE)]
    return "\n".join(lines[errors[0] :][:15] if errors else lines[-15:])
