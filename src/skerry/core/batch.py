"""Many games side by side: one call plays a decision in each of them."""

from typing import Any, Final, final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from skerry.core import bits
from skerry.core.observe import Encoder, zero_row
from skerry.core.playout import random_action
from skerry.core.playthrough import no_mask, put_memory, remembered
from skerry.core.rng import Rng
from skerry.core.state import CHANCE, MAX_OPTIONS, IllegalAction, State, new_buffer, zeros

# what the seats get when a game ends
WIN: Final = 0  # 1, shared by the winners
MARGIN: Final = 1  # points ahead of the best other player, or behind
SCORE: Final = 2  # points


def zero_rewards(count: int) -> vec[float]:
    return vec[float]([0.0] * count)


def put_rewards(state: State, reward: i64, out: vec[float], at: i64) -> None:
    """What each seat gets for a game that is over.  A solo game without a rival is about its points."""
    winners = state.winners()
    for seat in range(state.seats):
        points = state.score(seat)
        if reward == WIN:
            share = 1.0 / float(bits.count(winners)) if winners != 0 else 0.0
            out[at + seat] = share if (winners >> seat) & 1 else 0.0
        elif reward == SCORE or state.seats == 1:
            out[at + seat] = float(points)
        else:
            out[at + seat] = float(points - best_other(state, seat))


def final_rewards(state: State, reward: i64) -> list[float]:
    """What each seat gets for a game that is over, for callers in plain Python."""
    out = zero_rewards(int(state.seats))
    put_rewards(state, reward, out, 0)
    return list(out)


def best_other(state: State, seat: i64) -> i64:
    best = state.score((seat + 1) % state.seats)
    for other in range(state.seats):
        if other != seat and state.score(other) > best:
            best = state.score(other)
    return best


