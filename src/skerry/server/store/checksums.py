"""Checksums of what is stored.  A byte that has changed on the disk is noticed when it is read, and harms one table.

The log of a match has one sum for all its entries, which every entry adds to: so nobody needs to know the others, and
one that is missing is noticed, too.
"""

from collections.abc import Iterable, Sequence
from zlib import crc32

import msgspec

encode_json = msgspec.json.Encoder().encode


def of(*values: object) -> int:
    return crc32(encode_json(values))


def of_entry(match: str, seq: object, seat: object, text: object, forced: object, mark: object) -> int:
    return crc32(f"{match}\n{seq}\n{seat}\n{text}\n{forced}\n{mark or ''}".encode(errors="replace"))


def of_log(match: str, rows: Iterable[Sequence[object]]) -> int:
    """Of entries as they are read: place, seat, text, forced, mark."""
    return sum(of_entry(match, seq, seat, text, forced, mark) for seq, seat, text, forced, mark in rows)


def is_right(kept: object, found: int) -> bool:
    return kept == found
