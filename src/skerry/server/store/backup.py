"""A server's data as one file: made while the server runs, checked before anybody relies on it."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

import skerry
from skerry.server.errors import StoreError
from skerry.server.store.archive import (
    DATABASE,
    FORMAT,
    MANIFEST,
    MAX_MANIFEST,
    NAME,
    Content,
    Kept,
    Manifest,
    content_of,
)
from skerry.server.store.store import telling

CHUNK = 1 << 20
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


def make(data: Path, target: Path, force: bool = False) -> Content:
    """Back up the data folder into the file; StoreError if that is impossible, and then nothing is left behind."""
    source = data / DATABASE
    if not source.is_file():
        raise StoreError(f"{source}: no such file; name the data folder of `skerry serve` with --data")
    if target.is_dir():
        raise StoreError(f"{target}: is a folder; name a file in it, such as skerry.zip")
    if target.exists() and not force:
        raise StoreError(f"{target}: exists already; choose another name, or overwrite it with --force")
    with telling(target), tempfile.TemporaryDirectory(dir=target.parent, prefix=".skerry-backup-") as folder:
        copy, archive = Path(folder) / DATABASE, Path(folder) / "archive"
        copy_database(source, copy)
        content = content_of(copy)
        pack(data, copy, archive, content)
        check(archive)
        put(archive, target, force)
        return content


def copy_database(source: Path, copy: Path) -> None:
    """In one step, so that no write makes it start over."""
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with (
        telling(source),
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=30)) as original,
        contextlib.closing(sqlite3.connect(copy)) as db,
    ):
        original.backup(db, pages=-1)
        db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def pack(data: Path, database: Path, archive: Path, content: Content) -> None:
    files: dict[str, Kept] = {}
    with (
        os.fdopen(os.open(archive, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as zipped,
    ):
        for name, path in [(DATABASE, database), *others(data)]:
            with contextlib.suppress(FileNotFoundError):  # a review that is too old goes at any time
                files[name] = add(zipped, name, path)
        manifest = Manifest(FORMAT, skerry.__version__, content.schema, time.time(), files)
        zipped.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def others(data: Path) -> Iterator[tuple[str, Path]]:
    """What belongs to the data besides the database."""
    yield "secret", data / "secret"
    for folder in ("daily", "reviews"):
        for path in sorted((data / folder).glob("*.json")):
            if path.is_file() and not path.is_symlink() and NAME.fullmatch(name := f"{folder}/{path.name}"):
                yield name, path


def add(zipped: zipfile.ZipFile, name: str, path: Path) -> Kept:
    with path.open("rb") as source, zipped.open(name, "w", force_zip64=True) as target:
        return copied(source, target)


def copied(source: IO[bytes], target: IO[bytes] | None, most: int | None = None) -> Kept:
    """Copy it; stop soon after `most` bytes."""
    size, found = 0, hashlib.sha256()
    while (most is None or size <= most) and (part := source.read(CHUNK)):
        size += len(part)
        found.update(part)
        if target is not None:
            target.write(part)
    return Kept(size, found.hexdigest())


def put(archive: Path, target: Path, force: bool) -> None:
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
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
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
    if msgspec.json.decode(found, type=dict).get("skerry", 0) > FORMAT:
        raise StoreError(f"{path}: this backup was made by a newer Skerry; update Skerry")
    manifest = msgspec.json.decode(found, type=Manifest)
    if sorted(names) != sorted([MANIFEST, *manifest.files]):
        raise ValueError("it does not contain what it lists")
    for name, kept in manifest.files.items():
        if not NAME.fullmatch(name):
            raise ValueError(f"it has a file with a strange name, {name[:60]!r}")
        if zipped.getinfo(name).file_size != kept.size:
            raise ValueError(f"{name} has another size than it should")
    if DATABASE not in manifest.files:
        raise ValueError(f"there is no {DATABASE} in it")
    return manifest


def check(path: Path) -> Manifest:
    """Read all of it again, as it is on the disk."""
    with opened(path) as (zipped, manifest):
        for name, kept in manifest.files.items():
            unpack_one(zipped, name, kept, None)
        return manifest


def unpack_one(zipped: zipfile.ZipFile, name: str, kept: Kept, target: IO[bytes] | None) -> None:
    with zipped.open(name) as source:
        if copied(source, target, kept.size) != kept:
            raise ValueError(f"{name} is not as it was")


def unpack(path: Path, folder: Path) -> Manifest:
    """Every file of the archive into an empty folder."""
    with opened(path) as (zipped, manifest):
        need, free = sum(kept.size for kept in manifest.files.values()), shutil.disk_usage(folder).free
        if need > free:
            raise StoreError(f"{folder}: {need // 1_000_000} MB are needed here, and {free // 1_000_000} MB are free")
        for name, kept in manifest.files.items():
            place = folder / name  # the manifest has only names that stay in the folder
            place.parent.mkdir(mode=0o700, exist_ok=True)
            with os.fdopen(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
                unpack_one(zipped, name, kept, target)
                target.flush()
                os.fsync(target.fileno())
        return manifest
