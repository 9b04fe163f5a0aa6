"""What a better move would have brought.  Like those of values.py, these functions run in processes of their own.

A search doubts a turn; a glance ahead says what to compare; playouts to the end by a stronger player decide.  One
game's end differs much from the next, above all in Tungaru, so playouts alone would take minutes for one turn.  What
the judgement says on the way, after a few turns, is far less noisy, but off by an error of its own that no repetition
makes smaller.  So the two are joined, each by how well it is known.
"""

import time
from collections.abc import Sequence
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots import Observer
from skerry.bots.bot import Budget, SearchBot, judgement_of
from skerry.brain.continuation import Continuation
from skerry.core.rng import Rng
from skerry.teacher.hints.hint import search_first
from skerry.teacher.pairs import (
    NORMAL90,
    UNSEEN,
    WHOLE,
    Ending,
    Estimate,
    Gap,
    Look,
    Pairs,
    estimate,
    size,
    variance_of_mean,
)
from skerry.teacher.review.measure import player_of

PROPOSED = 3  # moves that a search likes, for a glance
CHANCE_LOST = 0.1  # of a victory: less is not worth a word
CHANCE_TOLD = 0.2  # the same for what was picked out of many
FEW = 6  # pairs before the first look at them
LOOKS = 4  # pairs of looks ahead in a glance
AHEAD = 6  # turns of each seat that they take
LOOK_OFF = 2  # units of `least_gap`: how far off the judgement is after them, a standard deviation
OFF = 3  # the same: a glance is often off by so much


class Seen(Struct, frozen=True):
    """How much more than the move taken another one brings its seat, at a glance."""

    action: int
    points: float
    win: float


class Better(Struct, frozen=True):
    """Another way to begin a turn that did better than the one taken, as far as has been seen."""

    action: int
    gap: Gap
    endings: dict[int, list[Ending]]
    looks: dict[int, list[Look]]  # on the way to them
    seconds: float  # that this took
    is_plain: bool  # more playouts would hardly change what is told

    @property
    def games(self) -> int:
        """Played to their end for this."""
        return sum(len(endings) for endings in self.endings.values())

    def to_be_checked(self, taken: int) -> "Better":
        """The best of the others alone, which goes on however plain it looks."""
        both = taken, self.action
        endings = {action: self.endings[action] for action in both}
        looks = {action: self.looks[action] for action in both}
        return replace(self, endings=endings, looks=looks, is_plain=True)


def doubt(observer: Observer, taken: int, simulations: int, seed: int) -> float:
    """How much better than what was taken a short search likes its favourite, from 0 to 1."""
    bot = SearchBot(seed, Budget(None, simulations), judgement_of(observer.game.name))
    values = {action: value for action, _, value in bot.advise(observer) if value is not None}
    if not values or len(observer.legal) < 2:
        return 0.0
    return max(0.0, max(values.values()) - values.get(taken, min(values.values())))


def glance(observer: Observer, taken: int, searched: int, simulations: int, seed: int) -> list[int]:
    """What to compare with what was taken: the search's favourite, and another one if a few looks ahead like it better.
    Nothing, if they like neither."""
    if len(observer.legal) < 2:
        return []
    liked = [action for action in search_first(observer, searched, seed) if action != taken][:PROPOSED]
    seen = looks(observer, taken, liked, player_of(observer.game, simulations), seed + 1)
    weights = {one.action: size(one.points, one.win, observer.game.least_gap) for one in seen}
    if max(weights.values(), default=-OFF) <= -OFF:
        return []
    return list(dict.fromkeys((liked[0], max(weights, key=lambda action: weights[action]))))


def looks(observer: Observer, taken: int, others: Sequence[int], player: Continuation, seed: int) -> list[Seen]:
    """A few turns of each seat with the same luck, and then the judgement speaks."""
    rng, seat = Rng(seed), observer.seat
    sums = {action: [0.0, 0.0] for action in (taken, *others)}
    for _ in range(LOOKS):
        world = observer.imagine(rng)
        luck, whim = int(rng.word()), int(rng.word())
        for action, total in sums.items():
            state = world.clone()
            state.apply(action)
            player.play(state, luck, whim, AHEAD * state.seats)
            points, wins = player.outlook(state)
            total[0] += points[seat] / LOOKS
            total[1] += wins[seat] / LOOKS
    old = sums[taken]
    return [Seen(action, sums[action][0] - old[0], sums[action][1] - old[1]) for action in others]


