"""What turns, dice and draws were worth.  These functions run in processes of their own, so all they take and return
can be pickled.

Two ways to look ahead: to the end of the game, which is what people are told in the end; or for a few turns, and then
the judgement has its say, which is much quicker and much less noisy, but only as good as the judgement.
"""

import time
from typing import Any

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.bot import Budget, SearchBot, judgement_of
from skerry.brain.continuation import Continuation
from skerry.core.game import Game
from skerry.core.playout import pick
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.teacher.chain import spread
from skerry.teacher.hints import search_first
from skerry.teacher.pairs import Gap, Pairs, ending, new_player

SEARCHED = 80  # simulations of the search that proposes other moves
CHANCE_LOST = 0.1  # of a victory: less is not worth a word
WHOLE = 20  # a whole victory, in units of `least_gap`
PATIENCE = 4  # imagined states in which the turn cannot be played, for each one in which it can
BATCH = 50  # samples of luck between two looks at the error
FEW = 6  # pairs by the stronger player before the first look


class Outlooks(Struct, frozen=True):
    """Repeated measurements: points and chances to win, each by seat."""

    points: list[list[float]]
    wins: list[list[float]]

    def add(self, other: "Outlooks") -> None:
        self.points.extend(other.points)
        self.wins.extend(other.wins)


def player_of(game: Game[Any], simulations: int = 0) -> Continuation:
    judgement = judgement_of(game.name)
    assert judgement is not None
    return new_player(game, judgement, simulations)


def worth(observer: Observer, actions: tuple[int, ...], pairs: int, turns: int, seed: int) -> Outlooks:
    """What these decisions changed, against what the bots would have done in the same imagined states."""
    player = player_of(observer.game)
    rng = Rng(seed)
    found = Outlooks([], [])
    for _ in range(PATIENCE * pairs):
        if len(found.points) == pairs:
            break
        world = observer.imagine(rng)
        luck, whim = int(rng.word()), int(rng.word())
        after = played(world, actions)
        if after is not None:
            add_difference(found, player, world, after, luck, whim, turns)
    return found


def played(world: State, actions: tuple[int, ...]) -> State | None:
    """The state after these decisions; None where something hidden makes them impossible."""
    state = world.clone()
    for action in actions:
        if state.over or action not in state.legal_actions():
            return None
        state.apply(action)
    return state


def add_difference(
    found: Outlooks, player: Continuation, before: State, after: State, luck: int, whim: int, turns: int
) -> None:
    """Both sides go on with the same luck and players.  The states are played on."""
    for state in (before, after):
        player.play(state, luck, whim, turns)
    old, new = player.outlook(before), player.outlook(after)
    found.points.append([b - a for a, b in zip(old[0], new[0], strict=True)])
    found.wins.append([b - a for a, b in zip(old[1], new[1], strict=True)])


def luck(game: Game[Any], before: State, after: State, turns: int, error: float, most: int, seed: int) -> Outlooks:
    """What dice and draws brought, against what they might have brought, until the chance to win is known well enough.

    `before` is the state in which they speak, `after` the one in which somebody has to decide again.  `error` is a
    standard deviation.
    """
    player = player_of(game)
    rng = Rng(seed)
    found = Outlooks([], [])
    while len(found.wins) < most:
        for _ in range(min(BATCH, most - len(found.wins))):
            other = before.clone()
            let_chance_speak(other, rng)
            add_difference(found, player, other, after.clone(), int(rng.word()), int(rng.word()), turns)
        if spread(found.wins) / len(found.wins) < error**2:
            break
    return found


class Trial(Struct, frozen=True):
    """How one way to measure luck behaves: its variance from pair to pair, and what a pair costs."""

    variance: float
    seconds: float


def try_luck(game: Game[Any], before: State, after: State, turns: int, pairs: int, seed: int) -> Trial:
    began = time.thread_time()
    found = luck(game, before, after, turns, 0.0, pairs, seed)
    return Trial(spread(found.wins), (time.thread_time() - began) / pairs)


def let_chance_speak(state: State, rng: Rng) -> None:
    """Rolls, draws and forced moves, until somebody has a choice."""
    options, weights = new_buffer(), new_buffer()
    while not state.over and (state.to_move() == CHANCE or state.legal_into(options) == 1):
        state.apply(pick(state, options, weights, rng))


