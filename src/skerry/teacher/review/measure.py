"""Measures what turns, dice and draws were worth.  These functions run in worker processes, so everything they take and
return can be pickled.

There are two ways to look ahead: playing to the end of the game, or playing a few turns and asking the judgement, which
is much faster and less noisy, but only as good as the judgement.
"""

import time
from typing import Any

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.levels import judgement_of
from skerry.brain.continuation import Continuation
from skerry.core.game import Game
from skerry.core.playout import play_chance
from skerry.core.rng import Rng
from skerry.core.state import State
from skerry.teacher.pairs import ending, new_continuation
from skerry.teacher.review.chain import spread

STATES_PER_PAIR = 4  # imagined states per pair: in some of them the turn cannot be played
LUCK_BATCH = 50  # samples of luck between two checks of the error


class Samples(Struct, frozen=True):
    """Repeated measurements: points and chances to win, each by seat."""

    points: list[list[float]]
    wins: list[list[float]]

    def of(self, is_win: bool) -> list[list[float]]:
        return self.wins if is_win else self.points

    def add(self, other: "Samples") -> None:
        self.points.extend(other.points)
        self.wins.extend(other.wins)


def player_of(game: Game[Any], simulations: int = 0) -> Continuation:
    judgement = judgement_of(game.name)
    assert judgement is not None
    return new_continuation(game, judgement, simulations)


def turn_effect(observer: Observer, actions: tuple[int, ...], pairs: int, turns: int, seed: int) -> Samples:
    """What these decisions changed, compared with what the bots would have done in the same imagined states."""
    player = player_of(observer.game)
    rng = Rng(seed)
    found = Samples([], [])
    for _ in range(STATES_PER_PAIR * pairs):
        if len(found.points) == pairs:
            break
        world = observer.imagine(rng)
        seeds = int(rng.word()), int(rng.word())
        after = state_after(world, actions)
        if after is not None:
            add_difference(found, player, world, after, seeds, turns)
    return found


def state_after(world: State, actions: tuple[int, ...]) -> State | None:
    """The state after these decisions; None where hidden information makes them impossible."""
    state = world.clone()
    for action in actions:
        if state.over or action not in state.legal_actions():
            return None
        state.apply(action)
    return state


def add_difference(
    found: Samples, player: Continuation, before: State, after: State, seeds: tuple[int, int], turns: int
) -> None:
    """Play both states on with the same seeds for luck and players, and record the difference."""
    for state in (before, after):
        player.play(state, *seeds, turns)
    old, new = player.outlook(before), player.outlook(after)
    found.points.append([b - a for a, b in zip(old[0], new[0], strict=True)])
    found.wins.append([b - a for a, b in zip(old[1], new[1], strict=True)])


def luck_effect(
    game: Game[Any], before: State, after: State, turns: int, error: float, most: int, seed: int
) -> Samples:
    """What dice and draws brought, compared with what they could have brought, until the error is small enough.

    `before` is the state in which chance moves, `after` the one in which somebody has to decide again.  `error` is the
    standard deviation of the chance to win.
    """
    player = player_of(game)
    rng = Rng(seed)
    found = Samples([], [])
    while len(found.wins) < most:
        for _ in range(min(LUCK_BATCH, most - len(found.wins))):
            other = before.clone()
            play_chance(other, rng)
            add_difference(found, player, other, after.clone(), (int(rng.word()), int(rng.word())), turns)
        if spread(found.wins) / len(found.wins) < error**2:
            break
    return found


class Swing(Struct, frozen=True):
    """Chances to win before and after a step, in the same games: each row is one of them, by seat."""

    before: list[list[float]]
    after: list[list[float]]

    def add(self, other: "Swing") -> None:
        self.before.extend(other.before)
        self.after.extend(other.after)


def decision_swing(observer: Observer, actions: tuple[int, ...], pairs: int, seed: int) -> Swing:
    """Games played to their end by bots, from before and after these decisions."""
    player, rng, found = player_of(observer.game), Rng(seed), Swing([], [])
    for _ in range(STATES_PER_PAIR * pairs):
        if len(found.before) == pairs:
            break
        world = observer.imagine(rng)
        after = state_after(world, actions)
        if after is not None:
            add_game(observer.game, player, found, world, after, rng)
    return found


def luck_swing(game: Game[Any], before: State, after: State, pairs: int, seed: int) -> Swing:
    """The same for what came beside what could have come."""
    player, rng, found = player_of(game), Rng(seed), Swing([], [])
    for _ in range(pairs):
        other = before.clone()
        play_chance(other, rng)
        add_game(game, player, found, other, after.clone(), rng)
    return found


def add_game(game: Game[Any], player: Continuation, found: Swing, before: State, after: State, rng: Rng) -> None:
    seeds = int(rng.word()), int(rng.word())
    for state, rows in ((before, found.before), (after, found.after)):
        player.play(state, *seeds)
        rows.append(list(ending(game, state).wins))


class Trial(Struct, frozen=True):
    """How one way of measuring luck behaves: its variance from pair to pair, and the cost of a pair."""

    variance: float
    seconds: float


def luck_trial(game: Game[Any], before: State, after: State, turns: int, pairs: int, seed: int) -> Trial:
    began = time.thread_time()
    found = luck_effect(game, before, after, turns, 0.0, pairs, seed)
    return Trial(spread(found.wins), (time.thread_time() - began) / pairs)


def final_results(observer: Observer, playouts: int, seed: int) -> Samples:
    """The results of games that bots play out from what the seat knew."""
    player = player_of(observer.game)
    rng = Rng(seed)
    found = Samples([], [])
    for _ in range(playouts):
        state = observer.imagine(rng)
        player.play(state, int(rng.word()), int(rng.word()))
        end = ending(observer.game, state)
        found.points.append([float(points) for points in end.points])
        found.wins.append(list(end.wins))
    return found
