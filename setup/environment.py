"""The packages in .venv: exactly those of requirements/, checked by their hashes."""

import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import threading
from pathlib import Path

from setup.places import PYTHON, ROOT, VENV, locked
from setup.steps import OFFLINE, Line, SetupError, run, say, step

LOG = VENV / "setup.log"  # all that the steps of the set-up print
STAMP = VENV / "skerry.json"  # what is installed; there if and only if a set-up was finished
FOLDER = ROOT / "requirements"

# pip comes along: Debian's python3 has none, and this way nobody must know where to fetch it.
PIP = ROOT / "tools" / "pip-26.3-py3-none-any.whl"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"

PATIENCE = 4.0  # seconds without a single package until we say what may be wrong
LARGE = {
    "node": "Building and testing the page needs Node: about 60 MB.",
    "test": "The tests in a browser need Playwright: about 50 MB.",
    "docs": "The test of the documentation needs Zensical: about 15 MB.",
    "ray": "The test of the arena on a cluster needs Ray: about 80 MB.",
    "envs": "The tests of the environments need PettingZoo, OpenSpiel and NumPy: about 70 MB.",
}


def ensure(groups: list[str], then: str) -> None:
    """Installs what is missing of these groups. What is there already is left alone."""
    if not missing(groups):
        return
    with locked(ROOT / ".venv.lock", lambda: say("Another start is setting Skerry up here; waiting for it.")):
        if lacking := missing(groups):
            set_up(lacking, then)


def missing(groups: list[str]) -> list[str]:
    was = stamp()
    if was.get("environment") != environment() or not PYTHON.exists():
        return groups
    return [group for group in groups if was["packages"].get(group) != digest(group)]


def stamp() -> dict:  # type: ignore[type-arg]
    """What is installed. An environment of an older Skerry, which kept other notes, counts as none."""
    try:
        was = dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return {}
    return was if "packages" in was else {}


def environment() -> list[str]:
    """When this changes, .venv is made anew."""
    return [sys.version, sys.base_prefix, str(VENV)]


def digest(group: str) -> str:
    return hashlib.sha256((FOLDER / f"{group}.txt").read_bytes()).hexdigest()


def set_up(groups: list[str], then: str) -> None:
    was = stamp()
    if was.get("environment") == environment() and PYTHON.exists():
        say("Bringing the packages in .venv up to date.")
    else:
        was = {"environment": environment(), "packages": {}}
        say("Setting Skerry up in .venv, this first time only.")
        make_environment()
    STAMP.unlink(missing_ok=True)  # from here on, an interrupted set-up begins from nothing
    for large in [LARGE[group] for group in groups if group in LARGE]:
        say(large)
    try:
        with step("Fetching packages", then) as line:
            fetch(line, [FOLDER / f"{group}.txt" for group in groups])
    except SetupError:
        if was["packages"]:
            write_stamp(was)  # nothing is installed before everything has come, so what was there still is
        raise
    # For whoever starts this Python without play.py: the sources, uncompiled.
    (site_packages() / "skerry.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    was["packages"].update({group: digest(group) for group in groups})
    write_stamp(was)


def write_stamp(content: dict) -> None:  # type: ignore[type-arg]
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(content), encoding="utf-8")
    fresh.replace(STAMP)


def make_environment() -> None:
    import venv

    if VENV.exists():
        shutil.rmtree(VENV)
    venv.create(VENV, with_pip=False, symlinks=os.name != "nt")


def site_packages() -> Path:
    """Of .venv, which has the same Python as we have."""
    scheme = "nt" if os.name == "nt" else "posix_prefix"
    return Path(sysconfig.get_path("purelib", scheme, {"base": str(VENV)}))


def fetch(line: Line, files: list[Path], target: Path | None = None, log: Path = LOG) -> None:
    """Installs these lists, into .venv or into the target; says what to try if no package comes for a while."""
    count = sum(len(re.findall(r"(?m)^\S+==", file.read_text(encoding="utf-8"))) for file in files)
    came: list[str] = []

    def listen(text: str) -> None:
        if name := package_in(text):
            came.append(name)
            line.detail = f"{len(came)} of {count}, {name}"

    def hint() -> None:
        if not came:
            line.above(f"No package has come yet; still trying. Is there a network?\n{OFFLINE}")

    alarm = threading.Timer(PATIENCE, hint)
    alarm.daemon = True
    alarm.start()
    try:
        run([*installer(target), *(word for file in files for word in ("-r", str(file)))], log, listen)
    finally:
        alarm.cancel()


def package_in(text: str) -> str:
    """The package that pip or uv says, in this line, that it begins to fetch; empty for all other lines."""
    by_pip = re.match(r"\s*(?:Downloading|Using cached|Processing) (?:\S*/)?([A-Za-z0-9_.]+)-\d", text)
    by_uv = re.match(r"\s*Downloading ([A-Za-z0-9_.-]+) \(", text)
    return (by_pip or by_uv or [text, ""])[1]


def installer(target: Path | None) -> list[str]:
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--python", str(PYTHON), "--no-progress"]
    else:
        command = [*pip(), "install", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
        command += ["--no-compile", "--no-warn-conflicts", "--root-user-action", "ignore"]
        command += ["--retries", "2", "--timeout", "15"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    if wheels := os.environ.get("SKERRY_WHEELS"):
        command += ["--no-index", "--find-links", wheels]
    return [*command, "--target", str(target)] if target else command


def pip() -> list[str]:
    if hashlib.sha256(PIP.read_bytes()).hexdigest() != PIP_SHA256:
        raise SetupError(f"{PIP} is damaged. Fetch this folder again, or install uv, which is then used instead.")
    return [str(PYTHON), str(PIP / "pip")]
