"""`skerry backup` and `skerry restore`: a server's data as one file, and back."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

console = Console(highlight=False)

DataFolder = Annotated[Path | None, typer.Option(help="The data folder of `serve`.", metavar="FOLDER")]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, for instance skerry.zip.", metavar="FILE")],
    data: DataFolder = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")] = False,
) -> None:
    """Back up a server's games, people and secrets into one file, also while it is running."""
    from skerry.server.settings import data_folder
    from skerry.server.store.backup import make

    content = make(data or data_folder(), file, force)
    size = file.stat().st_size / 1_000_000
    say(f"{file}: {counted(content.games, content.unfinished, content.people)}, {size:.1f} MB, checked.")
    say("It contains hidden cards, sessions and the server's secret, so keep it to yourself.")
    say_damaged(content.damaged)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` has written.", metavar="FILE")],
    data: DataFolder = None,
) -> None:
    """Bring back a backup. What is in the data folder now is kept beside it."""
    from skerry.server.settings import data_folder
    from skerry.server.store.restore import restore as run

    folder = data or data_folder()
    done = run(file, folder)
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(done.manifest.made))
    what = counted(done.content.games, done.content.unfinished, done.content.people)
    say(f"{folder}: restored {what}, as of {made}.")
    if done.before is not None:
        say(f"What was there before is now in {done.before}. Delete it when you no longer need it.")
    say_damaged(done.content.damaged)


def say(words: str) -> None:
    console.print(words, soft_wrap=True, markup=False)


def say_damaged(ids: list[str]) -> None:
    if ids:
        shown = ", ".join(ids[:10]) + (" …" if len(ids) > 10 else "")
        say(f"Note: {plural(len(ids), 'game')} in it cannot be read any more: {shown}.")


def counted(games: int, unfinished: int, people: int) -> str:
    return f"{plural(games, 'game')} ({unfinished} unfinished) of {plural(people, 'person', 'people')}"


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
