"""Sets of cards, spaces or seats as bit masks in one i64 (members 0 to 61)."""

from mypy_extensions import i64


def bit(n: i64) -> i64:
    """The set with the one member n.

    Compiled, `1 << n` shifts 32 bits only: mypyc writes small literals as C ints.  `n ^ n` makes the 1 an i64.
    """
    return ((n ^ n) | 1) << n


def count(mask: i64) -> i64:
    n: i64 = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: i64) -> i64:
    """The smallest member of a set that is not empty."""
    n: i64 = 0
    if mask & 0xFFFFFFFF == 0:
        mask >>= 32
        n = 32
    if mask & 0xFFFF == 0:
        mask >>= 16
        n += 16
    if mask & 0xFF == 0:
        mask >>= 8
        n += 8
    if mask & 0xF == 0:
        mask >>= 4
        n += 4
    if mask & 0x3 == 0:
        mask >>= 2
        n += 2
    if mask & 0x1 == 0:
        n += 1
    return n


def nth(mask: i64, n: i64) -> i64:
    """The n-th smallest member (n counted from 0)."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


def members(mask: int) -> list[int]:
    """For everyone outside hot code."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
