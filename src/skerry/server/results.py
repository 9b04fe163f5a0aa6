"""What everybody has reached: kept when a match ends, for the statistics of each person."""

import sqlite3
import time
from collections.abc import Sequence

import msgspec

from skerry.core.state import SPECTATOR
from skerry.match import Match
from skerry.server.protocol import Result
from skerry.server.seats import Place
from skerry.server.store import Store, json

MOST = 2_000  # results that are sent


def write(db: sqlite3.Connection, id_: str, match: Match, places: Sequence[Place]) -> None:
    """Nobody competes with oneself: what several people reach at one screen is nobody's result."""
    people = [place.person for place in places if place.person]
    breakdown = match.game.breakdown(match.state, SPECTATOR)
    levels = sorted(
        {plan.bot for plan, place in zip(match.seats, places, strict=True) if plan.bot and not place.person}
    )
    for seat, place in enumerate(places):
        if place.person is None or people.count(place.person) > 1 or match.typed_in:
            continue
        parts = {line.label: int(line.points[seat]) for line in breakdown}
        row = (id_, seat, place.person, match.game.name, len(places), " and ".join(levels))
        reached = (sum(parts.values()), int(seat in match.winners), json(parts), time.time())
        db.execute(
            "INSERT OR REPLACE INTO results (match, seat, person, game, players, level, points, won, parts, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row + reached,
        )


def forget(db: sqlite3.Connection, id_: str) -> None:
    db.execute("DELETE FROM results WHERE match = ?", (id_,))


def read(store: Store, person: str) -> list[Result]:
    """The oldest first."""
    query = (
        "SELECT match, game, players, level, points, won, parts, at FROM results "
        "WHERE person = ? ORDER BY at DESC LIMIT ?"
    )
    found = []
    for match, game, players, level, points, won, parts, at in reversed(store.read(query, person, MOST)):
        decoded = msgspec.json.decode(parts, type=dict[str, int])
        found.append(Result(match, game, players, level, points, bool(won), decoded, at))
    return found
