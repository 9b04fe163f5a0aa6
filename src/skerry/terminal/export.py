"""`skerry export`: many games between bots as a table."""

from pathlib import Path
from typing import Annotated

import typer

from skerry.core.words import plural
from skerry.terminal.arena import AtMost, BudgetOption, Jobs, Players, Seed
from skerry.terminal.arguments import GameName, Variants, console, option_pairs


def export(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file to write, .csv or .parquet.", metavar="FILE")],
    games: Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")] = 100,
    bots: Annotated[str, typer.Option(help="Who plays: hard,medium,hard@200sims. A single bot plays itself.")] = "easy",
    moves: Annotated[bool, typer.Option("--moves", help="A row for every move instead of every player.")] = False,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="A row for every decision, with observation, mask and outcome.")
    ] = False,
    search: Annotated[
        str,
        typer.Option(help="With --decisions: search each for this long (200sims), and add visits and values."),
    ] = "",
    players: Players = 0,
    seed: Seed = "1",
    budget: BudgetOption = "",
    at_most: AtMost = "",
    option: Variants = None,
    jobs: Jobs = 0,
) -> None:
    """Let bots play many games and write them to a table: a row for each player of each game, or for each move.

    Decisions, to learn from, go into a Parquet file.
    """
    import os

    from skerry.api.dataset import dataset
    from skerry.api.export import export as run

    if search and not decisions:
        raise typer.BadParameter("--search goes with --decisions")
    if decisions:
        if moves:
            raise typer.BadParameter("choose one of --moves and --decisions")
        named = option_pairs(option)
        workers = jobs or os.cpu_count() or 1
        count = dataset(
            game,
            games,
            bots,
            out=out,
            players=players,
            seed=seed,
            options=named,
            budget=budget,
            at_most=at_most,
            search=search,
            jobs=workers,
        )
        console.print(f"{plural(count, 'decision')}: {out}", soft_wrap=True, markup=False)
        return
    rows = run(
        game,
        games,
        bots,
        rows="moves" if moves else "players",
        out=out,
        players=players,
        seed=seed,
        options=option_pairs(option),
        budget=budget,
        at_most=at_most,
        jobs=jobs or os.cpu_count() or 1,
    )
    console.print(
        f"{plural(rows[-1]['game'], 'game')}, {plural(len(rows), 'row')}: {out}", soft_wrap=True, markup=False
    )
