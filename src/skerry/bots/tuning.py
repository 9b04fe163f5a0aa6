"""Weights by who wins: small random changes play against their opposites, and what wins is followed.

A fit says which scores to expect from positions; that is not yet playing well.  Here every direction changes all
weights a little, at random; the weights changed by it and those changed the other way round play each other on
duplicate deals, one turn ahead.  The mean of the directions, weighed by how well they did, shows where to go
(simultaneous perturbation).  A feature has a change for the start of the game and one for its end, a piece one for all
of it; they are the same for all numbers of players, except that solo games keep their weights.
"""

from math import sqrt, tanh
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.fitting import add_up
from skerry.bots.judging import WeightRows, Weights, WeightsError, by_knot, new_judgement, put_weights, rows_for
from skerry.bots.training import (
    Tell,
    TrainingPlan,
    compare_weights,
    gather,
    imagining,
    judge_with,
    key_of,
    training_start,
)
from skerry.brain.judgement import KNOTS, Judgement
from skerry.brain.least_squares import Sums
from skerry.brain.selfplay import TurnChanges, contest
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.match.save import write_whole
from skerry.workers import InlinePool, Pool

DEALS_PER_TASK = 10
WEIGHT_STEP = 0.5  # points by which a direction changes what a weight says about a usual turn
LARGEST = 5.0  # points by which one unit of a rare feature may change anything
PACE = 1.0  # how far the changes follow what was found
SLOWER = 100.0  # rounds after which they follow it half as far
INERTIA = 0.8  # share of the last round's move that goes on
MEAN_OF = 0.1  # weight of the newest round in the mean that is the result
WINS_MARGIN = 30.0  # points that make a clear difference; they count as much as the victory
CALIBRATING_GAMES = 40  # for each number of players
SCALE_GAMES = 10  # to see how far features change in a turn, for each number of players


class Tuned(Struct):
    """How far a tuning has come."""

    key: str
    round: int
    change: list[float]  # of the weights, in units of their scale
    moves: list[float]
    mean: list[float]  # of the changes of late: the result


def tune(
    plan: TrainingPlan,
    first: Weights | None,
    command: str = "",
    tell: Tell = lambda *_: None,
    kept: Path | None = None,
) -> Weights:
    """`kept` is written after each round; a tuning that finds its own one there goes on with it."""
    if first is None:
        raise WeightsError("weights that win more can be sought only from weights that there are already")
    plan = replace(plan, players=tuple(seats for seats in plan.players if seats > 1))
    if not plan.players:
        raise WeightsError("who wins can be learnt only from games of several players")
    scale = scale_of(plan, first)
    zero = [0.0] * weight_parameters(first)
    found = kept_tuning(kept, key_of(plan, first)) if kept else None
    now = found or Tuned(key_of(plan, first), 0, zero, zero, zero)
    with Pool(plan.jobs) if plan.jobs > 1 else InlinePool() as pool:
        while now.round < plan.rounds:
            now.round += 1
            tell(now.round, plan.rounds, "playing")
            slope = slope_of(plan, first, scale, now, pool)
            pace = PACE / (1 + now.round / SLOWER)
            now.moves = [INERTIA * move + up for move, up in zip(now.moves, slope, strict=True)]
            now.change = [change + pace * move for change, move in zip(now.change, now.moves, strict=True)]
            share = max(MEAN_OF, 1 / now.round)
            now.mean = [mean + share * (change - mean) for mean, change in zip(now.mean, now.change, strict=True)]
            if kept:
                write_whole(kept, msgspec.msgpack.encode(now))
        new = calibrated(plan, changed(first, scale, now.mean), pool, tell)
        won = compare_weights(plan, plan.rounds + 1, new, first, pool, tell)
    games = plan.rounds * plan.games * len(plan.players)
    made = replace(new.making, command=command, games=games, rounds=plan.rounds, won=round(won, 3))
    return replace(new, making=made)


def kept_tuning(path: Path, key: str) -> Tuned | None:
    try:
        found = msgspec.msgpack.decode(path.read_bytes(), type=Tuned)
    except (OSError, msgspec.MsgspecError):
        return None
    return found if found.key == key else None


# ---- what is changed


