"""Daily deals and reviews were JSON files in the data folder until schema 2; the first start takes them over.

Their folders then get a name that says so, and can be deleted.  If the server ends in the middle, the next start begins
once more: what is in the database already stays as it is.
"""

import logging
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from skerry.server.protocol.practice_calls import BotScore
from skerry.server.store import daily, reviews
from skerry.server.store.daily import DailyTry
from skerry.server.store.engine.db import Db, T
from skerry.server.store.engine.lite import disk_errors
from skerry.server.store.store import Store

log = logging.getLogger("skerry.store")

LEGACY_FOLDERS = ("daily", "reviews")
ASIDE = "moved-into-database"
REVIEWS_AT_ONCE = 20  # reviews that are read before they are written
SECONDS_OF_DAY = 24 * 3600.0
EPOCH = date(1970, 1, 1).toordinal()


class LegacyTry(Struct, frozen=True):
    table: str
    person: str
    name: str
    points: int | None = None
    margin: int | None = None
    won: bool = False
    closed: bool = False


class LegacyReview(Struct, frozen=True):
    made: int
    length: int
    review: msgspec.Raw


def take_over(store: Store, data: Path) -> None:
    for name, take in zip(LEGACY_FOLDERS, (take_daily, take_reviews), strict=True):
        folder = data / name
        if folder.is_dir() and not folder.is_symlink():
            with disk_errors(folder):
                count = take(store, folder)
                aside = rename_folder(folder)
            log.warning("%d files of %s are in the database now; %s can be deleted", count, folder, aside)


def rename_folder(folder: Path) -> Path:
    names = (f"{folder.name}-{ASIDE}{number}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    free = next(path for name in names if not (path := folder.with_name(name)).exists())
    return folder.rename(free)


def take_daily(store: Store, folder: Path) -> int:
    count = 0
    for path in sorted(folder.glob("????-??-??.json")):
        known = decoded(path, dict[str, list[LegacyTry]])
        if known is not None:
            store.put(partial(add_tries, tries=list(tries_in(path.stem, known)))).result()
            count += 1
    if (path := folder / "par.json").exists() and (scores := decoded(path, dict[str, dict[str, BotScore]])) is not None:
        store.put(partial(add_scores, scores=scores)).result()
        count += 1
    return count


def tries_in(day: str, known: dict[str, list[LegacyTry]]) -> Iterator[DailyTry]:
    try:
        began = (date.fromisoformat(day).toordinal() - EPOCH) * SECONDS_OF_DAY
    except ValueError:  # it is no day
        return
    for game, tries in known.items():
        people: set[str] = set()
        for place, old in enumerate(tries):
            person = None if old.person in people else old.person  # there may be two since games change hands
            people.add(old.person)
            result = (old.points, old.margin, old.won, old.closed)
            yield DailyTry(day, game, old.table, person, old.name, began + place / 1000, *result)


def add_tries(db: Db, tries: list[DailyTry]) -> None:
    for try_ in tries:
        daily.add_try(db, try_)


def add_scores(db: Db, scores: dict[str, dict[str, BotScore]]) -> None:
    for day, by_game in scores.items():
        for game, score in by_game.items():
            daily.write_bot_score(db, day, game, score)


def take_reviews(store: Store, folder: Path) -> int:
    """The oldest first, as they were made."""
    files = sorted((path.stat().st_mtime, path) for path in folder.glob("*.json") if path.is_file())
    for first in range(0, len(files), REVIEWS_AT_ONCE):
        writing = []
        for at, path in files[first : first + REVIEWS_AT_ONCE]:
            old = decoded(path, LegacyReview)
            if old is not None:
                review = reviews.pack_review(old.made, old.length, at, bytes(old.review))
                writing.append(store.put(partial(add_review, id_=path.stem, review=review)))
        for written in writing:
            written.result()
    return len(files)


def add_review(db: Db, id_: str, review: reviews.StoredReview) -> None:
    if db.execute("SELECT 1 FROM reviews WHERE match = ?", (id_,)).fetchone() is None:
        reviews.write_review(db, id_, review)


def decoded(path: Path, kind: type[T]) -> T | None:
    """None if the file is damaged; it stays in the folder that is set aside."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        log.error("%s cannot be taken over: %s", path, error)
        return None
