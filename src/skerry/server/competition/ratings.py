"""Ratings: counted a moment after a rated game has ended, and shown as leaderboards and everybody's own curve.

That a game was rated, and who came in where, is written with its last move.  Counting comes after that, in a
transaction of its own: a rating that cannot be worked out costs nobody a move.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from skerry.games import GAMES
from skerry.server.competition.skill import rate_game, rating_number, rating_shown, rating_spread
from skerry.server.errors import StoreError
from skerry.server.protocol.competition_calls import LeaderShown, PoolShown, RatingAt, RatingsNow
from skerry.server.runtime.supervise import Pause
from skerry.server.store import ratings
from skerry.server.store.engine.db import Db
from skerry.server.store.outcomes import BOT_PLAYER
from skerry.server.store.ratings import RatedPlayer, RatingPoint, RatingPool, Skill
from skerry.server.store.store import Store, durable

log = logging.getLogger("skerry.ratings")

COUNT_EVERY, COUNT_AT_LAST = 3.0, 300.0  # seconds; if it fails, twice as long each time
PER_DAY = 3  # games of the same people that count, for each game and number of players
LEAST_GAMES = 5  # until somebody is listed
SHOWN_LEADERS = 50
SHOWN_POINTS = 200  # of a curve


class Ratings:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---- counting
    async def watch(self) -> None:
        pause = Pause(COUNT_EVERY, COUNT_AT_LAST)
        while True:
            if await self.count():
                pause.reset()
            await asyncio.sleep(pause.take())

    async def count(self) -> bool:
        """All games that wait; False if some cannot be counted now.  Several processes may do it at once."""
        is_good = True
        for pool in await asyncio.to_thread(ratings.pools_to_count, self.store):
            try:
                while await durable(self.store.put(partial(count_some, pool=pool))):
                    pass
            except StoreError as error:
                log.error("rated games of %s with %d players are not counted yet: %s", pool.game, pool.players, error)
                is_good = False
        return is_good

    # ---- showing
    async def show(self, person: str) -> RatingsNow:
        return await asyncio.to_thread(self.read, person)

    def read(self, person: str) -> RatingsNow:
        mine = ratings.ratings_of(self.store, person)
        pools = [pool for pool in ratings.all_pools(self.store) if pool.game in GAMES]
        pools.sort(key=lambda pool: (GAMES[pool.game].is_sample, GAMES[pool.game].place, pool.players))
        return RatingsNow([self.pool(pool, person, mine.get(pool)) for pool in pools], LEAST_GAMES)

    def pool(self, pool: RatingPool, person: str, mine: Skill | None) -> PoolShown:
        found = ratings.read_leaders(self.store, pool, LEAST_GAMES, SHOWN_LEADERS)
        curve = ratings.read_curve(self.store, person, pool, SHOWN_POINTS) if mine else []
        return PoolShown(
            pool.game,
            GAMES[pool.game].title,
            pool.players,
            leaders_of(found, person),
            rating_shown(mine) if mine else None,
            [rating_at(point) for point in curve],
        )


def rating_at(point: RatingPoint) -> RatingAt:
    return RatingAt(point.match, point.at, rating_number(point.skill), rating_spread(point.skill))


def count_some(db: Db, pool: RatingPool) -> int:
    return ratings.count_rated(db, pool, rate_game, PER_DAY)


def leaders_of(found: Sequence[RatedPlayer], person: str) -> list[LeaderShown]:
    """Bots stand among the people, without a place of their own."""
    people = [line for line in found if not ratings.is_bot(line.player)]
    return [
        LeaderShown(
            people.index(line) + 1 if line in people else 0,
            f"{line.player.removeprefix(BOT_PLAYER)} bot".capitalize() if line not in people else line.account or "?",
            line not in people,
            line.player == person,
            rating_shown(line.skill),
        )
        for line in found
    ]


def recount(store: Store) -> dict[RatingPool, int]:
    """All ratings anew, from the first game on; returns the number of games in each pool."""
    found = {}
    for pool in ratings.all_pools(store):
        work = partial(ratings.count_anew, pool=pool, rate=rate_game, per_day=PER_DAY)
        found[pool] = store.put(work).result()
    return found
