"""Dice packed into one number: four bits count the dice of each face.  A set of faces has bit 0 for face 1."""

from typing import Final

from mypy_extensions import i64

FACES: Final = 6
ANY: Final = 63  # every face, as a set


def single_die(face: i64) -> i64:
    """A single die showing this face (1 to 6)."""
    return 1 << (4 * (face - 1))


def dice_showing(dice: i64, face: i64) -> i64:
    """How many dice show this face."""
    return (dice >> (4 * (face - 1))) & 15


def faces(dice: i64) -> i64:
    """The faces shown, as a set."""
    found: i64 = 0
    bit: i64 = 1
    while dice != 0:
        if dice & 15 != 0:
            found |= bit
        bit <<= 1
        dice >>= 4
    return found


def widen(shown: i64, shift: i64) -> i64:
    """The faces that can be used when dice may be turned up or down by `shift`; no step from 6 to 1.  §nomad.shift"""
    while shift > 0:
        shown |= ((shown << 1) | (shown >> 1)) & ANY
        shift -= 1
    return shown


def can_serve(face: i64, shift: i64, wanted: i64) -> bool:
    """Can a die of this face be used where one of the wanted faces is needed?  §nomad.shift"""
    return widen(1 << (face - 1), shift) & wanted != 0


def number_of_dice(dice: i64) -> i64:
    n: i64 = 0
    while dice != 0:
        n += dice & 15
        dice >>= 4
    return n
