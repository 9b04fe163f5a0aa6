"""What several commands share: their arguments and the console they print to."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skerry.match import MatchError

GameName = Annotated[str, typer.Argument(help="The name of a game; `games` lists them.", metavar="GAME")]
ComponentsFile = Annotated[Path | None, typer.Option(help="Your own component values, a TOML file.", metavar="FILE")]

console = Console(highlight=False)
Variants = Annotated[list[str] | None, typer.Option(help="A variant, as name=value. Repeat it for more.")]


def option_pairs(options: list[str] | None) -> dict[str, str]:
    """`name=value` options as a dictionary."""
    for option in options or []:
        if "=" not in option:
            raise MatchError(f"--option {option[:40]!r} should look like name=value")
    return dict(option.split("=", 1) for option in options or [])
