"""The fit of a judgement's weights to the samples of self-play: what features and pieces say about the final score."""

from collections.abc import Sequence
from math import sqrt

from msgspec.structs import replace

from skerry.bots.judging import TrainingRecord, WeightRows, Weights, by_knot, new_judgement, rows_for
from skerry.brain.judgement import KNOTS
from skerry.brain.least_squares import Sums, ridge_regression
from skerry.games import GAMES

PARTS = 3  # of a game, whose errors are kept apart
COMMON = 20.0  # samples' worth of belief that weights are zero
RARE = 60.0  # samples with a piece's worth of belief that it is worth nothing beyond its features
FIRM = 1e6  # the same, where the features' weights shall stay as they are
NEAR = 400.0  # samples' worth of belief that all numbers of players are alike


def add_up(parts: Sequence[Sums]) -> Sums:
    total = Sums(parts[0].features)
    for sums in parts:
        total.merge(sums, 1.0)
    return total


def fit_weights(
    game: str, memory: dict[int, list[Sums]], fresh: dict[int, list[Sums]], making: TrainingRecord
) -> Weights:
    judgement = new_judgement(game)
    assert judgement is not None
    names = [*judgement.names(), "constant"]
    plain = {seats: [sums.first(len(names)) for sums in parts] for seats, parts in memory.items()}
    weights = fit_all(plain, len(names))
    pieces = judgement.piece_names()
    full = fit_all(memory, len(names)) if pieces else weights
    solo = 1 if 1 in memory else min(memory)
    several = [seats for seats in memory if seats > 1] or [1]
    early, late = (
        sqrt(sum(memory[s][part].square_error(full[s]) for s in several) / len(several)) for part in (0, PARTS - 1)
    )
    errors = {str(s): round(sqrt(add_up(memory[s]).square_error(full[s])), 3) for s in sorted(memory)}
    return Weights(
        game=game,
        making=replace(making, error=errors),
        doubt=(round(max(0.5, 0.8 * early), 3), round(max(0.5, 0.8 * late), 3)),
        solo_score=round(mean_score(fresh[solo]), 2),
        weights=weight_rows(weights, names),
        with_pieces=weight_rows(full, names + pieces) if pieces else {},
    )


def fit_pieces(memory: dict[int, list[Sums]], making: TrainingRecord, held: Weights) -> Weights:
    """What single pieces are worth beyond the features, whose weights stay."""
    judgement = new_judgement(held.game)
    assert judgement is not None
    names = [*judgement.names(), "constant"]
    everything = names + judgement.piece_names()
    full: dict[int, list[float]] = {}
    for seats, parts in memory.items():
        rows = rows_for(held.weights, seats)
        centre = [by_knot(rows[name])[knot] if name in rows else 0.0 for knot in range(KNOTS) for name in everything]
        full[seats] = ridge_regression(add_up(parts), centre, FIRM, RARE, len(names))
    errors = {str(s): round(sqrt(add_up(memory[s]).square_error(full[s])), 3) for s in sorted(memory)}
    return replace(held, making=replace(making, error=errors), with_pieces=weight_rows(full, everything))


def fit_all(memory: dict[int, list[Sums]], common: int) -> dict[int, list[float]]:
    """Weights by number of players; the features after the first `common` ones are pieces."""
    together = add_up([sums for parts in memory.values() for sums in parts])
    centre = ridge_regression(together, [0.0] * int(together.width), COMMON, RARE, common)
    return {seats: ridge_regression(add_up(parts), centre, NEAR, RARE, common) for seats, parts in memory.items()}


def weight_rows(found: dict[int, list[float]], names: list[str]) -> WeightRows:
    rows: WeightRows = {}
    for seats, weights in sorted(found.items()):
        by_name = zip(names, *(weights[knot * len(names) :] for knot in range(KNOTS)), strict=False)
        rows[str(seats)] = {name: tuple(round(weight, 5) for weight in knots) for name, *knots in by_name}
    return rows


def untrained(game: str, players: Sequence[int]) -> Weights:
    """The points so far, and nothing else."""
    judgement = new_judgement(game)
    assert judgement is not None
    names = [*judgement.names(), "constant"]
    rows: dict[str, tuple[float, ...]] = dict.fromkeys(names, (0.0, 0.0, 0.0))
    rows[names[0]] = (1.0, 1.0, 1.0)
    making = TrainingRecord("", GAMES[game].version, "", 0, 0, 0, {}, 0.0)
    doubt = (judgement.doubt_early, judgement.doubt_late)
    return Weights(game, making, doubt, judgement.solo_score, {str(seats): rows for seats in players})


def error_of(weights: Weights, memory: dict[int, list[Sums]]) -> float:
    """Root of the mean square error over all numbers of players."""
    judgement = new_judgement(weights.game)
    assert judgement is not None
    rows = weights.with_pieces or weights.weights
    names = [*judgement.names(), "constant", *(judgement.piece_names() if weights.with_pieces else [])]
    total = count = 0.0
    for seats, parts in memory.items():
        found = rows_for(rows, seats)
        flat = [by_knot(found[name])[knot] for knot in range(KNOTS) for name in names]
        sums = add_up(parts).first(len(names))
        total += sums.square_error(flat) * sums.count
        count += sums.count
    return sqrt(total / max(1.0, count))


def mean_score(parts: Sequence[Sums]) -> float:
    return sum(float(s.scores) for s in parts) / max(1.0, sum(float(s.count) for s in parts))
