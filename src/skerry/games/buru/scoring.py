"""Points and winners.  §score.1, §score.2, §score.3"""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skerry.core import bits
from skerry.games.buru.cards import ESTEEM, FISH

if TYPE_CHECKING:
    from skerry.games.buru.state import Buru


def tribute_points(state: "Buru", number: i64) -> i64:
    """§score.1"""
    kit = state.kit
    p = state.players[number]
    points: i64 = 0
    for spirit in range(i64(3)):
        points += p.tributes[spirit] * kit.tribute_esteem[spirit]
    return points


def elder_points(state: "Buru", number: i64) -> i64:
    """What the Elders are worth as things stand.  §score.2, §lawan.elders"""
    kit = state.kit
    p = state.players[number]
    if state.is_lawan(number):
        return p.n_elders * kit.level_elder_esteem[state.level]
    points: i64 = 0
    mask = p.elders
    while mask != 0:
        points += kit.elders[bits.lowest(mask)].worth(state, number)
        mask &= mask - 1
    return points


def points(state: "Buru", number: i64) -> i64:
    """Before the end only what everybody may know: Elders are secret.  §score.1"""
    total = state.players[number].goods[ESTEEM] + tribute_points(state, number)
    if state.over:
        total += elder_points(state, number)
    return total


def is_ahead(state: "Buru", one: i64, other: i64) -> bool:
    """With equal Esteem: more tribute cards, more fish, nearer to the Emissary clockwise.  §score.3"""
    p = state.players[one]
    q = state.players[other]
    if p.tribute_cards() != q.tribute_cards():
        return p.tribute_cards() > q.tribute_cards()
    if p.goods[FISH] != q.goods[FISH]:
        return p.goods[FISH] > q.goods[FISH]
    n = state.n
    return (one - state.emissary + n) % n < (other - state.emissary + n) % n


def winners(state: "Buru") -> i64:
    """The best person, but nobody unless ahead of every Lawan.  §score.3, §lawan.result"""
    best: i64 = 0
    best_points = points(state, 0)
    won: i64 = 1
    for seat in range(i64(1), state.seats):
        own = points(state, seat)
        if own == best_points and state.kit.ties_shared:
            won |= 1 << seat
        elif own > best_points or (own == best_points and is_ahead(state, seat, best)):
            best = seat
            best_points = own
            won = 1 << seat
    for lawan in range(state.seats, state.n):
        if points(state, lawan) >= best_points:
            return 0
    return won
