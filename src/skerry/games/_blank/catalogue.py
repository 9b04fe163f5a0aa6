"""What is printed on the components: it never changes in a match, and everybody may know it."""

from msgspec import Struct

from skerry.games._blank.observe import POOLS, TIDES
from skerry.games._blank.state import Blank
from skerry.games._blank.text.words import effect_words


class CardFace(Struct, frozen=True):
    """What is printed on a card."""

    name: str
    cost: int
    points: int
    effect: str  # gain, toll, gather, alone, collect
    amount: int
    words: str


class PoolFace(Struct, frozen=True):
    alone: int  # Shells for one who is alone there
    shared: int


class Catalogue(Struct, frozen=True):
    rounds: int
    hand_limit: int
    draw_cost: int
    shells_per_point: int
    tides: dict[str, int]  # Shells a gatherer finds
    pools: dict[str, PoolFace]
    cards: dict[str, CardFace]


def catalogue(state: Blank) -> Catalogue:
    kit = state.kit
    return Catalogue(
        rounds=kit.tides,
        hand_limit=kit.hand_limit,
        draw_cost=kit.draw_cost,
        shells_per_point=kit.shells_per_point,
        tides={tide: int(kit.tide_shells[number]) for number, tide in enumerate(TIDES)},
        pools={pool: PoolFace(kit.pool_alone[number], kit.pool_shared[number]) for number, pool in enumerate(POOLS)},
        cards={
            kit.ids[number]: CardFace(
                kit.names[number], card.cost, card.points, type(card).__name__.lower(), card.amount, effect_words(card)
            )
            for number, card in enumerate(kit.cards)
        },
    )
