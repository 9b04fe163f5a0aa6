"""What turns, dice and draws were worth.  These functions run in processes of their own, so all they take and return
can be pickled.

Two ways to look ahead: to the end of the game, which is what people are told in the end; or for a few turns, and then
the judgement has its say, which is much quicker and much less noisy, but only as good as the judgement.
"""

import time
from typing import Any

from msgspec import Struct

from skerry.bots import Observer
from skerry.bots.bot import judgement_of
from skerry.brain.continuation import Continuation
from skerry.core.game import Game
from skerry.core.playout import pick
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, State, new_buffer
from skerry.teacher.pairs import ending, new_player
from skerry.teacher.review.chain import spread

PATIENCE = 4  # imagined states in which the turn cannot be played, for each one in which it can
BATCH = 50  # samples of luck between two looks at the error


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
