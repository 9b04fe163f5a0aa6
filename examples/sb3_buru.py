"""Teaches Buru for two with sb3-contrib's MaskablePPO, on the engine's own vector.

    pip install '.[sb3]'      in the folder of the sources; PyTorch is a large download
    python examples/sb3_buru.py [--seconds 300] [--against novice] [--play-off 100]

It learns against the same bot that it is measured against, from the points it is ahead or behind at the end: a beginner
hardly ever wins, so that wins alone would teach it nothing.  Rows are scaled to floats from 0 to 1: from raw ones it
learns far less in the same time.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import skerry
import skerry.envs.single  # registers the environments

TABLES = 64
POINTS = 30.0  # ahead of the other, that count as 1


class Tables(VecEnv):  # type: ignore[misc]
    """Skerry's vector environment as Stable-Baselines3 wants it: rows alone, masks by `env_method`."""

    def __init__(self, games: int, opponents: str, seed: int) -> None:
        self.envs = gymnasium.make_vec(
            "skerry/Buru-v0",
            games,
            vectorization_mode="vector_entry_point",
            opponents=opponents,
            reward="margin",
            scaled=True,
        ).unwrapped
        space = self.envs.single_observation_space["observation"]
        super().__init__(games, space, self.envs.single_action_space)
        self.first: int | None = seed
        self.actions: Any = None

    def reset(self) -> Any:
        seen, _ = self.envs.reset(seed=self.first)
        self.first = None
        return seen["observation"]

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, ended, _, told = self.envs.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(ended):
            infos[number]["terminal_observation"] = told["final_obs"][number]["observation"]
            infos[number]["episode"] = {"r": rewards[number], "l": 0, "t": 0}
        return seen["observation"], (rewards / POINTS).astype(np.float32), ended, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **named: Any) -> list[Any]:
        return list(getattr(self.envs, method_name)(*args, **named))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.envs, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


class UntilTime(BaseCallback):  # type: ignore[misc]
    """Stops after so many seconds, and says now and then how it goes."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds
        self.results: list[float] = []
        self.told = time.monotonic()

    def _on_step(self) -> bool:
        self.results += [float(info["episode"]["r"] > 0) for info in self.locals["infos"] if "episode" in info]
        if time.monotonic() - self.told > 30:
            self.told = time.monotonic()
            print(f"{self.num_timesteps:>9,} decisions, {np.mean(self.results[-500:]):.0%} of games won", flush=True)
        return time.monotonic() < self.end


def as_bot(model: Any) -> Any:
    """The network as a bot for `skerry.arena`: its best legal action."""
    scale = skerry.new("buru", 2, 0).scale()
    count = model.action_space.n

    def choose(me: skerry.Seat) -> int:
        mask = np.zeros(count, bool)
        mask[me.legal] = True
        return int(model.predict(scale(me.observe()), action_masks=mask, deterministic=True)[0])

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--against", default="novice")
    parser.add_argument("--play-off", type=int, default=100, help="games at the end")
    parser.add_argument("--save", default="", help="where to keep what it has learnt")
    given = parser.parse_args()
    torch.set_num_threads(1)  # the network is small: more threads only wait for each other
    model = MaskablePPO(
        "MlpPolicy",
        Tables(TABLES, given.against, seed=1),
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    model.learn(10**9, callback=UntilTime(given.seconds))
    if given.save:
        model.save(given.save)
    print(skerry.arena("buru", {"learner": as_bot(model), given.against: given.against}, given.play_off, seed=7))


if __name__ == "__main__":
    main()
