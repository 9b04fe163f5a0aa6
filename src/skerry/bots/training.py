"""Fitting the weights of a judgement by self-play.

Each round plays games of one-turn look-ahead with the current weights and a few random moves, and records features
and final scores.  A linear fit to everything remembered gives the next weights: first one fit for all numbers of
players, then one for each number, which stays close to the common one where there is little data.
Everything is reproducible: the same arguments give the same file, with any number of processes.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.judging import Making, Weights, WeightsError, new_judgement, rows_for, use_weights
from skerry.brain.judgement import Judgement
from skerry.brain.selfplay import Sums, contest, record
from skerry.core.game import Game, OptionError
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.games import GAMES

CHUNK = 10  # games a process plays before it reports
PARTS = 3  # of a game, whose errors are kept apart
MEMORY = 0.7  # weight of the samples of the previous round
COMMON = 20.0  # samples' worth of belief that weights are zero
NEAR = 400.0  # samples' worth of belief that all numbers of players are alike
LOSING = 0.45  # share of wins below which new weights are rejected


class Plan(Struct, frozen=True):
    game: str
    players: tuple[int, ...]
    rounds: int = 4
    games: int = 200  # per round and number of players
    contests: int = 100  # two-player games against the previous weights
    errors: float = 0.08  # share of random moves
    seed: int = 1
    jobs: int = 1
    options: dict[str, str] = {}  # fixed variants; the others vary


class Round(Struct, frozen=True):
    """The outcome of a round."""

    number: int
    error_before: float  # of the weights that played, on games they had not been fitted to
    error: float
    won: float  # share of wins against the previous weights
    score: dict[int, float]  # mean, by number of players
    taken: bool


class Learnt(Struct, frozen=True):
    rounds: list[Round]
    weights: Weights


Tell = Callable[[int, int, str], None]  # done, total, what is going on


def train(plan: Plan, first: Weights | None = None, command: str = "", tell: Tell = lambda *_: None) -> Learnt:
    game = GAMES[plan.game]
    if new_judgement(plan.game) is None:
        raise WeightsError(f"{game.title} has no judgement to train: write bots/judgement/{plan.game}.py first")
    best = first or untrained(plan)
    memory: dict[int, list[Sums]] = {}
    rounds: list[Round] = []
    with workers(plan.jobs) as run:
        for number in range(1, plan.rounds + 1):
            fresh = gather(plan, number, best, run, tell)
            memory = remember(memory, fresh)
            making = Making(
                command=command,
                rules=game.version,
                components=game.load_kit().hash,
                games=plan.games * len(plan.players) * number,
                rounds=number,
                samples=round(sum(sums.count for parts in memory.values() for sums in parts)),
                error={},
                won=0.0,
            )
            new = fit(plan, memory, fresh, making)
            won = compare(plan, number, new, best, run, tell)
            taken = won >= LOSING or best.making.rounds == 0
            rounds.append(
                Round(
                    number,
                    error_of(best, plan, fresh),
                    error_of(new, plan, memory),
                    won,
                    {seats: mean_score(parts) for seats, parts in fresh.items()},
                    taken,
                )
            )
            if taken:
                best = replace(new, making=replace(new.making, won=round(won, 3)))
    return Learnt(rounds, best)


# ---- self-play


class Serial:
    """One process: this one."""

    def map(self, function: Callable[..., Any], *arguments: Sequence[Any]) -> Iterator[Any]:
        return map(function, *arguments)

    def __enter__(self) -> "Serial":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def workers(jobs: int) -> Any:
    if jobs <= 1:
        return Serial()
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))


def gather(plan: Plan, number: int, weights: Weights, run: Any, tell: Tell) -> dict[int, list[Sums]]:
    """The samples of one round by number of players and part of the game."""
    chunks = [(seats, start) for seats in plan.players for start in range(0, plan.games, CHUNK)]
    found: dict[int, list[Sums]] = {}
    results = run.map(
        play_chunk,
        [plan] * len(chunks),
        [weights] * len(chunks),
        [seats for seats, _ in chunks],
        [number * 1_000_000 + start for _, start in chunks],
        [min(CHUNK, plan.games - start) for _, start in chunks],
    )
    for done, ((seats, _), parts) in enumerate(zip(chunks, results, strict=True), 1):
        for sums, more in zip(found.setdefault(seats, [Sums(s.width) for s in parts]), parts, strict=True):
            sums.merge(more, 1.0)
        tell(done, len(chunks), f"round {number}: playing")
    return found


def play_chunk(plan: Plan, weights: Weights, seats: int, start: int, games: int) -> list[Sums]:
    judgement = judge_with(weights)
    parts = [Sums(2 * judgement.length) for _ in range(PARTS)]
    for seed in range(start, start + games):
        luck = Rng(plan.seed * 1_000_003 + seed * 11 + seats)
        state = new_state(plan, seats, luck)
        record(state, judgement, luck.word(), plan.errors, 3, parts, imagining(judgement, plan.game))
    return parts


def new_state(plan: Plan, seats: int, rng: Rng) -> State:
    """A start with varying options, defaults most often; the plan may fix some."""
    game: Game[Any] = GAMES[plan.game]
    chosen = {
        option.name: option.choices[int(rng.below(len(option.choices)))]
        for option in game.options
        if len(option.choices) > 1 and rng.below(2) == 0
    }
    fixed = {**game.among_bots, **plan.options}
    kit = game.load_kit()
    try:
        state: State = game.new(kit, seats, game.complete_options(chosen | fixed))
    except OptionError:
        state = game.new(kit, seats, game.complete_options(fixed))
    state.settle()
    return state


def judge_with(weights: Weights) -> Judgement[Any]:
    judgement = new_judgement(weights.game)
    assert judgement is not None
    use_weights(judgement, weights, "these weights")
    return judgement


def imagining(judgement: Judgement[Any], game: str) -> Callable[[State, int, Rng], State] | None:
    return GAMES[game].imagine if judgement.has_secrets() else None


def compare(plan: Plan, number: int, new: Weights, old: Weights, run: Any, tell: Tell) -> float:
    """The new weights' share of wins in two-player games, each deal played from both seats."""
    if 2 not in GAMES[plan.game].seats:
        return 0.5
    starts = list(range(0, plan.contests, CHUNK))
    results = run.map(
        contest_chunk,
        [plan] * len(starts),
        [new] * len(starts),
        [old] * len(starts),
        [number * 1_000_000 + 500_000 + start for start in starts],
    )
    won = 0.0
    for done, result in enumerate(results, 1):
        won += result
        tell(done, len(starts), f"round {number}: comparing")
    return won / max(1, len(starts) * CHUNK)


