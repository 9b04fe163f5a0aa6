"""PettingZoo: every player is an agent, and they take turns (AEC).

    from skerry.envs import nusfjord_v0
    env = nusfjord_v0.env(players=3)

or, once this is imported, `pettingzoo.make("aec", "skerry/nusfjord-v0", players=3)`.  Order and bounds are checked
here, so that PettingZoo's wrappers, which take ten times as long, are not needed.
"""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, register
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'skerry[pettingzoo]'") from error

import skerry
from skerry.api.rows import RowScale
from skerry.api.vector import Reward, reward_of
from skerry.core.game import Game
from skerry.envs.spaces import (
    Seeds,
    action_number,
    box,
    drawn,
    observation,
    observation_space,
    rewards_at_end,
    row_array,
)
from skerry.games import GAMES


class AecGame(AECEnv):  # type: ignore[misc]
    """One game.  Dice, draws and forced decisions are played by themselves; rewards come at the end."""

    def __init__(
        self,
        game: str,
        version: int,
        players: int = 2,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        history: int = 0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        scaled: bool = False,
        components: str | Path | None = None,
    ) -> None:
        """With `max_cycles`, the game is truncated after that many decisions of all players together.

        With `scaled`, observations are floats from 0 to 1.
        """
        super().__init__()
        first = skerry.new(game, players, 0, options, components)
        reward_of(reward, players)
        self.metadata = {
            "name": f"{first.rules.title.lower()}_v{version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.game = first
        self.state_space = box(first.truth_fields(), scaled)
        self._spaces = {agent: observation_space(first, history, scaled) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(len(first.actions)) for agent in self.possible_agents}
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._new = {"players": players, "options": options, "components": components}
        self._reward = reward
        self._history = history
        self._scale = first.scale(history) if scaled else None
        self._truth_scale = RowScale(first.truth_fields()) if scaled else None
        self._max_cycles = max_cycles
        self._cycles = 0
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = skerry.new(self.game.name, seed=self._seeds.next(seed), **self._new)  # type: ignore[arg-type]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self.agent_selection = self.possible_agents[self.game.seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        return observation(self.game, self._seat[agent], self._history, self._scale)

    def state(self) -> Any:
        """Everything, secrets included: for a critic that may know more than the players."""
        return row_array(self.game.truth(), self._truth_scale)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ValueError("there is no game: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        game = self.game
        game.play(action_number(action))
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        if game.over:
            for seat, reward in enumerate(rewards_at_end(game, self._reward)):
                self.rewards[self.possible_agents[seat]] = reward
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._cycles == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if game.over or self._cycles == self._max_cycles:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[game.seat or 0]

    def render(self) -> str | None:
        """The table in words, as the one to move sees it."""
        return None if self.render_mode is None else drawn(self.game, self.game.seat or 0)

    def close(self) -> None:
        """Nothing is open."""


def environment_module(rules: Game[Any]) -> ModuleType:
    """A module as PettingZoo names its environments: `nusfjord_v0.env(players=3)`."""
    name, version = rules.title.lower(), rules.environment
    module = ModuleType(
        f"skerry.envs.{name}_v{version}",
        f"{rules.title} for PettingZoo.\n\nVersion history: docs/environments.md.  The number grows when an "
        "observation, an action or a reward changes its meaning.",
    )
    module.env = module.raw_env = partial(AecGame, rules.name, version)  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    register("aec", f"skerry/{name}-v{version}", f"{module.__name__}:env")
    return module


MODULES = {f"{rules.title.lower()}_v{rules.environment}": environment_module(rules) for rules in GAMES.values()}
