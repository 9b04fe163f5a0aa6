"""What a position is worth: a weighted sum of features estimates every seat's final score.

Each game provides the features and its progress; the weights are fitted by self-play (`skerry train`).  For every
number of seats a feature has one weight for the start of the game, one for its middle and one for its end; in between
they are mixed.  The estimated scores give utilities on the same scale as those of finished games.

Beside features, which every position has, a game may name pieces (its cards, say), of which a seat has a few at a time.
What a single card is worth depends on its printed values: a kit with other values is judged by features alone, with
weights that were fitted without pieces.
"""

import copyreg
import logging
from array import array
from math import exp
from typing import Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from skerry.core import bits
from skerry.core.rng import Rng
from skerry.core.state import Kit, State, zeros

JUDGED_SEATS: Final = 6
SCORE_SCALE: Final = 30.0  # points that make a clear difference
WIN_SHARE: Final = 0.8  # of the utility; the margin makes up the rest, so that a lost game is still played well
NO_BAR: Final = -1000000.0
NO_MOVE: Final = -1
KNOTS: Final = 3  # weights of a feature: early, middle, late
MAX_SEAT_PIECES: Final = 128  # that one seat has at a time

OTHER_COMPONENTS: Final = "components %s are not those of the weights, %s: bots judge by features, without single cards"

log: Final = logging.getLogger("skerry.bots")

S = TypeVar("S", bound=State)


def list_to_reals(items: list[float]) -> vec[float]:
    return vec[float](items)


def bytes_to_reals(packed: bytes) -> vec[float]:
    return list_to_reals(array("d", packed).tolist())


def reduce_reals(v: vec[float]) -> tuple[object, tuple[bytes]]:
    return bytes_to_reals, (array("d", [float(x) for x in v]).tobytes(),)


copyreg.pickle(type(list_to_reals([])), reduce_reals)  # type: ignore[arg-type]


def reals(count: i64) -> vec[float]:
    return vec[float]([0.0] * count)


def squash(margin: float, scale: float = SCORE_SCALE) -> float:
    """Maps any margin of points to a number from 0 to 1."""
    return 0.5 + 0.5 * margin / (scale + abs(margin))


def utility(
    state: State, seat: i64, bar: float = NO_BAR, solo_score: float = SCORE_SCALE, scale: float = SCORE_SCALE
) -> float:
    """What a finished game is worth to a seat, from 0 to 1; `solo_score` and `scale` matter in solo games."""
    own = float(state.score(seat))
    won = state.winners()
    share = 1.0 / float(bits.count(won)) if (won >> seat) & 1 else 0.0
    if state.seats == 1 and bar == NO_BAR:
        return squash(own - solo_score, scale) * (0.5 + 0.5 * share)
    best = bar
    for other in range(state.seats):
        if other != seat:
            best = max(best, float(state.score(other)))
    return WIN_SHARE * share + (1.0 - WIN_SHARE) * squash(own - best)