def confirmed(
    observer: Observer,
    taken: int,
    others: Sequence[int],
    simulations: int,
    pairs: int,
    seconds: float,
    worth: float,
    seed: int,
    before: Better | None = None,
) -> Better:
    """By a stronger player, who also chooses the best of the others; perhaps going on from what was seen `before`.

    It stops early when it has become plain whether there is a gap to tell of: one of so many points as are `worth` it,
    or of chances.  `seconds` are of the processor's time.
    """
    began = time.thread_time()
    least = observer.game.least_gap
    strong = Pairs(observer, [taken, *others], player_of(observer.game, simulations), seed, AHEAD)
    if before is None:
        strong.run(min(FEW, pairs))
    else:
        strong.endings = {action: list(endings) for action, endings in before.endings.items()}
        strong.looks = {action: list(looks) for action, looks in before.looks.items()}
    while True:
        found = {action: gap_with_looks(strong, action, taken) for action in others}
        is_plain = all_plain(list(found.values()), worth)
        if (is_plain and not (before and before.is_plain)) or len(strong.endings[taken]) >= pairs:
            break
        if time.thread_time() - began > seconds:
            break
        strong.run(2)
    best = max(found, key=lambda action: (is_told(found[action], worth), size_of(found[action], least)))
    spent = time.thread_time() - began + (before.seconds if before else 0.0)
    return Better(best, found[best], strong.endings, strong.looks, spent, is_plain)


def all_plain(gaps: Sequence[Gap], worth: float) -> bool:
    return any(is_told(gap, worth, 2.0) for gap in gaps) or not any(could_be_told(gap, worth) for gap in gaps)


def gap_with_looks(pairs: Pairs, action: int, taken: int) -> Gap:
    seat, off = pairs.observer.seat, LOOK_OFF * pairs.observer.game.least_gap
    ends = list(zip(pairs.endings[action], pairs.endings[taken], strict=True))
    looks = list(zip(pairs.looks[action], pairs.looks[taken], strict=True))
    points = [float(new.points[seat] - old.points[seat]) for new, old in ends]
    wins = [new.wins[seat] - old.wins[seat] for new, old in ends]
    return replace(
        pairs.gap(action, taken),
        points=joined(points, [new[0] - old[0] for new, old in looks], off),
        win=joined(wins, [new[1] - old[1] for new, old in looks], LOOK_OFF / WHOLE, UNSEEN),
    )


def joined(ends: Sequence[float], looks: Sequence[float], off: float, unseen: float = 0.0) -> Estimate:
    """What the judgement saw on the way, corrected by what came after, as far as that is known from so many games."""
    error = variance_of_mean([end - look for end, look in zip(ends, looks, strict=True)], unseen)
    trust = off**2 / (off**2 + error)
    mixed = estimate([look + trust * (end - look) for end, look in zip(ends, looks, strict=True)], trust * unseen)
    return Estimate(mixed.mean, hypot(mixed.half, NORMAL90 * (1 - trust) * off))


def is_told(gap: Gap, worth: float, times: float = 1.3) -> bool:
    """Large enough to be told, though it was picked as the largest of many and so looks larger than it is; and so many
    half-intervals away from nothing."""
    by_points = gap.points.mean > max(times * gap.points.half, worth) and gap.win.mean > -0.5 * CHANCE_LOST
    return by_points or gap.win.mean > max(times * gap.win.half, CHANCE_TOLD)


def could_be_told(gap: Gap, worth: float) -> bool:
    """If more playouts were kind to it."""
    return gap.points.mean + gap.points.half > worth or gap.win.mean + gap.win.half > CHANCE_TOLD


def size_of(gap: Gap, least: float) -> float:
    return size(gap.points.mean, gap.win.mean, least)
