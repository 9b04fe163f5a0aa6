"""What one seat may see."""

from msgspec import Struct

from skerry.core import bits
from skerry.games._blank.observe import POOLS, TIDES
from skerry.games._blank.player import NO_POOL
from skerry.games._blank.state import Blank


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
