"""Reviews as the database has them: packed, so that they are small, and a damaged one is noticed."""

import logging
import zlib

from msgspec import Struct

from skerry.server.store.engine.db import Db, upsert
from skerry.server.store.store import Store

log = logging.getLogger("skerry.store")

MOST_BYTES = 500_000_000  # of all reviews together, before they are packed
WRITE_REVIEW = upsert("reviews", ("match",), ("made", "length", "at", "size", "packed"))


class StoredReview(Struct, frozen=True):
    """The text of a review, of a log of that length."""

    made: int  # the version of reviews it was made with
    length: int
    at: float
    size: int  # bytes, before it was packed
    packed: bytes


def pack_review(made: int, length: int, at: float, text: bytes) -> StoredReview:
    return StoredReview(made, length, at, len(text), zlib.compress(text, 1))


def read_review(store: Store, id_: str, made: int, length: int) -> bytes | None:
    """Its text; None if there is none of this version and log, or it is damaged: it can be made again."""
    query = "SELECT packed FROM reviews WHERE match = ? AND made = ? AND length = ?"
    for (packed,) in store.read(query, id_, made, length):
        try:
            return zlib.decompress(packed)
        except (zlib.error, TypeError) as error:
            log.error("the review of %s is damaged: %s", id_, error)
    return None


# ---- in a transaction


def write_review(db: Db, id_: str, review: StoredReview) -> bool:
    """False if there is no such match any more.  When there are too many, the oldest go: they can be made again."""
    if db.execute("SELECT 1 FROM matches WHERE id = ?", (id_,)).fetchone() is None:
        return False
    db.execute(WRITE_REVIEW, (id_, review.made, review.length, review.at, review.size, review.packed))
    newer = "SELECT match, sum(size) OVER (ORDER BY at DESC, match) AS total FROM reviews"
    db.execute(
        f"DELETE FROM reviews WHERE match IN (SELECT match FROM ({newer}) AS newer WHERE total > ?)", (MOST_BYTES,)
    )
    return True
