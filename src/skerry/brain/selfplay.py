"""Games of the judgement against itself, and what they teach: features with the final scores that followed."""

from math import sqrt
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.brain.continuation import Imaginer
from skerry.brain.judgement import Judgement, reals
from skerry.brain.least_squares import Sums
from skerry.brain.lookahead import Lookahead
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, MAX_OPTIONS, State, new_buffer

SELFPLAY_STATES: Final = 3  # imagined states for one decision


@final
@mypyc_attr(acyclic=True)
class Sample:
    """The features of a seat in a position whose final score is not known yet."""

    def __init__(self, seat: i64 = 0, mix: float = 0.0) -> None:
        self.seat: i64 = seat
        self.mix: float = mix
        self.row: vec[float] = reals(0)


@final
@mypyc_attr(acyclic=True)
class Chooser:
    """Looks ahead, either from the state itself or from states the seat could imagine."""

    def __init__(self, judgement: Judgement[Any], rng: Rng, imagine: Imaginer | None) -> None:
        self.lookahead = Lookahead(judgement, rng)
        self.rng = rng
        self.imagine = imagine
        self.options: vec[i64] = new_buffer()
        self.values: vec[float] = reals(MAX_OPTIONS)

    def best(self, state: State) -> i64:
        imagine = self.imagine
        if imagine is None:
            return self.lookahead.best(state)
        count = state.legal_into(self.options)
        if count == 1:
            return self.options[0]
        for i in range(count):
            self.values[i] = 0.0
        for _state in range(i64(SELFPLAY_STATES)):
            self.lookahead.weigh(imagine(state, state.to_move(), self.rng), self.options, count, self.values)
        best: i64 = 0
        for i in range(count):
            if self.values[i] > self.values[best]:
                best = i
        return self.options[best]


def record(
    start: State,
    judgement: Judgement[Any],
    seed: i64,
    errors: float,
    every: i64,
    into: list[Sums],
    imagine: Imaginer | None = None,
) -> State:
    """One game of look-ahead, with some random moves for variety.

    `into` has sums for the early, the middle and the late part of the game.  With `imagine` nobody knows more than
    in a real game.
    """
    rng = Rng(seed)
    chooser = Chooser(judgement, rng, imagine)
    options = new_buffer()
    weights = new_buffer()
    state = start.clone()
    samples: list[Sample] = []
    slips = i64(errors * 1000.0)
    while not state.over:
        if state.to_move() == CHANCE:
            state.apply(random_action(state, options, weights, rng))
            continue
        if judgement.begins_turn(state, state.ask_now()) and rng.below(every) == 0:
            take_samples(state, judgement, samples)
        if rng.below(1000) < slips:
            state.apply(random_action(state, options, weights, rng))
        else:
            state.apply(chooser.best(state))
    for sample in samples:
        part = min(i64(2), i64(sample.mix * 3.0))
        into[part].add(sample.row, sample.mix, float(state.score(sample.seat)))
    return state


def take_samples(state: State, judgement: Judgement[Any], samples: list[Sample]) -> None:
    mix = judgement.progress(state)
    for seat in range(state.seats):
        sample = Sample(seat, mix)
        sample.row = feature_row(judgement, state, seat)
        samples.append(sample)


def feature_row(judgement: Judgement[Any], state: State, seat: i64) -> vec[float]:
    """Features, the constant, pieces."""
    row = reals(judgement.width)
    judgement.features_into(state, seat, row)
    row[judgement.length - 1] = 1.0
    for i in range(judgement.pieces_into(state, seat)):
        row[judgement.length + judgement.pieces[i]] += judgement.amounts[i]
    return row


@final
@mypyc_attr(acyclic=True)
class TurnChanges:
    """How far each feature and piece of whoever moves changes in a turn."""

    def __init__(self, width: i64) -> None:
        self.squares: vec[float] = reals(width)
        self.turns: i64 = 0

    def play(self, state: State, judgement: Judgement[Any], rng: Rng) -> None:
        """A game of look-ahead to its end, with one random move in ten."""
        lookahead = Lookahead(judgement, rng)
        options, chances = new_buffer(), new_buffer()
        mover: i64 = -1
        before = reals(0)
        while not state.over:
            if state.to_move() == CHANCE:
                state.apply(random_action(state, options, chances, rng))
                continue
            if judgement.begins_turn(state, state.ask_now()):
                if mover >= 0:
                    self.add(before, feature_row(judgement, state, mover))
                mover = state.to_move()
                before = feature_row(judgement, state, mover)
            state.apply(random_action(state, options, chances, rng) if rng.below(10) == 0 else lookahead.best(state))

    def add(self, before: vec[float], after: vec[float]) -> None:
        self.turns += 1
        for place in range(i64(len(self.squares))):
            change = after[place] - before[place]
            self.squares[place] += change * change

    def usual(self) -> list[float]:
        """The root of the mean square."""
        turns = float(max(i64(1), self.turns))
        return [sqrt(square / turns) for square in self.squares]


def contest(
    start: State,
    first: Judgement[Any],
    second: Judgement[Any],
    turned: bool,
    seed: i64,
    imagine: Imaginer | None = None,
) -> State:
    """A game between two judgements, which play alternate seats."""
    rng = Rng(seed)
    players = [Chooser(first, rng, imagine), Chooser(second, rng, imagine)]
    options = new_buffer()
    weights = new_buffer()
    state = start.clone()
    while not state.over:
        mover = state.to_move()
        if mover == CHANCE:
            state.apply(random_action(state, options, weights, rng))
        else:
            state.apply(players[(mover + turned) % 2].best(state))
    return state
