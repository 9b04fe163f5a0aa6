"""Sets of cards, spaces or seats as bit masks in one i64 (members 0 to 61)."""

from librt.vecs import vec
from mypy_extensions import i64


def bit(n: i64) -> i64:
    """The set with the one member n.

    Compiled, `1 << n` shifts 32 bits only: mypyc writes small literals as C ints.  `n ^ n` makes the 1 an i64.
    """
    return ((n ^ n) | 1) << n


def count(mask: i64) -> i64:
    """Added up in pairs, in fours, in bytes and so on, which takes no branch that a processor could guess wrong."""
    pairs = mask - ((mask >> 1) & 0x1555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    total = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    total += total >> 8
    total += total >> 16
    total += total >> 32
    return total & 0x7F


def lowest(mask: i64) -> i64:
    """The smallest member of a set that is not empty: as many could stand before it."""
    return count((mask & -mask) - 1)


def nth(mask: i64, n: i64) -> i64:
    """The n-th smallest member (n counted from 0)."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


def members_into(mask: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """Write every member, as `first` + member, into `out` from place n on; return the next place.

    What is not a member is written as well, but the next number takes its place: so there is no branch to guess.
    """
    number = first
    while mask != 0:
        out[n] = number
        n += mask & 1
        mask >>= 1
        number += 1
    return n


def members(mask: int) -> list[int]:
    """For everyone outside hot code."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
