"""Thinking about a hint, step by step: each step takes what is known and returns more of it, so that a first answer can
be shown at once and refined in view.

The search of the expert advises.  Quick playouts only sort out what is plainly worse.  What is said of two options
comes from pairs that a strong player plays on; these choose nothing, since both options come from the search.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from skerry.bots.bot import Budget
from skerry.bots.levels import judgement_of
from skerry.bots.observer import Observer
from skerry.bots.search_bot import SearchBot
from skerry.core.compiled import COMPILED
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State
from skerry.teacher.hints.rivals import rivals_after
from skerry.teacher.pairs import Ending, Pairs, new_continuation

FIRST_SECONDS, FIRST_SEARCHED = 0.3, 150  # of the search for the first answer
SECONDS, SEARCHED = 1.8, 2000  # of the search that advises: as long as the expert thinks
LINE_SECONDS, LINE_SEARCHED = 0.15, 24  # for each decision of the rest of a turn
SCREENED = 5  # options that quick playouts look at
SCREENING = 0.8  # seconds for them
QUICK_PAIRS, LEAST_QUICK = 12, 3
COMPARED = 3  # options that the strong player looks at, until it is plain which are the same
SORTING_PAIRS = 6
STRONG = 32  # simulations of the strong player for every turn: an expert with a fixed budget
ENOUGH_PAIRS = 50  # by the strong player: with fewer, no number is told
MOST_PAIRS = 80  # more would hardly change the words
SAME = 0.95  # a share of pairs that end alike, and it is the same thing

HintClock = Callable[[], float]


class Liked(NamedTuple):
    """An option, and the share of the search's visits that it has."""

    action: int
    share: float


class Thought(Struct, frozen=True):
    """What is known so far."""

    seed: int
    liked: tuple[Liked, ...]  # by the search, best first
    is_searched: bool = False  # as long as the expert would
    is_done: bool = False  # more time would change nothing
    compared: tuple[int, ...] = ()  # the search's choice, and what is left beside it
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)  # how the turn goes on after an option
    endings: dict[int, list[Ending]] = field(default_factory=dict)  # by the strong player
    takers: dict[int, float] = field(default_factory=dict)  # by seat: how often it takes the choice if one leaves it
    seconds: float = 0.0  # that the steps have taken

    @property
    def pairs(self) -> int:
        return max((len(endings) for endings in self.endings.values()), default=0)


def first_thought(observer: Observer, seed: int) -> Thought | None:
    """Half a second; None if there is nothing to decide or no judgement for the game."""
    if len(observer.legal) < 2 or judgement_of(observer.game.name) is None:
        return None
    liked = search_first(observer, FIRST_SEARCHED, seed, FIRST_SECONDS)
    return Thought(seed, liked, compared=tuple(row.action for row in liked[:2]))


def think_on(observer: Observer, before: Thought, seconds: float, clock: HintClock = time.thread_time) -> Thought:
    """One step further; `seconds` is all the time that is left, of which a step takes two at most."""
    began = clock()
    step = play_pairs if before.is_searched else search_well
    after = step(observer, before, seconds, clock)
    return replace(after, seconds=before.seconds + clock() - began)


def search_first(
    observer: Observer, simulations: int, seed: int, seconds: float | None = None, most: int = SCREENED
) -> tuple[Liked, ...]:
    """The options that a search likes best, best first."""
    bot = SearchBot(seed, Budget(seconds, simulations, of_processor=True), judgement_of(observer.game.name))
    rows = sorted(bot.advise(observer), key=lambda row: -row[1])
    return tuple(Liked(action, share) for action, share, _ in rows if share > 0.01)[:most]


