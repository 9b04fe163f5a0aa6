"""`skerry ladder`: bots of anybody, rated on Elo's scale."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from skerry.terminal.arena import (
    Jobs,
    Json,
    Players,
    Report,
    can_write,
    command,
    encoded,
    games_bar,
    printer,
    say_stopped,
    write_file,
)
from skerry.terminal.arguments import GameName, Variants, option_pairs

if TYPE_CHECKING:
    from skerry.arena.ladder import Ladder


def ladder(
    game: GameName,
    enter: Annotated[
        list[Path] | None,
        typer.Option(help="A file with a bot that enters, my_bot.py. Repeat it for more.", metavar="FILE.py"),
    ] = None,
    games: Annotated[int, typer.Option(help="Games of every pair, rounded up to whole deals.")] = 100,
    players: Players = 2,
    levels: Annotated[
        str, typer.Option(help="Which of Skerry's own bots are on it. Default: random to hard, the quick ones.")
    ] = "",
    seed: Annotated[str, typer.Option(help="Seed of all deals.")] = "ladder",
    option: Variants = None,
    jobs: Jobs = 0,
    folder: Annotated[
        Path | None, typer.Option(help="The folder of the ladder: who has entered, and what has been played.")
    ] = None,
    json: Json = None,
    report: Report = None,
) -> None:
    """Rate bots on Elo's scale; anybody enters with a file that holds one.

    Every pair plays the same deals. Run it again, with other files or none: only what is missing is played.
    """
    from skerry.api.ladder import LADDER_LEVELS
    from skerry.api.ladder import ladder as play

    can_write(json, report)
    try:
        with games_bar(game) as tell:
            found = play(
                game,
                enter or [],
                games=games,
                players=players,
                levels=[word.strip() for word in levels.split(",") if word.strip()] or LADDER_LEVELS,
                seed=seed,
                options=option_pairs(option),
                jobs=jobs or os.cpu_count() or 1,
                folder=folder,
                tell=tell,
            )
    except KeyboardInterrupt:
        say_stopped("Stopped. What has been played is kept.")
        raise
    if json:
        write_file(json, encoded(found))
    if report:
        from skerry.arena.report import ladder_page

        write_file(report, ladder_page(found, command()))
    show_ladder(found, printer(json))
    if report:
        printer(json).print(f"\nReport: {report}", soft_wrap=True, markup=False)


def show_ladder(found: "Ladder", out: Console) -> None:
    from skerry.arena.ladder import interval_words

    out.print(f"[bold]{found.title}[/bold], {escape(found.field)}")
    out.print(f"[dim]{escape(found.extent)}[/dim]\n")
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("bot", no_wrap=True)
    for column in ("Elo", "95 %", "wins", "games", "ms"):
        table.add_column(column, justify="right", no_wrap=True)
    for place, line in enumerate(found.lines, 1):
        name = f"[bold]{escape(line.name)}[/bold]" if line.is_entry else escape(line.name)
        figures = f"{line.elo.value:.0f}", interval_words(line.elo) or "–", f"{line.wins:.0%}", f"{line.games:,}"
        table.add_row(str(place), name, *figures, f"{line.ms:.1f}")
    out.print(table)
    for name, why in found.left_out.items():
        out.print(f"{name} is left out: {why}", soft_wrap=True, markup=False)
