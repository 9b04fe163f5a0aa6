"""`skerry check`: everything that is stored is played again, a line for each match."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from skerry.match import Match, MatchError, SaveError, load, luck
from skerry.server.store import Damaged, Store, StoreError

DATABASE = "matches.sqlite3"
Found = tuple[str, Callable[[], Match]]


def check_all(files: list[Path], data: Path | None, console: Console) -> bool:
    """Is all of it in order?  What is not is told, and the rest goes on."""
    right = wrong = 0
    for name, read in found_in(files, data):
        is_right, words = check_one(read)
        console.print(f"{'ok   ' if is_right else 'WRONG'} {name}: {words}", soft_wrap=True, markup=False)
        right, wrong = right + is_right, wrong + (not is_right)
    if right + wrong != 1:
        told = "all in order" if not wrong else f"{right} in order, {wrong} not"
        console.print(f"{right + wrong} matches: {told}.")
    return not wrong


def check_one(read: Callable[[], Match]) -> tuple[bool, str]:
    try:
        match = read()
        forged = [] if match.typed_in else luck.check(match)
    except SaveError as error:
        return False, str(error)
    except Exception as error:  # whatever a bad file brings about, the next one is looked at
        return False, f"cannot be played again: {error!r}"
    scores = ", ".join(f"{name} {points}" for name, points in zip(match.names, match.state.scores(), strict=True))
    words = f"{match.game.title}; {scores}; {len(match.moves)} moves{', over' if match.over else ', not over'}. "
    if forged:
        return False, f"{words}Dice and draws do NOT follow from the seed: {'; '.join(forged)}."
    if match.typed_in:
        words += "Dice and draws were typed in at a real table, so they cannot be checked."
    else:
        words += "Dice and draws follow from the seed."
    return True, " ".join([words, *match.warnings])


def found_in(files: list[Path], data: Path | None) -> Iterator[Found]:
    for path in files:
        yield path.name, lambda path=path: load(path)  # type: ignore[misc]
    if data is not None:
        with tempfile.TemporaryDirectory() as folder:
            store = copied(data / DATABASE, Path(folder) / DATABASE)
            for record in store.everything():
                yield f"table {record.id}", lambda record=record: stored(store, record.id)  # type: ignore[misc]
            store.close()


def stored(store: Store, id_: str) -> Match:
    """The match with all that is known of what is wrong: whoever can read the data may read that."""
    record = store.record(id_)
    assert record is not None
    try:
        return store.load(record)
    except Damaged as error:
        raise SaveError(str(error.__cause__ if isinstance(error.__cause__, SaveError) else error)) from error


def copied(source: Path, target: Path) -> Store:
    """A copy to look at: a server may be using the data, and an old one is not to be changed."""
    if not source.exists():
        raise MatchError(f"{source}: there is no such file; --data takes the folder that `skerry serve` was given")
    try:
        original, copy = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True), sqlite3.connect(target)
        original.backup(copy)
        original.close()
        copy.close()
        return Store(target)
    except (sqlite3.Error, StoreError) as error:
        words = str(error).removeprefix(f"{target}: ")
        raise MatchError(f"{source}: cannot be read: {words}") from error
