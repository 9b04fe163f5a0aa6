"""Is the game fair?  Seats and cards compared, in games between strong bots."""

from statistics import fmean

from msgspec import Struct

from skerry.arena.intervals import CONFIDENCE, Clusters, Estimate, difference, share_interval
from skerry.arena.job import GameResult
from skerry.arena.plan import Plan
from skerry.arena.summary import SeatLine, Summary, by_deal, summarise


class CardLine(Struct, frozen=True):
    """One card or tile.  A player counts once per game."""

    name: str
    offered: int  # players who could have taken it at some point
    taken: int
    rate: float  # how often it was taken when available
    wins_with: Estimate | None  # share of wins of those who took it, and of everyone else
    wins_without: Estimate | None
    points_with: float | None
    points_without: float | None
    lift: Estimate | None  # the difference between the two, with bounds that allow for the number of cards
    stands_out: bool


class Balance(Struct, frozen=True):
    summary: Summary
    seats: list[SeatLine]
    seat_matters: bool
    cards: list[CardLine]  # those with the greatest lift first


def balance(plan: Plan, results: list[GameResult]) -> Balance:
    summary = summarise(plan, results)
    names = sorted({name for result in results for seat in (*result.offered, *result.taken) for name in seat})
    # With many cards, some look special by chance; a Bonferroni correction widens the bounds.
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(names))
    cards = [card_statistics(name, results, confidence) for name in names]
    cards.sort(key=lambda card: (-card.lift.value if card.lift else 0.0, card.name))
    even = 1 / plan.setting.players
    matters = any(not seat.wins.low <= even <= seat.wins.high for seat in summary.seats)
    return Balance(summary, summary.seats, matters, cards)


def card_statistics(name: str, results: list[GameResult], confidence: float) -> CardLine:
    offered = sum(name in seat for result in results for seat in result.offered)
    taken = sum(name in seat for result in results for seat in result.taken)
    solo = len(results[0].bots) == 1
    ones, others = victories(name, results, True), victories(name, results, False)
    lift = None if solo else difference(ones, others, confidence)
    return CardLine(
        name=name,
        offered=offered,
        taken=taken,
        rate=taken / max(1, offered),
        wins_with=None if solo else share_interval(ones),
        wins_without=None if solo else share_interval(others),
        points_with=mean_points(name, results, True),
        points_without=mean_points(name, results, False),
        lift=lift,
        stands_out=lift is not None and not lift.low <= 0 <= lift.high,
    )


def victories(name: str, results: list[GameResult], with_it: bool) -> Clusters:
    """By deal: the shares of victory of the players with, or without, the card."""

    def parts(result: GameResult) -> list[float]:
        return [won for won, taken in zip(result.won, result.taken, strict=True) if (name in taken) == with_it]

    return by_deal(results, parts)


def mean_points(name: str, results: list[GameResult], with_it: bool) -> float | None:
    found = [
        score
        for result in results
        for score, taken in zip(result.scores, result.taken, strict=True)
        if (name in taken) == with_it
    ]
    return fmean(found) if found else None
