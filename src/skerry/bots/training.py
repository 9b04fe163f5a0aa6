"""Fitting the weights of a judgement by self-play.

Each round plays games of one-turn look-ahead with the current weights and a few random moves, and records features
and final scores.  A linear fit to everything remembered gives the next weights: first one fit for all numbers of
players, then one for each number, which stays close to the common one where there is little data.
Everything is reproducible: the same arguments give the same file, with any number of processes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.fitting import PARTS, error_of, fit_pieces, fit_weights, mean_score, untrained
from skerry.bots.judging import TrainingRecord, Weights, WeightsError, new_judgement, use_weights
from skerry.bots.training_state import TrainingRound, keep_training, kept_training, training_key
from skerry.brain.judgement import Judgement
from skerry.brain.least_squares import Sums
from skerry.brain.selfplay import contest, record
from skerry.core.game import Game, OptionError
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.games import GAMES
from skerry.workers import InlinePool, Pool

GAMES_PER_TASK = 10  # games a process plays before it reports, at least
TASKS = 12  # for each number of players: the sums of a task are large, where a game has many pieces
MEMORY_WEIGHT = 0.7  # weight of the samples of the previous round
LOSING = 0.45  # share of wins below which new weights are rejected


class TrainingPlan(Struct, frozen=True):
    game: str
    players: tuple[int, ...]
    rounds: int = 4
    games: int = 200  # per round and number of players
    contests: int = 100  # two-player games against the previous weights
    errors: float = 0.08  # share of random moves
    seed: int = 1
    jobs: int = 1
    options: dict[str, str] = {}  # fixed variants; the others vary
    pieces_only: bool = False  # the features keep the weights they have
    by_wins: bool = False  # follow what wins (tuning.py) rather than fit scores


class Learnt(Struct, frozen=True):
    rounds: list[TrainingRound]
    weights: Weights


Tell = Callable[[int, int, str], None]  # done, total, what is going on


def train(
    plan: TrainingPlan,
    first: Weights | None = None,
    command: str = "",
    tell: Tell = lambda *_: None,
    kept: Path | None = None,
) -> Learnt:
    """`kept` is a file that is written after each round; a training that finds its own one there goes on with it."""
    game = GAMES[plan.game]
    if new_judgement(plan.game) is None:
        raise WeightsError(f"{game.title} has no judgement to train: write bots/judgement/{plan.game}.py first")
    if plan.pieces_only and first is None:
        raise WeightsError("pieces alone can be trained only beside features that have weights already")
    best = first or untrained(plan.game, plan.players)
    key = key_of(plan, best)
    memory: dict[int, list[Sums]] = {}
    rounds: list[TrainingRound] = []
    found = kept_training(kept, key) if kept else None
    if found:
        rounds, best, memory = found
    with Pool(plan.jobs) if plan.jobs > 1 else InlinePool() as pool:
        for number in range(len(rounds) + 1, plan.rounds + 1):
            fresh = gather(plan, number, best, pool, tell)
            memory = remember(memory, fresh)
            making = making_of(plan, number, memory, command)
            new = (
                fit_pieces(memory, making, best) if plan.pieces_only else fit_weights(plan.game, memory, fresh, making)
            )
            won = compare_weights(plan, number, new, best, pool, tell)
            taken = won >= LOSING or best.making.rounds == 0
            rounds.append(
                TrainingRound(
                    number,
                    error_of(best, fresh),
                    error_of(new, memory),
                    won,
                    {seats: mean_score(parts) for seats, parts in fresh.items()},
                    taken,
                )
            )
            if taken:
                best = replace(new, making=replace(new.making, won=round(won, 3)))
            if kept:
                keep_training(kept, key, rounds, best, memory)
    return Learnt(rounds, best)


def key_of(plan: TrainingPlan, first: Weights) -> str:
    """Of all that decides what comes out; the number of processes does not."""
    game = GAMES[plan.game]
    judgement = new_judgement(plan.game)
    assert judgement is not None
    names = judgement.names(), judgement.piece_names()
    return training_key(replace(plan, jobs=1), first, names, game.version, game.load_kit().hash)


def making_of(plan: TrainingPlan, number: int, memory: dict[int, list[Sums]], command: str) -> TrainingRecord:
    game = GAMES[plan.game]
    return TrainingRecord(
        command=command,
        rules=game.version,
        components=game.load_kit().hash,
        games=plan.games * len(plan.players) * number,
        rounds=number,
        samples=round(sum(sums.count for parts in memory.values() for sums in parts)),
        error={},
        won=0.0,
    )


# ---- self-play


def gather(plan: TrainingPlan, number: int, weights: Weights, pool: Pool, tell: Tell) -> dict[int, list[Sums]]:
    """The samples of one round by number of players and part of the game."""
    each = max(GAMES_PER_TASK, -(-plan.games // TASKS))
    chunks = [(seats, start) for seats in plan.players for start in range(0, plan.games, each)]
    found: dict[int, list[Sums]] = {}
    results = pool.map(
        play_chunk,
        [plan] * len(chunks),
        [weights] * len(chunks),
        [seats for seats, _ in chunks],
        [number * 1_000_000 + start for _, start in chunks],
        [min(each, plan.games - start) for _, start in chunks],
    )
    for done, ((seats, _), parts) in enumerate(zip(chunks, results, strict=True), 1):
        for sums, more in zip(found.setdefault(seats, [Sums(s.features) for s in parts]), parts, strict=True):
            sums.merge(more, 1.0)
        tell(done, len(chunks), f"round {number}: playing")
    return found


def play_chunk(plan: TrainingPlan, weights: Weights, seats: int, start: int, games: int) -> list[Sums]:
    judgement = judge_with(weights)
    parts = [Sums(judgement.width) for _ in range(PARTS)]
    for seed in range(start, start + games):
        luck = Rng(plan.seed * 1_000_003 + seed * 11 + seats)
        state = training_start(plan, seats, luck)
        record(state, judgement, luck.word(), plan.errors, 3, parts, imagining(judgement, plan.game))
    return parts


def training_start(plan: TrainingPlan, seats: int, rng: Rng) -> State:
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


def compare_weights(plan: TrainingPlan, number: int, new: Weights, old: Weights, pool: Pool, tell: Tell) -> float:
    """The new weights' share of wins in two-player games, each deal played from both seats."""
    if 2 not in GAMES[plan.game].seats:
        return 0.5
    starts = list(range(0, plan.contests, GAMES_PER_TASK))
    results = pool.map(
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
    return won / max(1, len(starts) * GAMES_PER_TASK)


def contest_chunk(plan: TrainingPlan, new: Weights, old: Weights, start: int) -> float:
    first, second = judge_with(new), judge_with(old)
    won = 0.0
    for seed in range(start, start + GAMES_PER_TASK):
        luck = Rng(plan.seed * 1_000_003 + seed // 2 * 11)
        state = training_start(plan, 2, luck)
        end = contest(state, first, second, seed % 2 == 1, luck.word(), imagining(first, plan.game))
        winners = int(end.winners())
        if winners >> seed % 2 & 1:
            won += 1 / winners.bit_count()
        elif winners == 0:
            won += 0.5
    return won


def remember(memory: dict[int, list[Sums]], fresh: dict[int, list[Sums]]) -> dict[int, list[Sums]]:
    for seats, parts in fresh.items():
        for place, sums in enumerate(parts):
            total = Sums(sums.features)
            if seats in memory:
                total.merge(memory[seats][place], MEMORY_WEIGHT)
            total.merge(sums, 1.0)
            memory.setdefault(seats, [Sums(s.features) for s in parts])[place] = total
    return memory
