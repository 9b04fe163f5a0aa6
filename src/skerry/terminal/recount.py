"""`skerry recount-ratings`: works out all ratings again, from the first game on."""

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from skerry.core.words import plural
from skerry.match import MatchError
from skerry.terminal.arguments import console


def recount_ratings(
    data: Annotated[Path | None, typer.Option(help="The data folder of `serve`.", metavar="FOLDER")] = None,
    database: Annotated[str, typer.Option(help="The PostgreSQL database of `serve`.", metavar="ADDRESS")] = "",
) -> None:
    """Work out all ratings again from the rated games, while no server runs."""
    from skerry.server.competition.ratings import recount
    from skerry.server.settings import data_folder
    from skerry.server.store.engine.engines import open_engine
    from skerry.server.store.engine.folder import hold
    from skerry.server.store.engine.lite import DATABASE
    from skerry.server.store.store import Store

    folder = data or data_folder()
    if not database and not (folder / DATABASE).exists():
        raise MatchError(f"{folder}: there are no games")
    with contextlib.ExitStack() as stack:
        if not database:
            stack.enter_context(contextlib.closing(hold(folder)))
        store = stack.enter_context(contextlib.closing(Store(open_engine(folder, database))))
        found = recount(store)
    for pool, games in found.items():
        console.print(f"{pool.game}, {pool.players} players: {plural(games, 'game')}.")
    console.print(f"Counted {plural(sum(found.values()), 'rated game')}.")
