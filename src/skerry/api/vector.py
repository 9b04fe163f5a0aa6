"""Thousands of games per call, into NumPy arrays: for learning, not for bots that think."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from skerry.api.game import new
from skerry.api.rows import check_history, encoder_of, whole
from skerry.core.batch import MARGIN, SCORE, WIN, Batch
from skerry.core.observe import Encoder
from skerry.core.state import MAX_OPTIONS, State
from skerry.match import MatchError, luck

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Reward = Literal["win", "margin", "score"]
REWARDS: dict[str, int] = {"win": WIN, "margin": MARGIN, "score": SCORE}
MOST_GAMES = 1_000_000


class Vector:
    """Games side by side, as read-only arrays.

    Every step makes new observations and writes over all other arrays: copy what you want to keep of those.
    """

    def __init__(self, batch: Batch, players: int) -> None:
        np = numpy()
        games = int(batch.games)
        self.games = games
        self.players = players
        self.actions = int(batch.actions)  # how many there are: the width of the masks
        self.masks: NDArray[Any] = np.asarray(batch.masks).reshape(games, -1)  # 1 for each legal action
        self.options: NDArray[Any] = np.asarray(batch.options).reshape(
            games, MAX_OPTIONS
        )  # the legal actions, ascending …
        self.counts: NDArray[Any] = np.asarray(batch.counts)  # … of which so many count
        self.seats: NDArray[Any] = np.asarray(batch.seats)  # to move
        self.observations: NDArray[Any] = self._rows(np, batch)  # of the seat to move
        self.done: NDArray[Any] = np.asarray(batch.done).view(np.bool_)  # a game has ended in this step
        self.rewards: NDArray[Any] = np.asarray(batch.rewards).reshape(games, players)  # of that game, by seat
        self.scores: NDArray[Any] = np.asarray(batch.scores).reshape(games, players)  # of the last game that has ended
        self._np = np
        self._batch = batch

    def step(self, actions: "ArrayLike") -> None:
        """Play an action in every game; one that ends begins anew at once."""
        given = self._np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise MatchError(f"step takes {self.games} whole numbers, not {given.dtype} of shape {given.shape}")
        numbers = given.astype("<i4")
        if given.dtype.itemsize > 2:  # what is too large for four bytes must not become another action
            numbers[numbers != given] = -1
        self._batch.step(numbers.tobytes())
        self.observations = self._rows(self._np, self._batch)

    def _rows(self, np: Any, batch: Batch) -> "NDArray[Any]":
        return np.asarray(batch.observations).reshape(self.games, int(batch.width))

    @property
    def ended(self) -> int:
        """How many games have been played to the end."""
        return int(self._batch.ended)

    def state(self, game: int) -> State:
        """The position of one game: a copy, for whoever wants to look closer."""
        return self._batch.states[whole(game, 0, self.games - 1, "a game is a number")].clone()


def vector(
    game: str,
    players: int = 2,
    games: int = 1024,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    *,
    observe: bool = True,
    history: int = 0,
    reward: Reward = "win",
) -> Vector:
    """Many games of one kind.  The seed determines all dice and draws of each, whatever is played in the others."""
    numpy()
    games = whole(games, 1, MOST_GAMES, "games is a number")
    history = check_history(history)
    if history and not observe:
        raise MatchError("history is part of the observations, and you want none")
    first = new(game, players, 0, options)
    start = first.rules.new(first.rules.load_kit(), players, first.options)
    start.settle()
    encoder = encoder_of(first.rules, start)
    number = luck.draw(luck.new_seed() if seed is None else str(seed), 0, 2**62)
    rows = encoder if observe else Encoder()
    batch = Batch(start, rows, games, number, len(first.actions), reward_of(reward, int(encoder.players)), history)
    return Vector(batch, players)


def reward_of(reward: str, players: int) -> int:
    """Alone and without a rival there is nobody to win against, so that points count."""
    if reward not in REWARDS:
        raise MatchError(f"reward is {', '.join(REWARDS)}, not {str(reward)[:40]!r}")
    return SCORE if players == 1 and reward == "win" else REWARDS[reward]


def numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError as error:
        raise MatchError("skerry.vector needs NumPy: pip install 'skerry[vector]'") from error
