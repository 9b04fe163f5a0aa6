"""Which database a server uses."""

from pathlib import Path
from typing import TYPE_CHECKING

from skerry.server.errors import StoreError
from skerry.server.store.engine.db import Engine
from skerry.server.store.engine.folder import is_held
from skerry.server.store.engine.lite import DATABASE, Lite, read_only
from skerry.server.store.engine.lite_check import version_of
from skerry.server.store.schema import SCHEMA

if TYPE_CHECKING:
    from skerry.server.store.engine.postgres import Postgres

SCHEMES = ("postgresql://", "postgres://")
NO_DRIVER = "PostgreSQL needs one more package: pip install 'skerry[club]', or in a checkout python3 play.py add club"


def open_engine(data: Path, address: str = "") -> Engine:
    """The database at an address; without one, the file in the data folder."""
    return open_postgres(address) if address else Lite(data / DATABASE)


def open_beside(data: Path, address: str = "") -> Engine:
    """For a command, beside a server that may be running: it makes no new database, and changes no older one."""
    if not address:
        path = data / DATABASE
        if not path.is_file():
            raise StoreError(f"{path}: no such file; name the data folder of `skerry serve` with --data")
        with read_only(path) as db:
            version = version_of(db)
        if version < SCHEMA and is_held(data):
            raise StoreError(f"{path}: an older Skerry is using it; restart that one first")
    return open_engine(data, address)


def open_postgres(address: str) -> "Postgres":
    if not address.startswith(SCHEMES):
        raise StoreError(f"the address of a database begins with {SCHEMES[0]}, unlike {address.partition(':')[0]!r}")
    try:
        from skerry.server.store.engine.postgres import Postgres
    except ImportError as error:
        raise StoreError(NO_DRIVER) from error
    return Postgres(address)
