"""Teaches Buru for two with sb3-contrib's MaskablePPO, on the engine's own vector.

    pip install '.[sb3]'      in the folder of the sources; PyTorch is a large download
    python examples/sb3_buru.py [--seconds 600] [--against easy] [--save FILE.zip]
    python examples/sb3_buru.py --load FILE.zip --seconds 300 --self-play 0      goes on learning

Seconds are those of the processor: ten minutes of one core, however busy the machine is.

It first learns by playing against itself, then against the bot that it is measured against.  What makes it learn
quickly: rows scaled to floats from 0 to 1; points ahead or behind as the reward, since a beginner hardly ever wins; the
result of the whole game as what an action was worth (`gae_lambda=1`); one small network for actions and value; and
thousands of decisions between two improvements.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

import skerry
import skerry.envs.single  # registers the environments

TABLES = 256
POINTS = 25.0  # ahead of the other, that are as good as a sure win
HIDDEN = 128


class Trunk(BaseFeaturesExtractor):  # type: ignore[misc]
    """The two layers that the policy and the value share."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, HIDDEN)
        first, second = torch.nn.Linear(space.shape[0], HIDDEN), torch.nn.Linear(HIDDEN, HIDDEN)
        self.layers = torch.nn.Sequential(first, torch.nn.ReLU(), second, torch.nn.ReLU())

    def forward(self, rows: Any) -> Any:
        return self.layers(rows)


class Itself:
    """The learner as its own opponent, in all games at once."""

    def __init__(self) -> None:
        self.policy: Any = None  # until it has one, it plays at random
        self.luck = np.random.default_rng(1)

    def choose_many(self, rows: Any, masks: Any) -> Any:
        chances = -np.log(self.luck.exponential(size=masks.shape))  # with these, the best is a draw
        if self.policy is not None:
            with torch.no_grad():
                features = self.policy.extract_features(torch.as_tensor(rows))
                chances += self.policy.action_net(features).numpy()
        return np.where(masks, chances, -np.inf).argmax(1)


class Tables(VecEnv):  # type: ignore[misc]
    """Skerry's vector environment as Stable-Baselines3 wants it: rows alone, masks by `env_method`."""

    def __init__(self, games: int, opponents: Any, seed: int) -> None:
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
        return seen["observation"], np.clip(rewards / POINTS, -1, 1).astype(np.float32), ended, infos

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
    """Stops after so many seconds of the processor, and says now and then how it goes."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.process_time() + seconds
        self.results: list[float] = []
        self.told = time.process_time()

    def _on_step(self) -> bool:
        self.results += [float(info["episode"]["r"] > 0) for info in self.locals["infos"] if "episode" in info]
        if time.process_time() - self.told > 30:
            self.told = time.process_time()
            won = np.mean(self.results[-1000:] or [0.0])
            print(f"{self.num_timesteps:>9,} decisions, {won:.0%} of games won", flush=True)
        return time.process_time() < self.end


def beginner(tables: Tables) -> Any:
    return MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=64,
        batch_size=2048,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [], "features_extractor_class": Trunk},
        seed=1,
        device="cpu",
    )


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
    parser.add_argument("--seconds", type=float, default=600, help="of the processor")
    parser.add_argument("--self-play", type=float, default=0.5, help="of the time, before it meets the other bot")
    parser.add_argument("--against", default="easy")
    parser.add_argument("--play-off", type=int, default=200, help="games at the end")
    parser.add_argument("--save", default="", help="where to keep what it has learnt")
    parser.add_argument("--load", default="", help="go on with what it has learnt")
    given = parser.parse_args()
    torch.set_num_threads(1)  # the network is small: more threads only wait for each other
    torch.distributions.Distribution.set_default_validate_args(False)  # which takes longer than the network
    itself = Itself()
    tables = Tables(TABLES, itself, seed=1)
    model = MaskablePPO.load(given.load, tables) if given.load else beginner(tables)
    itself.policy = model.policy
    model.learn(10**9, callback=UntilTime(given.seconds * given.self_play))
    print(f"now against {given.against}", flush=True)
    model.set_env(Tables(TABLES, given.against, seed=2))
    model.learn(10**9, callback=UntilTime(given.seconds * (1 - given.self_play)))
    if given.save:
        model.save(given.save)
    print(skerry.arena("buru", {"learner": as_bot(model), given.against: given.against}, given.play_off, seed=7))


if __name__ == "__main__":
    main()
