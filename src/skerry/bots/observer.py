"""What a bot may know."""

from typing import Any

from msgspec import Struct

from skerry.core.game import Game
from skerry.core.rng import Rng
from skerry.core.state import State


class Observer:
    """What a seat knows.  The true state is not in here, only an imagined one."""

    def __init__(self, game: Game[Any], state: State, seat: int, time_left: float | None = None) -> None:
        self.game = game
        self.seat = seat
        self.legal = state.legal_actions()
        self.time_left = time_left  # seconds on the seat's clock, where there is one
        self._likely: State = game.imagine(state, seat, Rng(0))

    def view(self) -> Struct:
        return self.game.view(self._likely, self.seat)

    def could_be(self, state: State) -> bool:
        """Would the seat see the same and be asked the same in this state?"""
        asked: bool = state.ask_now() == self._likely.ask_now()
        return asked and state.legal_actions() == self.legal and self.game.view(state, self.seat) == self.view()

    def imagine(self, rng: Rng) -> State:
        """A state that might be the real one, for the bot to play with."""
        state: State = self.game.imagine(self._likely, self.seat, rng)
        return state