@final
@mypyc_attr(acyclic=True)
class Batch:
    """A step makes new observations and writes over all other arrays.  A game that ends starts again at once."""

    def __init__(
        self, start: State, encoder: Encoder[Any], games: i64, seed: i64, actions: i64, reward: i64, moves: i64
    ) -> None:
        """`encoder` writes observations if its rows have a length; `moves` of history come behind them."""
        seats = start.seats
        self.start: State = start
        self.encoder: Encoder[Any] = encoder
        self.games: i64 = games
        self.actions: i64 = actions
        self.reward: i64 = reward
        self.moves: i64 = moves
        self.width: i64 = len(encoder.blank) + 2 * moves if len(encoder.blank) > 0 else 0
        self.rngs: list[Rng] = []
        self.states: list[State] = []
        self.finished: list[State] = []  # the last game that has ended in each place, or the start
        self.buffer: vec[i64] = new_buffer()
        self.weights: vec[i64] = new_buffer()
        self.memory: vec[i64] = zeros(games * moves)  # the last decisions of each game + 1, the latest first
        self.masks: vec[u8] = no_mask(games * actions)
        self.options: vec[i16] = zero_row(games * MAX_OPTIONS)
        self.counts: vec[i16] = zero_row(games)
        self.seats: vec[i16] = zero_row(games)
        self.blank: vec[i16] = zero_row(games * self.width)
        self.observations: vec[i16] = self.blank[:]
        self.rewards: vec[float] = zero_rewards(games * seats)
        self.scores: vec[i16] = zero_row(games * seats)
        self.done: vec[u8] = no_mask(games)
        self.ended: i64 = 0  # games that have been played to the end
        self.begin(seed)

    def begin(self, seed: i64) -> None:
        """Begin all games anew, as a new batch with this seed does."""
        rng = Rng(seed)
        self.rngs = [rng.fork() for _ in range(self.games)]
        self.states = [self.start.clone() for _ in range(self.games)]
        self.finished = [self.start for _ in range(self.games)]
        self.ended = 0
        for place in range(self.games * self.moves):
            self.memory[place] = 0
        for place in range(self.games * self.start.seats):
            self.rewards[place] = 0.0
            self.scores[place] = 0
        for game in range(self.games):
            self.done[game] = 0
            self.close_question(game)
            self.open_question(game)
        self.look()

    def outcomes(self) -> tuple[list[int], list[float], list[int], list[int]]:
        """What is known beside the positions: the history, and rewards, scores and `done` of the last step."""
        return (
            [int(entry) for entry in self.memory],
            list(self.rewards),
            [int(points) for points in self.scores],
            [int(game) for game in self.done],
        )

    def put_back(
        self,
        states: list[State],
        rngs: list[Rng],
        ended: i64,
        outcomes: tuple[list[int], list[float], list[int], list[int]],
    ) -> None:
        """Go on from positions, generators and `outcomes` of another batch; they are not copied."""
        memory, rewards, scores, done = outcomes
        self.states = states
        self.rngs = rngs
        self.ended = ended
        for place in range(self.games * self.moves):
            self.memory[place] = i64(memory[place])
        for place in range(self.games * self.start.seats):
            self.rewards[place] = rewards[place]
            self.scores[place] = i16(i64(scores[place]))
        for game in range(self.games):
            self.done[game] = 1 if done[game] else 0
            self.close_question(game)
            self.show(game, states[game], states[game].legal_into(self.buffer))
        self.look()

    def step(self, data: bytes) -> None:
        """An action for each game, four bytes each.  If one is not legal, nothing happens at all."""
        for game in range(self.games):
            action = i64(read_i32_le(data, 4 * game))
            if action < 0 or action >= self.actions or self.masks[game * self.actions + action] == 0:
                raise IllegalAction(f"game {game}: action {action} is not legal")
        self.advance(data)
        self.look()

    def advance(self, data: bytes) -> None:
        """The same without a check and without observations; a game whose action is -1 waits."""
        seats = self.start.seats
        for game in range(self.games):
            action = i64(read_i32_le(data, 4 * game))
            if action < 0:
                continue
            self.close_question(game)
            if self.done[game]:
                self.done[game] = 0
                for seat in range(seats):
                    self.rewards[game * seats + seat] = 0.0
            self.take(game, self.states[game], action)
            self.open_question(game)

    def look(self) -> None:
        """New observations, each of the seat to move."""
        if self.width == 0:
            return
        self.observations = self.blank[:]  # far quicker than wiping them
        for game in range(self.games):
            self.write_row(game, self.states[game])

    def close_question(self, game: i64) -> None:
        """Wipe the mask: only what was legal has to be."""
        first = game * MAX_OPTIONS
        mask = game * self.actions
        for place in range(i64(self.counts[game])):
            self.masks[mask + i64(self.options[first + place])] = 0

    def take(self, game: i64, state: State, action: i64) -> None:
        moves = self.moves
        if moves > 0:
            entry = remembered(state, action) + 1
            for back in range(game * moves, game * moves + moves):
                older = self.memory[back]
                self.memory[back] = entry
                entry = older
        state.apply(action)

    def open_question(self, game: i64) -> None:
        """Play on until somebody has a choice, in a new game if this one ends; then show it."""
        rng = self.rngs[game]
        state = self.states[game]
        count: i64 = 0
        while count < 2:
            if state.over:
                state = self.restart(game, state)
            elif state.to_move() == CHANCE:
                self.take(game, state, random_action(state, self.buffer, self.weights, rng))
            else:
                count = state.legal_into(self.buffer)
                if count == 1:
                    self.take(game, state, self.buffer[0])
                elif count == 0:
                    raise IllegalAction(f"question {state.ask_now()} has no legal answer")
        self.show(game, state, count)

    def restart(self, game: i64, old: State) -> State:
        seats = old.seats
        put_rewards(old, self.reward, self.rewards, game * seats)
        for seat in range(seats):
            self.scores[game * seats + seat] = i16(old.score(seat))
        self.done[game] = 1
        self.ended += 1
        for back in range(game * self.moves, (game + 1) * self.moves):
            self.memory[back] = 0
        state = self.start.clone()
        self.finished[game] = old
        self.states[game] = state
        return state

    def show(self, game: i64, state: State, count: i64) -> None:
        seat = state.to_move()
        first = game * MAX_OPTIONS
        mask = game * self.actions
        for place in range(count):
            action = self.buffer[place]
            self.options[first + place] = i16(action)
            self.masks[mask + action] = 1
        self.counts[game] = i16(count)
        self.seats[game] = i16(seat)

    def write_row(self, game: i64, state: State) -> None:
        seat = i64(self.seats[game])
        at = self.encoder.row_into(state, seat, self.observations, game * self.width)
        for back in range(self.moves):
            entry = self.memory[game * self.moves + back]
            if entry > 0:
                put_memory(entry - 1, seat, state.seats, self.observations, at + back, self.moves)
            else:
                self.observations[at + back] = -1
                self.observations[at + self.moves + back] = -1
