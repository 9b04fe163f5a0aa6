"""A server's data as one file: made while the server runs, checked before anybody relies on it."""

import contextlib
import hashlib
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

import msgspec

from skerry.server.errors import StoreError
from skerry.server.runtime import machine_clock
from skerry.server.store.copies.archive import (
    ARCHIVE_FORMAT,
    FILE_NAME,
    MANIFEST,
    MAX_MANIFEST,
    Content,
    Manifest,
    StoredFile,
    content_of,
)
from skerry.server.store.copies.legacy_files import LEGACY_FOLDERS
from skerry.server.store.engine.lite import DATABASE, copy_database, disk_errors
from skerry.version import __version__

COPIED_AT_ONCE = 1 << 20  # bytes
BROKEN = (  # what reading a file that is no good archive may raise
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    TypeError,
    msgspec.MsgspecError,
)
BAD = "is damaged, or not a backup of Skerry"


def make_backup(data: Path, target: Path, force: bool = False) -> Content:
    """Back up the data folder into the file; StoreError if that is impossible, and then nothing is left behind."""
    source = data / DATABASE
    if not source.is_file():
        raise StoreError(f"{source}: no such file; name the data folder of `skerry serve` with --data")
    return write_backup(data, partial(copy_database, source), target, force)


def write_backup(data: Path, copy_to: Callable[[Path], None], target: Path, force: bool) -> Content:
    """`copy_to` makes a file of SQLite with all rows; other files come from `data`."""
    if target.is_dir():
        raise StoreError(f"{target}: is a folder; name a file in it, such as skerry.zip")
    if target.exists() and not force:
        raise StoreError(f"{target}: exists already; choose another name, or overwrite it with --force")
    with disk_errors(target), tempfile.TemporaryDirectory(dir=target.parent, prefix=".skerry-backup-") as folder:
        copy, archive = Path(folder) / DATABASE, Path(folder) / "archive"
        copy_to(copy)
        content = content_of(copy)
        pack(data, copy, archive, content)
        check_archive(archive)
        move_into_place(archive, target, force)
        return content


def pack(data: Path, database: Path, archive: Path, content: Content) -> None:
    files: dict[str, StoredFile] = {}
    with (
        os.fdopen(os.open(archive, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as zipped,
    ):
        for name, path in [(DATABASE, database), *others(data)]:
            with contextlib.suppress(FileNotFoundError):  # no secret yet, or a server takes the files over just now
                files[name] = add_file(zipped, name, path)
        manifest = Manifest(ARCHIVE_FORMAT, __version__, content.schema, machine_clock.wall(), files)
        zipped.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def others(data: Path) -> Iterator[tuple[str, Path]]:
    """What belongs to the data besides the database: the last two if they have not been taken over into it yet."""
    yield "secret", data / "secret"
    for folder in LEGACY_FOLDERS:
        for path in sorted((data / folder).glob("*.json")):
            if path.is_file() and not path.is_symlink() and FILE_NAME.fullmatch(name := f"{folder}/{path.name}"):
                yield name, path


def add_file(zipped: zipfile.ZipFile, name: str, path: Path) -> StoredFile:
    with path.open("rb") as source, zipped.open(name, "w", force_zip64=True) as target:
        return copy_bytes(source, target)


def copy_bytes(source: IO[bytes], target: IO[bytes] | None, most: int | None = None) -> StoredFile:
    """Copy it; stop soon after `most` bytes."""
    size, found = 0, hashlib.sha256()
    while (most is None or size <= most) and (part := source.read(COPIED_AT_ONCE)):
        size += len(part)
        found.update(part)
        if target is not None:
            target.write(part)
    return StoredFile(size, found.hexdigest())


def move_into_place(archive: Path, target: Path, force: bool) -> None:
    """Under its own name only now that it is complete, and never in the place of another one."""
    with archive.open("rb") as file:
        os.fsync(file.fileno())
    if force:
        os.replace(archive, target)
        return
    try:
        os.link(archive, target)
    except FileExistsError as error:
        raise StoreError(f"{target}: exists already; choose another name, or overwrite it with --force") from error
    except OSError:  # a disk without links
        if target.exists():
            raise StoreError(f"{target}: exists already; choose another name, or use --force") from None
        os.rename(archive, target)


# ---- reading one


@contextlib.contextmanager
def open_archive(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """The archive and its list of contents; StoreError if it is none of ours, or not whole."""
    try:
        with zipfile.ZipFile(path) as zipped:
            yield zipped, manifest_of(zipped, path)
    except FileNotFoundError as error:
        raise StoreError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise StoreError(f"{path}: is a folder; name the file of a backup") from error
    except BROKEN as error:
        raise StoreError(f"{path}: {BAD} ({error})") from error


def manifest_of(zipped: zipfile.ZipFile, path: Path) -> Manifest:
    names = zipped.namelist()
    if MANIFEST not in names:
        raise ValueError(f"there is no {MANIFEST} in it")
    if zipped.getinfo(MANIFEST).file_size > MAX_MANIFEST:
        raise ValueError(f"{MANIFEST} is too large")
    found = zipped.read(MANIFEST)
    if msgspec.json.decode(found, type=dict).get("skerry", 0) > ARCHIVE_FORMAT:
        raise StoreError(f"{path}: this backup was made by a newer version; update Skerry")
    manifest = msgspec.json.decode(found, type=Manifest)
    if sorted(names) != sorted([MANIFEST, *manifest.files]):
        raise ValueError("it does not contain what it lists")
    for name, stored in manifest.files.items():
        if not FILE_NAME.fullmatch(name):
            raise ValueError(f"it contains an unexpected file, {name[:60]!r}")
        if zipped.getinfo(name).file_size != stored.size:
            raise ValueError(f"{name} has the wrong size")
    if DATABASE not in manifest.files:
        raise ValueError(f"there is no {DATABASE} in it")
    return manifest


def check_archive(path: Path) -> Manifest:
    """Read all of it again, as it is on the disk."""
    with open_archive(path) as (zipped, manifest):
        for name, stored in manifest.files.items():
            unpack_one(zipped, name, stored, None)
        return manifest


def unpack_one(zipped: zipfile.ZipFile, name: str, stored: StoredFile, target: IO[bytes] | None) -> None:
    with zipped.open(name) as source:
        if copy_bytes(source, target, stored.size) != stored:
            raise ValueError(f"{name} does not match its checksum")


def unpack(path: Path, folder: Path) -> Manifest:
    """Every file of the archive into an empty folder."""
    with open_archive(path) as (zipped, manifest):
        need, free = sum(stored.size for stored in manifest.files.values()), shutil.disk_usage(folder).free
        if need > free:
            raise StoreError(f"{folder}: {need // 1_000_000} MB are needed here, and {free // 1_000_000} MB are free")
        for name, stored in manifest.files.items():
            place = folder / name  # the manifest has only names that stay in the folder
            place.parent.mkdir(mode=0o700, exist_ok=True)
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
                unpack_one(zipped, name, stored, target)
                target.flush()
                os.fsync(target.fileno())
        return manifest
