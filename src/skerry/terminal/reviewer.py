"""The review of a finished game, in the terminal and as a page to keep."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from skerry.match import Match, MatchError
from skerry.match.save import write_whole
from skerry.teacher.review.crew import Crew
from skerry.teacher.review.depth import Depth
from skerry.teacher.review.model import Ledger, Review, whole_points
from skerry.teacher.review.page import page, signed
from skerry.teacher.review.run import check_reviewable, review
from skerry.teacher.review.words import review_words


def run(match: Match, seats: list[int], depth: Depth, report: Path | None, console: Console) -> None:
    check_reviewable(match)
    if report is not None and (why := unwritable(report)):
        raise MatchError(f"the review cannot be written to {report}: {why}")
    context = multiprocessing.get_context("spawn")
    workers = os.cpu_count() or 1
    deaf = signal.signal, (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for us alone
    with (
        ProcessPoolExecutor(workers, context, *deaf) as jobs,
        Progress(console=console) as bar,
    ):
        task = bar.add_task("Reading your game", total=1.0)
        crew = Crew(jobs, workers)
        try:
            found = review(
                match, seats, depth, 1, crew, lambda what, share: bar.update(task, description=what, completed=share)
            )
        except KeyboardInterrupt:
            jobs.shutdown(wait=False, cancel_futures=True)
            raise
        bar.update(task, visible=False)
    me = seats[0] if len(seats) == 1 else None
    show(match, found, me, console)
    if report is not None:
        try:
            write_whole(report, page(match, found, me).encode())
        except OSError as error:
            raise MatchError(f"the review cannot be written to {report}: {error.strerror}") from None
        console.print(f"The whole review is in {escape(str(report))}.")


def unwritable(report: Path) -> str:
    """Better said before the work than after it."""
    if report.is_dir():
        return "it is a folder"
    if not report.parent.is_dir():
        return f"there is no folder {report.parent}"
    return "" if os.access(report.parent, os.W_OK) else f"nothing can be written in {report.parent}"


def show(match: Match, found: Review, me: int | None, console: Console) -> None:
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


def accounts(match: Match, ledgers: list[Ledger], rows: list[str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("Points", no_wrap=True)
    for name in match.names:
        table.add_column(escape(name), justify="right")
    parts = [whole_points(account) for account in ledgers]
    for place, label in enumerate(rows):
        table.add_row(label, *(signed(column[place]) if 0 < place < 4 else str(column[place]) for column in parts))
    return table
