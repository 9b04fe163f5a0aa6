"""Points.  §score.1, §score.2"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skerry.games._blank.cards import TidepoolKit

if TYPE_CHECKING:
    from skerry.games._blank.player import Player


def shell_points(kit: TidepoolKit, p: "Player") -> i64:
    """§score.1"""
    return p.shells // kit.shells_per_point


def card_points(kit: TidepoolKit, p: "Player") -> i64:
    """§score.2"""
    points: i64 = 0
    mask = p.played
    card: i64 = 0
    while mask != 0:
        if mask & 1:
            points += kit.cards[card].points
        mask >>= 1
        card += 1
    return points


def bonus_points(kit: TidepoolKit, p: "Player") -> i64:
    """§card.collect"""
    points: i64 = 0
    mask = p.played
    card: i64 = 0
    while mask != 0:
        if mask & 1:
            points += kit.cards[card].bonus(p)
        mask >>= 1
        card += 1
    return points


def score(kit: TidepoolKit, p: "Player") -> i64:
    return shell_points(kit, p) + card_points(kit, p) + bonus_points(kit, p)