def contest_chunk(plan: Plan, new: Weights, old: Weights, start: int) -> float:
    first, second = judge_with(new), judge_with(old)
    won = 0.0
    for seed in range(start, start + CHUNK):
        luck = Rng(plan.seed * 1_000_003 + seed // 2 * 11)
        state = new_state(plan, 2, luck)
        end = contest(state, first, second, seed % 2 == 1, luck.word(), imagining(first, plan.game))
        winners = int(end.winners())
        if winners >> seed % 2 & 1:
            won += 1 / winners.bit_count()
        elif winners == 0:
            won += 0.5
    return won


# ---- the fit


def remember(memory: dict[int, list[Sums]], fresh: dict[int, list[Sums]]) -> dict[int, list[Sums]]:
    for seats, parts in fresh.items():
        for place, sums in enumerate(parts):
            total = Sums(sums.width)
            if seats in memory:
                total.merge(memory[seats][place], MEMORY)
            total.merge(sums, 1.0)
            memory.setdefault(seats, [Sums(s.width) for s in parts])[place] = total
    return memory


def add_up(parts: Sequence[Sums]) -> Sums:
    total = Sums(parts[0].width)
    for sums in parts:
        total.merge(sums, 1.0)
    return total


def fit(plan: Plan, memory: dict[int, list[Sums]], fresh: dict[int, list[Sums]], making: Making) -> Weights:
    judgement = new_judgement(plan.game)
    assert judgement is not None
    names = [*judgement.names(), "constant"]
    common = solve(add_up([sums for parts in memory.values() for sums in parts]), [0.0] * (2 * len(names)), COMMON)
    weights = {str(seats): solve(add_up(parts), common, NEAR) for seats, parts in memory.items()}
    rows = {
        seats: {name: (round(found[place], 5), round(found[len(names) + place], 5)) for place, name in enumerate(names)}
        for seats, found in sorted(weights.items())
    }
    solo = 1 if 1 in memory else min(memory)
    several = [seats for seats in memory if seats > 1] or [1]
    early, late = (
        sqrt(sum(square_error(memory[s][part], weights[str(s)]) for s in several) / len(several))
        for part in (0, PARTS - 1)
    )
    errors = {str(s): round(sqrt(square_error(add_up(memory[s]), weights[str(s)])), 3) for s in sorted(memory)}
    return Weights(
        game=plan.game,
        making=replace(making, error=errors),
        doubt=(round(max(0.5, 0.8 * early), 3), round(max(0.5, 0.8 * late), 3)),
        par=round(mean_score(fresh[solo]), 2),
        weights=rows,
    )


def untrained(plan: Plan) -> Weights:
    """The points so far, and nothing else."""
    judgement = new_judgement(plan.game)
    assert judgement is not None
    names = [*judgement.names(), "constant"]
    rows = {name: (1.0, 1.0) if place == 0 else (0.0, 0.0) for place, name in enumerate(names)}
    making = Making("", GAMES[plan.game].version, "", 0, 0, 0, {}, 0.0)
    doubt = (judgement.doubt_early, judgement.doubt_late)
    return Weights(plan.game, making, doubt, judgement.par, {str(seats): rows for seats in plan.players})


def solve(sums: Sums, centre: list[float], belief: float) -> list[float]:
    """Least squares that stays near `centre` (ridge regression), by Cholesky's method."""
    width = int(sums.width)
    matrix = [[sums.products[min(i, j) * width + max(i, j)] for j in range(width)] for i in range(width)]
    right = [sums.with_score[i] for i in range(width)]
    for i in range(width):
        pull = belief * matrix[i][i] / max(1.0, sums.count) + 1e-6
        matrix[i][i] += pull
        right[i] += pull * centre[i]
    lower: list[list[float]] = []
    for i in range(width):
        row: list[float] = []
        for j in range(i):
            row.append((matrix[i][j] - sum(a * b for a, b in zip(row, lower[j], strict=False))) / lower[j][j])
        row.append(sqrt(max(1e-12, matrix[i][i] - sum(a * a for a in row))))
        lower.append(row)
    half: list[float] = []
    for i in range(width):
        half.append((right[i] - sum(lower[i][k] * half[k] for k in range(i))) / lower[i][i])
    found = [0.0] * width
    for i in reversed(range(width)):
        found[i] = (half[i] - sum(lower[k][i] * found[k] for k in range(i + 1, width))) / lower[i][i]
    return found


def square_error(sums: Sums, weights: Sequence[float]) -> float:
    """The mean square of the error of these weights on these samples."""
    width = int(sums.width)
    total: float = sums.squares
    for i in range(width):
        total -= 2.0 * weights[i] * sums.with_score[i]
        total += weights[i] * weights[i] * sums.products[i * width + i]
        row = sum(weights[j] * sums.products[i * width + j] for j in range(i + 1, width))
        total += 2.0 * weights[i] * row
    return max(0.0, total / max(1.0, sums.count))


def error_of(weights: Weights, plan: Plan, memory: dict[int, list[Sums]]) -> float:
    """Root of the mean square error over all numbers of players."""
    total = count = 0.0
    for seats, parts in memory.items():
        rows = list(rows_for(weights, seats).values())
        flat = [row[0] for row in rows] + [row[1] for row in rows]
        sums = add_up(parts)
        total += square_error(sums, flat) * sums.count
        count += sums.count
    return sqrt(total / max(1.0, count))


def mean_score(parts: Sequence[Sums]) -> float:
    return sum(float(s.scores) for s in parts) / max(1.0, sum(float(s.count) for s in parts))
