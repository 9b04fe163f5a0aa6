"""The review of a finished game, in the terminal and as a file to keep."""

import os
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from skerry.match import Match, MatchError
from skerry.match.save import unwritable, write_whole
from skerry.server.web.saved_review import filled, review_page
from skerry.teacher.review.depth import Depth
from skerry.teacher.review.findings import whole_points
from skerry.teacher.review.model import Ledger, Review
from skerry.teacher.review.run import check_reviewable, review
from skerry.teacher.review.words import review_words
from skerry.workers import Pool


def print_review(match: Match, seats: list[int], depth: Depth, report: Path | None, console: Console) -> None:
    check_reviewable(match)
    page = "" if report is None else page_for(report)
    with Pool(os.cpu_count() or 1) as pool, Progress(console=console) as bar:
        task = bar.add_task("Reading your game", total=1.0)
        found = review(
            match, seats, depth, 1, pool, lambda what, share: bar.update(task, description=what, completed=share)
        )
        bar.update(task, visible=False)
    me = seats[0] if len(seats) == 1 else None
    print_words(match, found, me, console)
    if report is not None:
        try:
            write_whole(report, filled(page, match, found, me).encode())
        except OSError as error:
            raise MatchError(f"the review cannot be written to {report}: {error.strerror}") from None
        console.print(f"The whole review is in {escape(str(report))}.")


def page_for(report: Path) -> str:
    """The page that will hold the review.  What stands in the way is found before the work, not after it."""
    page = review_page()
    why = unwritable(report) or ("" if page else "the page is not built; run python3 play.py once")
    if not page or why:
        raise MatchError(f"the review cannot be written to {report}: {why}")
    return page


def print_words(match: Match, found: Review, me: int | None, console: Console) -> None:
    words = review_words(match, found, me)
    console.print(f"[bold]{escape(words.headline)}[/bold]")
    console.print(accounts(match, found.points, words.rows))
    for line in [*words.luck, words.best]:
        if line:
            console.print(escape(line))
    for moment in words.moments:
        console.print(f"[bold]{escape(moment.title)}:[/bold] {escape(found.spots[moment.spot].words)}")
        console.print(f"  {escape(moment.words)}")
    if not found.missed:
        console.print(escape(words.none))
    for missed, line in zip(found.missed, words.missed, strict=True):
        who = match.names[missed.seat]
        console.print(f"[bold]Move {missed.move + 1}, {escape(who)}:[/bold] {escape(missed.played)}")
        console.print(f"  {escape(line)}")
    console.print(f"[dim]{escape(words.note)}[/dim]")


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def accounts(match: Match, ledgers: list[Ledger], rows: list[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("Points", no_wrap=True)
    for name in match.names:
        table.add_column(escape(name), justify="right")
    parts = [whole_points(account) for account in ledgers]
    for place, label in enumerate(rows):
        table.add_row(label, *(signed(column[place]) if 0 < place < 5 else str(column[place]) for column in parts))
    return table
