#!/usr/bin/env python3
"""Sets Skerry up in .venv, where need be, and starts it. Needs Python 3.11 or later and nothing else.

python3 play.py             starts the server and opens the page
python3 play.py test ...    runs all tests (or what the further words tell pytest)
python3 play.py ARGS...     the skerry command
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("Skerry needs Python 3.11 or later, and this is %d.%d. Try: python3.12 play.py" % sys.version_info[:2])

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
SKERRY = BIN / ("skerry.exe" if os.name == "nt" else "skerry")
LOG = VENV / "setup.log"  # all that the steps of the set-up print
STAMP = VENV / "skerry.json"  # there if and only if the set-up was finished: what for
NOTE = VENV / "note.txt"  # what the build has to say: why it failed, or why the engine is uncompiled
LOCK = ROOT / "requirements.lock"

# pip comes along: Debian's python3 has none, and this way nobody must know where to fetch it.
PIP = ROOT / "tools" / "pip-26.3-py3-none-any.whl"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"

ADVICE = [
    ("No space left|ENOSPC", "The disk is full. Free some space and start again."),
    (
        "Permission denied|EACCES",
        "Something here may not be written. Check who owns this folder, or copy it elsewhere.",
    ),
    (
        "no matching distribution|NewConnectionError|timed? ?out|CERTIFICATE|ProxyError|dns error|error sending request"
        "|ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT",
        "Packages could not be fetched. Check the network and start again. Behind a proxy, set HTTPS_PROXY; an index\n"
        "of your own is set in the configuration of pip (or uv) and npm.",
    ),
    ("page could not be built|page needs Node", "Repair that and start again, or leave the page out: SKERRY_NO_WEB=1."),
    ("engine is not compiled", "Repair that and start again, or do without: unset SKERRY_REQUIRE_COMPILED."),
    (
        "",
        "If you changed something here, look there first. If not, delete the folder .venv and start again;\n"
        "if it fails again, please report it together with the log.",
    ),
]


class SetupError(Exception):
    pass


def main(arguments: list) -> int:
    testing = arguments[:1] == ["test"]
    if not is_ready(testing):
        with only_one_at_a_time():
            if not is_ready(testing):
                set_up(testing)
    if testing:
        return run_tests(arguments[1:])
    return hand_over([str(SKERRY), *(arguments or ["serve", "--open"])])


def is_ready(testing: bool) -> bool:
    was = stamp()
    same = was.get("environment") == environment() and was.get("sources") == sources()
    return same and (was["tests"] or not testing) and PYTHON.exists() and SKERRY.exists()


def stamp() -> dict:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write_stamp(content: dict) -> None:
    STAMP.write_text(json.dumps(content), encoding="utf-8")


def environment() -> list:
    """When this changes, .venv is made anew."""
    return [sys.version, sys.base_prefix, str(VENV)]


def sources() -> str:
    """When this changes, Skerry is installed anew: a hash of all that goes into the package."""
    digest = hashlib.sha256()
    for name in ["SKERRY_PURE", "SKERRY_NO_WEB", "SKERRY_REQUIRE_COMPILED"]:
        digest.update(f"{name}={os.environ.get(name)}\n".encode())
    headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    digest.update(f"{shutil.which('cc')} {headers}\n".encode())
    files = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", LOCK]
    for top in ["src", "web"]:
        for folder, folders, names in os.walk(ROOT / top):
            folders[:] = [f for f in folders if f not in ("node_modules", "dist", "__pycache__") and f[0] != "."]
            files += [Path(folder, name) for name in names]
    for file in sorted(files):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@contextlib.contextmanager
def only_one_at_a_time():
    """Waits while another play.py sets up. The system lets go of the lock when its holder ends, however it ends."""
    with open(ROOT / ".venv.lock", "w") as file:
        if not try_lock(file):
            say("Another start is setting Skerry up here; waiting for it.")
            while not try_lock(file):
                time.sleep(0.3)
        yield


def try_lock(file) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        pass  # a file system without locks: go on without
    return True


def set_up(testing: bool) -> None:
    was = stamp()
    now = {"environment": environment(), "sources": sources(), "tests": testing or was.get("tests", False)}
    uv = shutil.which("uv")
    STAMP.unlink(missing_ok=True)  # from here on, an interrupted set-up begins from nothing
    if was.get("environment") == now["environment"] and PYTHON.exists():
        say("Bringing the set-up in .venv up to date.")
    else:
        was = {}
        say("Setting Skerry up in .venv. This takes a minute or two, and only the first time.")
        if VENV.exists():
            shutil.rmtree(VENV)
        VENV.mkdir()
        with_uv, without = [uv, "venv", "--allow-existing", "--python", sys.executable], [sys.executable, "-m", "venv"]
        step("Making the environment", [*(with_uv if uv else [*without, "--without-pip"]), str(VENV)])
    if uv:
        install = [uv, "pip", "install", "--python", str(PYTHON), "--compile-bytecode", "--reinstall-package", "skerry"]
    else:
        install = [*pip(), "install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
    install += ["--constraint", LOCK.name, "--build-constraint", LOCK.name, ".[test]" if now["tests"] else "."]
    try:
        step("Fetching libraries, building and installing Skerry", install)
    except SetupError:
        if was:
            write_stamp(was)  # a build that fails leaves what was installed before
        raise
    write_stamp(now)
    if NOTE.exists():
        say(note())


def pip() -> list:
    if hashlib.sha256(PIP.read_bytes()).hexdigest() != PIP_SHA256:
        raise SetupError(f"{PIP} is damaged. Fetch this folder anew, or install uv, which is then used instead.")
    return [str(PYTHON), str(PIP / "pip")]


def step(doing: str, command: list) -> None:
    say(f"  {doing} ...", end=" ")
    began = time.monotonic()
    NOTE.unlink(missing_ok=True)
    with open(LOG, "ab") as log:
        start = log.tell()
        variables = dict(os.environ, SKERRY_NOTE=str(NOTE))
        done = subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    if done.returncode == 0:
        say(f"{time.monotonic() - began:.0f} s")
        return
    output = LOG.read_bytes()[start:].decode(errors="replace")
    what = NOTE.read_text(encoding="utf-8") if NOTE.exists() else relevant(output)
    advice = next(text for words, text in ADVICE if re.search(words, what, re.IGNORECASE))
    raise SetupError(f"failed.\n\n{what.strip()}\n\n{advice}\nAll that was printed is in {LOG}")


def relevant(output: str) -> str:
    """From the first line that speaks of an error on, without call stacks; or the last lines."""
    output = re.sub(r"(?m)^( *)Traceback.*\n(\1 +.*\n)+", "", output)
    lines = [line for line in output.splitlines() if line.strip() and not re.match(" *(note|hint):", line)]
    errors = [number for number, line in enumerate(lines) if re.match(r"\s*[\w.]*error\b", line, re.IGNORECASE)]
    return "\n".join(lines[errors[0] :][:15] if errors else lines[-15:])


def note() -> str:
    return NOTE.read_text(encoding="utf-8").splitlines()[0]


def run_tests(arguments: list) -> int:
    # One process more than there are cores: browser tests wait for Chromium much of their time.
    arguments = arguments or ["-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal"]
    say("Tests on the sources, uncompiled:")
    pure = pytest(arguments, SKERRY_BUILD="pure", PYTHONPATH=str(ROOT / "src"))
    if NOTE.exists():
        say("No tests on the compiled package. " + note())
        return pure
    say("Tests on the compiled package:")
    marks = "not once" if os.environ.get("SKERRY_FULL") else "not once and not page"
    compiled = pytest(["-o", "pythonpath=", "-m", marks, *arguments], SKERRY_BUILD="compiled", PYTHONPATH="")
    nothing_to_do = 5  # pytest's word for it: what was asked for does not depend on the build
    return pure if compiled == nothing_to_do else compiled or pure


def pytest(arguments: list, **variables: str) -> int:
    command = [str(PYTHON), "-m", "pytest", *arguments]
    return subprocess.run(command, cwd=ROOT, env=dict(os.environ, **variables)).returncode


def hand_over(command: list) -> int:
    if os.name == "nt":
        return subprocess.run(command).returncode
    os.execv(command[0], command)


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"Skerry could not be set up: {error}")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted. The next start takes it up again.")
