"""`skerry export`: many games between bots as a table."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skerry.terminal.arena import AtMost, Budget, GameName, Jobs, Options, Players, Seed, pairs_of

console = Console(highlight=False)


def export(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file to write, .csv or .parquet.", metavar="FILE")],
    games: Annotated[int, typer.Option(help="Number of games, rounded up to whole deals.")] = 100,
    bots: Annotated[str, typer.Option(help="Who plays: hard,medium,hard@200sims. A single bot plays itself.")] = "easy",
    moves: Annotated[bool, typer.Option("--moves", help="A row for every move instead of every player.")] = False,
    players: Players = 0,
    seed: Seed = "1",
    budget: Budget = "",
    at_most: AtMost = "",
    option: Options = None,
    jobs: Jobs = 0,
) -> None:
    """Let bots play many games and write them to a table: a row for each player of each game, or for each move."""
    import os

    from skerry.api.export import export as run

    rows = run(
        game,
        games,
        bots,
        rows="moves" if moves else "players",
        out=out,
        players=players,
        seed=seed,
        options=pairs_of(option),
        budget=budget,
        at_most=at_most,
        jobs=jobs or os.cpu_count() or 1,
    )
    console.print(f"{rows[-1]['game']} games, {len(rows):,} rows: {out}", soft_wrap=True, markup=False)
