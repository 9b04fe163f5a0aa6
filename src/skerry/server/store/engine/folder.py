"""A data folder belongs to one server at a time: sessions and seats are kept in memory as well."""

import contextlib
import os
from pathlib import Path
from typing import IO

from skerry.server.errors import StoreError
from skerry.server.store.engine.lite import disk_errors

HELD = "in-use"


def hold(folder: Path) -> IO[str]:
    """Keep other servers out until the file is closed, however this process ends; StoreError says who holds it."""
    path = folder / HELD
    with disk_errors(path):
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii")
    try:
        lock(file)
    except OSError as error:
        holder = ""
        with contextlib.suppress(OSError):
            holder = file.read(20).strip()
        file.close()
        words = f"another Skerry is using it (process {holder or 'unknown'}); stop that one first"
        raise StoreError(f"{folder}: {words}") from error
    file.truncate()
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def is_held(folder: Path) -> bool:
    """Is a server using it?"""
    try:
        hold(folder).close()
    except StoreError:
        return True
    return False


def lock(file: IO[str]) -> None:
    """OSError if another server has it."""
    if os.name == "nt":
        import msvcrt

        file.seek(100)  # beyond the words, which others may read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