def names_of(weights: Weights) -> tuple[list[str], list[str]]:
    """The features and pieces whose weights these are."""
    judgement = new_judgement(weights.game)
    assert judgement is not None
    return [*judgement.names(), "constant"], judgement.piece_names() if weights.with_pieces else []


def weight_parameters(weights: Weights) -> int:
    features, pieces = names_of(weights)
    return 2 * len(features) + len(pieces)


def scale_of(plan: TrainingPlan, weights: Weights) -> list[float]:
    """How much one unit of change adds to each weight: a point in a usual turn."""
    features, pieces = names_of(weights)
    judgement = judge_with(weights)
    changes = TurnChanges(judgement.width)
    for seats in plan.players:
        for deal in range(SCALE_GAMES):
            luck = Rng(plan.seed * 1_000_003 + deal * 11 + seats)
            changes.play(training_start(plan, seats, luck), judgement, luck)
    usual = changes.usual()[: len(features) + len(pieces)]
    return [min(LARGEST, 1 / size) if size > 0.001 else 0.0 for size in usual]


def changed_rows(
    rows: WeightRows, names: tuple[list[str], list[str]], scale: list[float], by: list[float]
) -> WeightRows:
    features, pieces = names
    early = {name: scale[i] * by[i] for i, name in enumerate(features)}
    late = {name: scale[i] * by[len(features) + i] for i, name in enumerate(features)}
    for i, name in enumerate(pieces):
        early[name] = late[name] = scale[len(features) + i] * by[2 * len(features) + i]
    return {
        seats: {
            name: tuple(
                round(weight + ((KNOTS - 1 - knot) * early[name] + knot * late[name]) / (KNOTS - 1), 5)
                for knot, weight in enumerate(by_knot(row))
            )
            for name, row in of_seats.items()
        }
        if seats != "1"
        else of_seats
        for seats, of_seats in rows.items()
    }


def changed(weights: Weights, scale: list[float], by: list[float]) -> Weights:
    names = names_of(weights)
    if weights.with_pieces:
        return replace(weights, with_pieces=changed_rows(weights.with_pieces, names, scale, by))
    return replace(weights, weights=changed_rows(weights.weights, names, scale, by))


def put_changed(judgement: Judgement[State], seats: int, weights: Weights, scale: list[float], by: list[float]) -> None:
    """Change what the judgement thinks of games with so many players."""
    full = bool(weights.with_pieces)
    features, pieces = names_of(weights)
    rows = {str(seats): rows_for(weights.with_pieces if full else weights.weights, seats)}
    put_weights(
        judgement, seats, full, changed_rows(rows, (features, pieces), scale, by)[str(seats)], features + pieces
    )


# ---- what the new estimates say in points


def calibrated(plan: TrainingPlan, weights: Weights, pool: Pool, tell: Tell) -> Weights:
    """The same weights, but their estimates are points again.

    Whoever wins shows only how estimates differ, so the tuning may have moved and stretched them all.  For every
    number of players they are shifted and shrunk to fit the scores that followed, and the doubt with them.
    """
    features, pieces = names_of(weights)
    names = features + pieces
    rows = weights.with_pieces or weights.weights
    counts = tuple(int(seats) for seats in rows if seats != "1")
    fresh = gather(replace(plan, players=counts, games=CALIBRATING_GAMES), plan.rounds + 1, weights, pool, tell)
    new = dict(rows)
    early = late = 0.0
    errors = dict(weights.making.error)
    for seats in counts:
        parts = [sums.first(len(names)) for sums in fresh[seats]]
        flat = [by_knot(rows[str(seats)][name])[knot] for knot in range(KNOTS) for name in names]
        share, shifts = fit_estimates(add_up(parts), flat, len(features) - 1)
        of_seats = {name: tuple(round(share * x, 5) for x in by_knot(rows[str(seats)][name])) for name in names}
        of_seats["constant"] = tuple(round(x + shift, 5) for x, shift in zip(of_seats["constant"], shifts, strict=True))
        new[str(seats)] = of_seats
        flat = [of_seats[name][knot] for knot in range(KNOTS) for name in names]
        early += parts[0].square_error(flat) / len(counts)
        late += parts[-1].square_error(flat) / len(counts)
        errors[str(seats)] = round(sqrt(add_up(parts).square_error(flat)), 3)
    doubt = round(max(0.5, 0.8 * sqrt(early)), 3), round(max(0.5, 0.8 * sqrt(late)), 3)
    making = replace(weights.making, error=errors)
    if weights.with_pieces:
        return replace(weights, with_pieces=new, doubt=doubt, making=making)
    return replace(weights, weights=new, doubt=doubt, making=making)


