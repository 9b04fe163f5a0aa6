"""Looking one turn ahead: what an action leads to if the rest of the turn is played well."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from skerry.brain.judgement import Judgement, reals
from skerry.core.playout import random_action
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, MAX_OPTIONS, State, list_to_vec, new_buffer

MAX_DEPTH: Final = 12  # questions in a turn whose answers are all tried
MAX_CHAIN: Final = 60  # questions after which a turn is judged as it stands


@final
class Lookahead:
    """Tries actions on clones.  Chance is sampled; other seats answer with what looks best at first sight."""

    def __init__(self, judgement: Judgement[Any], rng: Rng, tries: i64 = 60) -> None:
        self.judgement = judgement
        self.rng = rng
        self.tries: i64 = tries  # positions to try for one action
        self.values: vec[float] = reals(MAX_OPTIONS)
        self.weights: vec[i64] = new_buffer()
        self.buffers: list[vec[i64]] = [new_buffer() for _ in range(MAX_DEPTH + 2)]

    def best(self, state: State) -> i64:
        """The best action for the seat to move, in exactly this state."""
        options = self.buffers[MAX_DEPTH]
        count = state.legal_into(options)
        if count == 1:
            return options[0]
        for i in range(count):
            self.values[i] = 0.0
        self.weigh(state, options, count, self.values)
        best: i64 = 0
        for i in range(count):
            if self.values[i] > self.values[best]:
                best = i
        return options[best]

    def weigh(self, state: State, options: vec[i64], count: i64, out: vec[float]) -> None:
        """Add to `out` what each action is worth to the seat to move; all actions meet the same luck."""
        seat = state.to_move()
        luck = self.rng.word()
        mine = self.rng
        for i in range(count):
            self.rng = Rng(luck)
            out[i] += self.after(state, options[i], seat, self.tries, 0)
        self.rng = mine

    def worths(self, state: State, actions: list[int]) -> list[float]:
        """What each action is worth to the seat to move, for callers in plain Python."""
        count: i64 = len(actions)
        options = list_to_vec(actions)
        for i in range(count):
            self.values[i] = 0.0
        self.weigh(state, options, count, self.values)
        return [self.values[i] for i in range(count)]

    def after(self, state: State, action: i64, seat: i64, tries: i64, depth: i64) -> float:
        """What an action is worth to the seat when the rest of the turn is played well."""
        next_state = state.clone()
        next_state.apply(action)
        return self.reach(next_state, seat, tries, depth)

    def reach(self, state: State, seat: i64, tries: i64, depth: i64) -> float:
        """The value at the end of the turn.  `state` is played on."""
        options = self.buffers[depth]
        chain: i64 = 0
        while not state.over and chain < MAX_CHAIN:
            chain += 1
            mover = state.to_move()
            if mover == CHANCE:
                state.apply(random_action(state, options, self.weights, self.rng))
                continue
            if self.judgement.begins_turn(state, state.ask_now()):
                break
            count = state.legal_into(options)
            if count == 1:
                state.apply(options[0])
            elif mover == seat and tries >= count and depth + 1 < MAX_DEPTH:
                best = 0.0
                for i in range(count):
                    best = max(best, self.after(state, options[i], seat, tries // count - 1, depth + 1))
                return best
            else:
                state.apply(self.first_sight(state, options, count, mover))
        return self.judgement.value(state, seat)

    def first_sight(self, state: State, options: vec[i64], count: i64, mover: i64) -> i64:
        """The best action if the game stopped right after it."""
        best: i64 = 0
        best_value = -1.0
        for i in range(count):
            after = state.clone()
            after.apply(options[i])
            value = self.judgement.value(after, mover)
            if value > best_value:
                best = options[i]
                best_value = value
        return best
