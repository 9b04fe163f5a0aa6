"""Hints that say why: the best options, how much they differ by the end, and from what.

A search chooses; quick playouts sort out what is plainly worse; the numbers that a person is told come from playouts
by a stronger player.  Where the two kinds of playout disagree, the hint names no number.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skerry.bots.bot import Budget, SearchBot, judgement_of
from skerry.bots.observer import Observer
from skerry.core.build import COMPILED
from skerry.core.game import Terms
from skerry.core.rng import Rng
from skerry.teacher.pairs import Estimate, Gap, Pairs, new_player

SECONDS = 3.0  # of processor time for one hint
SCREENED = 5  # options that quick playouts look at
WEIGHED = 3  # options that the stronger player looks at
SEARCHED = 60  # simulations of the search that proposes them
QUICK_PAIRS = 12
LEAST_QUICK = 3  # of them, however long they take
LEAST_PAIRS = 6  # by the stronger player: with fewer, no number is named
LONGER = 2.0 if COMPILED else 1.0  # times the seconds, for these
MOST_PAIRS = 80  # more would not change the words
STRONG = 12  # simulations of the stronger player for every turn
CHANCE_WORTH = 10.0  # so many points are worth as much as a whole victory, to compare gaps in games of ten
SAME = 0.95  # a share of pairs that end alike, and it is the same thing


class Weighed(Struct, frozen=True):
    """An option of a hint, beside the best one."""

    text: str
    label: str
    win: float  # chance to win, 0 to 1
    points: float  # expected at the end
    behind: Estimate  # points behind the best
    behind_win: Estimate
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
    """What the seat could do, and why; None if there is nothing to decide or nobody to judge."""
    game = observer.game
    judgement = judgement_of(game.name)
    if len(observer.legal) < 2 or judgement is None:
        return None
    began = clock()
    liked = search_first(observer, SEARCHED, seed, None if COMPILED else seconds / 3)
    quick = Pairs(observer, liked, new_player(game, judgement), seed + 1)
    if too_slow(observer, liked, seconds, seed, clock):
        return hurried(observer, liked[:WEIGHED], liked[0])
    for number in range(QUICK_PAIRS):
        if number >= LEAST_QUICK and clock() - began > seconds * 2 / 3:
            break
        quick.run(1)
    quick.leave_out_the_worse(3.0)
    kept = sorted(quick.ranking()[:WEIGHED], key=liked.index)
    strong = Pairs(observer, kept, new_player(game, judgement, STRONG), seed + 2)
    while count(strong) < LEAST_PAIRS and clock() - began < seconds * LONGER:
        strong.run(1)
    while clock() - began < seconds and len(strong.left_out) < len(kept) - 1 and count(strong) < MOST_PAIRS:
        strong.run(1)
        strong.leave_out_the_worse(3.0)
    if count(strong) < LEAST_PAIRS:
        return hurried(observer, kept, liked[0])
    return worded(observer, quick, strong, liked[0])


def too_slow(observer: Observer, liked: list[int], seconds: float, seed: int, clock: Callable[[], float]) -> bool:
    """Uncompiled, a single playout may take as long as the whole hint should."""
    judgement = judgement_of(observer.game.name)
    if COMPILED or judgement is None:
        return False
    began = clock()
    Pairs(observer, liked[:1], new_player(observer.game, judgement), seed).run(1)
    return (clock() - began) * len(liked) * LEAST_QUICK > seconds


def count(pairs: Pairs) -> int:
    """How many have been played."""
    return max(len(endings) for endings in pairs.endings.values())


def search_first(observer: Observer, simulations: int, seed: int, seconds: float | None = None) -> list[int]:
    """The options that a search likes best, best first."""
    bot = SearchBot(seed, Budget(seconds, simulations, of_processor=True), judgement_of(observer.game.name))
    rows = sorted(bot.advise(observer), key=lambda row: -row[1])
    return [action for action, share, _ in rows if share > 0.01][:SCREENED]


# ---- the words


def named(found: Hint, names: Sequence[str]) -> Hint:
    """With the players' names in place."""
    return replace(
        found,
        nudge=found.nudge.format(*names),
        move=found.move.format(*names),
        why=found.why.format(*names),
        options=tuple(replace(option, label=option.label.format(*names)) for option in found.options),
    )


