"""The review of a finished game, in the terminal and as a page to keep."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from skerry.match import Match, MatchError
from skerry.match.save import write_whole
from skerry.teacher.account import Ledger, Review, rounded
from skerry.teacher.crew import Crew
from skerry.teacher.depth import DEEP, QUICK
from skerry.teacher.report import page, signed
from skerry.teacher.review import check, review
from skerry.teacher.words import told

ROWS = ("expected at the start", "own decisions", "dice and draws", "what the others did", "final points")


def run(match: Match, seats: list[int], seconds: float, report: Path | None, console: Console) -> None:
    check(match)
    if report is not None and (why := unwritable(report)):
        raise MatchError(f"the review cannot be written to {report}: {why}")
    depth = replace(DEEP if seconds >= DEEP.seconds else QUICK, seconds=seconds)
    context = multiprocessing.get_context("spawn")
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers, mp_context=context) as jobs, Progress(console=console) as bar:
        task = bar.add_task("Reading your game", total=1.0)
        crew = Crew(jobs, workers)
        found = review(
            match, seats, depth, 1, crew, lambda what, share: bar.update(task, description=what, completed=share)
        )
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
    words = told(match, found, me)
    console.print(f"[bold]{escape(words.headline)}[/bold]")
    console.print(accounts(match, found.points))
    for line in [*words.luck, words.best]:
        if line:
            console.print(escape(line))
    for moment in words.moments:
        console.print(f"[bold]{escape(moment.title)}:[/bold] {escape(found.spots[moment.spot].words)}")
        console.print(f"  {escape(moment.words)}")
    if not found.missed:
        console.print("No single turn stands out: other moves would have done about as well.")
    for missed, line in zip(found.missed, words.missed, strict=True):
        who = match.names[missed.seat]
        console.print(f"[bold]Move {missed.move + 1}, {escape(who)}:[/bold] {escape(missed.played)}")
        console.print(f"  {escape(line)}")
    console.print(f"[dim]{escape(words.note)}[/dim]")


def accounts(match: Match, rows: list[Ledger]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("points", no_wrap=True)
    for name in match.names:
        table.add_column(escape(name), justify="right")
    parts = [rounded(account) for account in rows]
    for place, label in enumerate(ROWS):
        table.add_row(label, *(signed(column[place]) if 0 < place < 4 else str(column[place]) for column in parts))
    return table
