"""Daily deals as the database has them: everybody's tries, and what bots score."""

import logging
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from skerry.server.protocol.practice_calls import BotScore
from skerry.server.store.engine.db import Db, RowValues, insert, upsert
from skerry.server.store.records import Record, json
from skerry.server.store.store import COLUMNS_OF_MATCH, HAS_COMPONENTS, Store

log = logging.getLogger("skerry.store")

KEPT_DAYS = 30  # of the bots' scores
COLUMNS_OF_TRY = ("day", "game", "match", "person", "name", "at", "points", "margin", "won", "closed")
INSERT_TRY = f"{insert('tries', COLUMNS_OF_TRY)} ON CONFLICT DO NOTHING"
WRITE_BOT_SCORE = upsert("bot_scores", ("day", "game"), ("score",))


class DailyTry(Struct, frozen=True, array_like=True):
    """One person's game of a day."""

    day: str
    game: str
    match: str
    person: str | None
    name: str
    at: float
    points: int | None = None  # None until it is over
    margin: int | None = None  # ahead of the best rival, where there is one
    won: bool = False
    closed: bool = False  # without a result, and there will be none

    def row(self) -> RowValues:
        values = (self.day, self.game, self.match, self.person, self.name, self.at, self.points, self.margin)
        return *values, int(self.won), int(self.closed)


ScoresByDeal = dict[tuple[str, str], BotScore]  # by day and game


# ---- reading; these wait for the database


def read_tries(store: Store, today: str, past: int) -> list[DailyTry]:
    """Of today and of the last days on which somebody played, in the order in which they began."""
    days = "SELECT DISTINCT day FROM tries WHERE day < ? ORDER BY day DESC LIMIT ?"
    query = f"SELECT {', '.join(COLUMNS_OF_TRY)} FROM tries WHERE day = ? OR day IN ({days}) ORDER BY at, match"
    return tries_from(store.read(query, today, today, past))


def tries_of_deal(store: Store, day: str, game: str) -> list[DailyTry]:
    query = f"SELECT {', '.join(COLUMNS_OF_TRY)} FROM tries WHERE day = ? AND game = ? ORDER BY at, match"
    return tries_from(store.read(query, day, game))


def unsettled_tries(store: Store, too_late: str) -> list[tuple[DailyTry, Record | None]]:
    """Those that can be settled: with their match if that is over, without if it is gone or the day long past."""
    tries = ", ".join(f"tries.{name}" for name in COLUMNS_OF_TRY)
    matches = ", ".join(f"matches.{name}" for name in COLUMNS_OF_MATCH.split(", "))
    query = (
        f"SELECT {tries}, {matches}, {HAS_COMPONENTS} FROM tries LEFT JOIN matches ON matches.id = tries.match "
        "WHERE points IS NULL AND closed = 0 AND (to_move IS NULL OR day < ?)"
    )
    found: list[tuple[DailyTry, Record | None]] = []
    width = len(COLUMNS_OF_TRY)
    for row in store.read(query, too_late):
        record = None if row[width] is None else Record(*row[width:])
        is_over = record is not None and record.to_move is None
        found += [(try_, record if is_over else None) for try_ in tries_from([row[:width]])]
    return found


def tries_from(rows: Sequence[RowValues]) -> list[DailyTry]:
    """A damaged row costs one result, and none of the others."""
    found = []
    for row in rows:
        try:
            *values, won, closed = row
            found.append(msgspec.convert((*values, bool(won), bool(closed)), type=DailyTry))
        except msgspec.ValidationError as error:
            log.error("a try of a daily deal is damaged: %s", error)
    return found


def read_bot_scores(store: Store) -> ScoresByDeal:
    found: ScoresByDeal = {}
    for day, game, score in store.read("SELECT day, game, score FROM bot_scores"):
        try:
            found[day, game] = msgspec.json.decode(score, type=BotScore)
        except msgspec.MsgspecError as error:  # it is worked out again
            log.error("the bots' score of %s on %s is damaged: %s", game, day, error)
    return found


# ---- in a transaction


def add_try(db: Db, try_: DailyTry) -> bool:
    """False if the person has tried this deal already."""
    return db.execute(INSERT_TRY, try_.row()).rowcount == 1


def settle_tries(db: Db, tries: Sequence[DailyTry]) -> None:
    rows = [(t.points, t.margin, int(t.won), int(t.closed), t.day, t.game, t.match) for t in tries]
    query = "UPDATE tries SET points = ?, margin = ?, won = ?, closed = ? WHERE day = ? AND game = ? AND match = ?"
    db.executemany(f"{query} AND points IS NULL", rows)


def give_try(db: Db, day: str, game: str, match: str, person: str) -> None:
    """To the person whose match it has become, unless they had a try of their own."""
    query = (
        "UPDATE tries SET person = ? WHERE day = ? AND game = ? AND match = ? AND NOT EXISTS "
        "(SELECT 1 FROM tries AS other WHERE other.day = ? AND other.game = ? AND other.person = ?)"
    )
    db.execute(query, (person, day, game, match, day, game, person))


def write_bot_score(db: Db, day: str, game: str, score: BotScore) -> None:
    db.execute(WRITE_BOT_SCORE, (day, game, json(score)))
    kept = "SELECT DISTINCT day FROM bot_scores ORDER BY day DESC LIMIT ?"
    db.execute(f"DELETE FROM bot_scores WHERE day NOT IN ({kept})", (KEPT_DAYS,))
