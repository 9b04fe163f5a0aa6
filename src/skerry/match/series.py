"""Games that belong together, such as a campaign or a match and its rematch, with one readable file between them.

The game says what a series consists of (`Game.series`); this module keeps the results.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from skerry.core.components import Overlay
from skerry.core.game import Game
from skerry.games import GAMES
from skerry.match.match import Match, MatchError, SeatPlan
from skerry.match.save import write_whole

SERIES_FORMAT = 1
MAX_SERIES_BYTES = 200_000
SAVED, LOOKED_AT = b'"skerry":', 100  # what a saved game begins with, and the bytes to look for it in
REMEMBERED_MATCHES = 50  # hashes of old matches


class SeriesError(MatchError):
    """A series that cannot continue, and why."""


class Standing(Struct, frozen=True):
    """Where a series stands."""

    kind: str
    title: str
    games: int
    points: list[list[int]]  # of the games played, by seat
    goal: int  # points of all games together to aim for; 0 if there is none
    rank: int | None
    words: str


class Book(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file."""

    skerry_series: int
    game: str
    kind: str
    options: dict[str, str]
    rank: int
    results: list[dict[str, Any]]
    played: list[str]  # the published hashes of the recorded matches, so that none counts twice


class Series:
    """A series; if it has a file, every change is written at once."""

    def __init__(self, book: Book, path: Path | None = None, warnings: Sequence[str] = ()) -> None:
        self.book = book
        self.path = path
        self.warnings = warnings
        self.game: Game[Any] = GAMES[book.game]
        self.kind = self.game.series[book.kind]
        self.results = [msgspec.convert(result, self.kind.result_type) for result in book.results]

    @property
    def rank(self) -> int:
        return self.book.rank

    @property
    def standing(self) -> Standing:
        return self.standing_of(self.results, self.rank, self.kind.standing(self.results, self.rank))

    def standing_of(self, results: Sequence[Any], rank: int, words: str) -> Standing:
        kind = self.kind
        points = [result.points for result in results]
        return Standing(self.book.kind, kind.title, kind.games, points, kind.goal, rank if kind.goal else None, words)

    def next_options(self) -> dict[str, str]:
        return self.book.options | self.kind.options(self.results)

    def next_match(self, seats: Sequence[SeatPlan], overlay: Overlay | None = None, seed: str | None = None) -> Match:
        if len(seats) != self.kind.seats:
            raise SeriesError(f"{self.kind.title} is for {self.kind.seats} players, not {len(seats)}")
        return Match(self.book.game, seats, options=self.next_options(), overlay=overlay, seed=seed)

    def record(self, match: Match) -> Standing:
        """Record the result of the next game; return where the series now stands."""
        if not match.over:
            raise SeriesError("this game is not finished")
        if match.commitment in self.book.played:
            raise SeriesError("this game has already been recorded")
        if match.game.name != self.book.game or len(match.seats) != self.kind.seats:
            raise SeriesError("this game does not belong to the series")
        if match.options != match.game.complete_options(self.next_options()):
            raise SeriesError("this game was not played with the cards that are next in the series")
        results = [*self.results, self.kind.result(match.state)]
        words = self.kind.standing(results, self.rank)
        is_last = len(results) == self.kind.games
        if is_last:
            self.book.rank, words = self.kind.close(results, self.rank)
        self.results = [] if is_last else results
        self.book.played = [*self.book.played[-REMEMBERED_MATCHES:], match.commitment]
        self.save()
        return self.standing_of(results, self.rank, words)

    def change_options(self, options: Mapping[str, str]) -> None:
        """Options for a new series; only between two series."""
        check_series(self.game.name, self.book.kind, options)
        if self.game.complete_options(options) == self.game.complete_options(self.book.options):
            return
        if self.results:
            raise SeriesError(f"this series was started with other options. {self.standing.words}")
        self.book.options = dict(options)
        self.save()

    def give_up(self) -> None:
        """The games played so far count for nothing; the rank stays."""
        self.results = []
        self.save()

    def save(self) -> None:
        self.book.results = [msgspec.to_builtins(result) for result in self.results]
        if self.path is not None:
            write_whole(self.path, msgspec.json.format(msgspec.json.encode(self.book), indent=1) + b"\n")


def new_book(game: str, kind: str, options: Mapping[str, str]) -> Book:
    return Book(skerry_series=SERIES_FORMAT, game=game, kind=kind, options=dict(options), rank=0, results=[], played=[])


def open_series(path: Path, game: str, kind: str, options: Mapping[str, str] | None = None) -> Series:
    """The series in this file, or a new one.  A damaged file is set aside and never overwritten."""
    check_series(game, kind, options or {})
    warnings = []
    book = None
    if path.exists():
        try:
            book = read_book(path, game, kind)
        except (ValueError, IndexError) as error:
            if isinstance(error, SeriesError):
                raise
            aside = set_aside(path)
            warnings.append(f"{path} was damaged ({error}); it is kept as {aside.name}, and a new series begins")
    if book is None:
        book = new_book(game, kind, options or {})
    series = Series(book, path, warnings)
    if options is not None:
        series.change_options(options)
    return series


def check_series(game: str, kind: str, options: Mapping[str, str]) -> None:
    """Raise an OptionError if no series can be played with these, a SeriesError if there is none of that name."""
    if game not in GAMES or kind not in GAMES[game].series:
        offered = ", ".join(f"{name} {kind}" for name in GAMES for kind in GAMES[name].series)
        raise SeriesError(f"there is no series {kind[:40]!r} of {game[:40]!r}; choose from: {offered}")
    GAMES[game].series[kind].check(GAMES[game].complete_options(options))


def read_book(path: Path, game: str, kind: str) -> Book:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SeriesError(f"{path}: cannot be read: {error.strerror}") from None
    if SAVED in data[:LOOKED_AT]:
        raise SeriesError(f"{path}: a saved game, not a series; choose another file")
    if len(data) > MAX_SERIES_BYTES:
        raise ValueError(f"larger than {MAX_SERIES_BYTES} bytes")
    book = msgspec.json.decode(data, type=Book)
    if book.skerry_series > SERIES_FORMAT:
        raise SeriesError(f"{path}: written by a newer version; update Skerry")
    if (book.game, book.kind) != (game, kind):
        raise SeriesError(f"{path}: holds {book.game} {book.kind}, not {game} {kind}")
    offered = GAMES[game].series[kind]
    results = [msgspec.convert(result, offered.result_type) for result in book.results]
    if book.rank < 0 or len(results) >= offered.games:
        raise ValueError("its numbers make no sense")
    check_series(game, kind, book.options)
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
