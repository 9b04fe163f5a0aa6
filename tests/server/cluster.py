"""A PostgreSQL of the tests' own: started once, with a new database for whoever asks."""

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

FASTER = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c listen_addresses=''"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; Debian keeps them out of the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return max((folder for folder in folders if (folder / "initdb").exists()), key=version_of, default=None)


def version_of(folder: Path) -> int:
    return int(folder.parent.name) if folder.parent.name.isdigit() else 0


class Cluster:
    def __init__(self, bin_: Path, folder: Path, options: str = FASTER, before: Sequence[str] = ()) -> None:
        self.bin = bin_
        self.before = before
        self.options = options
        self.folder = folder
        self.data = folder / "data"

    def start(self, allowed: str = "") -> None:
        """`allowed` are lines for a new cluster that say who may come from elsewhere."""
        if not self.data.exists():
            self.run("initdb", "--no-sync", "--auth=trust", "--username=skerry", "--encoding=UTF8", "--locale=C")
            with (self.data / "pg_hba.conf").open("a") as rules:
                rules.write(allowed)
        options = f"{self.options} -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "--silent", "--wait", "start", "--options", options, "--log", str(self.folder / "log"))

    def stop(self, how: str = "immediate") -> None:
        """`immediate` is a crash: nothing is written, and the next start recovers."""
        self.run("pg_ctl", "--silent", "--wait", "stop", "--mode", how)

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"t{secrets.token_hex(6)}"
        self.run("createdb", "--host", str(self.folder), "--username=skerry", name)
        return f"postgresql://skerry@/{name}?host={self.folder}"

    def run(self, program: str, *words: str) -> None:
        command: Sequence[str] = [str(self.bin / program), *words]
        # PostgreSQL refuses to run as root.
        if os.getuid() == 0:
            command = ["runuser", "--user", "postgres", "--", *command]
        command = [*self.before, *command]
        environment = os.environ | {"PGDATA": str(self.data)}
        done = subprocess.run(command, env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout.decode()}")


@contextlib.contextmanager
def running_cluster(
    bin_: Path, options: str = FASTER, before: Sequence[str] = (), allowed: str = ""
) -> Iterator[Cluster]:
    """Its programs are started with the words `before`, if they are to run elsewhere."""
    # The path of a socket has at most 107 bytes, so not a folder of pytest's.
    with tempfile.TemporaryDirectory(prefix="skerry-pg-") as name:
        folder = Path(name)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        cluster = Cluster(bin_, folder, options, before)
        cluster.start(allowed)
        try:
            yield cluster
        finally:
            with contextlib.suppress(RuntimeError):  # a test may have stopped it
                cluster.stop()
