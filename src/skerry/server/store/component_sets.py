"""Sets of components on disk.  Many matches share one, so each is kept twice: no one damaged row can harm them all."""

import contextlib
import logging
import zlib
from typing import Protocol

import msgspec

from skerry.core.frozen import Frozen, Rows
from skerry.games import GAMES
from skerry.match.recipe import components_of_today
from skerry.server.store import checksums
from skerry.server.store.engine.db import Db, RowValues, upsert

WRITE_COMPONENTS = upsert("components", ("hash",), ("rows", "sum"))
WRITE_SPARE = upsert("spares", ("hash",), ("packed",))

log = logging.getLogger("skerry.store")


class Set(Protocol):
    """Components as they are stored."""

    @property
    def hash(self) -> str: ...

    def text(self) -> str: ...


def store_components(db: Db, components: Set) -> None:
    """Store these rows unless we have them already."""
    if not db.execute("SELECT 1 FROM components WHERE hash = ?", (components.hash,)).fetchone():
        write_both(db, components.hash, components.text())


def write_both(db: Db, hash_: str, text: str) -> None:
    db.execute(WRITE_COMPONENTS, (hash_, text, checksums.of(hash_, text)))
    db.execute(WRITE_SPARE, (hash_, zlib.compress(text.encode())))


def has_hash(hash_: str, text: str, kept: int | None) -> bool:
    if kept is not None:
        return kept == checksums.of(hash_, text)
    try:
        return Frozen.from_text(text).hash == hash_
    except (msgspec.MsgspecError, ValueError):
        return False


def unpack_spare(hash_: str, packed: bytes) -> str | None:
    """The second copy, if that is right."""
    with contextlib.suppress(zlib.error, UnicodeError, TypeError):
        text = zlib.decompress(packed).decode()
        return text if has_hash(hash_, text, None) else None
    return None


def rows_from(hash_: str, found: list[RowValues], spare: list[RowValues]) -> Rows | None:
    """The rows from whichever copy is right; as they are if none is, and None if there are none."""
    text = next((text for text, kept in found if has_hash(hash_, text, kept)), None)
    if text is None:
        text = next((text for (packed,) in spare if (text := unpack_spare(hash_, packed))), None)
    if text is None and found:
        text = found[0][0]
    return None if text is None else msgspec.json.decode(text, type=Rows)


def mend(db: Db) -> None:
    """At the start: replace a damaged copy by the other one, or by what came with this version of Skerry."""
    found = {hash_: (text, kept) for hash_, text, kept in db.execute("SELECT hash, rows, sum FROM components")}
    spares: dict[str, bytes] = dict(db.execute("SELECT hash, packed FROM spares"))
    for hash_ in {*found, *spares}:
        text, kept = found.get(hash_, ("", None))
        is_good, spare = has_hash(hash_, text, kept), unpack_spare(hash_, spares.get(hash_, b""))
        if is_good and spare == text and kept is not None:
            continue
        ours = None if is_good or spare is not None else of_this_build(db, hash_)
        right = text if is_good else spare or (ours.text() if ours else None)
        if right is not None:
            write_both(db, hash_, right)
        if not is_good:
            log.error("the components %s %s", hash_, "are damaged" if right is None else "were damaged and are mended")


def of_this_build(db: Db, hash_: str) -> Frozen | None:
    games = db.execute("SELECT DISTINCT game FROM matches WHERE components = ?", (hash_,)).fetchall()
    ours = (components_of_today(game) for (game,) in games if game in GAMES)
    return next((frozen for frozen in ours if frozen.hash == hash_), None)
