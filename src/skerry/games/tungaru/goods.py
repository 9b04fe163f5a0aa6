"""Goods packed into one number: eight bits for each kind, so that a cost is compared and paid in one go."""

from typing import Final

from mypy_extensions import i64

FISH: Final = 0
SHELL: Final = 1
COCONUT: Final = 2
PEARL: Final = 3
N_GOODS: Final = 4

ONE_FISH: Final = 1
GUARDS: Final = 0x80808080  # the top bit of each kind, never used by a count
ONES: Final = 0x01010101


def one(good: i64) -> i64:
    """A single good of this kind."""
    return 1 << (8 * good)


def amount_of(goods: i64, good: i64) -> i64:
    """How many of this kind."""
    return (goods >> (8 * good)) & 0xFF


def total(goods: i64) -> i64:
    return ((goods * ONES) >> 24) & 0xFF


def covers(have: i64, cost: i64) -> bool:
    """At least as many of every kind as the cost asks for."""
    return ((have | GUARDS) - cost) & GUARDS == GUARDS


def missing(have: i64, cost: i64) -> i64:
    """How many goods of the cost are not there, kind by kind."""
    lacking: i64 = 0
    for good in range(i64(N_GOODS)):
        short = amount_of(cost, good) - amount_of(have, good)
        if short > 0:
            lacking += short
    return lacking


def kinds(goods: i64) -> i64:
    """The kinds that are there, as a set."""
    found: i64 = 0
    for good in range(i64(N_GOODS)):
        if amount_of(goods, good) > 0:
            found |= 1 << good
    return found
