"""`skerry think`: bots, reviews and daily scores for servers that share a PostgreSQL database."""

import sys
from typing import Annotated

import typer


def think_for_others(
    database: Annotated[
        str, typer.Option(help="The PostgreSQL database of the servers.", metavar="ADDRESS", envvar="SKERRY_DATABASE")
    ] = "",
    processes: Annotated[
        int, typer.Option(help="How many bots think at a time. Default: one for each core.", min=0, max=256)
    ] = 0,
) -> None:
    """Let bots of other machines' servers think here, and make their reviews."""
    from skerry.server.cluster.think_process import run_thinker
    from skerry.server.errors import StoreError

    if not database:
        sys.exit("To think for other servers, Skerry needs their database. Name it with --database.")

    def started(count: int) -> None:
        print(f"Thinking for the servers of this database, {count} bots at a time. Stop it with Ctrl-C.", flush=True)

    try:
        run_thinker(database, processes, started)
    except StoreError as error:
        sys.exit(f"Skerry cannot use the database: {error}.")
