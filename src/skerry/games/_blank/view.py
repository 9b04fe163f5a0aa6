"""What one seat may see, and what is printed on the components."""

from msgspec import Struct

from skerry.core import bits
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import Blank
from skerry.games._blank.text.words import effect_words

POOLS = ("rock", "sand", "kelp")
TIDES = ("low", "half", "high")


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


class PlayerView(Struct, frozen=True):
    shells: int
    hand_size: int
    hand: list[str] | None  # only one's own
    played: list[str]
    has_chosen: bool
    pool: str | None  # one's own, or once they are revealed
    score: int


class View(Struct, frozen=True):
    round: int
    tide: str
    first: int
    supply: int
    deck: int
    gull: str | None
    players: list[PlayerView]


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


def view(state: Blank, seat: int) -> View:
    return View(
        round=state.round,
        tide=TIDES[state.tide],
        first=state.first,
        supply=state.supply,
        deck=bits.count(state.deck),
        gull=POOLS[state.gull] if state.gull != NO_POOL else None,
        players=[player_view(state, number, number == seat) for number in range(state.seats)],
    )


def player_view(state: Blank, seat: int, own: bool) -> PlayerView:
    p = state.players[seat]
    ids = state.kit.ids
    return PlayerView(
        shells=p.shells,
        hand_size=p.n_hand,
        hand=[ids[card] for card in bits.members(p.hand)] if own else None,
        played=[ids[card] for card in bits.members(p.played)],
        has_chosen=p.pool != NO_POOL,
        pool=POOLS[p.pool] if p.pool != NO_POOL and (own or state.pools_shown) else None,
        score=state.score(seat),
    )


def pieces(view: View) -> set[str]:
    found = {"supply", "deck", "gull", *(f"pool:{pool}" for pool in POOLS)}
    for seat, p in enumerate(view.players):
        found |= {f"player:{seat}", *(f"card:{card}" for card in [*(p.hand or []), *p.played])}
    return found