def fit_estimates(sums: Sums, weights: list[float], constant: int) -> tuple[float, list[float]]:
    """What to multiply estimates by, and what to add early, in the middle and late, so that they fit the scores."""
    width, features = int(sums.width), int(sums.features)

    def product(i: int, j: int) -> float:
        return float(sums.products[min(i, j) * width + max(i, j)])

    used = [i for i in range(width) if weights[i] != 0.0]
    basis = [{i: weights[i] for i in used}, *({knot * features + constant: 1.0} for knot in range(KNOTS))]
    table = [
        [sum(x * y * product(i, j) for i, x in one.items() for j, y in other.items()) for other in basis]
        + [sum(x * float(sums.with_score[i]) for i, x in one.items())]
        for one in basis
    ]
    for i, row in enumerate(table):  # Gauss's elimination; a little is added where nothing was seen
        row[i] += 1e-6
        row[:] = [x / row[i] for x in row]
        for other in table:
            if other is not row:
                other[:] = [x - other[i] * y for x, y in zip(other, row, strict=True)]
    return table[0][-1], [row[-1] for row in table[1:]]


# ---- where to go


def slope_of(plan: TrainingPlan, first: Weights, scale: list[float], now: Tuned, pool: Pool) -> list[float]:
    deals = max(1, plan.games // 2)
    chunks = [(seats, start) for seats in plan.players for start in range(0, deals, DEALS_PER_TASK)]
    results = pool.map(
        play_directions,
        [plan] * len(chunks),
        [first] * len(chunks),
        [scale] * len(chunks),
        [now] * len(chunks),
        [seats for seats, _ in chunks],
        [start for _, start in chunks],
        [min(DEALS_PER_TASK, deals - start) for _, start in chunks],
    )
    total = [0.0] * len(now.change)
    for result in results:
        total = [a + b for a, b in zip(total, result, strict=True)]
    return [x / (deals * len(plan.players)) for x in total]


def play_directions(
    plan: TrainingPlan, first: Weights, scale: list[float], now: Tuned, seats: int, start: int, deals: int
) -> list[float]:
    """The sum of some directions, each as often as it did better than its opposite."""
    up, down = judge_with(first), judge_with(first)
    total = [0.0] * len(now.change)
    for deal in range(start, start + deals):
        luck = Rng(plan.seed * 1_000_003 + (now.round * 100_000 + deal) * 11 + seats)
        direction = [WEIGHT_STEP if luck.below(2) else -WEIGHT_STEP for _ in now.change]
        put_changed(up, seats, first, scale, [x + d for x, d in zip(now.change, direction, strict=True)])
        put_changed(down, seats, first, scale, [x - d for x, d in zip(now.change, direction, strict=True)])
        state = training_start(plan, seats, luck)
        word = luck.word()
        gain = 0.0
        for turned in (False, True):
            end = contest(state, up, down, turned, word, imagining(up, plan.game))
            gain += success(end, seats, turned) / 2
        total = [t + gain * d / WEIGHT_STEP for t, d in zip(total, direction, strict=True)]
    return total


def success(end: State, seats: int, turned: bool) -> float:
    """Of those in the first seats, or in the others if `turned`: from -0.5 to 0.5, victory and margin."""
    ours = [seat for seat in range(seats) if (seat + turned) % 2 == 0]
    others = [seat for seat in range(seats) if seat not in ours]
    winners = int(end.winners())
    share = sum(winners >> seat & 1 for seat in ours) / winners.bit_count() if winners else len(ours) / seats
    scores = [float(score) for score in end.scores()]
    margin = sum(scores[seat] for seat in ours) / len(ours) - sum(scores[seat] for seat in others) / len(others)
    return 0.5 * (share - len(ours) / seats) + 0.25 * tanh(margin / WINS_MARGIN)