def hurried(observer: Observer, kept: list[int], searched: int) -> Hint:
    """There was no time to compare closely, so there is no number."""
    phrase = Phrases(observer)
    best = searched if searched in kept else kept[0]
    names = [phrase.option(action) for action in kept]
    look, nudged = nudge(phrase, kept, {})
    return Hint(
        best=tuple(observer.game.actions.text(action) for action in kept),
        look=look,
        certainty=0,
        nudge=nudged,
        move=f"{names[0]}." if len(names) == 1 else f"{either(names)}. I would take {phrase.option(best)}.",
        why="I only had time for a quick look, so I cannot say how much better it is.",
        options=(),
        pairs=0,
    )


def worded(observer: Observer, quick: Pairs, strong: Pairs, searched: int) -> Hint:
    best, *others = strong.ranking()
    least = observer.game.least_gap
    gaps = {other: strong.gap(best, other) for other in others}
    for other in strong.left_out:
        gaps[other] = strong.gap(best, other)
    equal = [best, *(other for other in others if certainty(gaps[other], least) == 0)]
    behind = [other for other in others if other not in equal]
    torn = bool(behind) and sign(quick, best, behind[0]) < 0
    sure = 0 if len(equal) > 1 or torn or not gaps else min(certainty(gap, least) for gap in gaps.values())
    phrase = Phrases(observer)
    look, nudged = nudge(phrase, equal, {} if torn else gaps)
    return Hint(
        best=tuple(observer.game.actions.text(action) for action in equal),
        look=look,
        certainty=sure,
        nudge=nudged,
        move=move(phrase, equal, gaps, searched, torn),
        why=why(phrase, equal, behind, gaps, least, torn),
        options=tuple(weighed(phrase, strong, best, action) for action in strong.endings),
        pairs=len(strong.endings[best]),
    )


def sign(pairs: Pairs, action: int, other: int) -> int:
    """Which of the two the pairs prefer; 0 if they cannot tell."""
    if action not in pairs.endings or other not in pairs.endings:
        return 0
    points = pairs.gap(action, other).points
    return 0 if not points.is_clear else 1 if points.mean > 0 else -1


def certainty(gap: Gap, least: float) -> int:
    """How plainly a gap may be named: by points, or by the chance to win in games of ten."""
    by_points = level(gap.points, least)
    by_wins = level(in_tenths(gap.win), 0.5)
    return max(by_points, by_wins)


def in_tenths(chance: Estimate) -> Estimate:
    return Estimate(chance.mean * CHANCE_WORTH, chance.half * CHANCE_WORTH)


def level(estimate: Estimate, least: float) -> int:
    mean, half = estimate.mean, estimate.half
    if mean < least or mean <= half:
        return 0
    return 3 if mean > 3 * half and mean >= 1 else 2 if mean > 1.5 * half else 1


