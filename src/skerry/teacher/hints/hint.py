"""Hints that say why: the best options, how much they differ by the end, and from what.

A search chooses; quick playouts sort out what is plainly worse; the numbers that a person is told come from playouts
by a stronger player.  Where the two kinds of playout disagree, the hint names no number.
"""

import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.bot import Budget
from skerry.bots.levels import judgement_of
from skerry.bots.observer import Observer
from skerry.bots.search_bot import SearchBot
from skerry.core.compiled import COMPILED
from skerry.core.words import capital
from skerry.match import Match
from skerry.teacher.hints.phrases import Phrases, certainty, either_of, why_words, word_move, word_nudge
from skerry.teacher.pairs import Gap, MeanEstimate, Pairs, new_continuation

HINT_SECONDS = 3.0  # of processor time for one hint
SCREENED = 5  # options that quick playouts look at
WEIGHED = 3  # options that the stronger player looks at
SEARCHED = 60  # simulations of the search that proposes them
QUICK_PAIRS = 12
LEAST_QUICK = 3  # of them, however long they take
LEAST_PAIRS = 6  # by the stronger player: with fewer, no number is named
LONGER = 2.0 if COMPILED else 1.0  # times the seconds, for these
MOST_PAIRS = 80  # more would not change the words
UNRIVALED = 2  # how sure a hint is if quick playouts have left nothing to compare with
STRONG = 12  # simulations of the stronger player for every turn

# How many times wider an interval of points has to be, by the number of options, because the best one was picked by the
# very playouts that speak of it: Tukey's studentized range for 90 %, beside the quantile of a single pair of options.
PICKED = (1.0, 1.0, 1.0, 1.25)


class Weighed(Struct, frozen=True):
    """An option of a hint, beside the best one."""

    text: str
    label: str
    win: float  # chance to win, 0 to 1
    points: float  # expected at the end
    behind: MeanEstimate  # points behind the best
    behind_win: MeanEstimate
    categories: dict[str, float]  # where the best is ahead or behind, in points


class Hint(Struct, frozen=True):
    """Three depths: a nudge, the move, the reasons."""

    best: tuple[str, ...]  # texts of the options that are as good as each other
    look: tuple[str, ...]  # pieces that the nudge points at
    certainty: int  # 3 plain, 2 about, 1 probably, 0 too close to call
    nudge: str
    move: str
    why: str
    options: tuple[Weighed, ...]
    pairs: int


def hint(observer: Observer, seconds: float, seed: int, clock: Callable[[], float] = time.thread_time) -> Hint | None:
    """What the seat could do, and why; None if there is nothing to decide or no judgement for the game."""
    game = observer.game
    judgement = judgement_of(game.name)
    if len(observer.legal) < 2 or judgement is None:
        return None
    began = clock()
    liked = search_first(observer, SEARCHED, seed, None if COMPILED else seconds / 3)
    quick = Pairs(observer, liked, new_continuation(game, judgement), seed + 1)
    if too_slow(observer, liked, seconds, seed, clock):
        return word_hurried_hint(observer, liked[:WEIGHED], liked[0])
    for number in range(QUICK_PAIRS):
        if number >= LEAST_QUICK and clock() - began > seconds * 2 / 3:
            break
        quick.run(1)
    quick.drop_clearly_worse(3.0)
    kept = sorted(quick.ranking()[:WEIGHED], key=liked.index)
    strong = Pairs(observer, kept, new_continuation(game, judgement, STRONG), seed + 2)
    while pairs_played(strong) < LEAST_PAIRS and clock() - began < seconds * LONGER:
        strong.run(1)
    while clock() - began < seconds and len(strong.dropped) < len(kept) - 1 and pairs_played(strong) < MOST_PAIRS:
        strong.run(1)
        strong.drop_clearly_worse(3.0)
    if pairs_played(strong) < LEAST_PAIRS:
        return word_hurried_hint(observer, kept, liked[0])
    return word_hint(observer, quick, strong, liked[0])


def too_slow(observer: Observer, liked: list[int], seconds: float, seed: int, clock: Callable[[], float]) -> bool:
    """Uncompiled, a single playout may take as long as the whole hint should."""
    judgement = judgement_of(observer.game.name)
    if COMPILED or judgement is None:
        return False
    began = clock()
    Pairs(observer, liked[:1], new_continuation(observer.game, judgement), seed).run(1)
    return (clock() - began) * len(liked) * LEAST_QUICK > seconds


def pairs_played(pairs: Pairs) -> int:
    """How many have been played."""
    return max(len(endings) for endings in pairs.endings.values())


