"""`skerry check`: replays saved matches and prints a line for each."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from skerry.core.words import plural
from skerry.match import Match, MatchError, SaveError, load_match, luck
from skerry.server.errors import Damaged, StoreError
from skerry.server.store.engine.lite import DATABASE, copy_database
from skerry.server.store.store import Store

FoundMatch = tuple[str, Callable[[], Match]]


def check_matches(files: list[Path], data: Path | None, console: Console) -> bool:
    """Report on every match and return whether all are fine.  A bad one does not stop the rest."""
    right = wrong = 0
    for name, read in found_in(files, data):
        is_right, words = check_one(read)
        words = words.rpartition(f"{name}: ")[2]  # the error of a file begins with its path
        console.print(f"{'ok   ' if is_right else 'WRONG'} {name}: {words}", soft_wrap=True, markup=False)
        right, wrong = right + is_right, wrong + (not is_right)
    if right + wrong != 1:
        console.print(f"{plural(right + wrong, 'match', 'matches')}, {wrong or 'none'} of them wrong.")
    return not wrong


def check_one(read: Callable[[], Match]) -> tuple[bool, str]:
    try:
        match = read()
        forged = [] if match.typed_in else luck.wrong_chances(match)
    except SaveError as error:
        return False, str(error)
    except Exception as error:  # whatever a bad file causes, go on to the next one
        return False, f"cannot be replayed: {error!r}"
    scores = ", ".join(f"{name} {points}" for name, points in zip(match.names, match.state.scores(), strict=True))
    moves = f"{plural(len(match.moves), 'move')}, {'finished' if match.over else 'unfinished'}"
    words = f"{match.game.title}; {scores}; {moves}. "
    if forged:
        return False, f"{words}Dice and draws do NOT follow from the seed: {'; '.join(forged)}."
    if match.typed_in:
        words += "Dice and draws were typed in, so they cannot be checked."
    else:
        words += "Dice and draws follow from the seed."
    return True, " ".join([words, *match.warnings])


def found_in(files: list[Path], data: Path | None) -> Iterator[FoundMatch]:
    for path in files:
        yield path.name, lambda path=path: load_match(path)  # type: ignore[misc]
    if data is not None:
        with tempfile.TemporaryDirectory() as folder:
            store = copy_of_store(data / DATABASE, Path(folder) / DATABASE)
            for record in store.everything():
                yield f"table {record.id}", lambda record=record: stored(store, record.id)  # type: ignore[misc]
            store.close()


def stored(store: Store, id_: str) -> Match:
    """The match, or all that is known about what is wrong: a person who can read the data may read that, too."""
    record = store.record(id_)
    assert record is not None
    try:
        return store.load(record)
    except Damaged as error:
        raise SaveError(str(error.__cause__ if isinstance(error.__cause__, SaveError) else error)) from error


def copy_of_store(source: Path, target: Path) -> Store:
    """A copy to read: a server may be using the data, and checking must not bring it up to date."""
    if not source.exists():
        raise MatchError(f"{source}: no such file; give --data the data folder of `skerry serve`")
    try:
        copy_database(source, target)
        return Store(target)
    except StoreError as error:
        words = str(error).removeprefix(f"{target}: ").removeprefix(f"{source}: ")
        raise MatchError(f"{source}: cannot be read: {words}") from error
