"""Finds a game's judgement, and reads and writes its weights."""

import importlib.util
import logging
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec

from skerry.brain.judgement import MAX_SEATS, Judgement

FOLDER = Path(__file__).parent / "weights"

log = logging.getLogger("skerry.bots")


class WeightsError(ValueError):
    """A weights file that cannot be used."""


class Making(msgspec.Struct, frozen=True):
    """How weights were made, so that they can be made again."""

    command: str
    rules: int  # version
    components: str  # hash
    games: int  # in all
    rounds: int
    samples: int
    error: dict[str, float]  # root mean square, in points, by number of players
    won: float  # share of wins against the previous weights, with two players


class Weights(msgspec.Struct, frozen=True):
    """A weights file: for each number of players and each feature, the early and the late weight."""

    game: str
    making: Making
    doubt: tuple[float, float]
    par: float
    weights: dict[str, dict[str, tuple[float, float]]]


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
    path = path or FOLDER / f"{game}.json"
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
    numbers = [*read.doubt, read.par]
    for trained, rows in read.weights.items():
        if trained not in {str(number) for number in range(1, MAX_SEATS)}:
            raise WeightsError(f"{source} has weights for {trained[:10]!r} players")
        if set(rows) != set(names):
            odd = ", ".join(sorted(set(rows) ^ set(names))[:5])
            raise WeightsError(f"{source} has weights for {len(rows)} features, the game has {len(names)}: {odd}")
        numbers += [number for pair in rows.values() for number in pair]
    if not all(isfinite(number) for number in numbers) or min(read.doubt) <= 0:
        raise WeightsError(f"{source} is damaged: a weight is not a number")
    if not read.weights:
        raise WeightsError(f"{source} has no weights")
    judgement.doubt_early, judgement.doubt_late = read.doubt
    judgement.par = read.par
    for seats in range(1, MAX_SEATS):
        rows = rows_for(read, seats)
        start = 2 * seats * len(names)
        for place, name in enumerate(names):
            judgement.weights[start + place] = rows[name][0]
            judgement.weights[start + len(names) + place] = rows[name][1]


def rows_for(weights: Weights, seats: int) -> dict[str, tuple[float, float]]:
    """The weights for this number of players, or for the nearest one that was trained."""
    return weights.weights[min(weights.weights, key=lambda trained: (abs(int(trained) - seats), trained))]


def write_weights(path: Path, content: Weights) -> None:
    """With one line per feature."""
    text = msgspec.json.format(msgspec.json.encode(content), indent=1).decode()
    for spread, close in (("[\n    ", "["), (",\n    ", ", "), ("\n   ]", "]")):
        text = text.replace(spread, close)
    path.write_text(text + "\n", encoding="utf-8")
