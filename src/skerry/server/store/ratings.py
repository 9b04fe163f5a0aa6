"""Ratings as the database has them.  Rated games are counted one after the other, each once.

Functions with a `Db` run in a transaction.  The row of a pool is written first, so that of several processes only one
counts its games at a time, and the next one sees what the first has written.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from skerry.server.store.engine.db import Db, insert, upsert
from skerry.server.store.outcomes import BOT_PLAYER
from skerry.server.store.store import Store

COUNTED_AT_ONCE = 100  # games in one transaction: moves are written in between
A_DAY = 24 * 3600.0
TAKE_POOL = (
    "INSERT INTO rating_pools (game, players, counted) VALUES (?, ?, 0) "
    "ON CONFLICT (game, players) DO UPDATE SET counted = rating_pools.counted RETURNING counted"
)
WRITE_RATING = upsert("ratings", ("game", "players", "player"), ("mu", "sigma", "games"))
INSERT_CHANGE = insert("rating_changes", ("match", "player", "mu", "sigma"))


class RatingPool(Struct, frozen=True, order=True):
    """Those who can be compared: the same game with the same number of players."""

    game: str
    players: int


class Skill(Struct, frozen=True):
    """What is known of somebody's strength: the best guess, one standard deviation, and from how many games."""

    mu: float
    sigma: float
    games: int = 0


class RatedPlayer(Struct, frozen=True):
    player: str
    skill: Skill
    account: str | None  # of a person


class RatingPoint(Struct, frozen=True):
    """After a game."""

    match: str
    at: float
    skill: Skill


# From the players of a game with their places, and what is known of them, to what is known after it.
Rate = Callable[[Sequence[tuple[str, int]], dict[str, Skill]], dict[str, Skill]]


# ---- in a transaction


def count_rated(db: Db, pool: RatingPool, rate: Rate, per_day: int, most: int = COUNTED_AT_ONCE) -> int:
    """Count the games of this pool that wait, in the order in which they ended; return how many there were.

    Of those between the same people, so many `per_day` count.
    """
    key = (pool.game, pool.players)
    counted = int(db.execute(TAKE_POOL, key).fetchall()[0][0])
    query = (
        "SELECT match, at, roster FROM rated_games WHERE game = ? AND players = ? AND counts IS NULL "
        "ORDER BY CASE WHEN number IS NULL THEN 1 ELSE 0 END, number, at, match LIMIT ?"
    )
    waiting = db.execute(query, (*key, most)).fetchall()
    for number, (match, at, roster) in enumerate(waiting, counted + 1):
        counts = count_of_day(db, pool, roster, at) < per_day
        query = "UPDATE rated_games SET number = ?, counts = ? WHERE match = ?"
        db.execute(query, (number, int(counts), match))
        if counts:
            count_game(db, pool, match, rate)
    query = "UPDATE rating_pools SET counted = ? WHERE game = ? AND players = ?"
    db.execute(query, (counted + len(waiting), *key))
    return len(waiting)


def count_of_day(db: Db, pool: RatingPool, roster: str, at: float) -> int:
    """The games of these people in this pool that count for the day (UTC)."""
    day = at // A_DAY * A_DAY
    query = (
        "SELECT count(*) FROM rated_games WHERE roster = ? AND at >= ? AND at < ? AND game = ? AND players = ? "
        "AND counts = 1"
    )
    found = db.execute(query, (roster, day, day + A_DAY, pool.game, pool.players)).fetchall()
    return int(found[0][0])


def count_game(db: Db, pool: RatingPool, match: str, rate: Rate) -> None:
    sitting = [
        (str(player), int(place))
        for player, place in db.execute("SELECT player, place FROM outcomes WHERE match = ? ORDER BY seat", (match,))
    ]
    known: dict[str, Skill] = {}
    for player, _ in sitting:
        query = "SELECT mu, sigma, games FROM ratings WHERE game = ? AND players = ? AND player = ?"
        row = db.execute(query, (pool.game, pool.players, player)).fetchone()
        if row is not None:
            known[player] = Skill(*row)
    for player, skill in rate(sitting, known).items():
        db.execute(WRITE_RATING, (pool.game, pool.players, player, skill.mu, skill.sigma, skill.games))
        db.execute(INSERT_CHANGE, (match, player, skill.mu, skill.sigma))


def count_anew(db: Db, pool: RatingPool, rate: Rate, per_day: int) -> int:
    """All games of the pool from the first one on, in the order in which they were counted."""
    key = (pool.game, pool.players)
    db.execute(TAKE_POOL, key)
    of_pool = "SELECT match FROM rated_games WHERE game = ? AND players = ?"
    db.execute(f"DELETE FROM rating_changes WHERE match IN ({of_pool})", key)
    db.execute("DELETE FROM ratings WHERE game = ? AND players = ?", key)
    db.execute("UPDATE rated_games SET counts = NULL WHERE game = ? AND players = ?", key)
    db.execute("UPDATE rating_pools SET counted = 0 WHERE game = ? AND players = ?", key)
    found = 0
    while counted := count_rated(db, pool, rate, per_day):
        found += counted
    return found


# ---- reading; these wait for the database


def pools_to_count(store: Store) -> list[RatingPool]:
    query = "SELECT DISTINCT game, players FROM rated_games WHERE counts IS NULL ORDER BY game, players"
    return [RatingPool(*row) for row in store.read(query)]


def all_pools(store: Store) -> list[RatingPool]:
    query = "SELECT DISTINCT game, players FROM rated_games ORDER BY game, players"
    return [RatingPool(*row) for row in store.read(query)]


def read_leaders(store: Store, pool: RatingPool, least: int, most: int) -> list[RatedPlayer]:
    """Those with at least this number of games, the best first; bots are compared with them."""
    query = (
        "SELECT player, mu, sigma, games, account FROM ratings LEFT JOIN people ON people.id = ratings.player "
        "WHERE game = ? AND players = ? AND games >= ? ORDER BY mu DESC, player LIMIT ?"
    )
    rows = store.read(query, pool.game, pool.players, least, most)
    return [RatedPlayer(player, Skill(mu, sigma, games), account) for player, mu, sigma, games, account in rows]


def ratings_of(store: Store, player: str) -> dict[RatingPool, Skill]:
    rows = store.read("SELECT game, players, mu, sigma, games FROM ratings WHERE player = ?", player)
    return {RatingPool(game, players): Skill(*skill) for game, players, *skill in rows}


def read_curve(store: Store, player: str, pool: RatingPool, most: int) -> list[RatingPoint]:
    """The person's rating after each of the last games that count, the oldest first."""
    query = (
        "SELECT match, at, mu, sigma, number FROM rating_changes JOIN rated_games USING (match) "
        "WHERE player = ? AND game = ? AND players = ? ORDER BY number DESC LIMIT ?"
    )
    rows = store.read(query, player, pool.game, pool.players, most)
    return [RatingPoint(match, at, Skill(mu, sigma)) for match, at, mu, sigma, _ in reversed(rows)]


def is_bot(player: str) -> bool:
    return player.startswith(BOT_PLAYER)
