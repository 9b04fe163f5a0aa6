"""Plays a position on to its end, every seat by what it can know, so that options can be compared by how games end.

Two options meet the same luck: chance has a random stream of its own, seeded for each continuation.  The players vary:
noise is added to their judgement, a different amount in every continuation.  A fixed player would give a single fixed
result where no chance is left, and that would look like certainty.
"""

from collections.abc import Callable
from math import log
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import JUDGED_SEATS, Judgement, reals
from skerry.brain.lookahead import Lookahead
from skerry.brain.search import Search, SearchSettings
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, MAX_OPTIONS, State, new_buffer

NO_LIMIT: Final = -1
CONTINUATION_STATES: Final = 2  # imagined states for one decision, where hidden things decide much

Imaginer = Callable[[State, int, Rng], State]


@final
class Continuation:
    """A quick good player for all seats.  With `simulations` it searches at the beginning of every turn."""

    def __init__(
        self, judgement: Judgement[Any], imagine: Imaginer, simulations: i64 = 0, tries: i64 = 30, slips: float = 0.1
    ) -> None:
        self.judgement = judgement
        self.imagine = imagine
        self.simulations: i64 = simulations
        self.slips: float = slips  # the most the judgement is blurred, as a share of how far the actions lie apart
        self.rng = Rng(1)
        self.lookahead = Lookahead(judgement, self.rng, tries)
        self.settings = SearchSettings()
        self.settings.first_tries = 40
        self.settings.looks = CONTINUATION_STATES
        self.blur: float = 0.0
        self.options: vec[i64] = new_buffer()
        self.weights: vec[i64] = new_buffer()
        self.values: vec[float] = reals(MAX_OPTIONS)
        self.chances: vec[float] = reals(JUDGED_SEATS)

    def play(self, state: State, luck_seed: i64, policy_seed: i64, turns: i64 = NO_LIMIT) -> None:
        """Play `state` on to its end, or for `turns` turns, up to where the next one begins.

        The same luck seed gives the same dice and draws, the same policy seed the same players.
        """
        chance = Rng(luck_seed)
        self.rng = Rng(policy_seed)
        self.blur = self.slips * float(self.rng.below(1000)) / 1000.0
        self.lookahead.rng = self.rng
        left = turns
        while not state.over:
            if state.to_move() == CHANCE:
                state.apply(random_action(state, self.options, self.weights, chance))
                continue
            if self.judgement.begins_turn(state, state.ask_now()):
                if left == 0:
                    return
                left -= 1
            state.apply(self.choose(state))

    def outlook(self, state: State) -> tuple[list[float], list[float]]:
        """Points and chances to win by seat, as the judgement sees them where a turn begins; exact at the end."""
        self.judgement.outlook_into(state, self.values, self.chances)
        seats = int(state.seats)
        return [self.values[seat] for seat in range(seats)], [self.chances[seat] for seat in range(seats)]

    def choose(self, state: State) -> i64:
        count = state.legal_into(self.options)
        if count == 1:
            return self.options[0]
        if self.simulations > 0 and self.judgement.begins_turn(state, state.ask_now()):
            return self.search(state)
        for i in range(count):
            self.values[i] = 0.0
        if self.judgement.has_secrets():
            for _state in range(i64(CONTINUATION_STATES)):
                imagined = self.imagine(state, state.to_move(), self.rng)
                self.lookahead.weigh(imagined, self.options, count, self.values)
        else:
            self.lookahead.weigh(state, self.options, count, self.values)
        return self.options[self.blurred_best(count)]

    def blurred_best(self, count: i64) -> i64:
        """The place of the best value after a little noise; equals are chosen between at random."""
        least = self.values[0]
        most = self.values[0]
        for i in range(count):
            least = min(least, self.values[i])
            most = max(most, self.values[i])
        noise = self.blur * (most - least) + 1e-9
        best: i64 = 0
        best_value = -1e18
        for i in range(count):
            value = self.values[i] - noise * log(-log((float(self.rng.word()) + 0.5) / 4294967296.0))
            if value > best_value:
                best = i
                best_value = value
        return best

    def search(self, state: State) -> i64:
        mover = int(state.to_move())
        search = Search(
            Imagined(self.imagine, state, mover), mover, int(self.rng.word()), self.judgement, self.settings
        )
        search.run(int(self.simulations))
        return search.best()


@final
class Imagined:
    """States that the seat cannot tell from this one."""

    def __init__(self, imagine: Imaginer, state: State, seat: int) -> None:
        self.imagine = imagine
        self.state = state
        self.seat = seat

    def __call__(self, rng: Rng) -> State:
        return self.imagine(self.state, self.seat, rng)
