"""The results on disk, one line per game, so that an interrupted run continues where it stopped."""

from pathlib import Path
from types import TracebackType

import msgspec

from skerry.arena.job import ArenaError, GameResult


class ResultsFile:
    """Every key counts once, no matter how often it is delivered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, GameResult] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.read()
            self.file = path.open("ab")
        except OSError as error:
            raise ArenaError(f"{error.filename or path}: results cannot be kept there: {error.strerror}") from error

    def read(self) -> None:
        """Read what is there; an unfinished last line is cut off."""
        if not self.path.exists():
            return
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                result = msgspec.json.decode(line, type=GameResult)
            except msgspec.DecodeError as error:
                words = f"line {number} is damaged ({error}); delete it, and its game will be played again"
                raise ArenaError(f"{self.path}: {words}") from error
            self.results.setdefault(result.key, result)
        if whole < len(data):
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def add(self, result: GameResult) -> bool:
        """Returns False if its key is there already."""
        if result.key in self.results:
            return False
        try:
            self.file.write(msgspec.json.encode(result) + b"\n")
            self.file.flush()
        except OSError as error:
            raise ArenaError(f"{self.path}: cannot be written: {error.strerror}") from error
        self.results[result.key] = result
        return True

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()
