"""Gymnasium's vector environment: many games on the engine's own batch, one seat of each is yours.

envs = gymnasium.make_vec("skerry/Buru-v0", 64, vectorization_mode="vector_entry_point", opponents="random")
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

import skerry
from skerry.api.bots import AnyBot, api_bot
from skerry.api.game import refusal
from skerry.api.rows import whole
from skerry.api.vector import MOST_GAMES, Reward
from skerry.bots import Bot, Observer
from skerry.envs.single import ILLEGAL, is_asked_for_many, named_bots
from skerry.envs.spaces import observation_space, row_array

STAYS = -1  # the action of a game in which nothing is played now


class SeatedVector(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Your seats at many tables.  A game that ends begins anew in the same step (`AutoresetMode.SAME_STEP`).

    Opponents are as in `single.Seated`.  Those called `random`, and those with a method
    `choose_many(observations, masks)`, are asked for all their games at once.
    """

    metadata = {  # noqa: RUF012  Gymnasium's own declaration
        "render_modes": [],
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: AnyBot | Sequence[AnyBot] = "novice",
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        history: int = 0,
        render_mode: None = None,
        scaled: bool = False,
        components: str | Path | None = None,
    ) -> None:
        """The parameters of `single.Seated`, and how many games there are."""
        if render_mode is not None:
            raise ValueError("many games are not drawn: use gymnasium.make for one of them")
        self.num_envs = whole(num_envs, 1, MOST_GAMES, "num_envs is a number")
        first = skerry.new(game, players, 0, options, components)
        self.games = skerry.vector(
            game, players, num_envs, 0, options, components=components, history=history, reward=reward, scaled=scaled
        )
        if seat is not None and seat not in range(players):
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {players - 1}")
        self.opponents = named_bots(opponents, players - 1, first.name, may_be_many=True)
        self.single_observation_space = observation_space(first, history, scaled)
        self.single_action_space = spaces.Discrete(len(first.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats: Any = np.zeros(num_envs, np.int64)  # yours
        self._rules = first.rules
        self._encoder = first.encoder
        self._scale = first.scale(history) if scaled else None
        self._history = history
        self._chosen_seat = seat
        self._bots: list[list[Bot | None]] = [[] for _ in range(num_envs)]
        self._luck = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """One seed for all games together."""
        super().reset(seed=seed)
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.games.batch.begin(int(self._luck.integers(2**62)))
        for number in range(self.num_envs):
            self._sit_down(number)
        self._let_others_play(StepOutcome(self.num_envs))
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"step takes {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}")
        there_is = (given >= 0) & (given < self.games.actions)
        legal = there_is & (self.games.masks[np.arange(self.num_envs), np.where(there_is, given, 0)] == 1)
        outcome = StepOutcome(self.num_envs)
        outcome.rewards[~legal] = ILLEGAL
        info = self._refusals(given, np.flatnonzero(~legal))
        self._play(np.where(legal, given, STAYS), outcome)
        self._let_others_play(outcome)
        info |= self._info() | outcome.info()
        truncated: Any = np.zeros(self.num_envs, np.bool_)
        return self._observations(), outcome.rewards, outcome.terminated, truncated, info

    def action_masks(self) -> Any:
        """What may be done now, a row for each game."""
        return self.games.masks.astype(np.bool_)

    # ---- inside
    def _sit_down(self, number: int) -> None:
        """Take a seat in a new game, with new opponents."""
        luck, chosen = self._luck, self._chosen_seat
        self.seats[number] = luck.integers(self.games.players) if chosen is None else chosen
        self._bots[number] = [
            None if is_batched(bot) else api_bot(bot, self._rules.name, int(luck.integers(2**31)))
            for bot in self.opponents
        ]

    def _play(self, moves: Any, outcome: "StepOutcome") -> None:
        """Play one action in each game that does not wait, and note the games that end."""
        batch = self.games.batch
        batch.advance(moves.astype("<i4").tobytes())
        for number in np.flatnonzero(self.games.done & (moves != STAYS)).tolist():
            if not outcome.terminated[number]:  # hardly ever: the game after it ended before you were asked
                seat = int(self.seats[number])
                outcome.note(number, seat, self._last_seen(number, seat), self.games)
            self._sit_down(number)

    def _let_others_play(self, outcome: "StepOutcome") -> None:
        players = self.games.players
        while (waiting := np.flatnonzero(self.games.seats != self.seats)).size:
            places = (self.games.seats[waiting] - self.seats[waiting]) % players - 1
            moves = np.full(self.num_envs, STAYS)
            for place, opponent in enumerate(self.opponents):
                asked = waiting[places == place]
                if asked.size:
                    moves[asked] = self._choices(opponent, place, asked)
            self._play(moves, outcome)
        self.games.look()

    def _choices(self, opponent: AnyBot, place: int, asked: Any) -> Any:
        """What an opponent does in the games in which it is asked."""
        games = self.games
        if isinstance(opponent, str) and opponent == "random":
            return games.options[asked, self._luck.integers(games.counts[asked])]
        if is_batched(opponent):
            games.look()
            return self._checked(opponent, asked, opponent.choose_many(games.observations[asked], games.masks[asked]))  # type: ignore[union-attr]
        found = []
        for number in asked.tolist():
            bot = self._bots[number][place]
            assert bot is not None
            found.append(bot.choose(Observer(self._rules, games.batch.states[number], int(games.seats[number]))))
        return found

    def _checked(self, opponent: object, asked: Any, chosen: Any) -> Any:
        chosen, games = np.asarray(chosen), self.games
        is_wrong = chosen.shape != asked.shape or chosen.dtype.kind not in "iu"
        if is_wrong or chosen.min() < 0 or chosen.max() >= games.actions or not games.masks[asked, chosen].all():
            raise ValueError(f"{type(opponent).__name__}.choose_many has to return a legal action for each row")
        return chosen

    def _observations(self) -> dict[str, Any]:
        games = self.games
        rows = games.observations.copy() if self._scale is None else games.observations
        rows.flags.writeable = True
        return {"observation": rows, "action_mask": games.masks.astype(np.int8)}

    def _last_seen(self, number: int, seat: int) -> dict[str, Any]:
        """What the seat saw at the end.  The history is gone by then, so that it is empty."""
        row = np.asarray(self._encoder.observe(self.games.batch.finished[number], seat))
        row = np.concatenate([row, np.full(2 * self._history, -1, np.int16)])
        return {
            "observation": row_array(memoryview(row), self._scale),
            "action_mask": np.ones(self.games.actions, np.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seats.copy(), "_seat": np.ones(self.num_envs, np.bool_)}

    def _refusals(self, given: Any, wrong: Any) -> dict[str, Any]:
        if not wrong.size:
            return {}
        words: Any = np.full(self.num_envs, None, object)
        is_wrong: Any = np.zeros(self.num_envs, np.bool_)
        for number in wrong.tolist():
            words[number] = refusal(self._rules, self.games.batch.states[number], int(given[number])).words
            is_wrong[number] = True
        return {"illegal": words, "_illegal": is_wrong}


class StepOutcome:
    """What a step brings: rewards, and the games that end in it."""

    def __init__(self, games: int) -> None:
        self.rewards = np.zeros(games)
        self.terminated: Any = np.zeros(games, np.bool_)
        self.last_seen: Any = np.full(games, None, object)
        self.scores: Any = np.full(games, None, object)
        self.seats: Any = np.zeros(games, np.int64)

    def note(self, number: int, seat: int, seen: dict[str, Any], games: Any) -> None:
        self.terminated[number] = True
        self.rewards[number] = games.rewards[number, seat]
        self.last_seen[number] = seen
        self.scores[number] = games.scores[number].tolist()
        self.seats[number] = seat

    def info(self) -> dict[str, Any]:
        """As Gymnasium names it."""
        if not self.terminated.any():
            return {}
        ended = self.terminated.copy()
        final = {"seat": self.seats, "_seat": ended, "scores": self.scores, "_scores": ended}
        return {"final_obs": self.last_seen, "_final_obs": ended, "final_info": final, "_final_info": ended}


def is_batched(bot: object) -> bool:
    return is_asked_for_many(bot) or (isinstance(bot, str) and bot == "random")
