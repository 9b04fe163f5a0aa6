"""What PettingZoo's and Gymnasium's environments have in common: spaces, rewards, seeds."""

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces

import skerry
from skerry.api.game import player_names
from skerry.api.picture import as_text
from skerry.api.rows import RowScale
from skerry.api.vector import Reward, reward_of
from skerry.core import batch
from skerry.core.fields import Field


def observation_space(game: skerry.Game, history: int, scaled: bool) -> Any:
    mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
    return spaces.Dict({"observation": box(game.fields(history), scaled), "action_mask": mask})


def box(fields: list[Field], scaled: bool) -> Any:
    if scaled:
        return spaces.Box(0, 1, (sum(field.count for field in fields),), np.float32)
    low = np.concatenate([np.full(field.count, field.low, np.int16) for field in fields])
    high = np.concatenate([np.full(field.count, field.high, np.int16) for field in fields])
    return spaces.Box(low, high, dtype=np.int16)


def observation(game: skerry.Game, seat: int, history: int, scale: RowScale | None) -> dict[str, Any]:
    """Who is not to move may do nothing."""
    mask = np.frombuffer(game.mask, np.int8).copy() if seat == game.seat else np.zeros(len(game.actions), np.int8)
    return {"observation": row_array(game.observe(seat, history), scale), "action_mask": mask}


def row_array(row: memoryview, scale: RowScale | None) -> Any:
    """A row as an array of its own, which may be written to; with a scale, floats from 0 to 1."""
    return np.frombuffer(row, np.int16).copy() if scale is None else scale(row)


def action_number(action: Any) -> int:
    """A whole number, also one of NumPy's and an array of one; nothing is rounded."""
    given = np.asarray(action)
    if given.size != 1 or given.dtype.kind not in "iu":
        raise ValueError(f"an action is a whole number, not {repr(action)[:40]}")
    return int(given.item())


def rewards_at_end(game: skerry.Game, reward: Reward) -> list[float]:
    """What each seat gets at the end."""
    return batch.final_rewards(game.state, reward_of(reward, int(game.encoder.players)))


def drawn(game: skerry.Game, seat: int) -> str:
    """The table in words, as this seat sees it."""
    return as_text(game.rules, game.state, seat, player_names(game.players))


class Seeds:
    """One seed for each game to come: all of them follow from the seed of a reset."""

    def __init__(self) -> None:
        self.random = Random()

    def next(self, seed: int | None) -> int:
        if seed is not None:
            self.random = Random(seed)
        return self.random.getrandbits(62)
