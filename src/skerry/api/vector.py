"""Thousands of games per call, into NumPy arrays: for learning, not for bots that think."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from skerry.api.game import kit_in, new
from skerry.api.names import OfferedGame
from skerry.api.rows import RowScale, check_history, encoder_of, numpy, seed_text, whole
from skerry.core.batch import MARGIN, SCORE, WIN, Batch
from skerry.core.fields import row_fields
from skerry.core.observe import Encoder
from skerry.core.rng import Rng
from skerry.core.state import MAX_OPTIONS, State
from skerry.games import GAMES
from skerry.match import MatchError, luck

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Reward = Literal["win", "margin", "score"]
REWARDS: dict[str, int] = {"win": WIN, "margin": MARGIN, "score": SCORE}
MOST_GAMES = 1_000_000


class VectorPlan(Struct, frozen=True):
    """What a vector is made of, whatever its seed."""

    game: str
    start: State  # before the first roll
    games: int
    actions: int
    reward: int
    history: int
    observe: bool
    scaled: bool

    def batch(self, number: int) -> Batch:
        rows: Encoder[Any] = self.encoder() if self.observe else Encoder()
        return Batch(self.start, rows, self.games, number, self.actions, self.reward, self.history)

    def encoder(self) -> Encoder[Any]:
        return encoder_of(GAMES[self.game], self.start)

    def scale(self) -> RowScale | None:
        return RowScale(row_fields(self.encoder(), self.history, self.actions)) if self.scaled else None


class Vector:
    """Games side by side, as read-only arrays.

    Every step makes new observations and writes over all other arrays: copy what you want to keep of those.
    """

    def __init__(self, plan: VectorPlan, batch: Batch) -> None:
        """For `vector`, copies and pickles."""
        np = numpy()
        games, players = plan.games, int(plan.start.seats)
        self.games = games
        self.players = players
        self.actions = plan.actions  # how many there are: the width of the masks
        self.masks: NDArray[Any] = np.asarray(batch.masks).reshape(games, -1)  # 1 for each legal action
        self.options: NDArray[Any] = np.asarray(batch.options).reshape(
            games, MAX_OPTIONS
        )  # the legal actions, ascending …
        self.counts: NDArray[Any] = np.asarray(batch.counts)  # … and how many of them count
        self.seats: NDArray[Any] = np.asarray(batch.seats)  # to move
        self.done: NDArray[Any] = np.asarray(batch.done).view(np.bool_)  # a game has ended in this step
        self.rewards: NDArray[Any] = np.asarray(batch.rewards).reshape(games, players)  # of that game, by seat
        self.scores: NDArray[Any] = np.asarray(batch.scores).reshape(games, players)  # of the last game that has ended
        self.batch = batch  # the engine underneath, when every microsecond counts
        self._np = np
        self._plan = plan
        self._scale = plan.scale()
        self.observations: NDArray[Any] = self._rows()  # of the seat to move

    def step(self, actions: "ArrayLike") -> None:
        """Play an action in every game; a game that ends starts again at once."""
        given = self._np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise MatchError(f"step takes {self.games} whole numbers, not {given.dtype} of shape {given.shape}")
        numbers = given.astype("<i4")
        if given.dtype.itemsize > 2:  # what is too large for four bytes must not become another action
            numbers[numbers != given] = -1
        self.batch.step(numbers.tobytes())
        self.observations = self._rows()

    def reset(self, seed: int | str | None = None) -> None:
        """Begin all games anew, exactly as a new vector with this seed; without one, with other dice and draws."""
        self.batch.begin(seed_number(seed))
        self.observations = self._rows()

    def look(self) -> None:
        """Make new observations, after `batch.advance`."""
        self.batch.look()
        self.observations = self._rows()

    def _rows(self) -> "NDArray[Any]":
        rows: NDArray[Any] = self._np.asarray(self.batch.observations).reshape(self.games, int(self.batch.width))
        if self._scale is None:
            return rows
        scaled = self._scale(rows)
        scaled.flags.writeable = False
        return scaled

    @property
    def ended(self) -> int:
        """How many games have been played to the end."""
        return int(self.batch.ended)

    def state(self, game: int) -> State:
        """The position of one game: a copy, for a closer look."""
        return self.batch.states[whole(game, 0, self.games - 1, "a game is a number")].clone()

    # ---- copies and checkpoints: they go on exactly as this one does
    def __copy__(self) -> "Vector":
        states = [state.clone() for state in self.batch.states]
        return vector_from(self._plan, states, deepcopy(self.batch.rngs), self.ended, self.batch.outcomes())

    def __deepcopy__(self, memo: dict[int, Any]) -> "Vector":
        return self.__copy__()

    def __reduce__(self) -> Any:
        batch = self.batch
        return vector_from, (self._plan, batch.states, batch.rngs, self.ended, batch.outcomes())

    def __repr__(self) -> str:
        return f"<{self.games:,} games of {GAMES[self._plan.game].title}, {self.players} players, {self.ended:,} ended>"


def vector_from(plan: VectorPlan, states: list[State], rngs: list[Rng], ended: int, outcomes: Any) -> Vector:
    """A vector that goes on from here."""
    batch = plan.batch(0)
    batch.put_back(states, rngs, ended, outcomes)
    return Vector(plan, batch)


def vector(
    game: OfferedGame | str,
    players: int = 2,
    games: int = 256,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
    *,
    components: str | Path | None = None,
    observe: bool = True,
    scaled: bool = False,
    history: int = 0,
    reward: Reward = "win",
) -> Vector:
    """Many games of one kind.  The seed determines all dice and draws of each, whatever is played in the others.

    With `scaled`, observations are floats from 0 to 1.
    """
    numpy()
    games = whole(games, 1, MOST_GAMES, "games is a number")
    history = check_history(history)
    if (history or scaled) and not observe:
        word = "history is part of" if history else "scaled is about"
        raise MatchError(f"{word} the observations, and you want none")
    first = new(game, players, 0, options, components)
    start = first.rules.new(kit_in(first.state), players, first.options)
    start.settle()
    paid = reward_of(reward, int(first.encoder.players))
    plan = VectorPlan(first.name, start, games, len(first.actions), paid, history, observe, scaled)
    return Vector(plan, plan.batch(seed_number(seed)))


def seed_number(seed: int | str | None) -> int:
    return luck.seeded_number(seed_text(seed), 0, 2**62)


def reward_of(reward: str, players: int) -> int:
    """Alone and without a rival there is nobody to win against, so that points count."""
    if reward not in REWARDS:
        raise MatchError(f"reward is {', '.join(REWARDS)}, not {str(reward)[:40]!r}")
    return SCORE if players == 1 and reward == "win" else REWARDS[reward]
