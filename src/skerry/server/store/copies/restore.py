"""Bringing back a backup.  What was there before is kept beside it, so nothing is lost."""

import contextlib
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from skerry.server.errors import StoreError
from skerry.server.store.copies.archive import Content, Manifest, content_of
from skerry.server.store.copies.backup import open_archive, unpack
from skerry.server.store.copies.legacy_files import LEGACY_FOLDERS
from skerry.server.store.engine.folder import hold
from skerry.server.store.engine.lite import DATABASE, disk_errors

LOGS = tuple(f"{DATABASE}{end}" for end in ("-wal", "-shm", "-journal"))  # of the old database: poison for a new one


class Restored(Struct, frozen=True):
    manifest: Manifest
    content: Content
    before: Path | None  # where that is now which was there before


def restore_backup(archive: Path, data: Path) -> Restored:
    """The backup takes the place of what is in the folder; StoreError if it cannot, and then nothing has changed."""
    with disk_errors(archive), open_archive(archive):
        pass  # at a glance it is a backup
    with disk_errors(data):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (
        contextlib.closing(hold(data)),
        disk_errors(data),
        tempfile.TemporaryDirectory(dir=data, prefix=".restore-") as folder,
    ):
        new = Path(folder)
        manifest = unpack(archive, new)
        try:
            content = content_of(new / DATABASE)
        except StoreError as error:
            raise StoreError(f"{archive}: {error}") from error
        return Restored(manifest, content, change_over(new, data))


def change_over(new: Path, data: Path) -> Path | None:
    """Old files go, new ones come; if that fails, all is as it was."""
    arriving = sorted(path.name for path in new.iterdir())
    leaving = [name for name in (DATABASE, *LOGS, *LEGACY_FOLDERS) if (data / name).exists()]
    leaving += [name for name in arriving if name not in leaving and (data / name).exists()]  # a secret, if it has one
    before = free_folder(data) if leaving else None
    moves = [(data / name, before / name) for name in leaving if before is not None]
    move_all([*moves, *((new / name, data / name) for name in arriving)])
    flush(data)
    return before


def move_all(moves: Sequence[tuple[Path, Path]]) -> None:
    done: list[tuple[Path, Path]] = []
    try:
        for old, new in moves:
            os.rename(old, new)
            done.append((old, new))
    except OSError:
        for old, new in reversed(done):
            os.rename(new, old)
        raise


def free_folder(data: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        path = data / (f"before-restore-{stamp}" if number == 1 else f"before-restore-{stamp}-{number}")
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
            return path
    raise StoreError(f"{data}: has too many folders before-restore-…; delete those you no longer need")


def flush(folder: Path) -> None:
    """The new names are on the disk."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
