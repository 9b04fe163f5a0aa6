"""The players in a view: what everybody sees of them, and what only they see."""

from msgspec import Struct

from skerry.core import bits
from skerry.core.state import seat_of, step_of
from skerry.games.buru import actions as A
from skerry.games.buru import scoring
from skerry.games.buru import state as S
from skerry.games.buru.cards import CLAY, COUNTS_NOTHING, EBONY, ESTEEM, FISH, PALM
from skerry.games.buru.kit.rows import SPIRITS
from skerry.games.buru.observe import seen_explorers
from skerry.games.buru.payments import feeders
from skerry.games.buru.player import NONE
from skerry.games.buru.state import Buru
from skerry.games.buru.view.ids import decree_ids, item, items, lawan_name


class IslanderView(Struct, frozen=True):
    id: str
    tasked: bool
    counts: int | None  # what it counts comes to now; None if it counts nothing
    after: list[str]  # own Islanders, any of which would make this task possible if tasked first


class ElderView(Struct, frozen=True):
    id: str
    worth: int  # as things stand
    new: bool  # just drawn, before the discard


class PointsView(Struct, frozen=True):
    """Where the points come from; Elders as this seat knows them."""

    tributes: int
    islanders: int
    decrees: int
    totems: int
    elders: int


class PlayerView(Struct, frozen=True):
    lawan: str | None  # "Lawan A"; None for a person, whose name is the seat's
    fish: int
    palm: int
    clay: int
    ebony: int
    esteem: int  # gained so far
    score: int  # with tribute cards; with Elders at the end
    points: PointsView
    tributes: dict[str, int]  # cards by spirit
    totems: list[str]
    islanders: list[IslanderView]
    decrees: list[str]  # collected
    elder_count: int
    elders: list[ElderView] | None  # one's own, and all at the end
    elders_discarded: list[str] | None  # one's own that are still in the pile
    mat: list[str] | None  # Explorers on one's own mat
    mat_count: int
    kept: str | None  # the Explorer shown at Noon
    seen: list[str]  # Explorers that everybody has seen this round
    plot: str | None  # of a Lawan, from Noon on


def player_view(state: Buru, number: int, seat: int) -> PlayerView:
    p = state.players[number]
    own = number == seat
    lawan = state.is_lawan(number)
    return PlayerView(
        lawan=lawan_name(state, number) if lawan else None,
        fish=p.goods[FISH],
        palm=p.goods[PALM],
        clay=p.goods[CLAY],
        ebony=p.goods[EBONY],
        esteem=p.goods[ESTEEM],
        score=state.score(number),
        points=points_view(state, number, seat),
        tributes={spirit: int(p.tributes[place]) for place, spirit in enumerate(SPIRITS)},
        totems=[SPIRITS[spirit] for spirit in range(A.N_SPIRITS) if state.totems[spirit] == number],
        islanders=[islander_view(state, number, islander, own) for islander in bits.members(p.islanders)],
        decrees=decree_ids(p.decrees),
        elder_count=p.n_elders,
        elders=elders_view(state, number) if (own or state.over) and not lawan else None,
        elders_discarded=items(A.DISCARD, p.elders_out) if own else None,
        mat=items(A.LAY, p.mat) if own else None,
        mat_count=A.N_EXPLORERS - p.how_many_placed() - (p.kept != NONE),
        kept=item(A.LAY, p.kept) if p.kept != NONE else None,
        seen=items(A.LAY, seen_explorers(state, p)),
        plot=item(A.PLOT, p.plot) if p.plot != NONE else None,
    )


def points_view(state: Buru, number: int, seat: int) -> PointsView:
    """What a Lawan's Elders are worth is no secret; what helps it with tributes counts there.  §lawan.elders"""
    p = state.players[number]
    lawan = state.is_lawan(number)
    knows = state.over or number == seat or lawan
    more = p.tribute_cards() * state.kit.level_tribute_esteem[state.level] if lawan else 0
    return PointsView(
        tributes=scoring.tribute_points(state, number) + more,
        islanders=p.goods[ESTEEM] - p.from_decrees - p.from_totems - more,
        decrees=p.from_decrees,
        totems=p.from_totems,
        elders=scoring.elder_points(state, number) if knows else 0,
    )


def islander_view(state: Buru, number: int, islander: int, own: bool) -> IslanderView:
    card = state.kit.islanders[islander]
    ask = state.ask_now() if not state.over else 0
    asked = own and not state.over and step_of(ask) == S.VILLAGE and seat_of(ask) == number
    return IslanderView(
        id=item(A.RECRUIT, islander),
        tasked=bool(state.players[number].tasked >> islander & 1),
        counts=int(card.tally.worth(state, number)) if card.tally.what != COUNTS_NOTHING else None,
        after=[item(A.RECRUIT, other) for other in feeders(state, islander)] if asked else [],
    )


def elders_view(state: Buru, number: int) -> list[ElderView]:
    """Those just drawn come last."""
    p = state.players[number]
    new = p.elders_drawn if not state.over else 0
    found = [
        ElderView(item(A.DISCARD, elder), int(state.kit.elders[elder].worth(state, number)), bool(new >> elder & 1))
        for elder in bits.members(p.elders)
    ]
    return sorted(found, key=lambda elder: elder.new)
