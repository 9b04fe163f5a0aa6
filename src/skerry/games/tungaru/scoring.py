"""Points: the score track and six kinds of Nomads."""

from mypy_extensions import i64

from skerry.core import bits
from skerry.games.tungaru import goods as G
from skerry.games.tungaru.cards import (
    N_TILE_COLOURS,
    PER_FLOWER,
    PER_GOODS,
    PER_MONUMENT,
    PER_NOMAD,
    PER_SETTLER,
    PER_STORAGE,
    TungaruKit,
)
from skerry.games.tungaru.player import Player


def printed(kit: TungaruKit, p: Player, kind: i64) -> i64:
    """The printed values of all recruited Nomads of a kind, working or in the Traveller pile, added up.  §score.1"""
    points: i64 = 0
    mask = p.nomads
    while mask != 0:
        tile = kit.nomads[bits.lowest(mask)]
        mask &= mask - 1
        if tile.scores == kind:
            points += tile.points
    return points


def storage_points(kit: TungaruKit, p: Player) -> i64:
    """§score.storage"""
    return printed(kit, p, PER_STORAGE) * bits.count(p.nomads & kit.storage_nomads)


def monument_points(kit: TungaruKit, p: Player) -> i64:
    """§score.monument"""
    return printed(kit, p, PER_MONUMENT) * p.placed_monuments()


def settler_points(kit: TungaruKit, p: Player) -> i64:
    """§score.settler"""
    return printed(kit, p, PER_SETTLER) * p.placed_settlers()


def nomad_points(kit: TungaruKit, p: Player) -> i64:
    """§score.nomad"""
    return printed(kit, p, PER_NOMAD) * bits.count(p.nomads)


def goods_points(kit: TungaruKit, p: Player) -> i64:
    """§score.goods"""
    points: i64 = 0
    mask = p.nomads
    while mask != 0:
        tile = kit.nomads[bits.lowest(mask)]
        mask &= mask - 1
        if tile.scores == PER_GOODS:
            for good in range(i64(G.N_GOODS)):
                if G.amount_of(p.goods, good) > 0:
                    points += tile.goods_points[good]
    return points


def flower_points(kit: TungaruKit, p: Player) -> i64:
    """§score.flower"""
    best: i64 = 0  # eight bits for each colour
    mask = p.nomads
    while mask != 0:
        tile = kit.nomads[bits.lowest(mask)]
        mask &= mask - 1
        if tile.scores == PER_FLOWER:
            old = (best >> (8 * tile.colour)) & 0xFF
            if tile.points > old:
                best += (tile.points - old) << (8 * tile.colour)
    colours: i64 = 0
    points: i64 = 0
    for colour in range(i64(N_TILE_COLOURS)):
        value = (best >> (8 * colour)) & 0xFF
        if value > 0:
            colours += 1
            points += value
    return points * colours


def score(kit: TungaruKit, p: Player) -> i64:
    """§score.1"""
    points = p.points + storage_points(kit, p) + monument_points(kit, p) + settler_points(kit, p)
    return points + nomad_points(kit, p) + goods_points(kit, p) + flower_points(kit, p)
