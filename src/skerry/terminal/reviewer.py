"""The review of a finished game, in the terminal."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from skerry.bots.bot import judgement_of
from skerry.match import Match, MatchError
from skerry.teacher.review import Account, Missed, Review, review
from skerry.teacher.words import headline, missed_words


def run(match: Match, seats: list[int], seconds: float, console: Console) -> None:
    if not match.over:
        raise MatchError("this game is not over yet; a review would tell what is hidden")
    if judgement_of(match.game.name) is None:
        raise MatchError(f"nobody has taught the bots {match.game.title} yet, so they cannot review it")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=context) as jobs, Progress(console=console) as bar:
        task = bar.add_task("Reading your game", total=None)
        found = review(match, seats, seconds, 1, jobs, lambda done, of: bar.update(task, completed=done, total=of))
        bar.update(task, visible=False)
    show(match, found, console)


def show(match: Match, found: Review, console: Console) -> None:
    console.print(f"[bold]{escape(headline(match, found))}[/bold]")
    console.print(accounts(match, found.points))
    if not found.missed:
        console.print("No single turn stands out: other moves would have done about as well.")
    for missed in found.missed:
        draw_missed(match, missed, console)
    console.print(
        f"[dim]From {found.playouts:,} playouts. This holds if play goes on as our bots play, and starts from what "
        "each player knew.[/dim]"
    )


def accounts(match: Match, rows: list[Account]) -> Table:
    """Whole points; what rounding leaves over goes to the largest part, so that each column adds up."""
    table = Table(box=None, pad_edge=False)
    table.add_column("points", no_wrap=True)
    for name in match.names:
        table.add_column(escape(name), justify="right")
    parts = [rounded(account) for account in rows]
    labels = ("expected at the start", "own decisions", "what the others did", "luck", "final points")
    for place, label in enumerate(labels):
        table.add_row(label, *(f"{column[place]:+d}" if 0 < place < 4 else str(column[place]) for column in parts))
    return table


def rounded(account: Account) -> list[int]:
    exact = [account.start, account.own, account.others, account.luck]
    whole = [round(part) for part in exact]
    over = round(account.end) - sum(whole)
    most = max(range(1, 4), key=lambda place: abs(exact[place]))
    whole[most] += over
    return [*whole, round(account.end)]


def draw_missed(match: Match, missed: Missed, console: Console) -> None:
    who = match.names[missed.seat]
    console.print(f"[bold]Move {missed.move + 1}, {escape(who)}:[/bold] {escape(missed.played)}")
    console.print(f"  {escape(missed_words(missed))}")
