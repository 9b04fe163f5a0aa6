"""The standings of a league.

In each game, a player gets one point for every other player they came in before, and half a point for each tie: at a
table of four, 3, 2, 1 and 0.  A bye counts as a win.  A game whose result nobody knows counts as a tie of all.

Equal points: more wins first, then stronger opponents (the points of all people one has played against, added up),
then the earlier entry.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from skerry.server.store.leagues import BYE, LeagueRecord, RoundTable


class LeagueLine(Struct, frozen=True):
    """How somebody stands."""

    person: str
    points: float = 0.0
    wins: int = 0
    games: int = 0
    strength: float = 0.0


def standings_of(record: LeagueRecord) -> list[LeagueLine]:
    """The best first.  Games that are still played do not count yet."""
    players = record.league.plan.players
    over = [table for round_ in record.rounds for table in round_.tables if table.is_over]
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for table in over:
        for seat, person in table.seats.items():
            points[person] += points_at(table, seat, players)  # type: ignore[assignment]  # halves
            games[person] += table.number != BYE
            wins[person] += any(line.seat == seat and line.place == 1 for line in table.outcome)
    met = opponents_of(over)
    lines = [
        LeagueLine(
            entry.person,
            points[entry.person],
            wins[entry.person],
            games[entry.person],
            sum(points[other] * times for other, times in met.get(entry.person, Counter()).items()),
        )
        for entry in record.entries
    ]
    return sorted(lines, key=standing_key)  # it keeps the order of entries


def standing_key(line: LeagueLine) -> tuple[float, int, float]:
    return -line.points, -line.wins, -line.strength


def points_at(table: RoundTable, seat: int, players: int) -> float:
    if table.number == BYE:
        return float(players - 1)
    own = next((line.place for line in table.outcome if line.seat == seat), None)
    if own is None:
        return (players - 1) / 2
    others = [line.place for line in table.outcome if line.seat != seat]
    return sum(1.0 if own < other else 0.5 if own == other else 0.0 for other in others)


def opponents_of(tables: Sequence[RoundTable]) -> dict[str, Counter[str]]:
    """Whom everybody has met, and how often."""
    met: dict[str, Counter[str]] = {}
    for table in tables:
        people = list(table.seats.values()) if table.number != BYE else []
        for person in people:
            met.setdefault(person, Counter()).update(other for other in people if other != person)
    return met
