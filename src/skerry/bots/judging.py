"""Finds a game's judgement, and reads and writes its weights."""

import importlib.util
import logging
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from skerry.brain.judgement import JUDGED_SEATS, KNOTS, Judgement
from skerry.match.save import write_whole

WEIGHTS_FOLDER = Path(__file__).parent / "weights"

log = logging.getLogger("skerry.bots")


class WeightsError(ValueError):
    """A weights file that cannot be used."""


class TrainingRecord(msgspec.Struct, frozen=True):
    """How weights were made, so that they can be made again."""

    command: str
    rules: int  # version
    components: str  # hash
    games: int  # in all
    rounds: int
    samples: int
    error: dict[str, float]  # root mean square, in points, by number of players
    won: float  # share of wins against the previous weights, with two players


WeightRows = dict[str, dict[str, tuple[float, ...]]]  # by number of players and name; two weights: early and late


class Weights(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weights file: for each number of players and each feature, the early, the middle and the late weight."""

    game: str
    making: TrainingRecord
    doubt: tuple[float, float]
    solo_score: float = msgspec.field(name="par")  # typical in solo games
    weights: WeightRows
    with_pieces: WeightRows = {}  # of features and pieces, for the components that they were fitted with


def new_judgement(game: str) -> Judgement[Any] | None:
    """The untrained judgement of a game; None if it has none."""
    module = f"skerry.bots.judgement.{game}"
    if importlib.util.find_spec(module) is None:
        return None
    made: Judgement[Any] = import_module(module).JUDGEMENT()
    return made


def load_judgement(game: str, path: Path | None = None) -> Judgement[Any] | None:
    """A judgement with its weights; None, and a warning in the log, if there are no usable weights."""
    judgement = new_judgement(game)
    if judgement is None:
        return None
    path = path or WEIGHTS_FOLDER / f"{game}.json"
    try:
        use_weights(judgement, read_weights(path, game), str(path))
    except FileNotFoundError:
        log.warning("no weights for %s yet (skerry train %s makes them); its bots search without judgement", game, game)
        return None
    except WeightsError as error:
        log.warning("%s; the bots of %s search without judgement", error, game)
        return None
    return judgement


def read_weights(path: Path, game: str) -> Weights:
    try:
        read = msgspec.json.decode(path.read_bytes(), type=Weights)
    except msgspec.MsgspecError as error:
        raise WeightsError(f"{path} is damaged: {error}") from error
    if read.game != game:
        raise WeightsError(f"{path} has weights for {read.game[:40]}, not for {game}")
    return read


def use_weights(judgement: Judgement[Any], read: Weights, source: str) -> None:
    names = [*judgement.names(), "constant"]
    check_rows(read.weights, names, source)
    pieces = names + judgement.piece_names()
    with_pieces = read.with_pieces
    if any(set(rows) != set(pieces) for rows in with_pieces.values()):  # a deck has come, or gone
        log.info("%s knows other pieces; the bots of %s judge without single cards", source, read.game)
        with_pieces = {}
    check_rows(with_pieces, pieces, source)
    if not all(isfinite(number) for number in (*read.doubt, read.solo_score)) or min(read.doubt) <= 0:
        raise WeightsError(f"{source} is damaged: a weight is not a number")
    if not read.weights:
        raise WeightsError(f"{source} has no weights")
    judgement.doubt_early, judgement.doubt_late = read.doubt
    judgement.solo_score = read.solo_score
    judgement.components = read.making.components if with_pieces else ""
    for seats in range(1, JUDGED_SEATS):
        put_weights(judgement, seats, False, rows_for(read.weights, seats), names)
        if with_pieces:
            put_weights(judgement, seats, True, rows_for(with_pieces, seats), pieces)


def check_rows(weights: WeightRows, names: list[str], source: str) -> None:
    for trained, rows in weights.items():
        if trained not in {str(number) for number in range(1, JUDGED_SEATS)}:
            raise WeightsError(f"{source} has weights for {trained[:10]!r} players")
        if set(rows) != set(names):
            odd = ", ".join(sorted(set(rows) ^ set(names))[:5])
            raise WeightsError(f"{source} has weights for {len(rows)} features, the game has {len(names)}: {odd}")
        if not all(len(row) in (2, KNOTS) and all(map(isfinite, row)) for row in rows.values()):
            raise WeightsError(f"{source} is damaged: a weight is not a number")


def put_weights(
    judgement: Judgement[Any], seats: int, full: bool, rows: dict[str, tuple[float, ...]], names: list[str]
) -> None:
    for knot in range(KNOTS):
        start = judgement.weights_at(seats, knot, full)
        for place, name in enumerate(names):
            judgement.weights[start + place] = by_knot(rows[name])[knot]
    judgement.lower = -1  # what was mixed of other weights is out of date


def by_knot(row: tuple[float, ...]) -> tuple[float, ...]:
    """Early, middle and late; the middle of two weights lies between them."""
    return row if len(row) == KNOTS else (row[0], (row[0] + row[1]) / 2, row[1])


def rows_for(weights: WeightRows, seats: int) -> dict[str, tuple[float, ...]]:
    """The weights for this number of players, or for the nearest one that was trained."""
    return weights[min(weights, key=lambda trained: (abs(int(trained) - seats), trained))]


def write_weights(path: Path, content: Weights) -> None:
    """With one line per feature."""
    text = msgspec.json.format(msgspec.json.encode(content), indent=1).decode()
    for spread, close in (("[\n    ", "["), (",\n    ", ", "), ("\n   ]", "]")):
        text = text.replace(spread, close)
    write_whole(path, (text + "\n").encode())
