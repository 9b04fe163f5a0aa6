"""What a training keeps after each round, so that one that was interrupted goes on where it stopped.

The file holds the weights, what the rounds were like, and the sums of all samples.  It is bound to the plan, the first
weights, the features and the components: any other training ignores it.  The outcome is the one of a training that
was never interrupted.
"""

from array import array
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from skerry.bots.judging import Weights
from skerry.brain.judgement import KNOTS, bytes_to_reals
from skerry.brain.least_squares import Sums
from skerry.match.save import write_whole

STATE_FORMAT = 1
MOST_FEATURES = 2000  # of a file that is believed


class KeptSums(Struct, frozen=True):
    features: int
    count: float
    scores: float
    squares: float
    products: bytes
    with_score: bytes


class TrainingRound(Struct, frozen=True):
    """The outcome of a round."""

    number: int
    error_before: float  # of the weights that played, on games they had not been fitted to
    error: float
    won: float  # share of wins against the previous weights
    score: dict[int, float]  # mean, by number of players
    taken: bool


class KeptTraining(Struct, frozen=True):
    format: int
    key: str
    rounds: list[TrainingRound]
    weights: Weights
    memory: dict[int, list[KeptSums]]


def training_key(*parts: object) -> str:
    """Two trainings with the same key are the same training."""
    return sha256(msgspec.json.encode(parts)).hexdigest()


def keep_training(
    path: Path, key: str, rounds: list[TrainingRound], weights: Weights, memory: dict[int, list[Sums]]
) -> None:
    sums = {seats: [pack_sums(part) for part in parts] for seats, parts in memory.items()}
    write_whole(path, msgspec.msgpack.encode(KeptTraining(STATE_FORMAT, key, rounds, weights, sums)))


def kept_training(path: Path, key: str) -> tuple[list[TrainingRound], Weights, dict[int, list[Sums]]] | None:
    """What was kept of this training; None if there is nothing, or it cannot be used."""
    try:
        found = msgspec.msgpack.decode(path.read_bytes(), type=KeptTraining)
        if found.format != STATE_FORMAT or found.key != key:
            return None
        memory = {seats: [unpack_sums(part) for part in parts] for seats, parts in found.memory.items()}
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
    return found.rounds, found.weights, memory


def pack_sums(sums: Sums) -> KeptSums:
    return KeptSums(
        int(sums.features),
        float(sums.count),
        float(sums.scores),
        float(sums.squares),
        array("d", [float(x) for x in sums.products]).tobytes(),
        array("d", [float(x) for x in sums.with_score]).tobytes(),
    )


def unpack_sums(kept: KeptSums) -> Sums:
    """ValueError if the numbers are not as many as the features need."""
    width = KNOTS * kept.features
    if not 0 < kept.features <= MOST_FEATURES:
        raise ValueError("so many features cannot be")
    if len(kept.with_score) != 8 * width or len(kept.products) != 8 * width * width:
        raise ValueError("sums of another size")
    sums = Sums(kept.features)
    sums.count, sums.scores, sums.squares = kept.count, kept.scores, kept.squares
    sums.products = bytes_to_reals(kept.products)
    sums.with_score = bytes_to_reals(kept.with_score)
    return sums
