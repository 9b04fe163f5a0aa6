"""`skerry move-data`: from SQLite to PostgreSQL, and back."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skerry.match import MatchError
from skerry.terminal.arguments import console
from skerry.terminal.backup import shown_progress

if TYPE_CHECKING:
    from skerry.server.store.copies.move_data import MovedData


def move_data(
    to: Annotated[str, typer.Option(help="Move the data folder into this empty database.", metavar="ADDRESS")] = "",
    source: Annotated[
        str, typer.Option("--from", help="Move this database into an empty data folder.", metavar="ADDRESS")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="The data folder of `serve`.", metavar="FOLDER")] = None,
) -> None:
    """Move all games and people between SQLite and PostgreSQL, while no server runs. The source is kept."""
    from skerry.terminal.serving import data_place

    if bool(to) == bool(source):
        raise MatchError("say either --to ADDRESS or --from ADDRESS, with the address of a PostgreSQL database")
    moved = move_between(data_place(None, data, "").data, to or source, is_to=bool(to))
    console.print(f"Moved {moved.matches:,} games ({moved.rows:,} rows). Every game was replayed on both sides.")
    if moved.damaged:
        console.print(f"{len(moved.damaged)} of them could not be read before, either: {', '.join(moved.damaged[:10])}")
    console.print("Start the server with --database ADDRESS." if to else "Start the server without --database.")


def move_between(folder: Path, address: str, is_to: bool) -> "MovedData":
    from skerry.server.people.cookie import read_secret
    from skerry.server.store.copies import legacy_files
    from skerry.server.store.copies.move_data import move_data as move
    from skerry.server.store.engine.engines import open_engine, open_postgres
    from skerry.server.store.engine.folder import hold
    from skerry.server.store.engine.lite import DATABASE
    from skerry.server.store.store import Store

    if is_to and not (folder / DATABASE).exists():
        raise MatchError(f"{folder}: there is no data to move")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.closing(hold(folder)), contextlib.closing(open_postgres(address)) as far:
        far.check_alone()
        with contextlib.closing(open_engine(folder)) as near, shown_progress() as tell:
            if is_to:
                legacy_files.take_over(Store(near), folder)
                moved = move(near, far, tell)
                far.take_secret(read_secret(folder / "secret"))
            else:
                moved = move(far, near, tell)
                write_secret(folder / "secret", far.secret())
    return moved


def write_secret(path: Path, secret: str) -> None:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(secret, encoding="ascii")
