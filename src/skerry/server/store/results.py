"""What everybody has reached: kept when a match ends, for the statistics of each person."""

from collections.abc import Sequence

import msgspec

from skerry.core.state import SPECTATOR
from skerry.match import Match, SeatPlan
from skerry.server.protocol.calls import Result
from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, RowValues, upsert
from skerry.server.store.records import json
from skerry.server.store.seats import Place
from skerry.server.store.store import Store

MOST_SENT = 2_000  # results of a person
WRITE_RESULT = upsert(
    "results",
    ("match", "seat"),
    ("person", "game", "players", "level", "points", "won", "parts", "at"),
)


def result_rows(id_: str, match: Match, places: Sequence[Place]) -> list[RowValues]:
    """Shared-screen games are not recorded: one person played several seats."""
    if match.typed_in:
        return []
    people = [place.person for place in places if place.person]
    breakdown = match.game.breakdown(match.state, SPECTATOR)
    kinds = [rival_kind(plan, place) for plan, place in zip(match.seats, places, strict=True)]
    found = []
    for seat, place in enumerate(places):
        if place.person is not None and people.count(place.person) == 1:
            parts = {line.label: int(line.points[seat]) for line in breakdown}
            others = {kind for other, kind in enumerate(kinds) if kind and other != seat}
            row = (id_, seat, place.person, match.game.name, len(places), " and ".join(sorted(others)))
            found.append((*row, sum(parts.values()), int(seat in match.winners), json(parts), machine_clock.wall()))
    return found


def rival_kind(plan: SeatPlan, place: Place) -> str:
    """A bot's level, or that it is a program; nothing for people."""
    if place.person is None:
        return plan.bot or ""
    return "program" if plan.program else ""


def write_results(db: Db, rows: Sequence[RowValues]) -> None:
    db.executemany(WRITE_RESULT, rows)


def read_results(store: Store, person: str) -> list[Result]:
    """The oldest first."""
    query = (
        "SELECT match, game, players, level, points, won, parts, at FROM results "
        "WHERE person = ? ORDER BY at DESC LIMIT ?"
    )
    found = []
    for match, game, players, level, points, won, parts, at in reversed(store.read(query, person, MOST_SENT)):
        decoded = msgspec.json.decode(parts, type=dict[str, int])
        found.append(Result(match, game, players, level, points, bool(won), decoded, at))
    return found
