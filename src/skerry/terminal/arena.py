"""`skerry arena` and `skerry balance`: bots against bots."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from skerry.terminal.arguments import ComponentsFile, GameName, Variants, console, option_pairs
from skerry.terminal.command import COMMAND

if TYPE_CHECKING:
    from skerry.arena import Balance, GameResult, Plan, Run, Summary
    from skerry.arena.intervals import Estimate


Players = Annotated[int, typer.Option(help="Players in each game.")]
Seed = Annotated[str, typer.Option(help="Seed of all deals. The same seed gives the same tournament.")]
BudgetOption = Annotated[str, typer.Option(help="Thinking time per decision, for every bot: 50ms, 2s or 200sims.")]
AtMost = Annotated[str, typer.Option(help="A limit for levels that would think longer, for instance 50ms.")]
Jobs = Annotated[int, typer.Option(help="Number of processes; 0 means one per core.", min=0, max=1024)]
Ray = Annotated[str, typer.Option(help="Play on the Ray cluster at this address.", metavar="ADDRESS")]
Folder = Annotated[Path | None, typer.Option(help="Folder for results and games. A run continues from what is there.")]
SavesOption = Annotated[bool, typer.Option(help="Save every game for replay.")]
Json = Annotated[Path | None, typer.Option("--json", help="Write the figures as JSON; - prints them.", metavar="FILE")]
Report = Annotated[Path | None, typer.Option(help="Write an HTML page with charts.", metavar="FILE.html")]


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays: hard,medium,hard@200sims. A single bot plays itself.")],
    games: Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")] = 100,
    players: Players = 0,
    seed: Seed = "1",
    budget: BudgetOption = "",
    at_most: AtMost = "",
    option: Variants = None,
    components: ComponentsFile = None,
    jobs: Jobs = 0,
    ray: Ray = "",
    folder: Folder = None,
    saves: SavesOption = True,
    json: Json = None,
    report: Report = None,
) -> None:
    """Let bots play each other: the same deals for everyone, every bot in every seat.

    Run the same command again to continue an interrupted tournament.
    """
    from skerry.arena import summarise

    plan = plan_from_options(game, bots, games, players, seed, budget, at_most, option, components, saves)
    can_write(json, report)
    run, results = play_with_progress(plan, folder, jobs, ray)
    summary = summarise(plan, results)
    if json:
        write_file(json, encoded(summary))
    if report:
        from skerry.arena.report import arena_page

        write_file(report, arena_page(summary, run.folder / "games", command()))
    show_summary(summary, printer(json))
    print_files(run, report, saves, printer(json))


def balance(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays. Default: the strongest level against itself.")] = "",
    games: Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")] = 200,
    players: Players = 0,
    seed: Seed = "1",
    budget: BudgetOption = "",
    at_most: AtMost = "50ms",
    option: Variants = None,
    components: ComponentsFile = None,
    jobs: Jobs = 0,
    ray: Ray = "",
    folder: Folder = None,
    saves: SavesOption = True,
    json: Json = None,
    report: Report = None,
) -> None:
    """Is the game fair? Strong bots play it, and seats and cards are compared."""
    from skerry.arena import balance as weigh
    from skerry.bots import LEVELS

    field = bots or list(LEVELS)[-1]
    plan = plan_from_options(game, field, games, players, seed, budget, at_most, option, components, saves)
    can_write(json, report)
    run, results = play_with_progress(plan, folder, jobs, ray)
    found = weigh(plan, results)
    if json:
        write_file(json, encoded(found))
    if report:
        from skerry.arena.report import balance_page

        write_file(report, balance_page(found, command()))
    show_balance(found, printer(json))
    print_files(run, report, saves, printer(json))


def plan_from_options(
    game: str,
    bots: str,
    games: int,
    players: int,
    seed: str,
    budget: str,
    at_most: str,
    option: list[str] | None,
    components: Path | None,
    saves: bool,
) -> "Plan":
    from skerry.arena import make_plan
    from skerry.core.components import Overlay

    return make_plan(
        game,
        bots,
        games,
        players=players,
        seed=seed,
        budget=budget,
        at_most=at_most,
        options=option_pairs(option),
        overlay=Overlay.read(components) if components else None,
        logs=saves,
    )


def play_with_progress(plan: "Plan", folder: Path | None, jobs: int, ray: str) -> "tuple[Run, list[GameResult]]":
    """All games of the plan, with a progress bar; Ctrl-C keeps what has been played."""
    from skerry.arena import Run

    run = Run(plan, folder or Path("arena") / plan.name, jobs or os.cpu_count() or 1, ray)
    try:
        with games_bar(plan.setting.game) as tell:
            return run, run.play(partial(tell, plan.games))
    except KeyboardInterrupt:
        say_stopped(f"Stopped. {run.kept()} of {plan.games} games are saved in {run.folder}.")
        raise


@contextmanager
def games_bar(game: str) -> Iterator[Callable[[int, int, bool], None]]:
    """Tell it how many games there are in all, how many more are done, and whether they were kept from before."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from skerry.terminal.measure import say_if_uncompiled

    done, has_begun = 0, False
    columns = TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn()
    shown = Console(stderr=True, highlight=False)
    live = shown.is_terminal
    with Progress(*columns, console=shown, transient=True, disable=not live, speed_estimate_period=600) as progress:
        bar = progress.add_task(f"{game} games", total=None)

        def tell(total: int, count: int, before: bool) -> None:
            nonlocal done, has_begun
            if not has_begun:
                say_if_uncompiled()
                has_begun = True
            tenths = (done + count) * 10 // total - done * 10 // total
            done += count
            if before:  # earlier games say nothing about the speed
                progress.reset(bar, total=total, completed=done)
            else:
                progress.advance(bar, count)
            if not live and tenths:
                shown.print(f"{done} of {total} games")

        yield tell


