"""Compares other moves with the one played.  Like those of measure.py, these functions run in worker processes.

A search says how much it would rather have played something else; a short look ahead says what to compare; playouts to
the end by a stronger player decide.  Results differ much from game to game, above all in Tungaru, so playouts alone
would take minutes for one turn.  What the judgement says after a few turns is far less noisy, but has a systematic
error that no repetition reduces.  So the two are combined, each weighted by how well it is known.
"""

import time
from collections.abc import Mapping, Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots import Observer
from skerry.bots.bot import Budget
from skerry.bots.levels import judgement_of
from skerry.bots.search_bot import SearchBot
from skerry.brain.continuation import Continuation
from skerry.core.rng import Rng
from skerry.teacher.hints.thought import rest_of_turn, search_first
from skerry.teacher.pairs import (
    NORMAL90,
    PRIOR,
    WIN_SIZE,
    Ending,
    Gap,
    MeanEstimate,
    Outlook,
    Pairs,
    estimate,
    size,
    variance_of_mean,
)
from skerry.teacher.review.measure import player_of

PROPOSED = 3  # moves of a search that a short look ahead compares
SMALL_CHANCE = 0.1  # of a win: less is not worth reporting
LEAST_CHANCE = 0.2  # the same for a gap that was picked as the largest of many
FIRST_PAIRS = 6  # before the first evaluation
SHORT_PAIRS = 4  # of a short look ahead
MISSED_TURNS_AHEAD = 6  # of each seat, before the judgement is asked
JUDGEMENT_ERROR = 2  # units of `least_gap`: its standard deviation after them
SHORT_ERROR = 3  # the same for a short look ahead

Lines = Mapping[int, tuple[int, ...]]  # how a turn goes on, by its first move
NO_LINES: Lines = {}


class Difference(Struct, frozen=True):
    """How much more another move brings its seat than the move taken, by a short look ahead."""

    action: int
    points: float
    win: float


class Better(Struct, frozen=True):
    """The best other way to begin a turn, as far as it has been compared with the move taken."""

    action: int
    gap: Gap
    endings: dict[int, list[Ending]]
    looks: dict[int, list[Outlook]]  # a few turns after the move
    seconds: float  # of processor time spent
    line: tuple[int, ...]  # how its turn goes on
    is_settled: bool  # more playouts would hardly change what is reported

    @property
    def games(self) -> int:
        """Playouts to the end."""
        return sum(len(endings) for endings in self.endings.values())

    def for_check(self, taken: int) -> "Better":
        """Only the best of the other moves; comparing goes on even though it is settled."""
        both = taken, self.action
        endings = {action: self.endings[action] for action in both}
        looks = {action: self.looks[action] for action in both}
        return replace(self, endings=endings, looks=looks, is_settled=True)


class ComparisonLimits(Struct, frozen=True):
    """How long moves are compared, and what is worth reporting."""

    simulations: int  # of the stronger player, for every turn
    pairs: int  # at most
    seconds: float  # of processor time
    threshold: float  # points that a gap must reach, unless it is one of chances


def search_regret(observer: Observer, taken: int, simulations: int, seed: int) -> float:
    """How much better a short search rates its favourite than the move taken, from 0 to 1."""
    bot = SearchBot(seed, Budget(None, simulations), judgement_of(observer.game.name))
    values = {action: value for action, _, value in bot.advise(observer) if value is not None}
    if not values or len(observer.legal) < 2:
        return 0.0
    return max(0.0, max(values.values()) - values.get(taken, min(values.values())))


def propose(observer: Observer, taken: int, searched: int, simulations: int, seed: int) -> Lines:
    """Turns to compare with the one taken: the favourite of a search, and the favourite of a short look ahead.
    None, if the look ahead rates them all clearly lower."""
    if len(observer.legal) < 2:
        return {}
    liked = [row.action for row in search_first(observer, searched, seed) if row.action != taken][:PROPOSED]
    seen = short_look(observer, taken, liked, player_of(observer.game, simulations), seed + 1)
    weights = {option.action: size(option.points, option.win, observer.game.least_gap) for option in seen}
    if max(weights.values(), default=-SHORT_ERROR) <= -SHORT_ERROR:
        return {}
    both = dict.fromkeys((liked[0], max(weights, key=lambda action: weights[action])))
    return {action: rest_of_turn(observer, action, seed + 2) for action in both}


