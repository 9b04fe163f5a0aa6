"""`skerry fields`: what the numbers of an observation mean."""

from typing import Annotated

import typer

from skerry.terminal.arguments import GameName, Variants, option_pairs


def fields(
    game: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    option: Variants = None,
    truth: Annotated[bool, typer.Option("--truth", help="The row that holds all secrets, for critics.")] = False,
) -> None:
    """Print the fields of an observation as a Markdown table: where each begins, its range, what it is."""
    from skerry.api.game import new
    from skerry.core.fields import as_markdown

    table = new(game, players, 0, option_pairs(option))
    print(as_markdown(table.truth_fields() if truth else table.fields()))
