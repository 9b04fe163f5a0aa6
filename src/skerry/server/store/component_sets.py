"""Sets of components on disk.  Many matches share one, so each is kept twice: no one damaged row can harm them all."""

import contextlib
import logging
import sqlite3
import zlib
from typing import Protocol

import msgspec

from skerry.core.frozen import Frozen, Rows
from skerry.games import GAMES
from skerry.match.recipe import of_today
from skerry.server.store import checksums

log = logging.getLogger("skerry.store")


class Set(Protocol):
    """Components as they are stored."""

    @property
    def hash(self) -> str: ...

    def text(self) -> str: ...


def keep(db: sqlite3.Connection, components: Set) -> None:
    """Store these rows unless we have them already."""
    if not db.execute("SELECT 1 FROM components WHERE hash = ?", (components.hash,)).fetchone():
        write(db, components.hash, components.text())


def write(db: sqlite3.Connection, hash_: str, text: str) -> None:
    row = (hash_, text, checksums.of(hash_, text))
    db.execute("INSERT OR REPLACE INTO components (hash, rows, sum) VALUES (?, ?, ?)", row)
    db.execute("INSERT OR REPLACE INTO spares (hash, packed) VALUES (?, ?)", (hash_, zlib.compress(text.encode())))


def is_right(hash_: str, text: str, kept: int | None) -> bool:
    if kept is not None:
        return kept == checksums.of(hash_, text)
    try:
        return Frozen.from_text(text).hash == hash_
    except (msgspec.MsgspecError, ValueError):
        return False


def unpacked(hash_: str, packed: bytes) -> str | None:
    """The second copy, if that is right."""
    with contextlib.suppress(zlib.error, UnicodeError, TypeError):
        text = zlib.decompress(packed).decode()
        return text if is_right(hash_, text, None) else None
    return None


def rows_of(hash_: str, found: list[tuple[str, int | None]], spare: list[tuple[bytes]]) -> Rows | None:
    """The rows from whichever copy is right; as they are if none is, and None if there are none."""
    text = next((text for text, kept in found if is_right(hash_, text, kept)), None)
    if text is None:
        text = next((text for (packed,) in spare if (text := unpacked(hash_, packed))), None)
    if text is None and found:
        text = found[0][0]
    return None if text is None else msgspec.json.decode(text, type=Rows)


def mend(db: sqlite3.Connection) -> None:
    """At the start: replace a damaged copy by the other one, or by what came with this Skerry."""
    found = {hash_: (text, kept) for hash_, text, kept in db.execute("SELECT hash, rows, sum FROM components")}
    spares = dict(db.execute("SELECT hash, packed FROM spares").fetchall())
    for hash_ in {*found, *spares}:
        text, kept = found.get(hash_, ("", None))
        is_good, spare = is_right(hash_, text, kept), unpacked(hash_, spares.get(hash_, b""))
        if is_good and spare == text and kept is not None:
            continue
        ours = None if is_good or spare is not None else of_this_build(db, hash_)
        right = text if is_good else spare or (ours.text() if ours else None)
        if right is not None:
            write(db, hash_, right)
        if not is_good:
            log.error("the components %s %s", hash_, "are damaged" if right is None else "were damaged and are mended")


def of_this_build(db: sqlite3.Connection, hash_: str) -> Frozen | None:
    games = db.execute("SELECT DISTINCT game FROM matches WHERE components = ?", (hash_,)).fetchall()
    ours = (of_today(game) for (game,) in games if game in GAMES)
    return next((one for one in ours if one.hash == hash_), None)