def short_look(
    observer: Observer, taken: int, others: Sequence[int], player: Continuation, seed: int
) -> list[Difference]:
    """Play a few turns of each seat with the same luck, then ask the judgement."""
    rng, seat = Rng(seed), observer.seat
    sums = {action: [0.0, 0.0] for action in (taken, *others)}
    for _ in range(SHORT_PAIRS):
        world = observer.imagine(rng)
        seeds = int(rng.word()), int(rng.word())
        for action, total in sums.items():
            state = world.clone()
            state.apply(action)
            player.play(state, *seeds, MISSED_TURNS_AHEAD * state.seats)
            points, wins = player.outlook(state)
            total[0] += points[seat] / SHORT_PAIRS
            total[1] += wins[seat] / SHORT_PAIRS
    old = sums[taken]
    return [Difference(action, sums[action][0] - old[0], sums[action][1] - old[1]) for action in others]


def compare_moves(
    observer: Observer,
    taken: int,
    others: Sequence[int],
    limits: ComparisonLimits,
    seed: int,
    before: Better | None = None,
    lines: Lines = NO_LINES,
) -> Better:
    """Compare by playouts of a stronger player and return the best of the others; may continue from `before`.  `lines`
    has the rest of each turn.

    It stops early once it is settled whether there is a gap to report.
    """
    began = time.thread_time()
    least, threshold = observer.game.least_gap, limits.threshold
    strong = Pairs(
        observer, [taken, *others], player_of(observer.game, limits.simulations), seed, MISSED_TURNS_AHEAD, lines
    )
    if before is None:
        strong.run(min(FIRST_PAIRS, limits.pairs))
    else:
        strong.endings = {action: list(endings) for action, endings in before.endings.items()}
        strong.looks = {action: list(looks) for action, looks in before.looks.items()}
    while True:
        found = {action: combined_gap(strong, action, taken) for action in others}
        is_settled = all_settled(list(found.values()), threshold)
        if (is_settled and not (before and before.is_settled)) or len(strong.endings[taken]) >= limits.pairs:
            break
        if time.thread_time() - began > limits.seconds:
            break
        strong.run(2)
    best = max(found, key=lambda action: (is_reportable(found[action], threshold), size_of(found[action], least)))
    spent = time.thread_time() - began + (before.seconds if before else 0.0)
    return Better(best, found[best], strong.endings, strong.looks, spent, lines.get(best, ()), is_settled)


def all_settled(gaps: Sequence[Gap], threshold: float) -> bool:
    return any(is_reportable(gap, threshold, 2.0) for gap in gaps) or not any(
        could_be_reportable(gap, threshold) for gap in gaps
    )


def combined_gap(pairs: Pairs, action: int, taken: int) -> Gap:
    seat, error = pairs.observer.seat, JUDGEMENT_ERROR * pairs.observer.game.least_gap
    ends = list(zip(pairs.endings[action], pairs.endings[taken], strict=True))
    looks = list(zip(pairs.looks[action], pairs.looks[taken], strict=True))
    points = [float(new.points[seat] - old.points[seat]) for new, old in ends]
    wins = [new.wins[seat] - old.wins[seat] for new, old in ends]
    return replace(
        pairs.gap(action, taken),
        points=combined(points, [new[0] - old[0] for new, old in looks], error),
        win=combined(wins, [new[1] - old[1] for new, old in looks], JUDGEMENT_ERROR / WIN_SIZE, PRIOR),
    )


def combined(ends: Sequence[float], looks: Sequence[float], error: float, prior: float = 0.0) -> MeanEstimate:
    """The judgement's view, corrected by the results that followed as far as these are known from so many games.

    `error` is the standard deviation of the judgement's systematic error.
    """
    variance = variance_of_mean([end - look for end, look in zip(ends, looks, strict=True)], prior)
    trust = error**2 / (error**2 + variance)
    mixed = estimate([look + trust * (end - look) for end, look in zip(ends, looks, strict=True)], trust * prior)
    return MeanEstimate(mixed.mean, hypot(mixed.half, NORMAL90 * (1 - trust) * error))


def is_reportable(gap: Gap, threshold: float, times: float = 1.3) -> bool:
    """Large enough to report although it was picked as the largest of many, which makes it look larger than it is; and
    `times` half-intervals away from zero."""
    by_points = gap.points.mean > max(times * gap.points.half, threshold) and gap.win.mean > -0.5 * SMALL_CHANCE
    return by_points or gap.win.mean > max(times * gap.win.half, LEAST_CHANCE)


def could_be_reportable(gap: Gap, threshold: float) -> bool:
    """Could more playouts make it reportable?"""
    return gap.points.mean + gap.points.half > threshold or gap.win.mean + gap.win.half > LEAST_CHANCE


def tells_points(gap: Gap, least: float) -> bool:
    """Whether it is told in points; otherwise in games."""
    return gap.points.mean > max(gap.points.half, least + 1)


def is_told(gap: Gap, least: float) -> bool:
    """Whether there is still something to tell once a gap has been shrunk."""
    return tells_points(gap, least) or gap.win.mean > max(gap.win.half, SMALL_CHANCE)


def size_of(gap: Gap, least: float) -> float:
    return size(gap.points.mean, gap.win.mean, least)