class Judgement(Generic[S]):
    """A game's subclass gives `names`, `features_into`, `progress` and `begins_turn`; see docs/bots.md."""

    def __init__(self) -> None:
        self.length: i64 = len(self.names()) + 1  # the features and a constant
        self.width: i64 = self.length + len(self.piece_names())
        self.row: vec[float] = reals(self.length)
        self.pieces: vec[i64] = zeros(
            MAX_SEAT_PIECES
        )  # of the seat that is being judged, by their places in piece_names
        self.amounts: vec[float] = reals(MAX_SEAT_PIECES)
        self.scores: vec[float] = reals(JUDGED_SEATS)
        # Weights by seats and knot.  First those without pieces, then those of all features and pieces.
        self.first_full: i64 = JUDGED_SEATS * KNOTS * self.length
        self.weights: vec[float] = reals(self.first_full + JUDGED_SEATS * KNOTS * self.width)
        self.doubt_early: float = SCORE_SCALE  # by how much estimates are off, in points
        self.doubt_late: float = SCORE_SCALE / 3.0
        self.solo_score: float = SCORE_SCALE  # a typical score in solo games
        self.components: str = ""  # hash of the kit whose pieces the weights are about
        self.kit: Kit = UNKNOWN_KIT  # the one that was compared with it last
        self.knows_kit: bool = False
        self.told: str = ""  # hash of the last kit that the log calls unknown
        # What the estimates of a position share: its two knots, how far it is from one to the next, weights between.
        self.lower: i64 = -1
        self.upper: i64 = -1
        self.between: float = -1.0
        self.mixed: vec[float] = reals(self.length)
        self.rivals: float = NO_BAR  # what is expected of automatic rivals, and
        self.doubt: float = SCORE_SCALE  # how far estimates of this position may be off
        for seats in range(i64(JUDGED_SEATS)):  # before any training: the points so far
            for knot in range(i64(KNOTS)):
                self.weights[self.weights_at(seats, knot, False)] = 1.0
                self.weights[self.weights_at(seats, knot, True)] = 1.0

    def weights_at(self, seats: i64, knot: i64, full: bool) -> i64:
        """Where the weights begin; `full` are those with pieces."""
        place = KNOTS * seats + knot
        return self.first_full + place * self.width if full else place * self.length

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

    def piece_names(self) -> list[str]:
        """The pieces that have weights of their own, in order."""
        return []

    def pieces_into(self, state: S, seat: i64) -> i64:
        """Write the seat's pieces into `pieces` and how much each counts into `amounts`; return how many."""
        return 0

    def add_set(self, n: i64, members: i64, first: i64) -> i64:
        """After the first `n` pieces, one for each member of a set, 0 being `first`; return how many there are now."""
        pieces = self.pieces
        amounts = self.amounts
        while members != 0:
            pieces[n] = first + bits.lowest(members)
            amounts[n] = 1.0
            members &= members - 1
            n += 1
        return n

    def kit_of(self, state: S) -> Kit:
        """The kit of a state, for a game with pieces."""
        return UNKNOWN_KIT

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
        self.mix_weights(state)
        return self.estimate_mixed(state, seat)

    def mix_weights(self, state: S) -> float:
        """Get ready to judge the seats of a state; return its progress."""
        progress = self.progress(state)
        half = 2.0 * progress
        knot: i64 = 0
        if half >= 1.0:
            knot = 1
            half -= 1.0
        lower = self.weights_at(state.seats, knot, self.has_pieces(state))
        if lower != self.lower or half != self.between:
            upper = self.weights_at(state.seats, knot + 1, self.has_pieces(state))
            self.lower = lower
            self.upper = upper
            self.between = half
            mixed = self.mixed
            weights = self.weights
            for i in range(self.length):
                mixed[i] = weights[lower + i] + half * (weights[upper + i] - weights[lower + i])
        return progress

    def has_pieces(self, state: S) -> bool:
        """Are the state's pieces the ones that the weights are about?"""
        if self.width == self.length:
            return False
        kit = self.kit_of(state)
        if kit is not self.kit:
            self.kit = kit
            self.knows_kit = kit.hash == self.components
            if not self.knows_kit and self.components and kit.hash != self.told:
                self.told = kit.hash
                log.info(OTHER_COMPONENTS, kit.hash, self.components)
        return self.knows_kit

    def estimate_mixed(self, state: S, seat: i64) -> float:
        """`estimate`, after `mix_weights` for this state."""
        row = self.row
        mixed = self.mixed
        self.features_into(state, seat, row)
        last = self.length - 1
        total = mixed[last]
        for i in range(last):
            total += row[i] * mixed[i]
        if self.lower >= self.first_full:
            weights = self.weights
            pieces = self.pieces
            amounts = self.amounts
            lower = self.lower + self.length
            upper = self.upper + self.length
            for i in range(self.pieces_into(state, seat)):
                low = weights[lower + pieces[i]]
                total += amounts[i] * (low + self.between * (weights[upper + pieces[i]] - low))
        return total

    def worth_into(self, state: S, out: vec[float]) -> None:
        """Write every seat's utility, 0 to 1: exact when the game is over, else by the estimates."""
        self.look_at(state)
        for seat in range(state.seats):
            out[seat] = self.worth_to(state, seat)

    def value(self, state: S, seat: i64) -> float:
        """The utility of one seat, for which the chances of the others need not be reckoned."""
        self.look_at(state)
        return self.worth_to(state, seat)

    def look_at(self, state: S) -> None:
        """Estimate the final scores, unless the game is over, for `worth_to`."""
        self.rivals = self.bar(state)
        if state.over:
            return
        mix = self.mix_weights(state)
        scores = self.scores
        for seat in range(state.seats):
            scores[seat] = self.estimate_mixed(state, seat)
        self.doubt = (1.0 - mix) * self.doubt_early + mix * self.doubt_late

    def worth_to(self, state: S, seat: i64) -> float:
        """A seat's utility, after `look_at` for this state."""
        if state.over:
            return utility(state, seat, self.rivals, self.solo_score, 2.0 * self.doubt_early)
        return self.worth(seat, state.seats, self.rivals, self.doubt)

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
        mix = self.mix_weights(state)
        for seat in range(seats):
            points[seat] = self.estimate_mixed(state, seat)
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
            return squash(own - self.solo_score, 2.0 * self.doubt_early)
        best = bar
        rivals = exp(limit((bar - own) / doubt)) if bar != NO_BAR else 0.0
        for other in range(seats):
            if other != seat:
                best = max(best, self.scores[other])
                rivals += exp(limit((self.scores[other] - own) / doubt))
        return WIN_SHARE / (1.0 + rivals) + (1.0 - WIN_SHARE) * squash(own - best)


UNKNOWN_KIT: Final = Kit()


def limit(exponent: float) -> float:
    return min(40.0, max(-40.0, exponent))