def ends(observer: Observer, playouts: int, seed: int) -> Outlooks:
    """How games end that go on from what the seat knew, played by the bots."""
    player = player_of(observer.game)
    rng = Rng(seed)
    found = Outlooks([], [])
    for _ in range(playouts):
        state = observer.imagine(rng)
        player.play(state, int(rng.word()), int(rng.word()))
        end = ending(observer.game, state)
        found.points.append([float(points) for points in end.points])
        found.wins.append(list(end.wins))
    return found


def doubt(observer: Observer, taken: int, simulations: int, seed: int) -> float:
    """How much better than what was taken a short search likes its favourite, from 0 to 1."""
    bot = SearchBot(seed, Budget(None, simulations), judgement_of(observer.game.name))
    values = {action: value for action, _, value in bot.advise(observer) if value is not None}
    if not values or len(observer.legal) < 2:
        return 0.0
    return max(0.0, max(values.values()) - values.get(taken, min(values.values())))


class Better(Struct, frozen=True):
    """Another way to begin a turn that did better in the playouts than the one taken."""

    action: int
    gap: Gap


def better(observer: Observer, taken: int, pairs: int, simulations: int, seconds: float, seed: int) -> Better | None:
    """The best of what a short search proposes, if playouts prefer it to what was taken; None if they do not.

    `seconds` of the processor's time are about what it may cost.
    """
    if len(observer.legal) < 2:
        return None
    until = time.thread_time() + seconds
    least = observer.game.least_gap
    liked = [action for action in search_first(observer, SEARCHED, seed) if action != taken][:2]
    if not liked:
        return None
    compared = Pairs(observer, [taken, *liked], player_of(observer.game), seed + 1)
    compared.run(min(FEW, pairs))
    while len(compared.endings[taken]) < pairs and time.thread_time() < until - 0.6 * seconds:
        gaps = [compared.gap(other, taken) for other in liked]
        if any(is_large(gap, least, 2.0) for gap in gaps) or not any(could_be_large(gap, least) for gap in gaps):
            break
        compared.run(2)
    best = max(liked, key=lambda action: size(compared.gap(action, taken), least))
    if not could_be_large(compared.gap(best, taken), least):
        return None
    others = list(dict.fromkeys([best, liked[0]]))
    return confirmed(observer, taken, others, pairs, simulations, until - time.thread_time(), seed + 2)


def confirmed(
    observer: Observer, taken: int, others: list[int], pairs: int, simulations: int, seconds: float, seed: int
) -> Better:
    """By a stronger player, who also chooses the best of the others.

    It stops early when it is plain that there is, or is not, a large gap.
    """
    until = time.thread_time() + seconds
    least = observer.game.least_gap
    strong = Pairs(observer, [taken, *others], player_of(observer.game, simulations), seed)
    strong.run(min(FEW, pairs))
    while len(strong.endings[taken]) < pairs and time.thread_time() < until:
        gaps = [strong.gap(other, taken) for other in others]
        if any(is_large(gap, least, 2.0) for gap in gaps) or not any(could_be_large(gap, least) for gap in gaps):
            break
        strong.run(2)
    best = max(others, key=lambda action: size(strong.gap(action, taken), least))
    return Better(best, strong.gap(best, taken))


def is_large(gap: Gap, least: float, times: float = 1.0) -> bool:
    """Worth a word, and so many half-intervals away from nothing."""
    by_points = gap.points.mean > max(times * gap.points.half, least) and gap.win.mean > -0.5 * CHANCE_LOST
    return by_points or gap.win.mean > max(times * gap.win.half, CHANCE_LOST)


def is_told(gap: Gap, least: float) -> bool:
    """Large enough to be told, though it was picked as the largest of many and so looks larger than it is."""
    by_points = gap.points.mean > max(1.3 * gap.points.half, 3 * least) and gap.win.mean > -0.5 * CHANCE_LOST
    return by_points or gap.win.mean > max(1.3 * gap.win.half, 2 * CHANCE_LOST)


def size(gap: Gap, least: float) -> float:
    """One number for points and chances, to compare gaps with each other."""
    return gap.points.mean / least + WHOLE * gap.win.mean


def could_be_large(gap: Gap, least: float) -> bool:
    return gap.points.mean + gap.points.half > least or gap.win.mean + gap.win.half > CHANCE_LOST
