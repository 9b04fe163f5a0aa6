"""A review as one file to keep or to send: review.html of the built page, with the data inside."""

from pathlib import Path

import msgspec

from skerry.match import Match
from skerry.server.protocol.practice_calls import SavedReview
from skerry.server.web.static import page_folder
from skerry.teacher.review.model import Review
from skerry.teacher.review.words import review_words

DATA_PLACE = 'id="review-data">'  # where the data goes; web/src/review/save.ts knows the same place


def review_page(folder: Path | None = None) -> str | None:
    """The page without data; None if it is not built."""
    found = page_folder(folder)
    file = None if found is None else found / "review.html"
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None


def filled(page: str, match: Match, found: Review, me: int | None) -> str:
    """The page with this review inside.  Without "<", no name can end the script that holds the data."""
    words = review_words(match, found, me)
    report = SavedReview(match.game.title, match.seats, me, found, words)
    data = msgspec.json.encode(report).decode().replace("<", "\\u003c")
    before, place, after = page.partition(DATA_PLACE)
    return f"{before}{place}{data}{after}"