def say_stopped(words: str) -> None:
    Console(stderr=True, highlight=False).print(
        f"{words} Run the same command to continue.", soft_wrap=True, markup=False
    )


def show_summary(summary: "Summary", out: Console) -> None:
    print_headline(summary, out)
    solo = summary.players == 1
    table = Table(box=None, pad_edge=False)
    table.add_column("bot", no_wrap=True)
    columns = ["points", "95 %", "ms per decision"] if solo else ["rating", "wins", "95 %", "points", "95 %", "ms"]
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for bot in summary.bots:
        rating = f"{bot.rating.strength:.1f} ± {2 * bot.rating.unsure:.1f}" if bot.rating else "–"
        wins = [] if solo else [rating, percent_or_dash(bot.wins), percents(bot.wins)]
        points = [f"{bot.points.value:.1f}", bounds(bot.points)]
        table.add_row(bot.name, *wins, *points, f"{bot.times.mean:.1f}")
    out.print(table)
    if not solo:
        out.print(f"[dim]An even share of wins is {1 / summary.players:.0%} per seat. Ratings are ± 2 sigma.[/dim]")
    show_categories(summary, out)


def show_categories(summary: "Summary", out: Console) -> None:
    labels = list(dict.fromkeys(label for bot in summary.bots for label in bot.categories))
    table = Table(box=None, pad_edge=False, title="Mean points by category", title_justify="left", title_style="bold")
    table.add_column("", no_wrap=True)
    for bot in summary.bots:
        table.add_column(bot.name, justify="right")
    for label in labels:
        table.add_row(label, *(f"{bot.categories.get(label, 0):.2f}" for bot in summary.bots))
    out.print()
    out.print(table)


def show_balance(found: "Balance", out: Console) -> None:
    print_headline(found.summary, out)
    if found.seats:
        table = Table(box=None, pad_edge=False)
        for column in ("order of play", "wins", "95 %", "× even", "points", "95 %"):
            table.add_column(column, justify="right", no_wrap=True)
        for seat in found.seats:
            points = f"{seat.points.value:.1f}", bounds(seat.points)
            table.add_row(
                str(seat.place), percent_or_dash(seat.wins), percents(seat.wins), f"{seat.over_even:.2f}", *points
            )
        out.print(table)
        words = "The order of play matters." if found.seat_matters else "No place in the order of play stands out."
        out.print(f"{words} [dim]An even share is {1 / found.summary.players:.0%}.[/dim]\n")
    if not found.cards:
        out.print("This game has no statistics of cards or tiles.")
        return
    show_cards(found, out)


def show_cards(found: "Balance", out: Console) -> None:
    solo = found.summary.players == 1
    table = Table(box=None, pad_edge=False)
    table.add_column("card or tile")
    heads = ["offered", "taken", *(["points with", "without"] if solo else ["wins with", "without", "lift", ""])]
    for column in heads:
        table.add_column(column, justify="right", no_wrap=True)
    for card in found.cards:
        cells = [str(card.offered), f"{card.rate:.0%}"]
        if solo:
            cells += ["–" if p is None else f"{p:.1f}" for p in (card.points_with, card.points_without)]
        else:
            lift = f"{card.lift.value * 100:+.0f} ± {(card.lift.high - card.lift.low) * 50:.0f}" if card.lift else "–"
            cells += [
                percent_or_dash(card.wins_with),
                percent_or_dash(card.wins_without),
                lift,
                "◂" if card.stands_out else "",
            ]
        table.add_row(card.name, *cells)
    out.print(table)
    if not solo:
        out.print("[dim]◂ stands out by more than chance, allowing for the number of cards.[/dim]")


def print_headline(summary: "Summary", out: Console) -> None:
    out.print(f"[bold]{summary.title}[/bold], {escape(summary.field)}")
    out.print(f"[dim]{escape(summary.extent)}[/dim]\n")


def percent_or_dash(share: "Estimate | None") -> str:
    return "–" if share is None else f"{share.value:.0%}"


def percents(share: "Estimate | None") -> str:
    return "–" if share is None else f"{share.low * 100:.0f}–{share.high:.0%}"


def bounds(mean: "Estimate") -> str:
    return "–" if mean.high == float("inf") else f"{mean.low:.1f}{'–' if mean.low >= 0 else ' – '}{mean.high:.1f}"


def printer(json: Path | None) -> Console:
    """When the figures go to standard output, words go to standard error."""
    return Console(stderr=True, highlight=False) if json and str(json) == "-" else console


def encoded(figures: Any) -> bytes:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n"


def can_write(*paths: Path | None) -> None:
    """A wrong path is reported before hours of play, not after."""
    from skerry.arena import ArenaError
    from skerry.match.save import unwritable

    for path in paths:
        if path and (why := unwritable(path)):
            raise ArenaError(f"{path}: cannot be written: {why}")


def write_file(path: Path, data: bytes) -> None:
    from skerry.arena import ArenaError

    if str(path) == "-":
        sys.stdout.write(data.decode())
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror}") from error


def command() -> str:
    return shlex.join(["skerry", *sys.argv[1:]])


def print_files(run: "Run", report: Path | None, saves: bool, out: Console) -> None:
    out.print()
    if saves:
        words = f"The games are saved. Watch one: {COMMAND} replay {run.folder / 'games' / 'deal0001-1.json'}"
        out.print(words, soft_wrap=True, markup=False)
    if report:
        out.print(f"Report: {report}", soft_wrap=True, markup=False)
