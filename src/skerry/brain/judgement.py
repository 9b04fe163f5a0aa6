"""What a position is worth: a weighted sum of features estimates every seat's final score.

Each game provides the features and its progress; the weights are fitted by self-play (`skerry train`).  For every
number of seats a feature has one weight for the start of the game and one for its end; in between they are mixed.
The estimated scores give utilities on the same scale as those of finished games.
"""

import copyreg
from math import exp
from typing import Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import State

MAX_SEATS: Final = 6
SCORE_SCALE: Final = 30.0  # points that make a clear difference
WIN_SHARE: Final = 0.8  # of the utility; the margin makes up the rest, so that a lost game is still played well
NO_BAR: Final = -1000000.0
NO_MOVE: Final = -1

S = TypeVar("S", bound=State)


def list_to_reals(items: list[float]) -> vec[float]:
    return vec[float](items)


def reduce_reals(v: vec[float]) -> tuple[object, tuple[list[float]]]:
    return list_to_reals, ([float(x) for x in v],)


copyreg.pickle(type(list_to_reals([])), reduce_reals)  # type: ignore[arg-type]


def reals(count: i64) -> vec[float]:
    return vec[float]([0.0] * count)


def squash(margin: float, scale: float = SCORE_SCALE) -> float:
    """Maps any margin of points to a number from 0 to 1."""
    return 0.5 + 0.5 * margin / (scale + abs(margin))


def utility(
    state: State, seat: i64, bar: float = NO_BAR, par: float = SCORE_SCALE, scale: float = SCORE_SCALE
) -> float:
    """What a finished game is worth to a seat, from 0 to 1; `par` and `scale` matter in solo games."""
    own = float(state.score(seat))
    won = state.winners()
    share = 1.0 / float(bits.count(won)) if (won >> seat) & 1 else 0.0
    if state.seats == 1 and bar == NO_BAR:
        return squash(own - par, scale) * (0.5 + 0.5 * share)
    best = bar
    for other in range(state.seats):
        if other != seat:
            best = max(best, float(state.score(other)))
    return WIN_SHARE * share + (1.0 - WIN_SHARE) * squash(own - best)


class Judgement(Generic[S]):
    """A game's subclass gives `names`, `features_into`, `progress` and `begins_turn`; see docs/bots.md."""

    def __init__(self) -> None:
        self.length: i64 = len(self.names()) + 1  # the features and a constant
        self.row: vec[float] = reals(self.length)
        self.scores: vec[float] = reals(MAX_SEATS)
        self.weights: vec[float] = reals(MAX_SEATS * 2 * self.length)  # by seats: early ones, late ones
        self.doubt_early: float = SCORE_SCALE  # by how much estimates are off, in points
        self.doubt_late: float = SCORE_SCALE / 3.0
        self.par: float = SCORE_SCALE  # a typical score in solo games
        for seats in range(i64(MAX_SEATS)):  # before any training: the points so far
            self.weights[2 * seats * self.length] = 1.0
            self.weights[(2 * seats + 1) * self.length] = 1.0

    # ---- what a game provides
    def has_secrets(self) -> bool:
        """Does hidden information matter so much that self-play must not use it?"""
        return False

    def names(self) -> list[str]:
        """The features in order, the points so far first.  The weights file uses these names."""
        raise NotImplementedError

    def features_into(self, state: S, seat: i64, out: vec[float]) -> None:
        """Write every feature of a seat."""
        raise NotImplementedError

    def progress(self, state: S) -> float:
        """How far the game has come, 0 to 1."""
        raise NotImplementedError

    def begins_turn(self, state: S, ask: i64) -> bool:
        """Does this question begin a turn?  Positions are judged only there, after all follow-up questions."""
        return True

    def bar(self, state: S) -> float:
        """The final score to expect from automatic rivals, who have no seat; NO_BAR if there are none."""
        return NO_BAR

    def usual(self, state: S, rng: Rng) -> i64:
        """A typical move, to play on from positions that are hard to judge; NO_MOVE where none is needed."""
        return NO_MOVE

    # ---- the judgement
    def estimate(self, state: S, seat: i64) -> float:
        """The final score that the seat can expect."""
        last = self.length - 1
        row = self.row
        weights = self.weights
        self.features_into(state, seat, row)
        row[last] = 1.0
        early = 2 * state.seats * self.length
        late = early + self.length
        mix = self.progress(state)
        total = 0.0
        for i in range(self.length):
            total += row[i] * ((1.0 - mix) * weights[early + i] + mix * weights[late + i])
        return total

    def worth_into(self, state: S, out: vec[float]) -> None:
        """Write every seat's utility, 0 to 1: exact when the game is over, else by the estimates."""
        seats = state.seats
        bar = self.bar(state)
        if state.over:
            for seat in range(seats):
                out[seat] = utility(state, seat, bar, self.par, 2.0 * self.doubt_early)
            return
        for seat in range(seats):
            self.scores[seat] = self.estimate(state, seat)
        mix = self.progress(state)
        doubt = (1.0 - mix) * self.doubt_early + mix * self.doubt_late
        for seat in range(seats):
            out[seat] = self.worth(seat, seats, bar, doubt)

    def outlook_into(self, state: S, points: vec[float], wins: vec[float]) -> None:
        """Write every seat's final points and chance to win: exact when the game is over, else by the estimates."""
        seats = state.seats
        if state.over:
            won = state.winners()
            share = 1.0 / float(max(1, bits.count(won)))
            for seat in range(seats):
                points[seat] = float(state.score(seat))
                wins[seat] = share if (won >> seat) & 1 else 0.0
            return
        bar = self.bar(state)
        for seat in range(seats):
            points[seat] = self.estimate(state, seat)
        mix = self.progress(state)
        doubt = (1.0 - mix) * self.doubt_early + mix * self.doubt_late
        for seat in range(seats):
            rivals = exp(limit((bar - points[seat]) / doubt)) if bar != NO_BAR else 0.0
            for other in range(seats):
                if other != seat:
                    rivals += exp(limit((points[other] - points[seat]) / doubt))
            wins[seat] = 1.0 / (1.0 + rivals)

    def worth(self, seat: i64, seats: i64, bar: float, doubt: float) -> float:
        """From the estimated scores: the chance to win and the margin."""
        own = self.scores[seat]
        if seats == 1 and bar == NO_BAR:
            return squash(own - self.par, 2.0 * self.doubt_early)
        best = bar
        rivals = exp(limit((bar - own) / doubt)) if bar != NO_BAR else 0.0
        for other in range(seats):
            if other != seat:
                best = max(best, self.scores[other])
                rivals += exp(limit((self.scores[other] - own) / doubt))
        return WIN_SHARE / (1.0 + rivals) + (1.0 - WIN_SHARE) * squash(own - best)

    def value(self, state: S, seat: i64) -> float:
        """One seat's utility."""
        out = reals(MAX_SEATS)
        self.worth_into(state, out)
        return out[seat]


def limit(exponent: float) -> float:
    return min(40.0, max(-40.0, exponent))
