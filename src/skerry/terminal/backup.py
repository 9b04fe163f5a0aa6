"""`skerry backup` and `skerry restore`: a server's data as one file, and back."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

from skerry.core.words import plural
from skerry.terminal.arguments import console
from skerry.terminal.serving import ConfigFile, DatabaseOption, DataOption, data_place

if TYPE_CHECKING:
    from skerry.server.settings import Settings
    from skerry.server.store.copies.move_data import TellProgress

BackupTarget = Annotated[Path, typer.Argument(help="The file to write, for instance skerry.zip.", metavar="FILE")]
BackupSource = Annotated[Path, typer.Argument(help="A file that `backup` has written.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


def backup(
    file: BackupTarget,
    config: ConfigFile = None,
    data: DataOption = None,
    database: DatabaseOption = "",
    force: Force = False,
) -> None:
    """Back up a server's games, people and secrets into one file, also while it is running."""
    write_backup_file(data_place(config, data, database), file, force)


def restore(
    file: BackupSource, config: ConfigFile = None, data: DataOption = None, database: DatabaseOption = ""
) -> None:
    """Bring back a backup. What is in the data folder now is kept beside it; a database must be empty."""
    restore_file(data_place(config, data, database), file)


def write_backup_file(settings: "Settings", file: Path, force: bool) -> None:
    from skerry.server.store.copies.backup import make_backup
    from skerry.server.store.copies.postgres_backup import back_up_club
    from skerry.server.store.engine.engines import open_postgres

    if settings.database:
        with contextlib.closing(open_postgres(settings.database)) as engine, shown_progress() as tell:
            content = back_up_club(engine, file, force, tell)
    else:
        content = make_backup(settings.data, file, force)
    size = file.stat().st_size / 1_000_000
    print_line(f"{file}: {contents_words(content.games, content.unfinished, content.people)}, {size:.1f} MB, checked.")
    print_line("It contains hidden cards, sessions and the server's secret, so keep it to yourself.")
    say_damaged(content.damaged)


def restore_file(settings: "Settings", file: Path) -> None:
    from skerry.server.store.copies.postgres_backup import restore_club
    from skerry.server.store.copies.restore import restore_backup
    from skerry.server.store.engine.engines import open_postgres

    before = None
    if settings.database:
        with contextlib.closing(open_postgres(settings.database)) as engine, shown_progress() as tell:
            manifest, content, _ = restore_club(file, engine, tell)
    else:
        done = restore_backup(file, settings.data)
        manifest, content, before = done.manifest, done.content, done.before
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.made))
    what = contents_words(content.games, content.unfinished, content.people)
    print_line(f"{'The database' if settings.database else settings.data}: restored {what}, as of {made}.")
    if before is not None:
        print_line(f"What was there before is now in {before}. Delete it when you no longer need it.")
    say_damaged(content.damaged)


@contextlib.contextmanager
def shown_progress() -> "Iterator[TellProgress]":
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=1)

        def tell(words: str, done: int, total: int) -> None:
            progress.update(task, description=words, completed=done, total=total)

        yield tell


def print_line(words: str) -> None:
    console.print(words, soft_wrap=True, markup=False)


def say_damaged(ids: list[str]) -> None:
    if ids:
        shown = ", ".join(ids[:10]) + (" …" if len(ids) > 10 else "")
        print_line(f"Note: {plural(len(ids), 'game')} in it cannot be read any more: {shown}.")


def contents_words(games: int, unfinished: int, people: int) -> str:
    return f"{plural(games, 'game')} ({unfinished} unfinished) of {plural(people, 'person', 'people')}"
