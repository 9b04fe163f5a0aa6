"""Points by category."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skerry.core import bits
from skerry.games.nusfjord.actions import N_SHIPS
from skerry.games.nusfjord.buildings.card import ON_SCORING

if TYPE_CHECKING:
    from skerry.games.nusfjord.state import Nusfjord

FREE_SPACE: Final = -1  # §score.4
UNISSUED: Final = -1
GOOD: Final = (30, 40)  # points of a solo game, §solo.7


def ship_points(state: "Nusfjord", seat: i64) -> i64:
    """§score.1"""
    ships = state.players[seat].ships
    worth = state.kit.ship_points
    points: i64 = 0
    for ship in range(i64(N_SHIPS)):
        points += (ships & 15) * worth[ship]
        ships >>= 4
    return points


def condition_points(state: "Nusfjord", seat: i64) -> i64:
    """What Buildings score by their conditions.  §score.2"""
    mask = state.players[seat].built & state.deck.mask[ON_SCORING]
    points: i64 = 0
    while mask != 0:
        slot = bits.lowest(mask)
        mask &= mask - 1
        points += state.deck.cards[slot].bonus(state, seat, slot)
    return points


def score(state: "Nusfjord", seat: i64) -> i64:
    """The highest wins, equal ones share.  §score.5, R23, R39"""
    p = state.players[seat]
    built = p.printed  # §score.1
    if p.n_ships > 0:
        built += ship_points(state, seat)
    if p.built != 0:
        built += condition_points(state, seat)  # §score.2
    # §score.3, §score.4
    return built + p.n_shares + p.gold + FREE_SPACE * p.n_free + UNISSUED * p.unissued
