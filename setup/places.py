"""Where things lie, and the one lock that keeps two starts from building the same thing."""

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
BUILD = ROOT / "build"


def is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def content_hash(folder: Path, files: Iterable[Path], more: Iterable[str] = ()) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.as_posix()}\0".encode())
        digest.update(hashlib.sha256((folder / file).read_bytes()).digest())
    for text in more:
        digest.update(f"{text}\0".encode())
    return digest.hexdigest()[:16]


def files_below(folder: Path, leave_out: Iterable[str] = ()) -> list[Path]:
    """All files, relative to the folder; without caches and other folders that begin with a dot."""
    found = []
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("__pycache__", *leave_out) and name[0] != "."]
        found += [Path(here, name).relative_to(folder) for name in names]
    return sorted(found)


@contextlib.contextmanager
def locked(path: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Holds the file; calls `waiting` first if somebody else does. The system lets go when the holder ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        if not try_lock(file):
            waiting()
            while not try_lock(file):
                time.sleep(0.3)
        yield


def try_lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
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
