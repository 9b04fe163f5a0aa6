"""The `skerry` command as a user meets it: a process of its own, with its own standard streams and folder.

A process that has imported everything waits here, and each command is a fork of it: `python -m skerry` takes longer to
import what it needs than most of these tests take to play.  Whatever is about the start itself, a terminal or a signal
starts a process from nothing instead.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import skerry

COMMAND = [sys.executable, "-m", "skerry.terminal.main"]
ENV = {**os.environ, "PYTHONPATH": str(Path(skerry.__file__).parent.parent), "COLUMNS": "80", "NO_COLOR": "1"}
PATIENCE = 120  # seconds
Done = subprocess.CompletedProcess[str]

WAITING = f"""
import contextlib, gc, io, json, os, signal, sys
from skerry.terminal import checker, main, player, replayer
with contextlib.redirect_stdout(io.StringIO()):
    main.app(["games"], standalone_mode=False)  # typer imports much of its own as late as this
gc.freeze()
for order in sys.stdin:
    args, cwd, folder = json.loads(order)
    child = os.fork()
    if child:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    signal.alarm({PATIENCE})
    os.chdir(cwd)
    for number, (name, flags) in enumerate((("in", "r"), ("out", "w"), ("err", "w"))):
        with open(f"{{folder}}/{{name}}", flags) as file:
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    sys.argv = ["skerry", *args]
    main.main()
    break
"""


@cache
def waiting() -> "subprocess.Popen[str]":
    """It ends with us, when there is nothing more to read."""
    command = [sys.executable, "-P", "-c", WAITING]
    return subprocess.Popen(command, env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def run(*args: object, typed: str = "", cwd: Path | None = None) -> Done:
    """The command with all that is typed, and what it has printed."""
    words = [str(arg) for arg in args]
    if not hasattr(os, "fork"):
        return run_anew(*words, typed=typed, cwd=cwd)
    process = waiting()
    assert process.stdin and process.stdout
    with TemporaryDirectory() as folder:
        Path(folder, "in").write_text(typed)
        print(json.dumps([words, str(cwd or Path.cwd()), folder]), file=process.stdin, flush=True)
        code = int(process.stdout.readline())
        return Done(["skerry", *words], code, *(Path(folder, name).read_text() for name in ("out", "err")))


def run_anew(*args: str, typed: str = "", cwd: Path | None = None, **variables: str) -> Done:
    """The same, started from nothing."""
    env = ENV | variables
    return subprocess.run(
        [*COMMAND, *args], input=typed, capture_output=True, text=True, env=env, cwd=cwd, timeout=PATIENCE, check=False
    )
