"""What a bot may know, and the bots there are."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.search import Search
from skerry.core.state import State


class Observer:
    """A seat's knowledge.  The truth is not in here: what is kept is already imagined."""

    def __init__(self, game: Game[Any], state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.legal = state.legal_actions()
        self._likely: State = game.imagine(state, seat, Rng(0))

    def view(self) -> Struct:
        return self.game.view(self._likely, self.seat)

    def imagine(self, rng: Rng) -> State:
        """A state that might be the real one, the bot's own to play on."""
        state: State = self.game.imagine(self._likely, self.seat, rng)
        return state


class Bot(Protocol):
    def choose(self, observer: Observer) -> int:
        """One of `observer.legal`."""


class RandomBot:
    """Any legal action."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, observer: Observer) -> int:
        return observer.legal[int(self.rng.below(len(observer.legal)))]


class SearchBot:
    """Information-set tree search with random rollouts."""

    def __init__(self, seed: int, iterations: int = 2_000) -> None:
        self.rng = Rng(seed)
        self.iterations = iterations

    def choose(self, observer: Observer) -> int:
        search = Search(observer.imagine, observer.seat, int(self.rng.word()))
        search.run(self.iterations)
        return search.best()


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "search": SearchBot}
