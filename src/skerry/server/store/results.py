"""What everybody has reached: kept when a match ends, for the statistics of each person."""

import sqlite3
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from skerry.core.state import SPECTATOR
from skerry.match import Match
from skerry.server.protocol.calls import Result
from skerry.server.store.records import json
from skerry.server.store.seats import Place
from skerry.server.store.store import Store

MOST = 2_000  # results that are sent


def rows_of(id_: str, match: Match, places: Sequence[Place]) -> list[tuple[Any, ...]]:
    """Nobody competes with oneself: what several people reach at one screen is nobody's result."""
    if match.typed_in:
        return []
    people = [place.person for place in places if place.person]
    breakdown = match.game.breakdown(match.state, SPECTATOR)
    seated = zip(match.seats, places, strict=True)
    level = " and ".join(sorted({plan.bot for plan, place in seated if plan.bot and not place.person}))
    found = []
    for seat, place in enumerate(places):
        if place.person is not None and people.count(place.person) == 1:
            parts = {line.label: int(line.points[seat]) for line in breakdown}
            row = (id_, seat, place.person, match.game.name, len(places), level)
            found.append((*row, sum(parts.values()), int(seat in match.winners), json(parts), time.time()))
    return found


def write(db: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO results (match, seat, person, game, players, level, points, won, parts, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


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
