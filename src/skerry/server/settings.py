"""What can be set about a server, and where it keeps its data."""

import os
import sys
from pathlib import Path

from msgspec import Struct

PER_ADDRESS = 10  # all guests at one address together may do this many times as much as one of them


class Settings(Struct, frozen=True, kw_only=True):
    data: Path
    page: Path | None = None  # the built front end; None looks in the usual places
    deadline: float = 30.0  # seconds from the request in which a bot should answer; its budget is processor time
    warm: bool = False  # start the bots' processes before anybody needs them
    package: Path | None = None  # the compiled package that is being made, for bots to change over to
    tables_per_hour: int = 60  # new tables of one guest
    open_tables: int = 200  # unfinished tables of one guest
    hints_per_minute: int = 20  # of one guest
    messages_per_second: int = 20  # of one guest; a burst may be three times as much
    chats_per_minute: int = 40  # of one person
    sockets: int = 50  # of one guest at one time
    reads_per_second: int = 20  # pages, lists and files that one address may ask for; a burst may be ten times as much
    connections: int = 4_000  # at one time
    connections_each: int = 250  # of them from one address
    hosts: tuple[str, ...] = ()  # names of the server besides localhost and the machine's own; "*" for any
    proxies: tuple[str, ...] = ()  # addresses and networks that are believed when they say for whom they ask
    tables: int = 200_000  # in all; then nobody can make another
    disk: int = 10_000_000_000  # bytes of the database, likewise
    spare: int = 100_000_000  # bytes that must be free on the disk for a new table


def data_folder() -> Path:
    """Where this person's matches are kept unless told otherwise."""
    if chosen := os.environ.get("SKERRY_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Skerry"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Skerry"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "skerry"
