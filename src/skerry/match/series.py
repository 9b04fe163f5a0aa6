"""Games that belong together: a campaign, a match and its rematch; one readable file between the games.

What a series consists of is the game's own business (`Game.series`); here is which results are known and where.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from skerry.core.components import Overlay
from skerry.core.game import Game
from skerry.games import GAMES
from skerry.match.match import Match, MatchError, SeatPlan
from skerry.match.save import write_whole

FORMAT = 1
MAX_BYTES = 200_000
KEPT = 50  # hashes of old matches


class SeriesError(MatchError):
    """A series that cannot go on; says why."""


class Kind(Protocol):
    """What a game says about one of its series."""

    title: str
    seats: int
    games: int
    result_type: type[Struct]

    def check(self, options: Mapping[str, str]) -> None:
        """Raise an OptionError for variants that the series cannot be played with."""

    def options(self, results: Sequence[Any]) -> dict[str, str]:
        """What the next game must be played with."""

    def result(self, state: Any) -> Struct:
        """What has to be remembered of a finished game."""

    def standing(self, results: Sequence[Any], rank: int) -> str:
        """Where the series stands, in words."""

    def close(self, results: Sequence[Any], rank: int) -> tuple[int, str]:
        """All games are played: the new rank, and a word about it."""


class Book(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file."""

    skerry_series: int
    game: str
    kind: str
    options: dict[str, str]
    rank: int
    results: list[dict[str, Any]]
    played: list[str]  # the published hashes of the recorded matches: none counts twice


class Series:
    """A series and its file; every change is written at once."""

    def __init__(self, path: Path, book: Book, warnings: list[str]) -> None:
        self.path = path
        self.book = book
        self.warnings = warnings
        self.game: Game[Any] = GAMES[book.game]
        self.kind = kinds(self.game)[book.kind]
        self.results = [msgspec.convert(result, self.kind.result_type) for result in book.results]

    @property
    def rank(self) -> int:
        return self.book.rank

    @property
    def standing(self) -> str:
        return self.kind.standing(self.results, self.book.rank)

    def next_options(self) -> dict[str, str]:
        return self.book.options | self.kind.options(self.results)

    def next_match(self, seats: Sequence[SeatPlan], overlay: Overlay | None = None, seed: str | None = None) -> Match:
        if len(seats) != self.kind.seats:
            raise SeriesError(f"{self.kind.title} is for {self.kind.seats} players, not {len(seats)}")
        return Match(self.book.game, seats, options=self.next_options(), overlay=overlay, seed=seed)

    def record(self, match: Match) -> str:
        """Note the result of the next game; return where the series stands now."""
        if not match.over:
            raise SeriesError("the match is not finished")
        if match.commitment in self.book.played:
            raise SeriesError("this match is recorded already")
        if match.game.name != self.book.game or len(match.seats) != self.kind.seats:
            raise SeriesError("this match does not belong to the series")
        if match.options != match.game.complete_options(self.next_options()):
            raise SeriesError("this match was not played with the cards of the next game of the series")
        self.results.append(self.kind.result(match.state))
        self.book.played = [*self.book.played[-KEPT:], match.commitment]
        words = self.standing
        if len(self.results) == self.kind.games:
            self.book.rank, words = self.kind.close(self.results, self.book.rank)
            self.results = []
        self.keep()
        return words

    def begin_anew(self, options: Mapping[str, str]) -> None:
        """Options for a new series; only between two series."""
        if self.results and dict(options) != self.book.options:
            raise SeriesError(f"the series is under way with other options. {self.standing}")
        check(self.game.name, self.book.kind, options)
        self.book.options = dict(options)
        self.keep()

    def keep(self) -> None:
        self.book.results = [msgspec.to_builtins(result) for result in self.results]
        write_whole(self.path, msgspec.json.format(msgspec.json.encode(self.book), indent=1) + b"\n")


def kinds(game: Game[Any]) -> Mapping[str, Kind]:
    """The series a game offers."""
    found: Mapping[str, Kind] = getattr(game, "series", {})
    return found


def open_series(path: Path, game: str, kind: str, options: Mapping[str, str] | None = None) -> Series:
    """The series in this file, or a new one.  A damaged file is set aside and never overwritten."""
    if game not in GAMES or kind not in kinds(GAMES[game]):
        offered = ", ".join(f"{name} {kind}" for name in GAMES for kind in kinds(GAMES[name]))
        raise SeriesError(f"there is no series {kind[:40]!r} of {game[:40]!r}; there are: {offered}")
    check(game, kind, options or {})
    warnings = []
    book = None
    if path.exists():
        try:
            book = read(path, game, kind)
        except (ValueError, IndexError) as error:
            if isinstance(error, SeriesError):
                raise
            aside = set_aside(path)
            warnings.append(f"{path} was damaged ({error}); it is kept as {aside.name}, a new series begins")
    if book is None:
        book = Book(
            skerry_series=FORMAT, game=game, kind=kind, options=dict(options or {}), rank=0, results=[], played=[]
        )
    series = Series(path, book, warnings)
    if options is not None and dict(options) != book.options:
        series.begin_anew(options)
    return series


def check(game: str, kind: str, options: Mapping[str, str]) -> None:
    """Raise an OptionError if no series can be played with these."""
    kinds(GAMES[game])[kind].check(GAMES[game].complete_options(options))


def read(path: Path, game: str, kind: str) -> Book:
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES} bytes")
    book = msgspec.json.decode(data, type=Book)
    if book.skerry_series > FORMAT:
        raise SeriesError(f"{path}: written by a newer Skerry; update Skerry")
    if (book.game, book.kind) != (game, kind):
        raise SeriesError(f"{path}: holds {book.game} {book.kind}, not {game} {kind}")
    offered = kinds(GAMES[game])[kind]
    results = [msgspec.convert(result, offered.result_type) for result in book.results]
    if book.rank < 0 or len(results) >= offered.games:
        raise ValueError("its numbers make no sense")
    check(game, kind, book.options)
    GAMES[game].complete_options(book.options | offered.options(results))
    offered.standing(results, book.rank)
    return book


def set_aside(path: Path) -> Path:
    """Give a damaged file a name that nothing has yet."""
    for number in range(1, 10_000):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not aside.exists():
            path.rename(aside)
            return aside
    raise SeriesError(f"{path} is damaged, and {path.parent} is full of damaged files")
