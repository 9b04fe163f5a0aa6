"""Backups of a PostgreSQL database, in the same form as those of a folder: a file of SQLite with all rows in it.

So a backup can be brought back into either, whatever version of PostgreSQL runs there, and be checked anywhere.
"""

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from skerry.server.errors import StoreError
from skerry.server.store.copies import legacy_files
from skerry.server.store.copies.archive import Content, Manifest, content_of
from skerry.server.store.copies.backup import unpack, write_backup
from skerry.server.store.copies.move_data import MovedData, TellProgress, copy_all, move_data
from skerry.server.store.engine.lite import DATABASE, Lite, copy_database, disk_errors
from skerry.server.store.store import Store

if TYPE_CHECKING:
    from skerry.server.store.engine.postgres import Postgres


def back_up_club(engine: "Postgres", target: Path, force: bool, progress: TellProgress) -> Content:
    """Back up a consistent snapshot while servers keep running."""

    def copy_to(path: Path) -> None:
        filled = path.with_name("filled.sqlite3")
        with contextlib.closing(Lite(filled)) as copy, engine.snapshot() as snapshot:
            copy_all(snapshot, copy, progress)
        copy_database(filled, path)  # one file, without a log beside it

    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret")
        secret.touch(mode=0o600)
        secret.write_text(engine.secret(), encoding="ascii")
        return write_backup(Path(folder), copy_to, target, force)


def restore_club(archive: Path, engine: "Postgres", progress: TellProgress) -> tuple[Manifest, Content, MovedData]:
    """Into an empty database that no server uses; every match is replayed on both sides."""
    engine.check_alone()
    with disk_errors(archive), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifest = unpack(archive, folder)
        try:
            content = content_of(folder / DATABASE)
        except StoreError as error:
            raise StoreError(f"{archive}: {error}") from error
        with contextlib.closing(Lite(folder / DATABASE)) as copy:  # an older one is brought up to date here
            legacy_files.take_over(Store(copy), folder)
            moved = move_data(copy, engine, progress)
        if (secret := folder / "secret").exists():
            engine.take_secret(secret.read_text(encoding="ascii").strip())
        return manifest, content, moved