def search_first(observer: Observer, simulations: int, seed: int, seconds: float | None = None) -> list[int]:
    """The options that a search likes best, best first."""
    bot = SearchBot(seed, Budget(seconds, simulations, of_processor=True), judgement_of(observer.game.name))
    rows = sorted(bot.advise(observer), key=lambda row: -row[1])
    return [action for action, share, _ in rows if share > 0.01][:SCREENED]


# ---- the words


def hint_with_names(found: Hint, names: Sequence[str]) -> Hint:
    """With the players' names in place."""
    return replace(
        found,
        nudge=found.nudge.format(*names),
        move=found.move.format(*names),
        why=found.why.format(*names),
        options=tuple(replace(option, label=option.label.format(*names)) for option in found.options),
    )


class HintMemory:
    """The last hint given: the same advice again in the same turn says so."""

    def __init__(self) -> None:
        self.last: Hint | None = None
        self.seat = -1
        self.moves = 0
        self.asked = ""

    def tell(self, found: Hint, match: Match, seat: int) -> Hint:
        """With names in place."""
        still = seat == self.seat and all(move.entry.seat == seat for move in match.moves[self.moves :])
        asked = match.game.question(match.state).words
        before = self.last if still and asked == self.asked else None
        named = hint_with_names(found, match.names)
        self.last, self.seat, self.moves, self.asked = named, seat, len(match.moves), asked
        return mark_if_repeated(named, before)


def mark_if_repeated(found: Hint, before: Hint | None) -> Hint:
    """The hint as it reads after an earlier one in the same turn."""
    again = before is not None and set(found.best) == set(before.best) and found.move == before.move
    return replace(found, move=f"As before: {found.move}") if again else found


def word_hurried_hint(observer: Observer, kept: list[int], searched: int) -> Hint:
    """There was no time to compare closely, so there is no number."""
    phrase = Phrases(observer)
    best = searched if searched in kept else kept[0]
    names = [phrase.option(action) for action in kept]
    look, nudged = word_nudge(phrase, kept, {})
    return Hint(
        best=tuple(observer.game.actions.text(action) for action in kept),
        look=look,
        certainty=0,
        nudge=nudged,
        move=capital(f"{names[0]}." if len(names) == 1 else f"{either_of(names)}. My pick: {phrase.option(best)}."),
        why="I only had time for a quick look, so I cannot say how much better it is.",
        options=(),
        pairs=0,
    )


def word_hint(observer: Observer, quick: Pairs, strong: Pairs, searched: int) -> Hint:
    best, *others = strong.ranking()
    least = observer.game.least_gap
    gaps = {other: widen_gap(strong, best, other) for other in (*others, *strong.dropped)}
    equal = [best, *(other for other in others if certainty(gaps[other], least) == 0)]
    behind = sorted((other for other in gaps if other not in equal), key=lambda other: gaps[other].points.mean)
    torn = bool(behind) and preferred_by(quick, best, behind[0]) < 0
    sure = 0 if len(equal) > 1 or torn else min((certainty(gap, least) for gap in gaps.values()), default=UNRIVALED)
    phrase = Phrases(observer)
    look, nudged = word_nudge(phrase, equal, {} if torn else gaps)
    return Hint(
        best=tuple(observer.game.actions.text(action) for action in equal),
        look=look,
        certainty=sure,
        nudge=nudged,
        move=word_move(phrase, equal, gaps, searched, torn),
        why=why_words(phrase, equal, behind, gaps, strong, torn),
        options=tuple(weigh_option(phrase, strong, best, action) for action in strong.endings),
        pairs=len(strong.endings[best]),
    )


def preferred_by(pairs: Pairs, action: int, other: int) -> int:
    """Which of the two the pairs prefer; 0 if they cannot tell."""
    if action not in pairs.endings or other not in pairs.endings:
        return 0
    points = pairs.gap(action, other).points
    return 0 if not points.is_clear else 1 if points.mean > 0 else -1


def widen_gap(strong: Pairs, best: int, other: int) -> Gap:
    gap = strong.gap(best, other)
    return replace(gap, points=MeanEstimate(gap.points.mean, PICKED[len(strong.endings)] * gap.points.half))


def weigh_option(phrase: Phrases, strong: Pairs, best: int, action: int) -> Weighed:
    gap = widen_gap(strong, best, action)
    return Weighed(
        text=phrase.observer.game.actions.text(action),
        label=phrase.option(action),
        win=strong.win(action).mean,
        points=strong.points(action).mean,
        behind=gap.points,
        behind_win=gap.win,
        categories={label: est.mean for label, est in gap.categories.items() if est.is_clear},
    )
