"""The final scoring: all Nomads in groups, by what they score.  §score.1"""

from collections.abc import Callable

from skerry.core import bits
from skerry.core.answers import ScoreGroup, ScorePart
from skerry.core.words import plural
from skerry.games.tungaru import cards as C
from skerry.games.tungaru import goods as G
from skerry.games.tungaru import scoring
from skerry.games.tungaru.cards import Nomad, TungaruKit
from skerry.games.tungaru.player import Player
from skerry.games.tungaru.state import Tungaru

# In the order in which they are counted: what everybody can see coming first, the Nomads that count each other last.
KINDS_COUNTED = (
    (C.PER_STORAGE, "Storage", scoring.storage_points),
    (C.PER_SETTLER, "Settlers", scoring.settler_points),
    (C.PER_GOODS, "Goods", scoring.goods_points),
    (C.PER_FLOWER, "Flowers", scoring.flower_points),
    (C.PER_MONUMENT, "Monuments", scoring.monument_points),
    (C.PER_NOMAD, "Nomads", scoring.nomad_points),
)


def score_groups(state: Tungaru) -> list[ScoreGroup]:
    return [
        group
        for step, (kind, title, points) in enumerate(KINDS_COUNTED)
        for seat, player in enumerate(state.players)
        if (group := group_of(state.kit, player, step, seat, kind, title, int(points(state.kit, player)))) is not None
    ]


def group_of(
    kit: TungaruKit, player: Player, step: int, seat: int, kind: int, title: str, points: int
) -> ScoreGroup | None:
    tiles = [kit.nomads[number] for number in bits.members(player.nomads) if kit.nomads[number].scores == kind]
    if not tiles:
        return None
    parts = tuple(ScorePart(tile.name, value_of(tile, player), f"nomad:{tile.id}") for tile in tiles)
    return ScoreGroup(step, seat, title, points, parts, SUMS[kind](kit, player, parts))


def value_of(tile: Nomad, player: Player) -> int:
    """What is printed on it; for goods, what it brings."""
    if tile.scores != C.PER_GOODS:
        return int(tile.points)
    return sum(int(tile.goods_points[good]) for good in range(G.N_GOODS) if G.amount_of(player.goods, good) > 0)


SumInWords = Callable[[TungaruKit, Player, tuple[ScorePart, ...]], str]


def times(count: Callable[[TungaruKit, Player], int], noun: str) -> SumInWords:
    def words(kit: TungaruKit, player: Player, parts: tuple[ScorePart, ...]) -> str:
        return f"{sum(part.value for part in parts)} × {plural(count(kit, player), noun)}"

    return words


def kinds_in_store(kit: TungaruKit, player: Player, parts: tuple[ScorePart, ...]) -> str:
    kinds = sum(G.amount_of(player.goods, good) > 0 for good in range(G.N_GOODS))
    return "all four kinds of goods" if kinds == G.N_GOODS else plural(kinds, "kind") + " of goods"


def flowers(kit: TungaruKit, player: Player, parts: tuple[ScorePart, ...]) -> str:
    """A colour counts once, with its best tile."""
    best: dict[int, int] = {}
    for number in bits.members(player.nomads):
        tile = kit.nomads[number]
        if tile.scores == C.PER_FLOWER:
            best[int(tile.colour)] = max(best.get(int(tile.colour), 0), int(tile.points))
    return f"{sum(best.values())} × {plural(len(best), 'colour')}"


SUMS: dict[int, SumInWords] = {
    C.PER_STORAGE: times(lambda kit, p: int(bits.count(p.nomads & kit.storage_nomads)), "Storage Nomad"),
    C.PER_SETTLER: times(lambda kit, p: int(p.placed_settlers()), "Settler"),
    C.PER_GOODS: kinds_in_store,
    C.PER_FLOWER: flowers,
    C.PER_MONUMENT: times(lambda kit, p: int(p.placed_monuments()), "Monument"),
    C.PER_NOMAD: times(lambda kit, p: int(bits.count(p.nomads)), "Nomad"),
}
