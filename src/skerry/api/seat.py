"""What a bot is given: all that its seat may know, and nothing else."""

from functools import cached_property
from random import Random

from msgspec import Struct

from skerry.api.game import Action, Game, refusal
from skerry.bots import Observer
from skerry.core.answers import Reason
from skerry.core.rng import Rng


class Seat:
    """The seat that has to decide.  The true state is not in here, only one that the seat cannot tell from it."""

    def __init__(self, observer: Observer, seed: int) -> None:
        self.seat = observer.seat
        self.legal = observer.legal
        self.random = Random(seed)  # a bot that takes all its luck from here plays the same game every time
        self._observer = observer

    @cached_property
    def _likely(self) -> Game:
        return self._game(0)

    @property
    def game(self) -> str:
        return self._likely.name

    @property
    def players(self) -> int:
        return self._likely.players

    def view(self) -> Struct:
        return self._observer.view()

    def observe(self) -> memoryview:
        """All that this seat may know, as numbers; `skerry.fields` says what they mean."""
        return self._likely.observe(self.seat)

    def text(self, action: int) -> str:
        """An action's text, which stays the same in every game."""
        return self._likely.text(action)

    def words(self, action: Action) -> str:
        """What a legal action means here and now, for people."""
        return self._likely.words(action)

    def number(self, action: Action) -> int:
        """The number of an action, given by number or text."""
        return self._likely.number(action)

    def imagine(self) -> Game:
        """A game that might be the real one, another one each time; what is hidden and what is to come is made up."""
        return self._game(self.random.getrandbits(62))

    def _game(self, seed: int) -> Game:
        return Game(self._observer.game, self._observer.imagine(Rng(seed)), f"imagined {seed}", None, [])

    def refusal(self, action: int) -> Reason:
        """Why this action is not possible now."""
        return refusal(self._observer.game, self._likely.state, action)
