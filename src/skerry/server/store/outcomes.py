"""Who came in where, in games that count for a rating or a league: written with the last entry of the log."""

from collections.abc import Sequence

from msgspec import Struct

from skerry.match import Match
from skerry.server.runtime import machine_clock
from skerry.server.store.engine.db import Db, insert
from skerry.server.store.seats import Place

BOT_PLAYER = "bot:"  # begins the name of a level of bots among the players
COLUMNS_OF_OUTCOME = ("match", "seat", "player", "place", "points")
INSERT_OUTCOME = f"{insert('outcomes', COLUMNS_OF_OUTCOME)} ON CONFLICT DO NOTHING"
INSERT_RATED = (
    f"{insert('rated_games', ('match', 'game', 'players', 'at', 'roster'))} ON CONFLICT DO NOTHING"  # counted later
)


class Outcome(Struct, frozen=True):
    seat: int
    player: str  # a person, or a level of bots
    place: int  # 1 is the best; those who tie share one
    points: int


def write_outcome(db: Db, id_: str, match: Match, places: Sequence[Place], is_rated: bool) -> None:
    """Of a match that is over.  Whoever has left the table is still the one who played there, and comes in last."""
    is_league = db.execute("SELECT 1 FROM league_tables WHERE match = ?", (id_,)).fetchone() is not None
    if not is_league and not is_rated:
        return
    found = outcomes_of(match, places, who_sat(db, id_))
    db.executemany(INSERT_OUTCOME, [(id_, line.seat, line.player, line.place, line.points) for line in found])
    people = [line.player for line in found if not line.player.startswith(BOT_PLAYER)]
    if is_rated and len(people) > 1 and len(set(people)) == len(people):
        row = (id_, match.game.name, len(found), machine_clock.wall(), " ".join(sorted(people)))
        db.execute(INSERT_RATED, row)


def who_sat(db: Db, id_: str) -> dict[int, str]:
    """Whose each seat was, also of those who have left."""
    return dict(db.execute("SELECT seat, person FROM sat WHERE match = ? ORDER BY person", (id_,)).fetchall())


def outcomes_of(match: Match, places: Sequence[Place], sat: dict[int, str]) -> list[Outcome]:
    """Winners first, then by points; all who resigned or left share the last place."""
    players, orders = [], []
    for seat, (plan, place) in enumerate(zip(match.seats, places, strict=True)):
        person = place.person or sat.get(seat)
        has_left = seat in match.resigned or (person is not None and place.person is None)
        players.append(person or f"{BOT_PLAYER}{plan.bot}")
        points = int(match.state.score(seat))
        orders.append((1, 0, 0) if has_left else (0, int(seat not in match.winners), -points))
    return [
        Outcome(seat, player, 1 + sum(other < order for other in orders), int(match.state.score(seat)))
        for seat, (player, order) in enumerate(zip(players, orders, strict=True))
    ]