def search_well(observer: Observer, before: Thought, seconds: float, clock: HintClock) -> Thought:
    liked = search_first(observer, SEARCHED, before.seed + 1, min(SECONDS, seconds * 0.6))
    if len(liked) < 2:
        return replace(before, liked=liked, is_searched=True, is_done=True, compared=(liked[0].action,))
    shown = [row.action for row in liked]
    judgement = judgement_of(observer.game.name)
    assert judgement is not None
    quick = Pairs(observer, shown, new_continuation(observer.game, judgement), before.seed + 2)
    began, until = clock(), min(SCREENING, seconds * 0.2)
    is_quick = COMPILED or affords(quick, until, clock)
    for number in range(QUICK_PAIRS if is_quick else 0):
        if number >= LEAST_QUICK and clock() - began > until:
            break
        quick.run(1)
    kept = shown
    if is_quick:
        quick.drop_clearly_worse(3.0)
        kept = [action for action in shown if action == shown[0] or action not in quick.dropped]
    compared = (kept if len(kept) > 1 else shown[:2])[:COMPARED]
    lines = {action: rest_of_turn(observer, action, before.seed + 3) for action in compared}
    return Thought(
        seed=before.seed,
        liked=liked,
        is_searched=True,
        is_done=not is_quick,
        compared=tuple(compared),
        lines=lines,
        takers=rivals_after(observer, compared[0], compared[1], before.seed + 4) if is_quick else {},
    )


def affords(quick: Pairs, seconds: float, clock: HintClock) -> bool:
    """Uncompiled, a single playout may take as long as the whole hint should."""
    began = clock()
    quick.run(1)
    return (clock() - began) * LEAST_QUICK <= seconds


def rest_of_turn(observer: Observer, action: int, seed: int) -> tuple[int, ...]:
    """How the turn goes on after this option, by a short search: up to dice, draws and others."""
    judgement = judgement_of(observer.game.name)
    bot = SearchBot(seed, Budget(LINE_SECONDS, LINE_SEARCHED, of_processor=True), judgement)
    state = observer.imagine(Rng(seed))
    state.apply(action)
    found: list[int] = []
    while goes_on(observer, state):
        chosen = bot.choose(Observer(observer.game, state, observer.seat))
        found.append(chosen)
        state.apply(chosen)
    return tuple(found)


def goes_on(observer: Observer, state: State) -> bool:
    judgement = judgement_of(observer.game.name)
    if state.over or state.to_move() == CHANCE or state.to_move() != observer.seat or judgement is None:
        return False
    return not judgement.begins_turn(state, state.ask_now())


def play_pairs(observer: Observer, before: Thought, seconds: float, clock: HintClock) -> Thought:
    """Play on after the options that are left, for two seconds at most.

    It ends if the time that is left is too short for as many pairs as a number takes.
    """
    judgement = judgement_of(observer.game.name)
    assert judgement is not None
    player = new_continuation(observer.game, judgement, STRONG)
    pairs = Pairs(observer, before.compared, player, before.seed + 5 + before.pairs, follow=before.lines)
    pairs.endings = {action: list(before.endings.get(action, [])) for action in before.compared}
    began, first = clock(), before.pairs
    compared = before.compared
    played = first
    while played < MOST_PAIRS and (played == first or clock() - began < min(2.0, seconds)):
        if played >= SORTING_PAIRS:
            compared = two_unlike(pairs, compared)
            pairs.dropped = set(pairs.endings) - set(compared)
        pairs.run(1)
        played += 1
    each = (clock() - began) / max(1, played - first)
    left = seconds - (clock() - began)
    if played < SORTING_PAIRS:
        is_done = left <= 0
    else:
        compared = two_unlike(pairs, compared)
        is_done = played >= MOST_PAIRS or played + left / max(each, 1e-9) < ENOUGH_PAIRS or left <= 0
        is_done = is_done or len(compared) < 2
    return replace(before, compared=tuple(compared), endings=pairs.endings, is_done=is_done)


def two_unlike(pairs: Pairs, compared: Sequence[int]) -> tuple[int, ...]:
    """The search's choice, and the first of the others that is not the same thing."""
    best, *others = compared
    unlike = [other for other in others if pairs.gap(best, other).alike < SAME]
    return (best, *unlike[:1])
