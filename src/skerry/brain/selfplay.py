"""Games of the judgement against itself, and what they teach: sums for a linear fit of the final scores."""

from collections.abc import Callable
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from skerry.brain.judgement import Judgement, reals
from skerry.brain.lookahead import Lookahead
from skerry.core.playout import pick
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, MAX_OPTIONS, State, new_buffer

LOOKS: Final = 3  # imagined states for one decision

Imagine = Callable[[State, int, Rng], State]


@final
@mypyc_attr(acyclic=True)
class Sums:
    """What least squares needs from the samples: products of features with each other and with scores."""

    def __init__(self, width: i64 = 1) -> None:
        self.width: i64 = width  # early and late weights
        self.count: float = 0.0
        self.products: vec[float] = reals(width * width)  # the upper triangle is filled
        self.with_score: vec[float] = reals(width)
        self.scores: float = 0.0
        self.squares: float = 0.0

    def add(self, row: vec[float], mix: float, score: float) -> None:
        """Add a seat's features (constant included) at this progress, and its final score."""
        half = self.width // 2
        wide = reals(self.width)
        for i in range(half):
            wide[i] = (1.0 - mix) * row[i]
            wide[half + i] = mix * row[i]
        for i in range(self.width):
            x = wide[i]
            if x != 0.0:
                self.with_score[i] += x * score
                start = i * self.width
                for j in range(i, self.width):
                    self.products[start + j] += x * wide[j]
        self.count += 1.0
        self.scores += score
        self.squares += score * score

    def merge(self, other: "Sums", share: float) -> None:
        for i in range(self.width):
            self.with_score[i] += share * other.with_score[i]
        for i in range(self.width * self.width):
            self.products[i] += share * other.products[i]
        self.count += share * other.count
        self.scores += share * other.scores
        self.squares += share * other.squares


@final
@mypyc_attr(acyclic=True)
class Moment:
    """A position in a game that is not finished yet."""

    def __init__(self, seat: i64 = 0, mix: float = 0.0) -> None:
        self.seat: i64 = seat
        self.mix: float = mix
        self.row: vec[float] = reals(0)


@final
@mypyc_attr(acyclic=True)
class Chooser:
    """Looks ahead, either from the state itself or from states the seat could imagine."""

    def __init__(self, judgement: Judgement[Any], rng: Rng, imagine: Imagine | None) -> None:
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
        for _ in range(i64(LOOKS)):
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
    imagine: Imagine | None = None,
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
    moments: list[Moment] = []
    slips = i64(errors * 1000.0)
    while not state.over:
        if state.to_move() == CHANCE:
            state.apply(pick(state, options, weights, rng))
            continue
        if judgement.begins_turn(state, state.ask_now()) and rng.below(every) == 0:
            look(state, judgement, moments)
        if rng.below(1000) < slips:
            state.apply(pick(state, options, weights, rng))
        else:
            state.apply(chooser.best(state))
    for moment in moments:
        part = min(i64(2), i64(moment.mix * 3.0))
        into[part].add(moment.row, moment.mix, float(state.score(moment.seat)))
    return state


def look(state: State, judgement: Judgement[Any], moments: list[Moment]) -> None:
    mix = judgement.progress(state)
    for seat in range(state.seats):
        moment = Moment(seat, mix)
        moment.row = reals(judgement.length)
        judgement.features_into(state, seat, moment.row)
        moment.row[judgement.length - 1] = 1.0
        moments.append(moment)


def contest(
    start: State,
    first: Judgement[Any],
    second: Judgement[Any],
    turned: bool,
    seed: i64,
    imagine: Imagine | None = None,
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
            state.apply(pick(state, options, weights, rng))
        else:
            state.apply(players[(mover + turned) % 2].best(state))
    return state
