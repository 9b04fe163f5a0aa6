"""What PettingZoo's and Gymnasium's environments have in common: spaces, rewards, seeds."""

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces

import skerry
from skerry.api.vector import Reward, reward_of
from skerry.core.batch import put_rewards, zero_rewards
from skerry.core.fields import Field


def observation_space(game: skerry.Game, history: int) -> Any:
    mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
    return spaces.Dict({"observation": box(game.fields(history)), "action_mask": mask})


def box(fields: list[Field]) -> Any:
    low = np.concatenate([np.full(field.count, field.low, np.int16) for field in fields])
    high = np.concatenate([np.full(field.count, field.high, np.int16) for field in fields])
    return spaces.Box(low, high, dtype=np.int16)


def observation(game: skerry.Game, seat: int, history: int) -> dict[str, Any]:
    """Who is not to move may do nothing."""
    mask = np.frombuffer(game.mask, np.int8) if seat == game.seat else np.zeros(len(game.actions), np.int8)
    return {"observation": np.frombuffer(game.observe(seat, history), np.int16), "action_mask": mask}


def final_rewards(game: skerry.Game, reward: Reward) -> list[float]:
    """What each seat gets at the end."""
    out = zero_rewards(game.players)
    put_rewards(game.state, reward_of(reward, int(game.encoder.players)), out, 0)
    return list(out)


def drawn(game: skerry.Game, seat: int) -> str:
    """The table in words, as this seat sees it."""
    lines = []
    for section in game.rules.outline(game.view(seat), game.rules.catalogue(game.state)):
        lines.append(f"\n{section.title}")
        for item in section.items:
            things = ", ".join(thing.name for thing in item.things)
            lines.append(f"  {item.label}: {' '.join(part for part in (item.value, things, item.note) if part)}")
    return "\n".join(lines).strip().format(*(f"Player {number + 1}" for number in range(game.players)))


class Seeds:
    """One seed for each game to come: all of them follow from the seed of a reset."""

    def __init__(self) -> None:
        self.random = Random()

    def next(self, seed: int | None) -> int:
        if seed is not None:
            self.random = Random(seed)
        return self.random.getrandbits(62)
