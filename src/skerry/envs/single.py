"""Gymnasium: you are one seat, bots play the others.

import gymnasium, skerry.envs.single
env = gymnasium.make("skerry/Nusfjord-v0", players=3, opponents="easy")
envs = gymnasium.make_vec("skerry/Nusfjord-v0", 64, "vector_entry_point", players=3, opponents="easy")
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not installed: pip install 'skerry[gymnasium]'") from error

import skerry
from skerry.api.bots import AnyBot, BotError, api_bot
from skerry.api.game import refusal
from skerry.api.vector import Reward, reward_of
from skerry.bots import Bot, Observer
from skerry.envs.spaces import Seeds, action_number, drawn, observation, observation_space, rewards_at_end
from skerry.games import GAMES

ILLEGAL = -1.0  # the reward of an illegal action, which changes nothing else


class Seated(gymnasium.Env):  # type: ignore[misc]
    """Your seat at the table.  An episode is a game; its reward comes at the end."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  Gymnasium's own declaration

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: AnyBot | Sequence[AnyBot] = "novice",
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        history: int = 0,
        render_mode: str | None = None,
        scaled: bool = False,
        components: str | Path | None = None,
    ) -> None:
        """Opponents are levels by name, registered bots or bots of your own; one for all, or one for each other seat.

        Without a `seat`, you sit somewhere else every time.  With `scaled`, observations are floats from 0 to 1.
        """
        self.game = skerry.new(game, players, 0, options, components)
        self.opponents = named_bots(opponents, players - 1, self.game.name)
        if seat is not None and seat not in range(players):
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {players - 1}")
        reward_of(reward, players)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = observation_space(self.game, history, scaled)
        self.seat = seat or 0
        self._chosen_seat = seat
        self._new = {"players": players, "options": options, "components": components}
        self._reward = reward
        self._history = history
        self._scale = self.game.scale(history) if scaled else None
        self._bots: list[Bot] = []
        self._seeds = Seeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.game = skerry.new(self.game.name, seed=self._seeds.next(seed), **self._new)  # type: ignore[arg-type]
        luck = self._seeds.random
        self.seat = luck.randrange(self.game.players) if self._chosen_seat is None else self._chosen_seat
        self._bots = [api_bot(bot, self.game.name, luck.getrandbits(31)) for bot in self.opponents]
        self._let_others_play()
        if self.game.over:  # hardly ever: a game in which this seat was never asked
            return self.reset()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        game = self.game
        number = action_number(action)
        if game.over or number not in game.legal:
            why = "the game is over" if game.over else refusal(game.rules, game.state, number).words
            return self._observation(), ILLEGAL, game.over, False, {**self._info(), "illegal": why}
        game.play(number)
        self._let_others_play()
        reward = rewards_at_end(game, self._reward)[self.seat] if game.over else 0.0
        return self._observation(), reward, game.over, False, self._info()

    def action_masks(self) -> Any:
        """What may be done now, as sb3-contrib's MaskablePPO asks for it."""
        masks = np.frombuffer(self.game.mask, np.bool_).copy()
        if self.game.over:
            masks[:] = True  # as in the observation
        return masks

    def render(self) -> str | None:
        """The table in words, as you see it."""
        return None if self.render_mode is None else drawn(self.game, self.seat)

    def _let_others_play(self) -> None:
        game = self.game
        while not game.over and game.seat != self.seat:
            assert game.seat is not None
            bot = self._bots[(game.seat - self.seat) % game.players - 1]
            game.play(bot.choose(Observer(game.rules, game.state, game.seat)))

    def _observation(self) -> dict[str, Any]:
        seen = observation(self.game, self.seat, self._history, self._scale)
        if self.game.over:
            # Whoever resets in the next step asks for an action that nobody plays.  Of no action at all, a masked
            # policy makes NaN.
            seen["action_mask"][:] = 1
        return seen

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": self.game.scores} if self.game.over else {"seat": self.seat}


def is_asked_for_many(bot: object) -> bool:
    """Does it choose for many games at once?"""
    return hasattr(bot, "choose_many")


def named_bots(opponents: Any, count: int, game: str, may_be_many: bool = False) -> list[AnyBot]:
    """One for each other seat, clockwise from yours; unknown ones are told at once."""
    is_one = isinstance(opponents, str) or callable(opponents) or is_asked_for_many(opponents)
    bots = [opponents] * count if is_one else list(opponents)
    if len(bots) != count:
        raise BotError(f"opponents: one for each other seat, which makes {count}, not {len(bots)}")
    for bot in bots:
        if not (may_be_many and is_asked_for_many(bot)):
            api_bot(bot, game, 0)
    return bots


for name in GAMES:
    gymnasium.register(
        f"skerry/{GAMES[name].title}-v{GAMES[name].environment}",
        f"{__name__}:Seated",
        kwargs={"game": name},
        disable_env_checker=True,
        vector_entry_point="skerry.envs.many:SeatedVector",
    )
