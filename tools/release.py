"""Builds what a release consists of, into dist/, and tries each product in an empty environment.

    python3 tools/release.py --trial     from the sources as they are, for this Python only
    python3 tools/release.py             the same, if version, changelog, page and git agree
    python3 tools/release.py --check     only looks whether they agree
    python3 tools/release.py --sums      only writes dist/SHA256SUMS, when wheels from other machines have come in

docs/releasing.md tells the whole way.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
sys.path.insert(0, str(ROOT))

from setup import environment  # noqa: E402
from setup.engine import why_not  # noqa: E402
from setup.page import Page  # noqa: E402
from setup.places import PYTHON  # noqa: E402
from setup.steps import SetupError, step  # noqa: E402

SUMS = DIST / "SHA256SUMS"


def main(words: list[str]) -> None:
    if "--sums" in words:
        write_sums()
        return
    if problems := [] if "--trial" in words else disagreements():
        sys.exit("Not ready for a release:\n" + "\n".join(f"  {problem}" for problem in problems))
    if "--check" in words:
        print(f"Ready to release {version()}.")
        return
    environment.ensure(["play", "build", "node", "test"], "building")
    shutil.rmtree(DIST, ignore_errors=True)
    build("the source distribution", [str(PYTHON), "-m", "hatchling", "build", "-t", "sdist", "-d", str(DIST)])
    wheel = [
        *environment.pip(),
        "wheel",
        "--quiet",
        "--no-deps",
        "--disable-pip-version-check",
        "-w",
        str(DIST),
        str(ROOT),
    ]
    build("the pure wheel", wheel, SKERRY_PURE="1")
    if not why_not():
        build("the compiled wheel", wheel, SKERRY_REQUIRE_COMPILED="1")
    for product in sorted(DIST.iterdir()):
        try_out(product)
    write_sums()


def version() -> str:
    found = re.search(r'__version__ = "(.+)"', (ROOT / "src/skerry/version.py").read_text(encoding="utf-8"))
    assert found
    return found[1]


def disagreements() -> list[str]:
    """What must be settled before anything is built that others will install."""
    found = []
    heading = next(
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    )
    if not re.fullmatch(rf"## {re.escape(version())} \(\d{{4}}-\d\d-\d\d\)", heading):
        found.append(f"CHANGELOG.md begins with {heading!r}; it should be '## {version()} (the date)'.")
    if f"\nversion: {version()}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        found.append(f"CITATION.cff names another version than {version()}.")
    page = Page(ROOT / "web")
    if page.kept_stamp() != page.sources:
        found.append("web/page.zip is not the page of web/: run python3 tools/build_page.py.")
    if git("status", "--porcelain"):
        found.append("There are changes that are not committed.")
    if f"v{version()}" in git("tag", "--list").split():
        found.append(f"There is a tag v{version()} already: raise the version in src/skerry/version.py.")
    return found


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def build(what: str, command: list[str], **variables: str) -> None:
    with step(f"Building {what}"):
        run(command, **variables)


def try_out(product: Path) -> None:
    """In an environment that has nothing, away from the sources."""
    kind = (
        "--compiled"
        if "-none-any" not in product.name and not (product.suffix == ".gz" and why_not())
        else "--uncompiled"
    )
    with step(f"Trying {product.name}"), tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home / "venv")], check=True)
        python = str(home / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        constraint = home / "constraint.txt"  # the versions without the hashes, which the product itself has none of
        pins = re.findall(r"(?m)^\S+==[^\\\n]+", (environment.FOLDER / "play.txt").read_text(encoding="utf-8"))
        constraint.write_text("\n".join(pins))
        install = [python, environment.pip()[1], "install", "--quiet", "--constraint", str(constraint)]
        shutil.copy(ROOT / "tools" / "try_installed.py", home)
        run([*install, str(product)])
        run([python, str(home / "try_installed.py"), kind, "--library"], cwd=home)
        run([*install, f"{product}[play]"])
        run([python, str(home / "try_installed.py"), kind], cwd=home)


def run(command: list[str], cwd: Path = ROOT, **variables: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env={**kept, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise SetupError(done.stdout)


def write_sums() -> None:
    products = sorted(file for file in DIST.iterdir() if file != SUMS)
    lines = [f"{hashlib.sha256(product.read_bytes()).hexdigest()}  {product.name}\n" for product in products]
    SUMS.write_text("".join(lines), encoding="utf-8")
    print("".join(lines), end="")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        sys.exit(str(error))