class Phrases:
    """Options and places of one decision in words."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.state = observer.imagine(Rng(0))
        self.shorts = Counter(self.terms(action).short for action in observer.game.candidates(self.state))

    def terms(self, action: int) -> Terms:
        return self.observer.game.terms(self.state, action)

    def option(self, action: int) -> str:
        """Short enough to stand in a sentence."""
        terms = self.terms(action)
        if terms.group and terms.short and self.shorts[terms.short] > 1:
            return f"{terms.group}: {terms.short}"
        return terms.short or self.observer.game.label(self.state, action)


def nudge(phrase: Phrases, equal: list[int], gaps: dict[int, Gap]) -> tuple[tuple[str, ...], str]:
    """Where to look and what to think about, never an option."""
    groups = {action: phrase.terms(action).group for action in phrase.observer.legal}
    wanted = {groups[action] for action in equal}
    group = next(iter(wanted))
    together = [action for action in groups if groups[action] == group]
    if len(wanted) == 1 and group and 1 < len(together) <= len(groups) / 2:
        return tuple(
            piece for action in together for piece in phrase.terms(action).at[:1]
        ), f"Look here first: {group}."
    for gap in gaps.values():
        gains = [label for label, est in gap.categories.items() if est.is_clear and est.mean >= 0.5]
        if gains:
            return (), f"Think ahead to the final scoring: what could bring you more from {gains[0]}?"
    if len(equal) > 1:
        return (), "More than one option is good here. Choose by what you plan to do next."
    return (), "One option stands out. What would each of them bring you by the end?"


def move(phrase: Phrases, equal: list[int], gaps: dict[int, Gap], searched: int, torn: bool) -> str:
    names = [phrase.option(action) for action in equal]
    if torn:
        return f"{names[0]}, but I keep changing my mind."
    if len(names) == 1:
        return f"{names[0]}."
    same = all(gaps[other].alike >= SAME for other in equal[1:])
    if same:
        return f"{either(names)}: no difference here."
    wide = max(gaps[other].points.half for other in equal[1:]) > 1
    if wide:
        favourite = phrase.option(searched if searched in equal else equal[0])
        return f"{either(names)}: too close to call. I would take {favourite}."
    return f"{either(names)}: as good as each other."


def either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def why(phrase: Phrases, equal: list[int], behind: list[int], gaps: dict[int, Gap], least: float, torn: bool) -> str:
    if torn:
        return "Quick playouts and careful ones disagree here, so a number would only mislead."
    if not behind:
        return in_kind(phrase, gaps[equal[1]], equal) if len(equal) > 1 else "Nothing else comes near it."
    other = behind[0]
    gap = gaps[other]
    sentences = [how_much(gap, phrase.option(other), least)]
    if from_what := main_categories(gap):
        sentences.append(from_what)
    return " ".join(sentences)


def how_much(gap: Gap, other: str, least: float) -> str:
    by_points = level(gap.points, least)
    if by_points:
        how = {3: "", 2: "About ", 1: "Probably "}[by_points]
        if gap.points.mean < 1:
            return f"It looks a little better than {other} (under a point)."
        return f"{how}{points(gap.points.mean)} more than {other} by the end."
    by_wins = level(in_tenths(gap.win), 0.5)
    if gap.rivals.mean < -gap.rivals.half and not gap.points.is_clear:
        return f"Your own points hardly change, but your rivals end lower than after {other}."
    if by_wins < 2:
        return f"You probably win more often than with {other}."
    tenths = max(1, round(gap.win.mean * 10))
    return f"You win about {tenths} more game{'' if tenths == 1 else 's'} in 10 than with {other}."


def points(mean: float) -> str:
    whole = round(mean * 2) / 2 if mean < 2 else round(mean)
    number = f"{whole:g}".replace(".5", "½").replace("0½", "½")
    return f"{number} point{'' if whole == 1 else 's'}"


def main_categories(gap: Gap) -> str:
    """The one or two categories that make up most of the gap; and what is given up."""
    clear = sorted(
        ((label, est) for label, est in gap.categories.items() if est.is_clear and abs(est.mean) >= 0.5),
        key=lambda row: -abs(row[1].mean),
    )
    gains = [label for label, est in clear if est.mean > 0][:2]
    losses = [label for label, est in clear if est.mean < 0][:1]
    if gains and losses:
        return f"More from {' and '.join(gains)}, less from {losses[0]}."
    if gains:
        return f"Mostly from {' and '.join(gains)}."
    return f"It brings less from {losses[0]}, but more in all." if losses else ""


def in_kind(phrase: Phrases, gap: Gap, equal: list[int]) -> str:
    """Equal in value: in what do they differ?"""
    clear = {label: est.mean for label, est in gap.categories.items() if est.is_clear and abs(est.mean) >= 0.5}
    gains = [label for label, mean in clear.items() if mean > 0]
    losses = [label for label, mean in clear.items() if mean < 0]
    if gains and losses:
        first, second = phrase.option(equal[0]), phrase.option(equal[1])
        return f"{first} goes for {gains[0]}, {second} for {losses[0]}."
    return "Take the one you like."


def weighed(phrase: Phrases, strong: Pairs, best: int, action: int) -> Weighed:
    gap = strong.gap(best, action)
    return Weighed(
        text=phrase.observer.game.actions.text(action),
        label=phrase.option(action),
        win=strong.win(action).mean,
        points=strong.points(action).mean,
        behind=gap.points,
        behind_win=gap.win,
        categories={label: est.mean for label, est in gap.categories.items() if est.is_clear},
    )
